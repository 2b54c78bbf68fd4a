import { beforeEach, describe, expect, test } from "vitest";
import { Client } from "../src/client";
import type { Answer, FromServer, TableView } from "../src/protocol";
import { FakeHome, GAME, PLAY, asked, sizeOf, table } from "./world";

let home: FakeHome;
let client: Client;

beforeEach(() => {
  home = new FakeHome();
  client = new Client(home);
});

async function start(code: string | null = null): Promise<void> {
  client.start(code);
  await home.pass(0);
  home.line.welcome();
}

const says = (frame: FromServer): void => home.line.says(frame);

/** The person sits at a table, after event 10. */
async function sit(here: TableView = asked()): Promise<void> {
  await start();
  client.actions.playNow(GAME.id);
  arrive(here);
}

function arrive(here: TableView): void {
  const [open] = home.line.of("open");
  says({ type: "snapshot", event: 10, table: here });
  says({ type: "ack", cmd_id: open!.cmd_id, table: here.id, own: null });
}

const event = (number: number, more: object = {}): void =>
  says({ type: "event", table: "t1", event: number, facts: [], ...more } as FromServer);

function answer(cmd_id: string, more: Partial<Answer>): void {
  says({ type: "answer", cmd_id, readings: [], default: null, hints: [], ...more });
}

async function reconnect(): Promise<void> {
  home.line.cut();
  await home.pass(1000);
  home.line.welcome();
}

describe("coming to a table", () => {
  test("a quick game is opened with bots and has an address", async () => {
    await sit();
    expect(home.line.of("open")).toMatchObject([{ rules: "house", bots: true }]);
    expect(home.addresses).toEqual(["123456"]);
    expect(client.state.page).toEqual({ name: "table", code: "123456" });
  });

  test("a link leads to its table", async () => {
    await start("123456");
    expect(home.line.of("join")).toMatchObject([{ code: "123456" }]);
  });

  test("who comes for the first time becomes a guest, once", async () => {
    home.person = null;
    client.start(null);
    await home.pass(0);
    expect(home.guests).toEqual([["", ""]]);
    home.line.welcome();
    expect(client.state).toMatchObject({ signedIn: true, page: { name: "lobby" } });
    home.person = null; // the browser forgets
    home.line.cut();
    await home.pass(10_000);
    expect(home.guests).toHaveLength(1);
    expect(client.state).toMatchObject({ signedIn: false, notice: { key: "link.no_cookie" } });
  });

  test("by a link, a person in a hurry is given a name", async () => {
    home.person = null;
    client.start("123456");
    await home.pass(0);
    client.actions.join("123456");
    await home.pass(0);
    home.line.welcome();
    expect(home.guests).toEqual([["", ""]]);
    expect(home.line.of("join")).toMatchObject([{ code: "123456" }]);
  });

  test("by a link, a person without a name is asked for one first", async () => {
    home.person = null;
    client.start("123456");
    await home.pass(0);
    expect(client.state).toMatchObject({ page: { name: "join", code: "123456" }, signedIn: false });
    client.actions.guest("Ann", "ox");
    await home.pass(0);
    home.line.welcome();
    expect(home.guests).toEqual([["Ann", "ox"]]);
    expect(home.line.of("join")).toMatchObject([{ code: "123456" }]);
  });

  test("a refused name is told", async () => {
    home.person = null;
    home.guestAnswer = "account/bad_name";
    client.start("123456");
    await home.pass(0);
    client.actions.guest("\u0000");
    await home.pass(0);
    expect(client.state.notice?.key).toBe("code.account/bad_name");
  });

  test("leaving for the lobby stops following, and the table stays in the list", async () => {
    await sit();
    client.actions.toLobby();
    expect(home.line.of("detach")).toMatchObject([{ table: "t1" }]);
    expect(client.state).toMatchObject({ table: null, tables: [{ code: "123456" }] });
    event(11);
    expect(client.state.table).toBeNull();
    says({ type: "ack", cmd_id: home.line.of("detach")[0]!.cmd_id, table: "t1", own: null });
    expect(home.line.of("detach")).toHaveLength(1);
  });

  test("a table that comes after the person went back is left again", async () => {
    await start();
    client.actions.playNow("house");
    client.actions.toLobby();
    arrive(asked());
    expect(client.state.table).toBeNull();
    expect(home.line.of("detach")).toMatchObject([{ table: "t1" }]);
  });

  test("a double tap opens one table", async () => {
    await start();
    client.actions.playNow("house");
    client.actions.playNow("house");
    expect(home.line.of("open")).toHaveLength(1);
  });
});

