/** What an event is worth showing: motion and sound, made from its facts. */

import type { AnyFact, Factor, TableView } from "./protocol";
import { readShape } from "./shape";
import type { Effect } from "./state";

type Shown = Omit<Effect, "id">;

/** The effects of one fact; `before` is the table it came to. */
export function effectsOf(fact: AnyFact, before: TableView): readonly Shown[] {
  switch (fact.fact) {
    case "received":
      return [{ kind: "dealt" }];
    case "said":
      return [{ kind: "said", seat: fact.seat, action: fact.action }];
    case "shown":
      return [{ kind: "shown", seat: fact.seat, cards: fact.cards, times: fact.factor }];
    case "landlord":
      return [{ kind: "landlord", seat: fact.seat }];
    case "doubled":
      return fact.choices.flatMap((yes, seat) =>
        yes === null ? [] : [{ kind: "doubled" as const, seat, action: { act: "double" as const, yes } }],
      );
    case "passed":
      return [{ kind: "passed", seat: fact.seat }];
    case "laid": {
      const { seat, cards, combo } = fact;
      const shape = readShape(combo);
      const special = (["rocket", "bomb", "plane", "chain"] as const).find((kind) => shape[kind]);
      return [{ kind: "played", seat, cards, combo }, ...(special ? [{ kind: special, seat, cards, combo }] : [])];
    }
    case "factored": {
      const times = product(fact.factors) / product(before.view?.factors ?? []);
      return times === 1 ? [] : [{ kind: "factor", times }];
    }
    case "ended":
      return ended(fact.outcome);
    default:
      return [];
  }
}

/** What a deal begins with is no effect. */
const GIVEN: readonly string[] = ["base", "init"];

function product(factors: readonly Factor[]): number {
  return factors.reduce((all, { name, value, times }) => (GIVEN.includes(name) ? all : all * value ** times), 1);
}

function ended(outcome: { kind: "settled" | "redeal"; winner: number | null; factors: readonly Factor[] }): Shown[] {
  if (outcome.kind === "redeal") return [{ kind: "redeal" }];
  const seat = outcome.winner ?? undefined;
  const spring = outcome.factors.find(({ name }) => name === "spring" || name === "anti_spring");
  return [...(spring ? [{ kind: "spring" as const, seat, times: spring.value }] : []), { kind: "result", seat }];
}
