/** What lies in front of every seat, read off the history of a deal. */

import type { Fact, View } from "./protocol";
import type { Said } from "./state";

type Front = (Said | null)[];

/**
 * The last word or play of every seat, as long as it matters: words until there is a landlord, doubling until the
 * first play, plays and passes until the next lead. In front of a seat that is waited for lies nothing.
 */
export function saidOf(view: View | null, waitedFor: readonly number[]): Front {
  if (!view) return [];
  const seats = view.seats.length;
  let front = nothing(seats);
  let passes = seats - 1;
  for (const fact of view.history) {
    const leads = passes === seats - 1;
    if (fact.fact === "laid") passes = 0;
    if (fact.fact === "passed") passes += 1;
    front = after(fact.fact === "laid" && leads ? nothing(seats) : front, fact);
  }
  return view.outcome ? front : front.map((said, seat) => (waitedFor.includes(seat) ? null : said));
}

const nothing = (seats: number): Front => Array<Said | null>(seats).fill(null);

function after(front: Front, fact: Fact): Front {
  switch (fact.fact) {
    case "said":
      return front.with(fact.seat, { kind: "word", action: fact.action });
    case "shown":
      return front.with(fact.seat, { kind: "word", action: { act: "show", yes: true } });
    case "landlord":
      return nothing(front.length);
    case "doubled":
      return fact.choices.map((yes) => (yes === null ? null : { kind: "word", action: { act: "double", yes } }));
    case "laid":
      return front.with(fact.seat, { kind: "lay", cards: fact.cards, combo: fact.combo });
    case "passed":
      return front.with(fact.seat, { kind: "pass" });
    default:
      return front;
  }
}
