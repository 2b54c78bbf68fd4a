/** The store: holds the state, speaks with the server, and does what a person asks for. */

import { createSubscriber } from "svelte/reactivity";
import { toBase64 } from "./bytes";
import { type Seen, check } from "./fairness";
import { type WordKey, setLang } from "./i18n";
import type { Ack, FromClient, FromServer, Refused, SeatAct, TableView } from "./protocol";
import { Rules } from "./rules";
import { Connection, type World } from "./socket";
import { type Actions, type Page, type Pending, type State, busy, initial } from "./state";
import { type Message, gap, update } from "./update";

const SEAT_BYTES = 32;
const KEPT_DEALS = 8;
const SEEN = "dizhu.seen";
const SYNC_AGAIN_MS = 1000;

/** What the client needs besides time and network. */
export interface Home extends World {
  /** Text kept in this browser, null if there is none. */
  load(key: string): string | null;
  save(key: string, text: string): void;
  /** Show another address: of a table by its code, or of the lobby. */
  address(code: string | null): void;
}

/** There is nothing to come back to. */
const GONE: readonly Refused["code"][] = ["table/no_such_table", "table/closed", "table/no_empty_chair"];
/** After these refusals the client asks where it stands. */
const ASTRAY: readonly Refused["code"][] = [
  "turn/stale",
  "table/not_here",
  "game/not_asked",
  "game/not_offered",
  "game/over",
];

