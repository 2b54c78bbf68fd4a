/** The state after one message; pure. Messages are frames of the server, news of the connection, and own doings. */

import { sameCards } from "./cards";
import { effectsOf } from "./effects";
import { follow, followAck, followNow } from "./fold";
import type { WordKey } from "./i18n";
import type { Ack, Answer, Clock, Code, FromServer, Happened, Person, Refused, TableView } from "./protocol";
import { saidOf } from "./said";
import {
  type Effect,
  type FairnessCheck,
  type Page,
  type Pending,
  type RunningClock,
  type Said,
  type State,
  busy,
  initial,
  ownHand,
} from "./state";

export type Message =
  | { kind: "frame"; frame: FromServer; nowMs: number }
  | { kind: "link"; link: State["link"] }
  | { kind: "account"; me: Person | null }
  | { kind: "page"; page: Page }
  | { kind: "sent"; cmdId: string; pending: Pending }
  /** What was sent is answered, or given up. */
  | { kind: "settled"; cmdId: string }
  /** The table is no more, or not for this person. */
  | { kind: "gone"; key: WordKey }
  /** Cards raised by hand. */
  | { kind: "select"; cards: readonly string[] }
  | { kind: "choose"; index: number | null }
  /** An answer counts only for the question (`turn_id`) during which it was asked for. */
  | { kind: "readings"; answer: Answer; turn: number | null; cards: readonly string[] }
  /** Plays in which all of `having` take part; if that is any cards, the first play is raised. */
  | { kind: "hints"; answer: Answer; turn: number | null; having: readonly string[] }
  /** Raise the play at this place of the hints. */
  | { kind: "hint"; at: number }
  /** Lay all cards back and forget the hints. */
  | { kind: "clear" }
  | { kind: "fairness"; check: FairnessCheck }
  | { kind: "notice"; key: WordKey };

const KEPT_EFFECTS = 24;
/** There is nothing to come back to. */
export const GONE: readonly Code[] = ["table/no_such_table", "table/closed", "table/no_empty_chair"];

export function update(state: State, message: Message): State {
  switch (message.kind) {
    case "frame":
      return framed(state, message.frame, message.nowMs);
    case "link":
      return { ...state, link: message.link };
    case "account":
      return { ...state, me: message.me, signedIn: message.me !== null };
    case "page":
      return paged(state, message.page);
    case "sent":
      return { ...state, pending: new Map(state.pending).set(message.cmdId, message.pending) };
    case "settled":
      return settled(state, message.cmdId);
    case "gone":
      return gone(state, state.table?.id ?? "", message.key);
    case "select":
      return selected(state, message.cards);
    case "choose":
      return { ...state, chosen: message.index };
    case "readings":
      return read(state, message.answer, message.turn, message.cards);
    case "hints":
      return hinted(state, message.answer, message.turn, message.having);
    case "hint": {
      const cards = state.hint?.list[message.at];
      return state.hint && cards ? { ...raise(state, cards), hint: { ...state.hint, at: message.at } } : state;
    }
    case "clear":
      return { ...state, ...nothingSelected };
    case "fairness":
      return { ...state, fairness: message.check };
    case "notice":
      return noticed(state, message.key);
  }
}

/** Whether a frame shows that events were missed, so that the client must ask for them. */
export function gap(state: State, frame: FromServer): boolean {
  if (frame.type === "event") return frame.table === state.table?.id && frame.event > state.event + 1;
  if (frame.type !== "now" || frame.table !== state.table?.id) return false;
  return frame.event !== state.event || frame.you !== state.table.you;
}

function framed(state: State, frame: FromServer, nowMs: number): State {
  switch (frame.type) {
    case "welcome": {
      const { me, games, tables } = frame;
      return { ...state, link: "open", me, signedIn: true, games, tables };
    }
    case "ack":
      return acked(state, frame);
    case "refused":
      return refused(state, frame);
    case "snapshot":
      return wanted(state, frame.table) ? arrived(state, frame.table, frame.event, nowMs) : state;
    case "event":
      return happened(state, frame, nowMs);
    case "now": {
      if (!state.table || frame.table !== state.table.id || gap(state, frame)) return state;
      return at({ ...state, elsewhere: false }, followNow(state.table, frame), frame.clock, nowMs);
    }
    case "taken":
      return frame.table === state.table?.id ? { ...state, elsewhere: true } : state;
    case "waiting":
      return frame.table === state.table?.id ? { ...state, waiting: frame.waiting } : state;
    case "bye":
      return noticed(state, words(frame.code));
    case "answer":
    case "pong":
      return state;
  }
}

/** Whether this is the table the person is at or on the way to. */
function wanted(state: State, table: TableView): boolean {
  if (state.table?.id === table.id) return true;
  return [...state.pending.values()].some(
    (each) => each.kind === "open" || (each.kind === "join" && named(table, each.code)),
  );
}

/** Whether this is a name of the table: its code or its id. */
export function named(table: Pick<TableView, "id" | "code">, name: string | null): boolean {
  return name === table.id || name === table.code;
}

function arrived(state: State, table: TableView, event: number, nowMs: number): State {
  const same = state.table?.id === table.id;
  const kept = same ? state : { ...state, ...nothingSelected, fairness: null, tables: tablesAfter(state) };
  const page: Page = { name: "table", code: table.code };
  return at({ ...kept, page, event, elsewhere: false, waiting: false }, table, table.clock, nowMs);
}

