/** The one state of the client, and everything a person can do to it. The view shows it and knows nothing else. */

import type { Action, Combo, GameInfo, OwnTable, Person, Reading, SeatAct, TableView } from "./protocol";
import type { Lang, WordKey } from "./i18n";

export type Page =
  | { name: "lobby" }
  | { name: "join"; code: string }
  /** `code` is null while the table is being opened. */
  | { name: "table"; code: string | null };

/** A running clock; `endsAt` in milliseconds of `performance.now()`. */
export interface RunningClock {
  seats: number[];
  endsAt: number;
  totalMs: number;
}

/** What a selection can be; `default` is the reading that counts if none is named; null if none fits. */
export interface SelectionReadings {
  cards: readonly string[];
  list: readonly Reading[];
  default: number | null;
}

/** Plays the server proposes, and which of them is selected now; -1 for none. An empty list: nothing can be played. */
export interface HintList {
  list: readonly (readonly string[])[];
  at: number;
}

/** Something sent and not yet answered. */
export type Pending =
  | { kind: "open" }
  /** By code or id. */
  | { kind: "join"; code: string }
  /** To become a guest, or to be called otherwise. */
  | { kind: "guest" }
  | { kind: "fill" }
  /** `cards` of a play on its way; the buttons wait for it. */
  | { kind: "act"; action: SeatAct };

/** Something that just happened, for motion and sound; `id` rises. */
export interface Effect {
  id: number;
  kind: EffectKind;
  seat?: number;
  cards?: readonly string[];
  combo?: Combo;
  action?: Action;
  /** A factor that counts now: ×2. */
  times?: number;
}

export type EffectKind =
  | "dealt"
  | "played"
  | "passed"
  | "said"
  | "shown"
  | "doubled"
  | "landlord"
  | "bomb"
  | "rocket"
  | "chain"
  | "plane"
  | "spring"
  | "factor"
  | "result"
  | "redeal";

/** A short message that goes by itself. */
export interface Notice {
  id: number;
  key: WordKey;
  params?: Record<string, string | number>;
}

/** What lies in front of a seat: its last word of the auction, or its last play or pass in the trick. */
export type Said =
  { kind: "lay"; cards: readonly string[]; combo: Combo } | { kind: "pass" } | { kind: "word"; action: Action };

/** How the check of the last deal went. `no_bytes`: fair, but nothing of this player is in it. */
export interface FairnessCheck {
  deal: number;
  result: "ok" | "no_bytes" | "bad";
  /** Which part failed. */
  detail?: WordKey;
}

export interface State {
  readonly link: "connecting" | "open" | "lost";
  readonly me: Person | null;
  /** Whether this browser has an account; null before that is known. */
  readonly signedIn: boolean | null;
  readonly games: readonly GameInfo[];
  readonly tables: readonly OwnTable[];
  readonly page: Page;
  readonly table: TableView | null;
  /** Number of the last event of the table. */
  readonly event: number;
  /** The seat is played from a newer connection. */
  readonly elsewhere: boolean;
  /** The table waits for its storage. */
  readonly waiting: boolean;
  readonly clock: RunningClock | null;
  /** Cards of the own hand raised by the player, in no order. */
  readonly selected: readonly string[];
  /** What `selected` can be; null until the server has said so. */
  readonly readings: SelectionReadings | null;
  /** Index into `readings.list` of the reading the player named. */
  readonly chosen: number | null;
  readonly hint: HintList | null;
  /** By `cmd_id`. */
  readonly pending: ReadonlyMap<string, Pending>;
  readonly effects: readonly Effect[];
  readonly notice: Notice | null;
  /** By seat. */
  readonly said: readonly (Said | null)[];
  readonly fairness: FairnessCheck | null;
}

/** Everything a person can do. Where the state does not allow it, nothing happens. */
export interface Actions {
  /** A quick game against bots. */
  playNow(rules: string): void;
  /** A table of one's own, for friends. */
  invite(rules: string): void;
  /** By code or id. */
  join(code: string): void;
  fill(): void;
  ready(): void;
  /** Give up the seat; only before the first deal. */
  leave(): void;
  /** Back to the lobby; the seat stays one's own. */
  toLobby(): void;
  /** An act out of `options.acts`, or showing the hand. */
  do(action: Exclude<SeatAct, { act: "lay" }>): void;
  toggle(card: string): void;
  selectRange(cards: readonly string[], on: boolean): void;
  clear(): void;
  /** Put the selected cards down, as the chosen reading. */
  play(): void;
  pass(): void;
  /** Select the next play the server proposes. */
  hint(): void;
  /** Name a reading of the selection; null takes the name back. */
  chooseReading(index: number | null): void;
  trustee(on: boolean): void;
  rename(name: string, avatar: string): void;
  /** Become a guest; empty fields are drawn by the server. */
  guest(name?: string, avatar?: string): void;
  /** Play the seat here again after another tab took it over. */
  takeBack(): void;
  setLang(lang: Lang): void;
}

export const initial: State = {
  link: "connecting",
  me: null,
  signedIn: null,
  games: [],
  tables: [],
  page: { name: "lobby" },
  table: null,
  event: 0,
  elsewhere: false,
  waiting: false,
  clock: null,
  selected: [],
  readings: null,
  chosen: null,
  hint: null,
  pending: new Map(),
  effects: [],
  notice: null,
  said: [],
  fairness: null,
};

/** Whether something was sent that the table has not answered yet: buttons wait for it. */
export function busy(state: State): boolean {
  for (const each of state.pending.values()) {
    if (each.kind !== "act" || each.action.act !== "addbytes") return true;
  }
  return false;
}

/** The viewer's own hand, weakest card first; empty for a spectator. */
export function ownHand(table: TableView | null): readonly string[] {
  const you = table?.you;
  return you == null ? [] : (table?.view?.seats[you]?.hand ?? []);
}

/** Cards of a play that was sent and not yet acknowledged. */
export function sentCards(state: State): readonly string[] {
  for (const each of state.pending.values()) {
    if (each.kind === "act" && each.action.act === "lay") return each.action.cards;
  }
  return [];
}
