/** What is said aloud of what happens, for people who hear the table. */

import type { TableView } from "../../protocol";
import type { Effect } from "../../state";
import { comboName } from "../../shape";
import { t } from "../../i18n";
import { cardNames } from "../cards/names";
import { actWords } from "./offers";
import { nameOf } from "./people";

/** So many lines are said at most: who comes back after a break hears the end of it. */
const LINES = 2;

/** The last things that happened, in words. What all seats chose at once is one line. */
export function spoken(effects: readonly Effect[], table: TableView): string {
  const lines: { kind: Effect["kind"]; words: string }[] = [];
  for (const effect of effects) {
    const words = wordsOf(effect, table);
    const last = lines.at(-1);
    if (words === "") continue;
    if (effect.kind === "doubled" && last?.kind === "doubled") last.words += ` ${words}`;
    else lines.push({ kind: effect.kind, words });
  }
  return lines
    .slice(-LINES)
    .map(({ words }) => words)
    .join(" ");
}

function wordsOf(effect: Effect, table: TableView): string {
  const name = effect.seat === undefined ? "" : nameOf(table, effect.seat);
  switch (effect.kind) {
    case "played": {
      const combo = effect.combo ? comboName(effect.combo) : "";
      return t("live.played", { name, combo, cards: cardNames(effect.cards ?? []) });
    }
    case "passed":
      return t("live.said", { name, words: t("act.pass") });
    case "said":
    case "doubled":
      return effect.action ? t("live.said", { name, words: actWords(effect.action) ?? "" }) : "";
    case "shown":
      return t("live.shown", { name });
    case "landlord":
      return t("live.landlord", { name });
    case "redeal":
      return t("redeal");
    case "result":
      return t("live.result");
    default:
      return "";
  }
}