function happened(state: State, frame: Happened, nowMs: number): State {
  if (!state.table || frame.table !== state.table.id || frame.event !== state.event + 1) return state;
  const table = follow(state.table, frame);
  const started = frame.facts.some(({ fact }) => fact === "started");
  const before = started ? { ...state.table, view: null } : state.table;
  const id = (state.effects.at(-1)?.id ?? 0) + 1;
  const effects: Effect[] = frame.facts
    .flatMap((fact) => effectsOf(fact, before))
    .map((each, i) => ({ ...each, id: id + i }));
  const next = { ...state, event: frame.event, effects: [...state.effects, ...effects].slice(-KEPT_EFFECTS) };
  return at(started ? { ...next, ...nothingSelected, fairness: null } : next, table, frame.clock, nowMs);
}

const nothingSelected = {
  selected: initial.selected,
  readings: initial.readings,
  chosen: initial.chosen,
  hint: initial.hint,
};

/** The state at a table that has changed: clock, what lies in front of the seats, and the selection follow. */
function at(state: State, table: TableView, clock: Clock | null | undefined, nowMs: number): State {
  const asked = table.turn_id !== state.table?.turn_id || table.id !== state.table?.id;
  const ticking = clock === undefined ? state.clock : clock && begun(clock, nowMs);
  const said = saidOf(table.view, ticking?.seats ?? []);
  const hand = new Set(ownHand(table));
  const held = state.selected.filter((card) => hand.has(card));
  const next: State = { ...state, table, clock: ticking, said: said.map((each, seat) => same(each, state.said[seat])) };
  if (held.length < state.selected.length) return { ...selected(next, held), hint: null };
  return asked ? { ...next, readings: null, chosen: null, hint: null } : next;
}

const begun = ({ seats, left_ms, total_ms }: Clock, nowMs: number): RunningClock => ({
  seats,
  endsAt: nowMs + left_ms,
  totalMs: total_ms,
});

/** The object of before if it says the same, so that the view shows nothing twice. */
function same(said: Said | null, before: Said | null | undefined): Said | null {
  return before && JSON.stringify(said) === JSON.stringify(before) ? before : said;
}

function acked(state: State, ack: Ack): State {
  const sent = state.pending.get(ack.cmd_id);
  const next = settled(state, ack.cmd_id);
  if (sent?.kind === "act" && sent.action.act === "leave") {
    const tables = next.tables.filter(({ table }) => table !== ack.table);
    return paged({ ...next, tables, table: null }, { name: "lobby" });
  }
  if (!next.table || ack.table !== next.table.id) return next;
  const table = followAck(next.table, ack);
  return table === next.table ? next : { ...next, table };
}

function refused(state: State, { cmd_id, code }: Refused): State {
  const sent = cmd_id === null ? undefined : state.pending.get(cmd_id);
  if (!sent) return state;
  const next = settled(state, cmd_id ?? "");
  if (code === "seat/played_elsewhere") return { ...next, elsewhere: true };
  if (sent.kind === "act" && sent.action.act === "addbytes") return next;
  if ((sent.kind !== "open" && sent.kind !== "join") || next.table) return noticed(next, words(code));
  if (sent.kind === "join" && GONE.includes(code)) return gone(next, sent.code, words(code));
  return paged(noticed(next, words(code)), { name: "lobby" });
}

/** To the lobby, and the table of this name is none to come back to. */
function gone(state: State, name: string, key: WordKey): State {
  const lobby = paged(noticed(state, key), { name: "lobby" });
  return { ...lobby, tables: lobby.tables.filter(({ table, code }) => !named({ id: table, code }, name)) };
}

function settled(state: State, cmdId: string): State {
  const pending = new Map(state.pending);
  return pending.delete(cmdId) ? { ...state, pending } : state;
}

/** Another page: what belongs to a table is left behind, and the list of own tables learns of it. */
function paged(state: State, page: Page): State {
  const { table } = state;
  if (table && page.name === "table" && page.code === table.code) return { ...state, page };
  const { link, me, signedIn, games, effects, notice } = state;
  const pending = new Map([...state.pending].filter(([, { kind }]) => kind === "guest"));
  return { ...initial, link, me, signedIn, games, effects, notice, page, pending, tables: tablesAfter(state) };
}

/** The own tables once this one is left: the seat at it stays one's own. */
function tablesAfter({ table, tables }: State): State["tables"] {
  if (!table) return tables;
  const others = tables.filter((each) => each.table !== table.id);
  const stays = table.you !== null && table.stage !== "closed" && table.chairs[table.you] != null;
  return stays ? [{ table: table.id, code: table.code, rules: table.rules }, ...others] : others;
}

/** Cards raised by hand. Only cards of the own hand can be. */
function selected(state: State, cards: readonly string[]): State {
  const hand = new Set(ownHand(state.table));
  const hint = state.hint && { ...state.hint, at: -1 };
  return {
    ...raise(
      state,
      cards.filter((card) => hand.has(card)),
    ),
    hint,
  };
}

function raise(state: State, cards: readonly string[]): State {
  return { ...state, selected: cards, readings: null, chosen: null };
}

function read(state: State, answer: Answer, turn: number | null, cards: readonly string[]): State {
  if (turn !== (state.table?.turn_id ?? null) || !sameCards(cards, state.selected)) return state;
  return { ...state, readings: { cards, list: answer.readings, default: answer.default } };
}

function hinted(state: State, answer: Answer, turn: number | null, having: readonly string[]): State {
  if (turn !== (state.table?.turn_id ?? null)) return state;
  const list = answer.hints;
  const first = list[0];
  if (having.length === 0) return { ...state, hint: { list, at: -1 } };
  if (!first || !sameCards(having, state.selected) || busy(state)) return state;
  return { ...raise(state, first), hint: { list, at: 0 } };
}

function noticed(state: State, key: WordKey): State {
  return { ...state, notice: { id: (state.notice?.id ?? 0) + 1, key } };
}

function words(code: Code): WordKey {
  return `code.${code}`;
}
