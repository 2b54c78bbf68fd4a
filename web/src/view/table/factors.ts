/** The sum of a settlement as it is shown: factors by name, what one is worth, what all are worth. */

import type { Factor } from "../../protocol";
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
