/** The store: holds the state, speaks with the server, and does what a person asks for. */

import { createSubscriber } from "svelte/reactivity";
import { Ask, type Shelf } from "./ask";
import { Guest } from "./guest";
import { setLang } from "./i18n";
import type { Ack, FromClient, FromServer, Refused, SeatAct } from "./protocol";
import { Connection, type World } from "./socket";
import { type Actions, type Pending, type State, busy, initial } from "./state";
import { GONE, type Message, gap, named, update } from "./update";

const SYNC_AGAIN_MS = 1000;
/** In the place of a `cmd_id`: the request to become a guest has none. */
const GUEST = "guest";

/** What the client needs besides time and network. */
export interface Home extends World, Shelf {
  /** Show another address: of a table by its code, or of the lobby; `replace` the one shown, or go on from it. */
  address(code: string | null, replace: boolean): void;
}

/** After these refusals the client asks where it stands. */
const ASTRAY: readonly Refused["code"][] = [
  "turn/stale",
  "table/not_here",
  "table/not_seated",
  "table/no_such_table",
  "table/closed",
  "game/not_asked",
  "game/not_offered",
  "game/over",
];

export class Client {
  readonly actions: Actions;
  readonly #home: Home;
  readonly #connection: Connection;
  readonly #ask: Ask;
  readonly #guest: Guest;
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

