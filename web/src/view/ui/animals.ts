import { known, t } from "../../i18n";

/** What one of the twelve animals is called; bots are called by theirs. */
export function animalName(animal: string): string {
  const key = `animal.${animal}`;
  return known(key) ? t(key) : animal;
}
