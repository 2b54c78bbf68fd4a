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
