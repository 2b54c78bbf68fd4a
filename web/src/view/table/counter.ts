/** The card counter: what a viewer has not seen, deck minus own hand minus everything played. */

import type { View } from "../../protocol";
import { LETTERS, split } from "../cards/card";

export interface Unseen {
  /** Letter of the rank. */
  rank: string;
  left: number;
}

/** Cards by rank that the viewer has not seen, the highest first. Bottom cards count until they are played. */
export function unseen(view: View, packs: number): Unseen[] {
  const left = new Map<string, number>();
  for (const rank of LETTERS) left.set(rank, (rank === "x" || rank === "X" ? 1 : 4) * packs);
  const seen = (cards: readonly string[]): void => {
    for (const card of cards) {
      const { rank } = split(card);
      left.set(rank, (left.get(rank) ?? 0) - 1);
    }
  };
  if (typeof view.viewer === "number") seen(view.seats[view.viewer]?.hand ?? []);
  for (const fact of view.history) if (fact.fact === "laid") seen(fact.cards);
  return [...LETTERS].reverse().map((rank) => ({ rank, left: left.get(rank) ?? 0 }));
}
