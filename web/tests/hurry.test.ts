import { beforeEach, expect, test } from "vitest";
import { Hurry } from "../src/view/table/hurry";
import { FakeHome, table, view } from "./world";

let home: FakeHome;
let nudges: number[];
let hurry: Hurry;

beforeEach(() => {
  home = new FakeHome();
  nudges = [];
  hurry = new Hurry({ later: home.later, nudge: () => nudges.push(home.now()) });
});

const TABLE = table({ turn_id: 7 });
const START = 1000;
const clock = (left: number, seats = [0], totalMs = 30000) => ({ seats, endsAt: home.now() + left, totalMs });

test("one nudge, when five seconds are left of the own time", async () => {
  hurry.watch(TABLE, clock(20000), home.now());
  await home.pass(30000);
  expect(nudges).toEqual([START + 15000]);
});

test("no second one when the clock of the same question is set anew, but one for the next", async () => {
  const stop = hurry.watch(TABLE, clock(8000), home.now());
  await home.pass(4000);
  stop();
  hurry.watch(TABLE, clock(4000), home.now());
  await home.pass(6000);
  expect(nudges).toEqual([START + 3000]);
  hurry.watch({ ...TABLE, turn_id: 8 }, clock(6000), home.now());
  await home.pass(1000);
  expect(nudges).toHaveLength(2);
});

test("who comes late is nudged at once, who has answered is not", async () => {
  hurry.watch(TABLE, clock(9000), home.now())();
  await home.pass(9000);
  expect(nudges).toEqual([]);
  hurry.watch(TABLE, clock(2000), home.now());
  await home.pass(0);
  expect(nudges).toEqual([START + 9000]);
});

test("nobody is nudged for another seat, for a short clock, a spectator or the robot", async () => {
  const robot = view();
  const [own, ...others] = robot.seats;
  if (!own) throw new Error("expected a seat");
  hurry.watch(TABLE, null, home.now());
  hurry.watch(TABLE, clock(9000, [1, 2]), home.now());
  hurry.watch(TABLE, clock(900, [0], 1000), home.now());
  hurry.watch(TABLE, clock(0), home.now());
  hurry.watch({ ...TABLE, you: null }, clock(9000), home.now());
  hurry.watch({ ...TABLE, view: { ...robot, seats: [{ ...own, trustee: true }, ...others] } }, clock(9000), home.now());
  await home.pass(30000);
  expect(nudges).toEqual([]);
});