  constructor(home: Home) {
    this.#home = home;
    this.#name = [...home.bytes(6)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    this.#connection = new Connection(home, {
      frame: (frame) => this.#hear(frame),
      link: (link) => this.#put({ kind: "link", link }),
      signedOut: () => this.#signedOut(),
    });
    this.#ask = new Ask(home, this.#store(), this.#connection);
    this.#guest = new Guest(home, {
      asking: (on) => this.#put(on ? sent(GUEST, { kind: "guest" }) : { kind: "settled", cmdId: GUEST }),
      failed: (key) => this.#put({ kind: "notice", key }),
      signedIn: (me) => {
        this.#known = true;
        this.#put({ kind: "account", me });
        this.#connection.start();
      },
      needed: () => this.#state.signedIn === false && this.#state.page.name !== "join",
    });
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
    const { page, table } = this.#state;
    if (code === null) this.#toLobby();
    else if (page.name === "lobby" || (page.code !== code && !(table && named(table, code)))) this.#join(code);
  }

  /** The page is looked at again, or the network is back. */
  wake(): void {
    this.#connection.wake();
    if (!this.#known) void this.#guest.become();
    if (this.#state.link === "open") this.#resync();
  }

  #store() {
    const now = (): State => this.#state;
    return {
      get now(): State {
        return now();
      },
      put: (message: Message) => this.#put(message),
      newId: () => this.#id(),
      act: (action: SeatAct, id: string) => this.#act(action, id),
    };
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
    const after = (this.#state = update(before, message));
    if (after === before) return;
    if (before.table?.id !== after.table?.id) this.#sync = null;
    if (before.table && after.table && before.table.id !== after.table.id) this.#detach(before.table.id);
    this.#ask.tend();
    this.#changed();
    if (after.page !== before.page) this.#moved(before, after);
  }

  /** Every page has an address; one that is only another name, or has nothing to show, is none to go back to. */
  #moved(before: State, after: State): void {
    const { page } = after;
    if (page.name === "table" && page.code === null) return;
    const from = before.page;
    const renamed = from.name === "table" && from.code !== null && after.table !== null;
    const missed = from.name === "table" && before.table === null && page.name === "lobby";
    this.#home.address(page.name === "lobby" ? null : page.code, renamed || missed);
  }

  // What comes from the server.

  #hear(frame: FromServer): void {
    const lost = gap(this.#state, frame);
    const since = this.#state.event;
    this.#put({ kind: "frame", frame, nowMs: this.#home.now() });
    this.#ask.heard(frame);
    if (frame.type === "welcome") this.#welcomed();
    else if (frame.type === "ack") this.#acked(frame);
    else if (frame.type === "refused") this.#refused(frame);
    if (lost) this.#resync(frame.type === "now" ? null : since);
  }

  #welcomed(): void {
    const { page } = this.#state;
    this.#known = true;
    this.#sync = null;
    for (const each of this.#follows) if (!this.#state.pending.has(each)) this.#follows.delete(each);
    if (page.name === "join") this.#join(page.code);
    else this.#resync();
  }

  /** Who comes for the first time becomes a guest, asked for a name only where friends wait. */
  #signedOut(): void {
    this.#put({ kind: "account", me: null });
    if (this.#known) this.#put({ kind: "notice", key: "link.no_cookie" });
    else void this.#guest.become();
  }

  #acked(ack: Ack): void {
    if (ack.cmd_id === this.#sync) this.#sync = null;
    const followed = this.#follows.delete(ack.cmd_id);
    // An answer to a wish of before: the person is elsewhere by now.
    if (followed && ack.table !== this.#state.table?.id) this.#detach(ack.table);
  }

  #refused({ cmd_id, code }: Refused): void {
    if (cmd_id === null) return;
    this.#follows.delete(cmd_id);
    if (cmd_id === this.#sync) {
      this.#sync = null;
      if (GONE.includes(code)) this.#put({ kind: "gone", key: `code.${code}` });
      else this.#home.later(SYNC_AGAIN_MS, () => this.#resync());
    } else if (ASTRAY.includes(code)) {
      this.#resync();
    }
  }

  /** Ask for everything after the last event, or after `since`; null asks for the whole view. */
  #resync(since: number | null = this.#state.event): void {
    const { table, elsewhere, page } = this.#state;
    if (!table || elsewhere || this.#sync || page.name !== "table" || table.stage === "closed") return;
    this.#sync = this.#follow();
    this.#connection.now({ type: "sync", cmd_id: this.#sync, table: table.id, since });
  }

  // What a person does.

  #makeActions(): Actions {
    return {
      playNow: (rules) => this.#unlessBusy(() => this.#open(rules, true)),
      invite: (rules) => this.#unlessBusy(() => this.#open(rules, false)),
      join: (code) => this.#unlessBusy(() => this.#join(code)),
      fill: () => this.#unlessBusy(() => this.#fill()),
      ready: () => this.#try({ act: "ready" }),
      leave: () => this.#try({ act: "leave" }),
      toLobby: () => this.#toLobby(),
      do: (action) => this.#try(action),
      toggle: (card) => this.#toggle(card),
      selectRange: (cards, on) => this.#select(cards, on),
      clear: () => this.#put({ kind: "clear" }),
      play: () => this.#play(),
      pass: () => this.#try({ act: "pass" }),
      hint: () => this.#ask.hint(),
      chooseReading: (index) => this.#put({ kind: "choose", index }),
      trustee: (on) => this.#try({ act: "trustee", on }),
      rename: (name, avatar) => void this.#guest.ask(name, avatar),
      guest: (name = "", avatar = "") => void this.#guest.ask(name, avatar),
      takeBack: () => this.#takeBack(),
      setLang,
    };
  }

  #unlessBusy(run: () => void): void {
    if (!busy(this.#state)) run();
  }

  #sent(pending: Pending, frame: FromClient): void {
    this.#put(sent(frame.cmd_id, pending));
    this.#connection.send(frame);
  }

  #open(rules: string, bots: boolean): void {
    this.#enter(null, { kind: "open" }, { type: "open", cmd_id: this.#follow(), rules, bots });
  }

  #join(code: string): void {
    this.#enter(code, { kind: "join", code }, { type: "join", cmd_id: this.#follow(), code });
  }

  /** Go to a table, old or new; who has no name yet is given one. */
  #enter(code: string | null, pending: Pending, frame: FromClient): void {
    this.#leave();
    this.#put({ kind: "page", page: { name: "table", code } });
    this.#sent(pending, frame);
    void this.#guest.become();
  }

  /** Follow no table any more, and await none. */
  #leave(): void {
    this.#detach(this.#state.table?.id ?? null);
    for (const [cmdId, { kind }] of this.#state.pending) {
      if (kind !== "open" && kind !== "join") continue;
      this.#connection.forget(cmdId);
      this.#put({ kind: "settled", cmdId });
    }
  }

  #detach(table: string | null): void {
    if (table !== null) this.#connection.now({ type: "detach", cmd_id: this.#id(), table });
  }

  #toLobby(): void {
    this.#leave();
    this.#put({ kind: "page", page: { name: "lobby" } });
    if (!this.#known) void this.#guest.become();
  }

  #fill(): void {
    const { table } = this.#state;
    if (table) this.#sent({ kind: "fill" }, { type: "fill", cmd_id: this.#id(), table: table.id });
  }

  /** An act, unless one is still on its way. */
  #try(action: SeatAct): void {
    this.#unlessBusy(() => this.#act(action));
  }

  #act(action: SeatAct, cmd_id = this.#id()): void {
    const { table, elsewhere } = this.#state;
    if (!table || table.you === null || elsewhere) return;
    const free = ["ready", "addbytes", "leave", "trustee"].includes(action.act);
    const turn_id = free ? null : table.turn_id;
    if (!free && turn_id === null) return;
    this.#sent({ kind: "act", action }, { type: "do", cmd_id, table: table.id, action, turn_id });
  }

  #toggle(card: string): void {
    this.#select([card], !this.#state.selected.includes(card));
  }

  #select(cards: readonly string[], on: boolean): void {
    const others = this.#state.selected.filter((card) => !cards.includes(card));
    this.#put({ kind: "select", cards: on ? [...others, ...cards] : others });
  }

  #play(): void {
    const { selected, readings, chosen } = this.#state;
    if (selected.length === 0) return;
    const combo = chosen === null ? null : (readings?.list[chosen]?.combo ?? null);
    this.#try({ act: "lay", cards: [...selected], combo });
  }

  #takeBack(): void {
    const { table } = this.#state;
    if (!table) return;
    this.#sync = this.#follow();
    this.#connection.now({ type: "sync", cmd_id: this.#sync, table: table.id, since: null });
  }
}

const sent = (cmdId: string, pending: Pending): Message => ({ kind: "sent", cmdId, pending });
