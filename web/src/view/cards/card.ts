/** What the view reads out of a card's notation: `7h`, `10h`, `Td'`, `x`, `X'`. No game rule is in it. */

import { prefs } from "../prefs.svelte";

export const LETTERS = "3456789TJQKA2xX";

export interface Face {
  /** Letter of the rank, `T` for ten. */
  rank: string;
  /** `c d h s`; empty for a joker. */
  suit: string;
  joker: boolean;
}

/** Rank and suit of a card; the prime of a second pack is left out. */
export function split(card: string): Face {
  const bare = card.replaceAll("'", "").replace("10", "T");
  const rank = bare.charAt(0);
  const joker = rank === "x" || rank === "X";
  return { rank, suit: joker ? "" : bare.charAt(1), joker };
}

/** Class for the colour of a card's figures; ♦ and ♣ have their own with four colours. */
export function suitColour(card: string): "red" | "blue" | "green" | "ink" {
  const { suit, rank } = split(card);
  if (suit === "h" || rank === "X") return "red";
  if (suit === "d") return prefs.fourColours ? "blue" : "red";
  if (suit === "c" && prefs.fourColours) return "green";
  return "ink";
}

/** How high a card stands among all, for the order in a hand: rank first, then suit. */
export function order(card: string): number {
  const { rank, suit } = split(card);
  return LETTERS.indexOf(rank) * 8 + "cdhs".indexOf(suit) + (card.includes("'") ? 0.5 : 0);
}

/** Cards from the highest to the lowest, as they are held. */
export function held(cards: readonly string[]): string[] {
  return [...cards].sort((a, b) => order(b) - order(a));
}

/** Cards of one play: the biggest groups first, then from high to low, so that a body stands before its kickers. */
export function laidOut(cards: readonly string[]): string[] {
  const count = new Map<string, number>();
  for (const card of cards) count.set(split(card).rank, (count.get(split(card).rank) ?? 0) + 1);
  const size = (card: string): number => count.get(split(card).rank) ?? 0;
  return [...cards].sort((a, b) => size(b) - size(a) || order(b) - order(a));
}
