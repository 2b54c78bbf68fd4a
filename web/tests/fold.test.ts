import { describe, expect, test } from "vitest";
import { follow, followAck, followNow } from "../src/fold";
import type { AnyFact, Combo, FromServer, Happened, TableView } from "../src/protocol";
import { PLAY, asked, table } from "./world";

interface Wire {
  frames: FromServer[];
  then: TableView;
}

const files = import.meta.glob<Wire>("../../tests/golden/wire/*.json", { eager: true, import: "default" });

function followed(table: TableView | null, frame: FromServer): TableView | null {
  if (frame.type === "snapshot") return frame.table;
  if (!table) return null;
  if (frame.type === "event") return follow(table, frame);
  if (frame.type === "ack") return followAck(table, frame);
  return frame.type === "now" ? followNow(table, frame) : table;
}

describe("folding all frames of a table gives the view the server has", () => {
  test("there are recorded tables", () => expect(Object.keys(files).length).toBeGreaterThan(0));

  for (const [path, { frames, then }] of Object.entries(files)) {
    test(path.split("/").at(-1) ?? path, () => {
      const table = frames.reduce(followed, null);
      expect(table).toEqual(then);
    });
  }
});

const SOLO: Combo = { shape: "solo", length: 1, top: 0, second: null };
const event = (facts: AnyFact[], more: Partial<Happened> = {}): Happened => ({
  type: "event",
  table: "t1",
  event: 11,
  facts,
  ...more,
});

describe("one frame", () => {
  test("a trick is over when all others have passed", () => {
    const laid: AnyFact = { fact: "laid", seat: 1, cards: ["9d"], combo: SOLO };
    const once = follow(table(), event([laid, { fact: "passed", seat: 2 }]));
    expect(once.view?.trick).toEqual({ seat: 1, laid, passes: 1 });
    expect(follow(once, event([{ fact: "passed", seat: 0 }])).view?.trick).toBeNull();
  });

  test("options, question and clock change only where they are told", () => {
    const before = asked({ clock: { seats: [0], left_ms: 1, total_ms: 2 } });
    expect(follow(before, event([]))).toEqual(before);
    const after = follow(before, event([], { options: null, turn_id: null, clock: null }));
    expect(after).toMatchObject({ turn_id: null, clock: null, view: { options: null } });
  });

  test("an own choice in secret takes the question away, or leaves what is asked after it", () => {
    const choice = { act: "double", yes: true } as const;
    const own = (options: typeof PLAY | null) =>
      ({ type: "ack", cmd_id: "c", table: "t1", own: { choice, options } }) as const;
    expect(followAck(asked(), own(null))).toMatchObject({ turn_id: null, view: { choice, options: null } });
    expect(followAck(asked(), own(PLAY))).toMatchObject({ turn_id: 7, view: { choice, options: PLAY } });
  });

  test("what no event tells comes after a break", () => {
    const clock = { seats: [0], left_ms: 1, total_ms: 2 };
    const now = {
      type: "now",
      table: "t1",
      you: 0,
      event: 11,
      options: PLAY,
      turn_id: 9,
      choice: null,
      own_bytes: "BBBB",
      clock,
    } as const;
    const { type: _type, table: _table, event: _event, options, choice, ...rest } = now;
    expect(followNow(table(), { ...now, clock })).toMatchObject({ ...rest, view: { options, choice } });
  });
});
