import { beforeEach, describe, expect, test } from "vitest";
import type { FromServer } from "../src/protocol";
import { Connection } from "../src/socket";
import { FakeHome } from "./world";

let home: FakeHome;
let connection: Connection;
let heard: string[];

beforeEach(async () => {
  home = new FakeHome();
  heard = [];
  connection = new Connection(home, {
    frame: (frame: FromServer) => heard.push(frame.type),
    link: (link) => heard.push(link),
    signedOut: () => heard.push("signed out"),
  });
});

async function connected(): Promise<void> {
  connection.start();
  await home.pass(0);
  home.line.welcome();
}

const fill = (cmd_id: string) => ({ type: "fill", cmd_id, table: "t1" }) as const;

describe("a connection", () => {
  test("is made and welcomed", async () => {
    await connected();
    expect(heard).toEqual(["connecting", "welcome"]);
  });

  test("rests where nobody is signed in", async () => {
    home.person = null;
    connection.start();
    await home.pass(60_000);
    connection.wake();
    await home.pass(60_000);
    expect(heard).toEqual(["connecting", "signed out"]);
    expect(home.lines).toHaveLength(0);
  });

  test("is tried again after 0.3 s, then ever more rarely, at least every 5 s", async () => {
    home.reachable = false;
    connection.start();
    await home.pass(60_000);
    const losses = heard.filter((each) => each === "lost").length;
    expect(losses).toBeGreaterThan(12);
    expect(losses).toBeLessThan(20);
    home.reachable = true;
    await home.pass(5_000);
    expect(home.lines).toHaveLength(1);
    home.line.welcome();
    home.line.cut();
    await home.pass(310);
    expect(home.lines).toHaveLength(2);
  });

  test("pings every 10 s and is given up after 20 s of silence", async () => {
    await connected();
    const first = home.line;
    await home.pass(10_000);
    expect(first.of("ping")).toHaveLength(1);
    first.says({ type: "pong", cmd_id: "ping-1" });
    await home.pass(10_000);
    expect(first.closed).toBe(false);
    await home.pass(11_000);
    expect(first.closed).toBe(true);
    expect(home.lines).toHaveLength(2);
    expect(heard).toContain("lost");
  });

  test("that was given up is not listened to any more", async () => {
    await connected();
    const first = home.line;
    first.cut();
    await home.pass(1000);
    heard.length = 0;
    first.says({ type: "pong", cmd_id: "late" });
    expect(heard).toEqual([]);
  });

  test("is made at once when the page wakes up", async () => {
    await connected();
    home.line.cut();
    connection.wake();
    await home.pass(0);
    expect(home.lines).toHaveLength(2);
  });
});

describe("a connection that goes wrong", () => {
  test("at the first question, whether anybody is signed in, is given up after 20 s", async () => {
    const { me } = home;
    home.me = () => new Promise(() => {});
    connection.start();
    await home.pass(19_000);
    home.me = me;
    expect(heard).toEqual(["connecting"]);
    await home.pass(2_000);
    expect(heard).toEqual(["connecting", "lost"]);
    expect(home.lines).toHaveLength(1);
  });

  test("is not made by an answer that comes after it was given up", async () => {
    const { me } = home;
    let late = (): void => {};
    home.me = () => new Promise((done) => (late = () => done({ name: "Ann", avatar: "ox" })));
    connection.start();
    await home.pass(19_000);
    home.me = me;
    await home.pass(2_000);
    late();
    await home.pass(0);
    expect(home.lines).toHaveLength(1);
  });

  test("by a goodbye is made again, ever more rarely if there is one each time", async () => {
    await connected();
    const waits: number[] = [];
    for (let i = 0; i < 6; i += 1) {
      const before = home.now();
      const lines = home.lines.length;
      home.line.says({ type: "bye", code: "limit/too_many" });
      expect(home.lines.at(-1)?.closed).toBe(true);
      while (home.lines.length === lines) await home.pass(10);
      waits.push(home.now() - before);
      home.line.welcome();
    }
    expect(waits).toEqual([300, 600, 1200, 2400, 4800, 5000]);
  });

  test("by a goodbye after a good while is made again soon", async () => {
    home.reachable = false;
    connection.start();
    await home.pass(20_000);
    home.reachable = true;
    await home.pass(5_000);
    home.line.welcome();
    await home.pass(12_000);
    home.line.says({ type: "bye", code: "socket/server_stopping" });
    await home.pass(310);
    expect(home.lines).toHaveLength(2);
  });
});

