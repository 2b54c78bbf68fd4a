/** The sum of a settlement as it is shown: factors by name, what one is worth, what all are worth. */

import type { Factor, Outcome, View } from "../../protocol";
import { t } from "../../i18n";
import { comboName } from "../../shape";

/** What a factor counts as a whole. */
export function worth(factor: Factor): number {
  return factor.value ** factor.times;
}

/** The product of all factors: points at stake for one peasant. */
export function unitOf(factors: readonly Factor[]): number {
  return factors.reduce((product, factor) => product * worth(factor), 1);
}

/** Before the outcome the server tells who doubled, not by how much. */
const DOUBLING = 2;

/** What makes the score of one seat out of the unit; a factor of 1 changes nothing. */
export interface Share {
  /** The landlord's own doubling. */
  landlord: number;
  /** A peasant's own doubling; 1 for the landlord. */
  own: number;
  /** Doubling of each peasant, whose scores add up to the landlord's; empty for a peasant. */
  peasants: readonly number[];
  /** All of it: the score of the seat is the unit so many times. */
  times: number;
}

/** The share of a seat once all have chosen whether to double; null before that, and where nobody can. */
export function shareOf(view: View, seat: number): Share | null {
  const { landlord, seats } = view;
  if (landlord === null || seats.every(({ doubled }) => doubled === null)) return null;
  const factors = seats.map(({ doubled }, i) => settled(view)?.doubled[i] ?? (doubled ? DOUBLING : 1));
  const peasants = seat === landlord ? factors.filter((_, i) => i !== landlord) : [];
  const own = seat === landlord ? 1 : (factors[seat] ?? 1);
  const first = factors[landlord] ?? 1;
  return { landlord: first, own, peasants, times: first * own * (sum(peasants) || 1) };
}

/** What is at stake for a seat: its score once doubling is known, else the unit. */
export function stakeOf(view: View, seat: number): number {
  return unitOf(factorsOf(view)) * (shareOf(view, seat)?.times ?? 1);
}

/** What the unit is made of, so far or in the end. */
export function factorsOf(view: View): readonly Factor[] {
  return settled(view)?.factors ?? view.factors;
}

const settled = ({ outcome }: View): Outcome | null => (outcome?.kind === "settled" ? outcome : null);

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);

/** Only what changes anything; the base always stands there. */
export function telling(factors: readonly Factor[]): Factor[] {
  return factors.filter((factor) => factor.name === "base" || worth(factor) !== 1);
}

/** Name of a factor; a row of bombs is named by what it is. */
export function factorName(factor: Factor): string {
  switch (factor.name) {
    case "base":
      return t("factor.base");
    case "init":
      return t("factor.init");
    case "grab":
      return t("factor.grab");
    case "show":
      return t("factor.show");
    case "spring":
      return t("factor.spring");
    case "anti_spring":
      return t("factor.anti_spring");
    default:
      return comboName({ shape: factor.name, length: 1, top: 0, second: null });
  }
}