export class Client {
  readonly actions: Actions;
  readonly #home: Home;
  readonly #connection: Connection;
  readonly #rules: Rules;
  #state: State = initial;
  #changed = (): void => {};
  readonly #subscribe = createSubscriber((changed) => {
    this.#changed = changed;
  });
  readonly #name: string;
  #count = 0;
  /** Whether somebody was signed in here already. */
  #known = false;
  /** `cmd_id` of the `sync` under way. */
  #sync: string | null = null;
  /** `cmd_id` of everything under way that makes this connection follow a table. */
  readonly #follows = new Set<string>();
  /** What was asked, sent and checked last without being told to, so that none is done twice. */
  #asked = { readings: "", hints: "", bytes: "", checked: "" };
  /** Whether the person wants the first of the hints that are on their way. */
  #hintWanted = false;

  constructor(home: Home) {
    this.#home = home;
    this.#name = [...home.bytes(6)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    this.#connection = new Connection(home, {
      frame: (frame) => this.#hear(frame),
      link: (link) => this.#put({ kind: "link", link }),
      signedOut: () => this.#signedOut(),
    });
    this.#rules = new Rules(this.#connection, () => this.#id());
    this.actions = this.#makeActions();
  }

  get state(): State {
    this.#subscribe();
    return this.#state;
  }

  /** Begin; with a code at the table of that code. */
  start(code: string | null): void {
    if (code) this.#put({ kind: "page", page: { name: "join", code } });
    this.#connection.start();
  }

  /** The person went to another address by the buttons of the browser. */
  went(code: string | null): void {
    const { page } = this.#state;
    if (code === null) this.#toLobby();
    else if (page.name === "lobby" || page.code !== code) this.#enter({ kind: "join" }, { type: "join", code });
  }

  /** The page is looked at again, or the network is back. */
  wake(): void {
    this.#connection.wake();
    if (this.#state.link === "open") this.#resync();
  }

  #id(): string {
    this.#count += 1;
    return `${this.#name}-${this.#count}`;
  }

  /** A `cmd_id` for what makes this connection follow a table. */
  #follow(): string {
    const id = this.#id();
    this.#follows.add(id);
    return id;
  }

  #put(message: Message): void {
    const before = this.#state;
    this.#state = update(before, message);
    if (this.#state === before) return;
    this.#tend();
    this.#changed();
    if (this.#state.page !== before.page) this.#moved(before.page, this.#state.page);
  }

  #moved(before: Page, page: Page): void {
    const code = page.name === "lobby" ? null : page.code;
    if (page.name !== "table" || code !== null) this.#home.address(code);
    if (before.name === "table" && page.name !== "table") this.#sync = null;
  }

  // What comes from the server.

  #hear(frame: FromServer): void {
    if (frame.type === "answer") this.#rules.answered(frame);
    const lost = gap(this.#state, frame);
    const since = this.#state.event;
    this.#put({ kind: "frame", frame, nowMs: this.#home.now() });
    if (frame.type === "welcome") this.#welcomed();
    else if (frame.type === "ack") this.#acked(frame);
    else if (frame.type === "refused") this.#refused(frame);
    if (lost) this.#resync(frame.type === "now" ? null : since);
  }

  #welcomed(): void {
    const { page } = this.#state;
    this.#known = true;
    this.#sync = null;
    if (page.name === "join") this.#enter({ kind: "join" }, { type: "join", code: page.code });
    else this.#resync();
  }

  /** Who comes for the first time becomes a guest, asked for a name only where friends wait. */
  #signedOut(): void {
    this.#put({ kind: "account", me: null });
    if (this.#known) this.#put({ kind: "notice", key: "link.no_cookie" });
    else if (this.#state.page.name !== "join") void this.#guest("", "");
  }

  #acked(ack: Ack): void {
    if (ack.cmd_id === this.#sync) this.#sync = null;
    const followed = this.#follows.delete(ack.cmd_id);
    // An answer to a wish of before: the person is elsewhere by now.
    if (followed && this.#state.page.name !== "table") this.#detach(ack.table);
  }

  #refused({ cmd_id, code }: Refused): void {
    if (cmd_id === null) return;
    this.#follows.delete(cmd_id);
    this.#rules.refused(cmd_id);
    if (cmd_id === this.#sync) {
      this.#sync = null;
      if (GONE.includes(code)) this.#leaveFor(`code.${code}`);
      else this.#home.later(SYNC_AGAIN_MS, () => this.#resync());
    } else if (ASTRAY.includes(code)) {
      this.#resync();
    }
  }

  #leaveFor(key: WordKey): void {
    this.#put({ kind: "notice", key });
    this.#put({ kind: "page", page: { name: "lobby" } });
  }

  /** Ask for everything after the last event, or after `since`; null asks for the whole view. */
  #resync(since: number | null = this.#state.event): void {
    const { table, elsewhere, page } = this.#state;
    if (!table || elsewhere || this.#sync || page.name !== "table" || table.stage === "closed") return;
    this.#sync = this.#follow();
    this.#connection.now({ type: "sync", cmd_id: this.#sync, table: table.id, since });
  }

  // What the client does by itself whenever the state allows it.

  #tend(): void {
    const { table } = this.#state;
    if (!table || this.#state.elsewhere) return;
    this.#keep(table);
    this.#addBytes(table);
    this.#askAhead(table);
    this.#verify(table);
  }

  /** Ask what the selection can be, and what may be put down, as soon as it is this seat's turn. */
  #askAhead(table: TableView): void {
    const turn = table.turn_id;
    if (turn === null || !table.view?.options?.lay) return;
    const { selected, hint, readings } = this.#state;
    const question = `${table.id}/${turn}`;
    if (hint === null && this.#asked.hints !== question) {
      this.#asked.hints = question;
      this.#hintWanted = false;
      this.#askHints(table.id, turn, []);
    }
    const about = `${question} ${selected.join(" ")}`;
    if (selected.length === 0 || readings || this.#asked.readings === about) return;
    this.#asked.readings = about;
    this.#rules.readings(table.id, selected, (answer) => {
      this.#asked.readings = ""; // the same cards may be raised again
      this.#put({ kind: "readings", answer, turn, cards: selected });
    });
  }

  #askHints(table: string, turn: number | null, having: readonly string[]): void {
    this.#rules.hints(table, having, (answer) => {
      const wanted = this.#hintWanted && having.length === 0 && this.#state.selected.length === 0;
      this.#put({ kind: "hints", answer, turn, having });
      if (wanted || (having.length > 0 && answer.hints.length === 0)) this.#nextHint();
    });
  }

  /** Own bytes for the shuffle, once a commitment to it is known. */
  #addBytes(table: TableView): void {
    const { you, commitment, own_bytes, stage } = table;
    if (you === null || commitment === null || own_bytes !== null || stage === "playing" || stage === "closed") return;
    if (this.#state.link !== "open" || this.#asked.bytes === commitment) return;
    this.#asked.bytes = commitment;
    this.#act({ act: "addbytes", data: toBase64(this.#home.bytes(SEAT_BYTES)) });
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
    const game = this.#state.games.find(({ id }) => id === table.rules);
    const key = `${table.id}/${table.fair?.deal}`;
    if (!game || !table.fair || this.#asked.checked === key) return;
    const found = check(table, game, this.#kept().get(key) ?? null);
    if (!found) return;
    this.#asked.checked = key;
    this.#put({ kind: "fairness", check: found });
  }

  // What a person does.

  #makeActions(): Actions {
    return {
      playNow: (rules) => this.#enter({ kind: "open" }, { type: "open", rules, bots: true }),
      invite: (rules) => this.#enter({ kind: "open" }, { type: "open", rules, bots: false }),
      join: (code) => this.#enter({ kind: "join" }, { type: "join", code }),
      fill: () => this.#fill(),
      ready: () => this.#try({ act: "ready" }),
      leave: () => this.#try({ act: "leave" }),
      toLobby: () => this.#toLobby(),
      do: (action) => this.#try(action),
      toggle: (card) => this.#toggle(card),
      selectRange: (cards, on) => this.#select(cards, on),
      clear: () => this.#clear(),
      play: () => this.#play(),
      pass: () => this.#try({ act: "pass" }),
      hint: () => this.#hint(),
      chooseReading: (index) => this.#put({ kind: "choose", index }),
      trustee: (on) => this.#try({ act: "trustee", on }),
      rename: (name, avatar) => void this.#guest(name, avatar),
      guest: (name = "", avatar = "") => void this.#guest(name, avatar),
      takeBack: () => this.#takeBack(),
      setLang,
    };
  }

  #sent(pending: Pending, frame: FromClient): void {
    this.#put({ kind: "sent", cmdId: frame.cmd_id, pending });
    this.#connection.send(frame);
  }

  /** Go to a table, old or new; who has no name yet is given one. */
  #enter(
    pending: Pending,
    wish: { type: "open"; rules: string; bots: boolean } | { type: "join"; code: string },
  ): void {
    if (busy(this.#state)) return;
    this.#detach(this.#state.table?.id ?? null);
    this.#put({ kind: "page", page: { name: "table", code: wish.type === "join" ? wish.code : null } });
    this.#sent(pending, { ...wish, cmd_id: this.#follow() });
    if (this.#state.signedIn === false) void this.#guest("", "");
  }

  async #guest(name: string, avatar: string): Promise<void> {
    const answer = await this.#home.guest(name, avatar).catch(() => null);
    if (answer === null) this.#put({ kind: "notice", key: "link.none" });
    else if (typeof answer === "string") this.#put({ kind: "notice", key: `code.${answer}` });
    else {
      this.#known = true;
      this.#put({ kind: "account", me: answer });
      this.#connection.start();
    }
  }

  #detach(table: string | null): void {
    if (table !== null) this.#connection.now({ type: "detach", cmd_id: this.#id(), table });
  }

  #toLobby(): void {
    this.#detach(this.#state.table?.id ?? null);
    this.#put({ kind: "page", page: { name: "lobby" } });
  }

  #fill(): void {
    const { table } = this.#state;
    if (table && !busy(this.#state))
      this.#sent({ kind: "fill" }, { type: "fill", cmd_id: this.#id(), table: table.id });
  }

  /** An act, unless one is still on its way. */
  #try(action: SeatAct): void {
    if (!busy(this.#state)) this.#act(action);
  }

  #act(action: SeatAct): void {
    const { table, elsewhere } = this.#state;
    if (!table || table.you === null || elsewhere) return;
    const free = ["ready", "addbytes", "leave", "trustee"].includes(action.act);
    const turn_id = free ? null : table.turn_id;
    if (!free && turn_id === null) return;
    this.#sent({ kind: "act", action }, { type: "do", cmd_id: this.#id(), table: table.id, action, turn_id });
  }

  #toggle(card: string): void {
    this.#select([card], !this.#state.selected.includes(card));
  }

  #select(cards: readonly string[], on: boolean): void {
    const others = this.#state.selected.filter((card) => !cards.includes(card));
    this.#put({ kind: "select", cards: on ? [...others, ...cards] : others });
  }

  #clear(): void {
    this.#asked.hints = "";
    this.#put({ kind: "clear" });
  }

  #play(): void {
    const { selected, readings, chosen } = this.#state;
    if (selected.length === 0) return;
    const combo = chosen === null ? null : (readings?.list[chosen]?.combo ?? null);
    this.#try({ act: "lay", cards: [...selected], combo });
  }

  /** Cards raised by hand are completed if that can be; else the next proposal is raised. */
  #hint(): void {
    const { table, selected, hint } = this.#state;
    if (!table?.view?.options?.lay) return;
    if (selected.length > 0 && (hint?.at ?? -1) < 0) this.#askHints(table.id, table.turn_id, selected);
    else this.#nextHint();
  }

  #nextHint(): void {
    const { hint } = this.#state;
    this.#hintWanted = hint === null;
    if (!hint) return;
    if (hint.list.length === 0) this.#put({ kind: "notice", key: "hint.none" });
    else this.#put({ kind: "hint", at: (hint.at + 1) % hint.list.length });
  }

  #takeBack(): void {
    const { table } = this.#state;
    if (!table) return;
    this.#sync = this.#follow();
    this.#connection.now({ type: "sync", cmd_id: this.#sync, table: table.id, since: null });
  }
}