describe("what waits for the storage", () => {
  const refuse = (cmd_id: string): void =>
    home.line.says({ type: "refused", cmd_id, code: "table/waiting_for_storage" });
  const sent = (): string[] => home.line.of("fill").map((each) => each.cmd_id);

  test("is asked again after a second, and nobody hears of it", async () => {
    await connected();
    heard.length = 0;
    connection.send(fill("a"));
    refuse("a");
    await home.pass(999);
    expect(sent()).toEqual(["a"]);
    await home.pass(1);
    expect(sent()).toEqual(["a", "a"]);
    refuse("a");
    await home.pass(1000);
    expect(sent()).toEqual(["a", "a", "a"]);
    home.line.says({ type: "ack", cmd_id: "a", table: "t1", own: null });
    await home.pass(5000);
    expect(sent()).toHaveLength(3);
    expect(heard).toEqual(["ack"]);
  });

  test("is asked again as soon as the table goes on, once", async () => {
    await connected();
    for (const each of ["a", "b"]) connection.send(fill(each));
    refuse("a");
    refuse("b");
    home.line.says({ type: "waiting", table: "t1", waiting: true });
    expect(sent()).toEqual(["a", "b"]);
    home.line.says({ type: "waiting", table: "t1", waiting: false });
    expect(sent()).toEqual(["a", "b", "a", "b"]);
    await home.pass(5000);
    expect(sent()).toHaveLength(4);
  });

  test("is asked again once by a new connection", async () => {
    await connected();
    connection.send(fill("a"));
    await home.pass(500);
    refuse("a");
    home.line.cut();
    await home.pass(400);
    home.line.welcome();
    await home.pass(3000);
    expect(sent()).toEqual(["a"]);
  });

  test("is told to who does not wait for an answer to be kept", async () => {
    await connected();
    heard.length = 0;
    connection.now(fill("a"));
    refuse("a");
    expect(heard).toEqual(["refused"]);
    connection.send(fill("b"));
    refuse("b");
    connection.forget("b");
    await home.pass(3000);
    expect(sent()).toEqual(["a", "b"]);
  });
});

describe("what was sent", () => {
  test("waits for a connection", async () => {
    connection.send(fill("a"));
    await connected();
    expect(home.line.got).toEqual([fill("a")]);
  });

  test("is sent again with the same cmd_id until it is answered, in the same order", async () => {
    await connected();
    for (const each of ["a", "b", "c", "d"]) connection.send(fill(each));
    home.line.says({ type: "ack", cmd_id: "b", table: "t1", own: null });
    home.line.says({ type: "refused", cmd_id: "c", code: "table/busy" });
    home.line.cut();
    await home.pass(1000);
    expect(home.line.got).toEqual([]);
    home.line.welcome();
    expect(home.line.got).toEqual([fill("a"), fill("d")]);
    home.line.says({ type: "ack", cmd_id: "a", table: "t1", own: null });
    home.line.says({ type: "ack", cmd_id: "d", table: "t1", own: null });
    home.line.cut();
    await home.pass(1000);
    home.line.welcome();
    expect(home.line.got).toEqual([]);
  });

  test("for the moment only, or forgotten, is not sent again", async () => {
    await connected();
    connection.now(fill("a"));
    connection.send(fill("b"));
    connection.forget("b");
    home.line.cut();
    await home.pass(1000);
    home.line.welcome();
    expect(home.line.got).toEqual([]);
  });
});
