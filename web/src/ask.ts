/**
 * What the client does by itself whenever the state allows it: it asks ahead what the cards can be, adds its bytes to
 * the next deal, and checks the last one. What is still to be done is read off the state; kept here is only what is on
 * its way, and what was answered a moment ago.
 */

import { toBase64 } from "./bytes";
import { sameCards, sorted } from "./cards";
import { type Seen, check } from "./fairness";
import type { Answer, FromServer, SeatAct, TableView } from "./protocol";
import { type Asking, Rules } from "./rules";
import type { World } from "./socket";
import type { State } from "./state";
import type { Message } from "./update";

const SEAT_BYTES = 32;
const KEPT_DEALS = 8;
const SEEN = "dizhu.seen";
const AGAIN_MS = 1000;

/** Text kept in this browser. */
export interface Shelf {
  /** Null if there is none. */
  load(key: string): string | null;
  save(key: string, text: string): void;
}

/** The store, as far as it is used here. */
export interface Store {
  /** The state as it is now. */
  readonly now: State;
  put(message: Message): void;
  newId(): string;
  act(action: SeatAct, cmdId: string): void;
}

export class Ask {
  readonly #home: Pick<World, "later" | "bytes"> & Shelf;
  readonly #store: Store;
  readonly #rules: Rules;
  /** The questions that wait for their answers; empty for none. */
  readonly #open = { hints: "", readings: "" };
  /** Own bytes under way: the commitment they are for, by `cmd_id`. */
  readonly #adding = new Map<string, string>();
  /** What was refused a moment ago, and what may come true a moment after its ack. */
  readonly #resting = new Set<string>();
  /** The question and selection for which the first hint is to be raised as soon as it comes. */
  #wanted: { turn: string; cards: readonly string[] } | null = null;

  constructor(home: Pick<World, "later" | "bytes"> & Shelf, store: Store, asking: Asking) {
    this.#home = home;
    this.#store = store;
    this.#rules = new Rules(asking, () => store.newId());
  }

  /** Do what the state asks for; to be called after every change of it. */
  tend(): void {
    const { table, elsewhere } = this.#store.now;
    if (!table) this.#drop();
    if (!table || elsewhere) return;
    this.#keep(table);
    this.#addBytes(table);
    this.#askAhead(table);
    this.#verify(table);
  }

  /** A frame came that may answer something asked here; to be called after the state knows of it. */
  heard(frame: FromServer): void {
    if (frame.type === "answer") this.#rules.answered(frame);
    if (frame.type === "refused" && frame.cmd_id !== null) this.#rules.refused(frame.cmd_id);
    if (frame.type === "refused" || frame.type === "ack") this.#added(frame.cmd_id ?? "");
  }

  /** Cards raised by hand are completed if that can be; else the next proposal is raised. */
  hint(): void {
    const { table, selected, hint } = this.#store.now;
    if (!table?.view?.options?.lay) return;
    if (selected.length > 0 && (hint?.at ?? -1) < 0) this.#askHints(table, selected);
    else this.#nextHint(table);
  }

