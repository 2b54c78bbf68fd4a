import { describe, expect, test } from "vitest";
import type { AnyFact, Combo, FromServer, Happened, TableView } from "../src/protocol";
import { type State, busy, initial } from "../src/state";
import { type Message, gap, update } from "../src/update";
import { ME, PLAY, asked, table, view } from "./world";

const SOLO: Combo = { shape: "solo", length: 1, top: 0, second: null };
const frame = (each: FromServer, nowMs = 0): Message => ({ kind: "frame", frame: each, nowMs });
const through = (state: State, ...messages: Message[]): State => messages.reduce(update, state);

function event(number: number, facts: AnyFact[], more: Partial<Happened> = {}): Message {
  return frame({ type: "event", table: "t1", event: number, facts, ...more }, 500);
}

/** At a table, after event 10. */
function at(here: TableView = asked()): State {
  return through(
    initial,
    { kind: "page", page: { name: "table", code: null } },
    { kind: "sent", cmdId: "c0", pending: { kind: "open" } },
    frame({ type: "snapshot", event: 10, table: here }),
    frame({ type: "ack", cmd_id: "c0", table: here.id, own: null }),
  );
}

describe("a table", () => {
  test("comes with its snapshot, for who is on the way to it", () => {
    const state = at();
    expect(state).toMatchObject({ event: 10, page: { name: "table", code: "123456" }, elsewhere: false });
    expect(busy(state)).toBe(false);
    const lobby = update(initial, frame({ type: "snapshot", event: 10, table: table() }));
    expect(lobby.table).toBeNull();
  });

  test("takes events in their order only", () => {
    const state = at(table({ ready: [false, false, false] }));
    const next = update(state, event(11, [{ fact: "prepared", seat: 1 }]));
    expect(next.table?.ready).toEqual([false, true, false]);
    expect(update(next, event(11, [{ fact: "prepared", seat: 2 }]))).toBe(next);
    expect(update(next, event(13, [{ fact: "prepared", seat: 2 }]))).toBe(next);
    expect(update(next, event(12, [{ fact: "ceased" }]))).toMatchObject({ event: 12, table: { stage: "closed" } });
  });

  test("shows a gap where an event is missing", () => {
    const state = at();
    const ofTable = (number: number, id = "t1"): FromServer => ({ type: "event", table: id, event: number, facts: [] });
    expect([10, 11, 12].map((number) => gap(state, ofTable(number)))).toEqual([false, false, true]);
    expect(gap(state, ofTable(99, "other"))).toBe(false);
    const now = {
      type: "now",
      table: "t1",
      you: 0,
      options: null,
      turn_id: null,
      choice: null,
      own_bytes: null,
      clock: null,
    } as const;
    expect(gap(state, { ...now, event: 10 })).toBe(false);
    expect(gap(state, { ...now, event: 12 })).toBe(true);
    expect(gap(state, { ...now, event: 10, you: 2 })).toBe(true); // a chair taken from another tab
  });

  test("left for the lobby stays in the list of own tables", () => {
    const lobby = update(at(), { kind: "page", page: { name: "lobby" } });
    expect(lobby).toMatchObject({ table: null, tables: [{ table: "t1", code: "123456", rules: "house" }] });
    const spectator = update(at(table({ you: null })), { kind: "page", page: { name: "lobby" } });
    expect(spectator.tables).toEqual([]);
  });

  test("given up is gone", () => {
    const state = through(
      at(table({ stage: "gathering" })),
      { kind: "sent", cmdId: "c1", pending: { kind: "act", action: { act: "leave" } } },
      frame({ type: "ack", cmd_id: "c1", table: "t1", own: null }),
    );
    expect(state).toMatchObject({ page: { name: "lobby" }, table: null, tables: [] });
  });

  test("played elsewhere says so until it is taken back", () => {
    const taken = update(at(), frame({ type: "taken", table: "t1" }));
    expect(taken.elsewhere).toBe(true);
    expect(update(taken, frame({ type: "snapshot", event: 12, table: table() })).elsewhere).toBe(false);
  });

  test("waits for its storage, and goes on", () => {
    const state = update(at(), frame({ type: "waiting", table: "t1", waiting: true }));
    expect(state.waiting).toBe(true);
    expect(update(state, frame({ type: "waiting", table: "t1", waiting: false })).waiting).toBe(false);
  });
});

