/** Who sits where and what they are in this deal. */

import type { TableView } from "../../protocol";
import { t } from "../../i18n";
import { animalName } from "../ui/animals";

/** Name of a seat as it is shown. A bot goes by its animal, in the language of the person. */
export function nameOf(table: TableView, seat: number): string {
  const chair = table.chairs[seat];
  if (!chair) return t("seat.empty");
  if (chair.bot) return t("seat.bot", { animal: animalName(chair.avatar) });
  return seat === table.you ? t("seat.you", { name: chair.name }) : chair.name;
}

export type Role = "landlord" | "peasant";

/** Role in the running or last deal; null while nobody is landlord. */
export function roleOf(table: TableView, seat: number): Role | null {
  const landlord = table.view?.landlord;
  if (landlord === null || landlord === undefined || table.stage === "gathering") return null;
  return seat === landlord ? "landlord" : "peasant";
}

/** The seat that is drawn at the bottom: one's own, or the first for a spectator. */
export function baseSeat(table: TableView): number {
  return table.you ?? 0;
}