  #nextHint(table: TableView): void {
    const { hint, selected } = this.#store.now;
    this.#wanted = hint ? null : { turn: turnOf(table), cards: selected };
    if (!hint) return;
    if (hint.list.length === 0) this.#store.put({ kind: "notice", key: "hint.none" });
    else this.#store.put({ kind: "hint", at: (hint.at + 1) % hint.list.length });
  }

  #drop(): void {
    this.#rules.drop();
    this.#open.hints = this.#open.readings = "";
  }

  /** Let something be until it may be tried again. */
  #rest(about: string): void {
    this.#resting.add(about);
    this.#home.later(AGAIN_MS, () => {
      this.#resting.delete(about);
      this.tend();
    });
  }

  /** What the selection can be, and what may be put down, as soon as it is this seat's turn. */
  #askAhead(table: TableView): void {
    if (table.turn_id === null || !table.view?.options?.lay) return;
    const { selected, hint, readings } = this.#store.now;
    const open = this.#open.hints.startsWith(`${turnOf(table)} `);
    if (hint === null && !open && !this.#resting.has(aboutHints(table, []))) this.#askHints(table, []);
    const about = `${turnOf(table)} readings ${sorted(selected).join(" ")}`;
    if (selected.length === 0 || readings || this.#open.readings === about || this.#resting.has(about)) return;
    this.#askReadings(table, selected, about);
  }

  #askReadings(table: TableView, cards: readonly string[], about: string): void {
    this.#open.readings = about;
    this.#rules.readings(table.id, cards, (answer) => {
      this.#open.readings = "";
      if (answer) this.#store.put({ kind: "readings", answer, turn: table.turn_id, cards });
      else this.#rest(about);
      this.tend();
    });
  }

  #askHints(table: TableView, having: readonly string[]): void {
    const about = aboutHints(table, having);
    if (this.#open.hints === about) return;
    this.#open.hints = about;
    this.#rules.hints(table.id, having, (answer) => {
      this.#open.hints = "";
      if (answer) this.#proposed(table, having, answer);
      else this.#rest(about);
      this.tend();
    });
  }

  #proposed(table: TableView, having: readonly string[], answer: Answer): void {
    const { now } = this.#store;
    const wanted = this.#wanted?.turn === turnOf(table) && sameCards(this.#wanted.cards, now.selected);
    this.#store.put({ kind: "hints", answer, turn: table.turn_id, having });
    if (having.length === 0 ? wanted : answer.hints.length === 0) this.#nextHint(table);
  }

  /** Own bytes for the shuffle, once a commitment to it is known. */
  #addBytes(table: TableView): void {
    const { you, commitment, own_bytes, stage } = table;
    if (you === null || commitment === null || own_bytes !== null || stage === "playing" || stage === "closed") return;
    const about = `${table.id} bytes ${commitment}`;
    if (this.#store.now.link !== "open" || this.#resting.has(about)) return;
    if ([...this.#adding.values()].includes(about)) return;
    const id = this.#store.newId();
    this.#adding.set(id, about);
    this.#store.act({ act: "addbytes", data: toBase64(this.#home.bytes(SEAT_BYTES)) }, id);
  }

  #added(cmdId: string): void {
    const about = this.#adding.get(cmdId);
    if (this.#adding.delete(cmdId) && about) this.#rest(about);
  }

  /** Keep what was promised before the deal, also over a reload: it is compared with what is told after it. */
  #keep(table: TableView): void {
    if (table.commitment === null || table.you === null) return;
    const kept = this.#kept();
    const key = `${table.id}/${table.deal}`;
    const before = kept.get(key);
    const seen = { commitment: before?.commitment ?? table.commitment, own: table.own_bytes ?? before?.own ?? null };
    if (before?.commitment === seen.commitment && before.own === seen.own) return;
    kept.set(key, seen);
    this.#home.save(SEEN, JSON.stringify([...kept].slice(-KEPT_DEALS)));
  }

  #kept(): Map<string, Seen> {
    try {
      return new Map(JSON.parse(this.#home.load(SEEN) ?? "[]") as [string, Seen][]);
    } catch {
      return new Map(); // somebody else wrote there
    }
  }

  #verify(table: TableView): void {
    const { games, fairness } = this.#store.now;
    const game = games.find(({ id }) => id === table.rules);
    if (!game || !table.fair || fairness?.deal === table.fair.deal) return;
    const found = check(table, game, this.#kept().get(`${table.id}/${table.fair.deal}`) ?? null);
    if (found) this.#store.put({ kind: "fairness", check: found });
  }
}

/** Names the question a table asks. */
const turnOf = (table: TableView): string => `${table.id}/${table.turn_id}`;

const aboutHints = (table: TableView, having: readonly string[]): string =>
  `${turnOf(table)} hints ${sorted(having).join(" ")}`;
