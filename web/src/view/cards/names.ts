/** Cards and combos by name, for people who hear the table. */

import { t } from "../../i18n";
import { LETTERS, split } from "./card";

/** "3 of clubs", 梅花3. */
export function cardName(card: string): string {
  const { rank, suit, joker } = split(card);
  if (rank === "X") return t("card.X");
  if (joker) return t("card.x");
  return t("card.suited", { rank: rankName(rank), suit: suit === "c" ? t("suit.c") : suit === "d" ? t("suit.d") : suit === "h" ? t("suit.h") : t("suit.s") });
}

/** A rank letter as it stands on cards: `10` for `T`. */
export function rankName(letter: string): string {
  if (letter === "T") return "10";
  if (letter === "x") return t("card.x");
  if (letter === "X") return t("card.X");
  return letter;
}

/** The letter of a rank as the wire counts them, 0 for 3 … 14 for the big joker. */
export function rankLetter(rank: number): string {
  return LETTERS.charAt(rank);
}

/** Cards in words, one after another. */
export function cardNames(cards: readonly string[]): string {
  return cards.map(cardName).join(" ");
}