describe("after a break", () => {
  test("the client asks for what it missed before it sends the unanswered again", async () => {
    await sit();
    client.actions.do({ act: "pass" });
    const [pass] = home.line.of("do");
    await reconnect();
    expect(home.line.got.map(({ type }) => type)).toEqual(["sync", "hints", "do"]);
    expect(home.line.of("sync")).toMatchObject([{ table: "t1", since: 10 }]);
    expect(home.line.of("do")).toEqual([pass]);
  });

  test("a gap in the events is asked for once", async () => {
    await sit();
    event(12);
    event(13);
    expect(home.line.of("sync")).toMatchObject([{ since: 10 }]);
    expect(client.state.event).toBe(10);
    for (const number of [11, 12, 13]) event(number);
    says({
      type: "now",
      table: "t1",
      you: 0,
      event: 13,
      options: null,
      turn_id: null,
      choice: null,
      own_bytes: null,
      clock: null,
    });
    says({ type: "ack", cmd_id: home.line.of("sync")[0]!.cmd_id, table: "t1", own: null });
    expect(client.state.event).toBe(13);
    event(15);
    expect(home.line.of("sync")).toHaveLength(2);
  });

  test("a refusal that shows the client astray is followed by a question", async () => {
    await sit();
    client.actions.do({ act: "pass" });
    says({ type: "refused", cmd_id: home.line.of("do")[0]!.cmd_id, code: "turn/stale" });
    expect(home.line.of("sync")).toHaveLength(1);
    expect(client.state.notice?.key).toBe("code.turn/stale");
  });

  test("waking up asks, too", async () => {
    await sit();
    client.wake();
    expect(home.line.of("sync")).toHaveLength(1);
  });

  test("a table that is gone leads to the lobby, a busy one is asked again", async () => {
    await sit();
    client.wake();
    says({ type: "refused", cmd_id: home.line.of("sync")[0]!.cmd_id, code: "table/busy" });
    await home.pass(1000);
    expect(home.line.of("sync")).toHaveLength(2);
    says({ type: "refused", cmd_id: home.line.of("sync")[1]!.cmd_id, code: "table/no_such_table" });
    expect(client.state).toMatchObject({ page: { name: "lobby" }, notice: { key: "code.table/no_such_table" } });
  });
});

describe("two pages of one seat", () => {
  test("the older one says so and neither acts nor takes the seat back by itself", async () => {
    await sit();
    says({ type: "taken", table: "t1" });
    expect(client.state.elsewhere).toBe(true);
    client.actions.do({ act: "pass" });
    client.wake();
    await reconnect();
    expect(home.line.of("do")).toEqual([]);
    expect(home.line.of("sync")).toEqual([]);
    client.actions.takeBack();
    expect(home.line.of("sync")).toMatchObject([{ since: null }]);
    says({ type: "snapshot", event: 12, table: asked() });
    expect(client.state).toMatchObject({ elsewhere: false, event: 12 });
  });
});

describe("acting", () => {
  test("names the question, and locks until the ack", async () => {
    await sit();
    client.actions.pass();
    client.actions.pass();
    client.actions.trustee(true);
    expect(home.line.of("do")).toMatchObject([{ action: { act: "pass" }, turn_id: 7 }]);
    says({ type: "ack", cmd_id: home.line.of("do")[0]!.cmd_id, table: "t1", own: null });
    client.actions.trustee(true);
    expect(home.line.of("do")[1]).toMatchObject({ action: { act: "trustee", on: true }, turn_id: null });
  });

  test("where nothing is asked is not sent", async () => {
    await sit(table());
    client.actions.pass();
    expect(home.line.of("do")).toEqual([]);
  });

  test("a play has the chosen reading, or leaves it to the rules", async () => {
    await sit();
    client.actions.selectRange(["5h", "5s"], true);
    client.actions.play();
    expect(home.line.of("do")[0]?.action).toEqual({ act: "lay", cards: ["5h", "5s"], combo: null });
    says({ type: "refused", cmd_id: home.line.of("do")[0]!.cmd_id, code: "play/no_such_combo" });
    const combo = { shape: "pair", length: 1, top: 2, second: null } as const;
    answer(home.line.of("readings")[0]!.cmd_id, { readings: [{ combo, fits: true }], default: 0 });
    client.actions.chooseReading(0);
    client.actions.play();
    expect(home.line.of("do")[1]?.action).toEqual({ act: "lay", cards: ["5h", "5s"], combo });
  });
});

