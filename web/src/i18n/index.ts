/** Words in the language of the person; which one that is can change while the page is open. */

import { createSubscriber } from "svelte/reactivity";
import { en } from "./en";
import { zhHans } from "./zh-Hans";

export type Lang = "zh-Hans" | "en";
export type WordKey = keyof typeof zhHans;
/** A language has exactly the keys of zh-Hans, which is written first. */
export type Words = Readonly<Record<WordKey, string>>;
export type Params = Readonly<Record<string, string | number>>;

export const LANGS: readonly Lang[] = ["zh-Hans", "en"];
const WORDS: Readonly<Record<Lang, Words>> = { "zh-Hans": zhHans, en };
const KEY = "dizhu.lang";

let current: Lang = "zh-Hans";
let changed = (): void => {};
const subscribe = createSubscriber((update) => {
  changed = update;
});

/** The language now; whatever reads it in an effect or a component is run again when it changes. */
export function lang(): Lang {
  subscribe();
  return current;
}

/** Speak another language from now on, and after the next start too. */
export function setLang(next: Lang): void {
  current = next;
  document.documentElement.lang = next;
  try {
    localStorage.setItem(KEY, next);
  } catch {
    // Where storage is forbidden the choice lasts as long as the page.
  }
  changed();
}

/** The language this person chose here before, or else the first one of the browser that we speak. */
export function preferred(stored: string | null, browser: readonly string[]): Lang {
  const found = LANGS.find((each) => each === stored);
  if (found) return found;
  for (const tag of browser) {
    if (tag.toLowerCase().startsWith("zh")) return "zh-Hans";
    if (tag.toLowerCase().startsWith("en")) return "en";
  }
  return "en";
}

/** Begin with the language of this person. */
export function startLang(): void {
  let stored: string | null = null;
  try {
    stored = localStorage.getItem(KEY);
  } catch {
    // Where storage is forbidden nothing was kept.
  }
  current = preferred(stored, navigator.languages);
  document.documentElement.lang = current;
  changed();
}

/** The words of a key, with `{name}` replaced by the parameter of that name. */
export function t(key: WordKey, params: Params = {}): string {
  return fill(WORDS[lang()][key], params);
}

/** Whether there are words for a key that is put together at run time. */
export function known(key: string): key is WordKey {
  return Object.hasOwn(zhHans, key);
}

/** A name given by language tag, as the server sends it. */
export function named(names: Readonly<Record<string, string>>): string {
  return names[lang()] ?? names["en"] ?? Object.values(names)[0] ?? "";
}

function fill(text: string, params: Params): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole));
}
