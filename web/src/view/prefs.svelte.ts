/** What a person likes, kept in this browser: theme, colours of suits, card counter, sound. */

const KEY = "dizhu.prefs";

export type Theme = "auto" | "light" | "dark";

interface Prefs {
  theme: Theme;
  fourColours: boolean;
  counter: boolean;
  sound: boolean;
  /** Id of the game played last; empty before the first. */
  game: string;
}

const standard: Prefs = { theme: "auto", fourColours: false, counter: true, sound: true, game: "" };

function stored(): Partial<Prefs> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return typeof value === "object" && value !== null ? value : {};
  } catch {
    return {};
  }
}

export const prefs: Prefs = $state({ ...standard, ...stored() });

/** Change one preference and keep it. Where storage is forbidden it lasts as long as the page. */
export function prefer<K extends keyof Prefs>(key: K, value: Prefs[K]): void {
  prefs[key] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(prefs));
  } catch {
    return;
  }
}

/** Put the theme on the page: the one chosen, or the system's. */
export function applyTheme(): void {
  const dark = prefs.theme === "dark" || (prefs.theme === "auto" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset["theme"] = dark ? "dark" : "light";
  const paper = getComputedStyle(document.documentElement).getPropertyValue("--paper").trim();
  document.querySelector('meta[name="theme-color"]')?.setAttribute("content", paper);
}
