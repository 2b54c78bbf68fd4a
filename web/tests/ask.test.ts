import { beforeEach, describe, expect, test } from "vitest";
import type { TableView } from "../src/protocol";
import { Tester } from "./person";
import { asked, table, view } from "./world";

let person: Tester;

beforeEach(() => {
  person = new Tester();
});

const OVER = {
  kind: "settled" as const,
  points: [2, -1, -1],
  system: 0,
  landlord: 0,
  winner: 0,
  factors: [],
  doubled: [],
};

/** Between two deals; what the last one is checked with is not what was promised. */
function over(deal = 0): TableView {
  const fair = {
    deal,
    commitment: "AAAA",
    secret: "AAAA",
    seat_bytes: ["", "", ""],
    first: 0,
    rotated: false,
  };
  return table({ stage: "between", deal: deal + 1, fair, view: view([], { outcome: OVER }) });
}

/** To the lobby and back by the list of own tables. */
function thereAndBack(here: TableView): void {
  person.client.actions.toLobby();
  person.client.actions.join(here.id);
  person.arrives(here, person.last("join"));
}

describe("who goes to the lobby and comes back", () => {
  test("in the own turn is proposed plays again", async () => {
    await person.sit();
    person.answers(person.last("hints"), { hints: [["3c"]] });
    thereAndBack(asked());
    expect(person.state.hint).toBeNull();
    expect(person.line.of("hints")).toHaveLength(2);
    person.answers(person.last("hints"), { hints: [] });
    expect(person.state.hint).toEqual({ list: [], at: -1 });
  });

  test("while a question is open is not answered it, but the new one", async () => {
    await person.sit();
    const old = person.last("hints");
    thereAndBack(asked());
    person.answers(old, { hints: [["Kd"]] });
    expect(person.state.hint).toBeNull();
    person.answers(person.last("hints"), { hints: [["3c"]] });
    expect(person.state.hint?.list).toEqual([["3c"]]);
  });

  test("is told again how the check of the last deal went", async () => {
    await person.sit(over());
    expect(person.state.fairness).toMatchObject({ deal: 0, result: "bad" });
    thereAndBack(over());
    expect(person.state.fairness).toMatchObject({ deal: 0, result: "bad" });
  });

  test("the next deal is checked after its own end", async () => {
    await person.sit(over());
    person.says({ type: "snapshot", event: 40, table: over(1) });
    expect(person.state.fairness).toMatchObject({ deal: 1 });
  });
});

describe("a refused question", () => {
  test("of plays is asked again after a second, and a hint waited for is raised then", async () => {
    await person.sit();
    person.client.actions.hint();
    person.refuses(person.last("hints"), "table/busy");
    expect(person.line.of("hints")).toHaveLength(1);
    await person.home.pass(999);
    expect(person.line.of("hints")).toHaveLength(1);
    await person.home.pass(1);
    expect(person.line.of("hints")).toHaveLength(2);
    person.answers(person.last("hints"), { hints: [["3c"]] });
    expect(person.state.selected).toEqual(["3c"]);
  });

  test("of readings is asked again after a second", async () => {
    await person.sit();
    person.client.actions.toggle("3c");
    person.refuses(person.last("readings"), "limit/too_many");
    person.says({ type: "event", table: "t1", event: 11, facts: [] });
    expect(person.line.of("readings")).toHaveLength(1);
    await person.home.pass(1000);
    expect(person.line.of("readings")).toMatchObject([{ cards: ["3c"] }, { cards: ["3c"] }]);
    person.answers(person.last("readings"));
    expect(person.state.readings).toMatchObject({ cards: ["3c"] });
    await person.home.pass(5000);
    expect(person.line.of("readings")).toHaveLength(2);
  });

  test("that completes the selection gives way to the plays in general", async () => {
    await person.sit();
    person.client.actions.toggle("3c");
    person.client.actions.hint();
    person.refuses(person.last("hints"), "table/busy");
    expect(person.line.of("hints").map(({ having }) => having)).toEqual([[], ["3c"], []]);
  });
});

test("a hint asked for with cards raised, before any play is known, raises the first if they cannot be completed", async () => {
  await person.sit();
  person.client.actions.toggle("Kd");
  person.client.actions.hint();
  person.answers(person.last("hints"), { hints: [] });
  person.answers(person.last("hints"), { hints: [["5h", "5s"]] });
  expect(person.state.selected).toEqual(["5h", "5s"]);
});

describe("own bytes", () => {
  const before = table({ stage: "between", own_bytes: null, view: null });

  test("refused are sent again after a second", async () => {
    await person.sit(before);
    person.refuses(person.last("do"), "limit/too_many");
    expect(person.line.of("do")).toHaveLength(1);
    await person.home.pass(1000);
    expect(person.line.of("do")).toMatchObject([{ action: { act: "addbytes" } }, { action: { act: "addbytes" } }]);
  });

  test("too late for the deal are no error, and not sent again into it", async () => {
    await person.sit(before);
    person.says({
      type: "event",
      table: "t1",
      event: 11,
      facts: [{ fact: "started", deal: 0, seat_bytes: ["", "", ""] }],
    });
    person.refuses(person.last("do"), "match/started");
    expect(person.state.notice).toBeNull();
    await person.home.pass(3000);
    expect(person.line.of("do")).toHaveLength(1);
  });

  test("acknowledged are not sent once more before they are told of", async () => {
    await person.sit(before);
    const [frame] = person.line.of("do");
    person.acks(frame!.cmd_id);
    person.says({ type: "event", table: "t1", event: 11, facts: [{ fact: "prepared", seat: 1 }] });
    expect(person.line.of("do")).toHaveLength(1);
    const data = frame!.action.act === "addbytes" ? frame!.action.data : "";
    person.says({ type: "event", table: "t1", event: 12, facts: [{ fact: "added", seat: 0, data }] });
    await person.home.pass(3000);
    expect(person.line.of("do")).toHaveLength(1);
  });

  test("of a seat that is played elsewhere are left to the other page", async () => {
    await person.sit(before);
    person.refuses(person.last("do"), "seat/played_elsewhere");
    await person.home.pass(3000);
    expect(person.state.elsewhere).toBe(true);
    expect(person.line.of("do")).toHaveLength(1);
  });
});