describe("the clock", () => {
  test("ends at a time of this machine", () => {
    const clock = { seats: [1], left_ms: 4000, total_ms: 15000 };
    const state = update(at(), event(11, [], { clock }));
    expect(state.clock).toEqual({ seats: [1], endsAt: 4500, totalMs: 15000 });
    expect(update(state, event(12, [])).clock).toEqual(state.clock);
    expect(update(state, event(12, [], { clock: null })).clock).toBeNull();
  });

  test("goes on with the time that is left after a break", () => {
    const clock = { seats: [0], left_ms: 1000, total_ms: 15000 };
    const now = {
      type: "now",
      table: "t1",
      you: 0,
      event: 10,
      options: PLAY,
      turn_id: 7,
      choice: null,
      own_bytes: null,
      clock,
    } as const;
    expect(update(at(), frame(now, 2000)).clock).toEqual({ seats: [0], endsAt: 3000, totalMs: 15000 });
  });
});

describe("the selection", () => {
  const select = (...cards: string[]): Message => ({ kind: "select", cards });

  test("holds cards of the own hand only", () => {
    expect(update(at(), select("3c", "As")).selected).toEqual(["3c"]);
  });

  test("is kept in others' turns, and loses the cards that leave the hand", () => {
    let state = update(at(), select("3c", "4c"));
    state = update(state, event(11, [{ fact: "passed", seat: 1 }], { options: null, turn_id: null }));
    expect(state.selected).toEqual(["3c", "4c"]);
    state = update(state, event(12, [{ fact: "laid", seat: 0, cards: ["3c"], combo: SOLO }]));
    expect(state.selected).toEqual(["4c"]);
  });

  test("is empty when a new deal begins", () => {
    const state = through(at(), select("3c"), event(11, [{ fact: "started", deal: 1, seat_bytes: [] }]));
    expect(state.selected).toEqual([]);
  });

  test("is read once the answer to it comes, in the same turn", () => {
    const answer = {
      type: "answer",
      cmd_id: "q",
      readings: [{ combo: SOLO, fits: true }],
      default: 0,
      hints: [],
    } as const;
    const about = (cards: string[], turn = 7): Message => ({
      kind: "readings",
      answer: { ...answer, readings: [...answer.readings], hints: [] },
      turn,
      cards,
    });
    const state = through(at(), select("3c"), about(["3c"]));
    expect(state.readings).toEqual({ cards: ["3c"], list: answer.readings, default: 0 });
    expect(update(state, select("4c")).readings).toBeNull();
    expect(through(at(), select("4c"), about(["3c"])).readings).toBeNull();
    expect(through(at(), select("3c"), about(["3c"], 6)).readings).toBeNull();
    expect(update(state, event(11, [], { options: PLAY, turn_id: 11 })).readings).toBeNull();
  });
});

describe("hints", () => {
  const hints = (list: string[][], having: string[] = []): Message => ({
    kind: "hints",
    answer: { type: "answer", cmd_id: "q", readings: [], default: null, hints: list },
    turn: 7,
    having,
  });

  test("are known ahead and raise nothing before they are asked for", () => {
    const state = update(at(), hints([["3c"], ["4c"]]));
    expect(state).toMatchObject({ selected: [], hint: { at: -1 } });
    expect(update(state, { kind: "hint", at: 1 })).toMatchObject({ selected: ["4c"], hint: { at: 1 } });
    expect(update(at(), hints([])).hint).toEqual({ list: [], at: -1 });
  });

  test("with the cards raised by hand raise the first that has them", () => {
    const state = update(at(), { kind: "select", cards: ["5h"] });
    expect(update(state, hints([["5h", "5s"]], ["5h"]))).toMatchObject({ selected: ["5h", "5s"], hint: { at: 0 } });
    expect(update(state, hints([["4c"]], ["4c"]))).toBe(state);
    expect(update(state, hints([], ["5h"]))).toBe(state);
  });

  test("count for one question only", () => {
    const state = through(at(), hints([["3c"]]), event(11, [], { options: PLAY, turn_id: 11 }));
    expect(state.hint).toBeNull();
    expect(update(state, hints([["3c"]])).hint).toBeNull();
  });
});

