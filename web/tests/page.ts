/** The page as it stands for a state: its markup, without a browser. */

import { render } from "svelte/server";
import { setLang } from "../src/i18n";
import type { Actions, State } from "../src/state";
import { initial } from "../src/state";
import Root from "../src/view/Root.svelte";
import { GAME, ME, table } from "./world";

/** What a browser has and the markup needs. */
export function inEnglish(): void {
  Object.assign(globalThis, {
    document: { documentElement: {} },
    localStorage: { getItem: () => null, setItem: () => {} },
    matchMedia: () => ({ matches: true }),
  });
  setLang("en");
}

/** A state at a table at which seat 0 sits. */
export function stateAt(at: Parameters<typeof table>[0], more: Partial<State> = {}): State {
  const page = { name: "table" as const, code: "123456" };
  return { ...initial, link: "open", me: ME, signedIn: true, games: [GAME], page, table: table(at), ...more };
}

/** Its markup in one line, without the marks and classes of the compiler. */
export function page(state: State): string {
  const { body } = render(Root, { props: { client: { state, actions: {} as Actions } } });
  return body.replace(/<!--.*?-->/g, "").replace(/\s+/g, " ");
}

/** Every element of a tag in the markup, with what stands in it; for elements that hold none of their own kind. */
export function all(html: string, tag: string): string[] {
  return [...html.matchAll(new RegExp(`<${tag}[ >].*?</${tag}>`, "g"))].map(([found]) => found);
}

/** What is read of markup. */
export function text(html: string): string {
  return html
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}