describe("the selection", () => {
  test("toggles and takes ranges", async () => {
    await sit();
    const { toggle, selectRange, clear } = client.actions;
    toggle("3c");
    selectRange(["4c", "5h", "3c"], true);
    expect(client.state.selected).toEqual(["4c", "5h", "3c"]);
    toggle("4c");
    selectRange(["3c", "Kd"], false);
    expect(client.state.selected).toEqual(["5h"]);
    clear();
    expect(client.state.selected).toEqual([]);
  });

  test("is asked about in the own turn, each time it changes, and only the newest counts", async () => {
    await sit();
    client.actions.toggle("5h");
    client.actions.toggle("5s");
    const [one, two] = home.line.of("readings");
    expect([one?.cards, two?.cards]).toEqual([["5h"], ["5h", "5s"]]);
    answer(one!.cmd_id, { readings: [] });
    expect(client.state.readings).toBeNull();
    answer(two!.cmd_id, { default: null });
    expect(client.state.readings).toMatchObject({ cards: ["5h", "5s"] });
  });

  test("is asked about again when it was laid back in between", async () => {
    await sit();
    const { toggle } = client.actions;
    toggle("5h");
    answer(home.line.of("readings")[0]!.cmd_id, { default: null });
    toggle("5h");
    toggle("5h");
    expect(home.line.of("readings")).toHaveLength(2);
    toggle("5h");
    answer(home.line.of("readings")[1]!.cmd_id, { default: null });
    toggle("5h");
    expect(home.line.of("readings")).toHaveLength(3);
    answer(home.line.of("readings")[2]!.cmd_id, { default: null });
    expect(client.state.readings).toMatchObject({ cards: ["5h"] });
  });

  test("made in another's turn is asked about when the own turn comes", async () => {
    await sit(table());
    client.actions.toggle("3c");
    expect(home.line.of("readings")).toEqual([]);
    event(11, { options: PLAY, turn_id: 11 });
    expect(home.line.of("readings")).toMatchObject([{ cards: ["3c"] }]);
  });
});

describe("hints", () => {
  test("are asked for when the turn comes, and each tap raises the next", async () => {
    await sit();
    const [question] = home.line.of("hints");
    expect(question).toMatchObject({ having: [] });
    answer(question!.cmd_id, { hints: [["3c"], ["5h", "5s"]] });
    expect(client.state.selected).toEqual([]);
    const raised = [1, 2, 3].map(() => {
      client.actions.hint();
      return client.state.selected;
    });
    expect(raised).toEqual([["3c"], ["5h", "5s"], ["3c"]]);
    expect(home.line.of("hints")).toHaveLength(1);
  });

  test("wanted before they have come are raised when they come", async () => {
    await sit();
    client.actions.hint();
    expect(client.state.selected).toEqual([]);
    answer(home.line.of("hints")[0]!.cmd_id, { hints: [["3c"], ["5h", "5s"]] });
    expect(client.state.selected).toEqual(["3c"]);
  });

  test("complete what was raised by hand, or go on with the next if that cannot be", async () => {
    await sit();
    answer(home.line.of("hints")[0]!.cmd_id, { hints: [["3c"]] });
    client.actions.toggle("5h");
    client.actions.hint();
    expect(home.line.of("hints")[1]).toMatchObject({ having: ["5h"] });
    answer(home.line.of("hints")[1]!.cmd_id, { hints: [["5h", "5s"]] });
    expect(client.state.selected).toEqual(["5h", "5s"]);
    client.actions.clear();
    answer(home.line.of("hints")[2]!.cmd_id, { hints: [["3c"]] });
    client.actions.toggle("Kd");
    client.actions.hint();
    answer(home.line.of("hints")[3]!.cmd_id, { hints: [] });
    expect(client.state.selected).toEqual(["3c"]);
  });

  test("say where nothing can be played", async () => {
    await sit();
    answer(home.line.of("hints")[0]!.cmd_id, { hints: [] });
    expect(client.state.hint).toEqual({ list: [], at: -1 });
    client.actions.hint();
    expect(client.state.notice?.key).toBe("hint.none");
  });
});

describe("own bytes", () => {
  const before = { stage: "between", own_bytes: null, turn_id: null, commitment: "AAAA" } as const;

  test("are added once for every commitment: 32 of them", async () => {
    await sit(table(before));
    expect(home.line.of("do")).toMatchObject([{ action: { act: "addbytes" }, turn_id: null }]);
    const { action } = home.line.of("do")[0]!;
    expect(action.act === "addbytes" && sizeOf(action.data)).toBe(32);
    event(11, { facts: [{ fact: "prepared", seat: 1 }] });
    expect(home.line.of("do")).toHaveLength(1);
    event(12, { facts: [{ fact: "committed", deal: 1, commitment: "BBBB" }] });
    expect(home.line.of("do")).toHaveLength(2);
  });

  test("are added neither without a seat, nor without a commitment, nor in a deal", async () => {
    for (const more of [
      { ...before, you: null },
      { ...before, commitment: null },
      { ...before, stage: "playing" as const },
    ]) {
      home = new FakeHome();
      client = new Client(home);
      await sit(table(more));
      expect(home.line.of("do")).toEqual([]);
    }
  });

  test("are kept with the first commitment, also over a reload", async () => {
    await sit(table({ ...before, own_bytes: "CCCC" }));
    event(11, { facts: [{ fact: "committed", deal: 0, commitment: "BBBB" }] });
    expect(JSON.parse(home.kept.get("dizhu.seen") ?? "")).toEqual([["t1/0", { commitment: "AAAA", own: "CCCC" }]]);
  });

  test("kept by somebody else in another form do no harm", async () => {
    home.kept.set("dizhu.seen", "nonsense");
    await sit(table(before));
    expect(client.state.table?.id).toBe("t1");
  });
});