describe("a sent act", () => {
  const lay: Message = {
    kind: "sent",
    cmdId: "c1",
    pending: { kind: "act", action: { act: "lay", cards: ["3c"], combo: null } },
  };

  test("is pending until its ack", () => {
    const state = update(at(), lay);
    expect(busy(state)).toBe(true);
    expect(busy(update(state, frame({ type: "ack", cmd_id: "c1", table: "t1", own: null })))).toBe(false);
  });

  test("refused leaves everything as it was and says why", () => {
    const state = through(
      at(),
      { kind: "select", cards: ["3c"] },
      lay,
      frame({ type: "refused", cmd_id: "c1", code: "play/does_not_beat" }),
    );
    expect(state).toMatchObject({ selected: ["3c"], notice: { key: "code.play/does_not_beat" } });
    expect(busy(state)).toBe(false);
  });

  test("of the own bytes neither locks nor complains", () => {
    const state = update(at(), {
      kind: "sent",
      cmdId: "c1",
      pending: { kind: "act", action: { act: "addbytes", data: "AA==" } },
    });
    expect(busy(state)).toBe(false);
    expect(update(state, frame({ type: "refused", cmd_id: "c1", code: "match/started" })).notice).toBeNull();
  });

  test("in secret is kept with its ack, and told with the others' later", () => {
    const double = { act: "double", yes: true } as const;
    const state = update(
      at(),
      frame({ type: "ack", cmd_id: "c9", table: "t1", own: { choice: double, options: null } }),
    );
    expect(state.table).toMatchObject({ turn_id: null, view: { choice: double, options: null } });
    expect(
      update(state, event(11, [{ fact: "doubled", choices: [true, false, null] }])).table?.view?.choice,
    ).toBeNull();
  });

  test("to join, refused, leads to the lobby", () => {
    const state = through(
      initial,
      { kind: "page", page: { name: "table", code: "000000" } },
      { kind: "sent", cmdId: "c1", pending: { kind: "join", code: "000000" } },
      frame({ type: "refused", cmd_id: "c1", code: "table/no_such_table" }),
    );
    expect(state).toMatchObject({ page: { name: "lobby" }, notice: { key: "code.table/no_such_table" } });
  });
});

describe("effects", () => {
  const kinds = (state: State): string[] => state.effects.map(({ kind }) => kind);
  const laid = (combo: Combo, cards: string[] = ["3c"]): AnyFact => ({ fact: "laid", seat: 1, cards, combo });

  test.each([
    [laid(SOLO), ["played"]],
    [laid({ ...SOLO, shape: "4x" }), ["played", "bomb"]],
    [laid({ ...SOLO, shape: "xX" }), ["played", "rocket"]],
    [laid({ ...SOLO, shape: "solo*5..", length: 5 }), ["played", "chain"]],
    [laid({ ...SOLO, shape: "trio*2..+solo", length: 2 }), ["played", "plane"]],
    [{ fact: "passed", seat: 1 }, ["passed"]],
    [{ fact: "received", cards: 8 }, ["dealt"]],
    [{ fact: "landlord", seat: 1, bid: 1, grabs: 0, taken: 3 }, ["landlord"]],
    [{ fact: "doubled", choices: [true, false, null] }, ["doubled", "doubled"]],
    [{ fact: "here", seat: 1, here: false }, []],
  ] as [AnyFact, string[]][])("of %j", (fact, expected) =>
    expect(kinds(update(at(), event(11, [fact])))).toEqual(expected),
  );

  test("of a factor is by how much the unit grew", () => {
    const bomb = (times: number) => ({ name: "4x", value: 2, times });
    const before = at(table({ view: view(undefined, { factors: [{ name: "base", value: 3, times: 1 }, bomb(1)] }) }));
    const state = update(
      before,
      event(11, [{ fact: "factored", factors: [{ name: "base", value: 3, times: 1 }, bomb(3)] }]),
    );
    expect(state.effects).toMatchObject([{ kind: "factor", times: 4 }]);
  });

  test("of what a deal begins with there are none", () => {
    const factors = [
      { name: "init", value: 2, times: 1 },
      { name: "base", value: 3, times: 1 },
    ];
    expect(kinds(update(at(), event(11, [{ fact: "factored", factors }])))).toEqual([]);
  });

  test("of the last deal's factors there are none at the next start", () => {
    const before = at(table({ view: view(undefined, { factors: [{ name: "4x", value: 2, times: 1 }] }) }));
    expect(
      kinds(
        update(
          before,
          event(11, [
            { fact: "started", deal: 1, seat_bytes: [] },
            { fact: "factored", factors: [] },
          ]),
        ),
      ),
    ).toEqual([]);
  });

  test("of the end: spring, result, redeal", () => {
    const outcome = { kind: "settled", points: [2, -1, -1], system: 0, landlord: 0, winner: 0, doubled: [] } as const;
    const end = (
      factors: { name: string; value: number; times: number }[],
      kind: "settled" | "redeal" = "settled",
    ): Message =>
      event(11, [
        {
          fact: "ended",
          outcome: { ...outcome, kind, factors, points: [2, -1, -1], doubled: [] },
          hands: [[], [], []],
          bottom: [],
        },
      ]);
    expect(kinds(update(at(), end([])))).toEqual(["result"]);
    expect(kinds(update(at(), end([{ name: "anti_spring", value: 2, times: 1 }])))).toEqual(["spring", "result"]);
    expect(kinds(update(at(), end([], "redeal")))).toEqual(["redeal"]);
  });

  test("have rising ids and do not pile up", () => {
    let state = at();
    for (let i = 0; i < 60; i += 1) state = update(state, event(11 + i, [{ fact: "passed", seat: 1 }]));
    expect(state.effects.length).toBeLessThan(30);
    expect(state.effects.at(-1)?.id).toBe(60);
  });
});

