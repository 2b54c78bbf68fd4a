/** Buttons out of `Options`: every simple act the table offers, with its words and its weight. Nothing is known of variants. */

import type { Options } from "../../protocol";
import type { Actions } from "../../state";
import { t } from "../../i18n";

export type SimpleAct = Parameters<Actions["do"]>[0];

export interface Offer {
  key: string;
  label: string;
  act: SimpleAct;
  /** A refusal stands left, in a quieter button. */
  refusal: boolean;
}

type Offered = Options["acts"][number];

/** What an act is called on a button, or when it was said; null for acts that have no button. */
export function actWords(act: Offered, factor = 0): string | null {
  switch (act.act) {
    case "bid":
      return act.value === 0 ? t("act.bid.no") : t("act.bid", { value: act.value });
    case "call":
      return act.yes ? t("act.call") : t("act.call.no");
    case "grab":
      return act.yes ? t("act.grab") : t("act.grab.no");
    case "show":
      return !act.yes ? t("act.show.no") : factor > 1 ? t("act.show.times", { factor }) : t("act.show");
    case "double":
      return act.yes ? t("act.double") : t("act.double.no");
    case "pass":
      return t("act.pass");
    default:
      return null;
  }
}

function simple(act: Offered): act is SimpleAct & Offered {
  return ["bid", "call", "grab", "show", "double", "pass"].includes(act.act);
}

/** The offers of a question, refusals first. A pass comes with the play button and is not among them. */
export function offers(options: Options): Offer[] {
  const list: Offer[] = [];
  for (const act of options.acts) {
    const label = actWords(act, options.show);
    if (label === null || !simple(act) || act.act === "pass") continue;
    const refusal = act.act === "bid" ? act.value === 0 : "yes" in act && !act.yes;
    list.push({ key: JSON.stringify(act), label, act, refusal });
  }
  return list.sort((a, b) => Number(b.refusal) - Number(a.refusal));
}

/** Whether passing is offered. */
export function mayPass(options: Options): boolean {
  return options.acts.some((act) => act.act === "pass");
}
