import { beforeEach, describe, expect, test } from "vitest";
import { busy } from "../src/state";
import { Tester } from "./person";
import { asked, table } from "./world";

let person: Tester;

beforeEach(() => {
  person = new Tester();
});

const detached = (): string[] => person.line.of("detach").map((each) => each.table);
const B = table({ id: "t2", code: "222222" });

describe("a connection follows one table", () => {
  test("of two that were opened, the one wanted last", async () => {
    await person.start();
    person.client.actions.playNow("house");
    const first = person.last("open");
    person.client.actions.toLobby();
    person.client.actions.playNow("house");
    person.arrives(asked(), first);
    person.arrives(B, person.last("open"));
    expect(person.state).toMatchObject({ table: { id: "t2" }, page: { code: "222222" }, event: 10 });
    expect(detached()).toEqual(["t1"]);
    expect(person.state.tables).toMatchObject([{ table: "t1" }]);
    expect(person.home.addresses).toEqual(["222222"]);
  });

  test("also where the older one comes last", async () => {
    await person.start();
    person.client.actions.playNow("house");
    const first = person.last("open");
    person.client.actions.toLobby();
    person.client.actions.playNow("house");
    person.arrives(B, person.last("open"));
    person.arrives(asked(), first);
    expect(person.state.table?.id).toBe("t2");
    expect(detached()).toEqual(["t1"]);
  });

  test("and on the way to a table by its code, no other is taken for it", async () => {
    await person.start();
    person.client.actions.playNow("house");
    const first = person.last("open");
    person.client.actions.toLobby();
    person.client.actions.join("222222");
    person.arrives(asked(), first);
    expect(person.state).toMatchObject({ table: null, page: { code: "222222" } });
    expect(detached()).toEqual(["t1"]);
    person.arrives(B, person.last("join"));
    expect(person.state.table?.id).toBe("t2");
  });

  test("and one that was not awaited any more is not opened after a break", async () => {
    await person.start();
    person.client.actions.playNow("house");
    person.client.actions.toLobby();
    await person.reconnect();
    expect(person.line.of("open")).toEqual([]);
  });

  test("and a table joined twice stays", async () => {
    await person.start();
    person.client.actions.join("123456");
    const first = person.last("join");
    person.client.actions.toLobby();
    person.client.actions.join("123456");
    person.arrives(asked(), first);
    person.arrives(asked(), person.last("join"));
    expect(person.state).toMatchObject({ table: { id: "t1" }, link: "open" });
    expect(busy(person.state)).toBe(false);
    expect(detached()).toEqual([]);
  });

  test("and a break asks for the table that replaced another", async () => {
    await person.sit();
    person.client.wake();
    person.client.went("222222");
    person.arrives(B, person.last("join"));
    person.client.wake();
    expect(person.line.of("sync").map((each) => each.table)).toEqual(["t1", "t2"]);
  });
});

describe("the way back", () => {
  test("from a table of one's own leads to the lobby", async () => {
    await person.start();
    person.client.actions.join("t1");
    person.arrives(asked(), person.last("join"));
    expect(person.home.addresses).toEqual(["123456"]);
  });

  test("to a table by its id is none where one is", async () => {
    await person.sit();
    person.client.went("t1");
    person.client.went("123456");
    expect(person.line.of("join")).toEqual([]);
  });

  test("does not lead to a table that is none", async () => {
    await person.start();
    person.client.actions.join("000000");
    person.refuses(person.last("join"), "table/no_such_table");
    expect(person.home.addresses).toEqual([null]);
  });

  test("is obeyed while something is on its way", async () => {
    await person.sit();
    person.client.actions.pass();
    person.client.went("222222");
    expect(person.line.of("join")).toMatchObject([{ code: "222222" }]);
  });
});

describe("a table that is no more", () => {
  test.each(["table/no_such_table", "table/closed"] as const)("is left where an act shows it: %s", async (code) => {
    await person.sit();
    person.client.actions.pass();
    person.refuses(person.last("do"), code);
    person.refuses(person.last("sync"), code);
    expect(person.state).toMatchObject({ page: { name: "lobby" }, tables: [], notice: { key: `code.${code}` } });
  });

  test("is stayed at where it is still there", async () => {
    await person.sit();
    person.client.actions.pass();
    person.refuses(person.last("do"), "table/closed");
    person.acks(person.last("sync"));
    expect(person.state.page.name).toBe("table");
  });

  test("is not offered again", async () => {
    await person.sit();
    person.client.actions.toLobby();
    person.client.actions.join("t1");
    person.refuses(person.last("join"), "table/no_such_table");
    expect(person.state).toMatchObject({ page: { name: "lobby" }, tables: [] });
  });

  test("says goodbye, and the way leads over a new connection to the lobby", async () => {
    await person.sit();
    person.says({ type: "bye", code: "table/no_such_table" });
    expect(person.state).toMatchObject({ link: "lost", notice: { key: "code.table/no_such_table" } });
    await person.home.pass(1000);
    person.line.welcome();
    person.refuses(person.last("sync"), "table/no_such_table");
    expect(person.state).toMatchObject({ page: { name: "lobby" }, table: null, link: "open" });
  });
});

describe("while the storage is away", () => {
  test("an act stays on its way", async () => {
    await person.sit();
    person.client.actions.pass();
    person.refuses(person.last("do"), "table/waiting_for_storage");
    expect(busy(person.state)).toBe(true);
    expect(person.state.notice).toBeNull();
    await person.home.pass(1000);
    expect(new Set(person.line.of("do").map((each) => each.cmd_id)).size).toBe(1);
    expect(person.line.of("do")).toHaveLength(2);
    person.acks(person.last("do"));
    expect(busy(person.state)).toBe(false);
  });

  test.each(["open", "join"] as const)("who wants to %s waits at the door", async (kind) => {
    await person.start();
    if (kind === "open") person.client.actions.playNow("house");
    else person.client.actions.join("123456");
    person.refuses(person.last(kind), "table/waiting_for_storage");
    expect(person.state.page.name).toBe("table");
    await person.home.pass(1000);
    expect(person.line.of(kind)).toHaveLength(2);
    person.arrives(asked(), person.last(kind));
    expect(person.state.table?.id).toBe("t1");
  });
});