describe("in front of the seats", () => {
  const lay = (seat: number): AnyFact => ({ fact: "laid", seat, cards: [`${seat + 3}d`], combo: SOLO });
  const pass = (seat: number): AnyFact => ({ fact: "passed", seat });
  const word = (seat: number, yes: boolean): AnyFact => ({ fact: "said", seat, action: { act: "call", yes } });
  const after = (...facts: AnyFact[]): (string | undefined)[] =>
    update(at(table()), event(11, facts)).said.map((each) => each?.kind);

  test("lie words until there is a landlord", () => {
    expect(after(word(0, false), word(1, true))).toEqual(["word", "word", undefined]);
    expect(after(word(0, false), word(1, true), { fact: "landlord", seat: 1, bid: 0, grabs: 0, taken: 3 })).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  test("lie plays and passes until the next lead", () => {
    expect(after(lay(0), pass(1), lay(2), pass(0))).toEqual(["pass", "pass", "lay"]);
    expect(after(lay(0), pass(1), lay(2), pass(0), lay(1))).toEqual(["pass", "lay", "lay"]);
    expect(after(lay(0), pass(1), lay(2), pass(0), pass(1))).toEqual(["pass", "pass", "lay"]);
    expect(after(lay(0), pass(1), lay(2), pass(0), pass(1), lay(2))).toEqual([undefined, undefined, "lay"]);
  });

  test("lies doubling until the first play", () => {
    const doubled: AnyFact = { fact: "doubled", choices: [true, false, null] };
    expect(after(doubled)).toEqual(["word", "word", undefined]);
    expect(after(doubled, lay(0))).toEqual(["lay", undefined, undefined]);
  });

  test("of who is waited for lies nothing", () => {
    const clock = { seats: [0], left_ms: 1, total_ms: 1 };
    const state = update(at(table()), event(11, [lay(0), pass(1), lay(2)], { clock }));
    expect(state.said.map((each) => each?.kind)).toEqual([undefined, "pass", "lay"]);
  });

  test("lies the same object as long as it says the same", () => {
    const first = update(at(table()), event(11, [lay(0)]));
    expect(update(first, event(12, [pass(1)])).said[0]).toBe(first.said[0]);
  });
});

test("a person is known after the welcome, and forgotten when signed out", () => {
  const state = update(initial, frame({ type: "welcome", protocol: 1, me: ME, games: [], tables: [] }));
  expect(state).toMatchObject({ link: "open", me: ME, signedIn: true });
  expect(update(state, { kind: "account", me: null })).toMatchObject({ me: null, signedIn: false });
});
