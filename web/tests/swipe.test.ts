import { describe, expect, test } from "vitest";
import { drag, lift, press, reach } from "../src/view/table/swipe";

const FIRST = 1;
const SECOND = 2;
const at = (x: number, y = 0) => ({ x, y });
const start = press(null, FIRST, 3, true, at(100));
const near = (card: number) => (): number => card;

describe("a second finger", () => {
  const swiped = drag(start, FIRST, at(60), near(1));

  test("begins nothing while the first is down", () => {
    expect(press(swiped, SECOND, 9, false, at(300))).toBe(swiped);
  });

  test("neither moves nor ends the swipe of the first", () => {
    expect(drag(swiped, SECOND, at(300), near(9))).toBe(swiped);
    expect(lift(swiped, SECOND)).toBeNull();
    expect(lift(swiped, FIRST)).toBe(swiped);
  });
});

test("a finger that hardly moves presses one card", () => {
  const pressed = drag(start, FIRST, at(106, 5), near(9));
  expect(pressed).toBe(start);
  expect(pressed && lift(pressed, FIRST)?.moved).toBe(false);
});

test("a swipe reaches from where it began to where it is, and back", () => {
  const left = drag(start, FIRST, at(92), near(2));
  expect(left).toMatchObject({ moved: true, on: true });
  expect(left && reach(left)).toEqual([2, 3]);
  const back = drag(left, FIRST, at(100), near(3));
  expect(back).toMatchObject({ moved: true });
  expect(back && reach(back)).toEqual([3, 3]);
  const right = drag(back, FIRST, at(150), near(6));
  expect(right && reach(right)).toEqual([3, 6]);
});

test("a finger that is not down does nothing", () => {
  expect(drag(null, FIRST, at(1), near(1))).toBeNull();
  expect(lift(null, FIRST)).toBeNull();
});
