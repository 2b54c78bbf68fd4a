import { describe, expect, test } from "vitest";
import { RATIO, cardAt, layHand, placeOf } from "../src/view/table/layout";

/** Inner widths and heights of the screens the table is made for. */
const SCREENS = [
  [308, 568],
  [348, 640],
  [651, 375],
  [732, 1024],
  [960, 800],
] as const;
const COUNTS = [1, 2, 9, 10, 11, 17, 20, 33, 40];

describe.each(SCREENS)("a hand on a screen %i wide and %i high", (width, screen) => {
  test.each(COUNTS)("of %i cards lies inside, every card by 28 pixels or more", (count) => {
    const hand = layHand(count, width, Math.max(54, Math.min(112, screen * 0.163)), screen);
    expect(hand.spots).toHaveLength(count);
    for (const spot of hand.spots) {
      expect(spot.x).toBeGreaterThanOrEqual(-0.01);
      expect(spot.x + hand.card).toBeLessThanOrEqual(width + 0.01);
      expect(spot.y + hand.card * RATIO).toBeLessThanOrEqual(hand.height + 0.01);
      expect(spot.visibleWidth).toBeGreaterThanOrEqual(28 - 0.01);
    }
  });

  test("has at most ten cards in a row where it is narrow", () => {
    const rows = new Map<number, number>();
    for (const spot of layHand(40, width, 60, screen).spots) rows.set(spot.row, (rows.get(spot.row) ?? 0) + 1);
    if (width < 480) expect(Math.max(...rows.values())).toBeLessThanOrEqual(10);
  });

  test.each(COUNTS)("of %i cards gives every card where its middle is pressed", (count) => {
    const hand = layHand(count, width, 60, screen);
    hand.spots.forEach((spot, i) => {
      const found = cardAt(hand, spot.x + spot.visibleWidth / 2, spot.y + spot.visibleHeight / 2, () => false);
      expect(found).toBe(i);
    });
  });
});

test("a raised card is found where it is, and nothing beside the hand", () => {
  const hand = layHand(5, 348, 60, 640);
  const third = hand.spots[2];
  if (!third) throw new Error("expected five cards");
  const above = third.y - 4;
  expect(cardAt(hand, third.x + 3, above, () => false)).toBe(-1);
  expect(cardAt(hand, third.x + 3, above, (i) => i === 2)).toBe(2);
});

test("the next seat to play sits at the right hand, whoever looks", () => {
  expect([0, 1, 2].map((seat) => placeOf(seat, 0, 3))).toEqual(["me", "right", "left"]);
  expect([0, 1, 2].map((seat) => placeOf(seat, 2, 3))).toEqual(["right", "left", "me"]);
  expect([0, 1].map((seat) => placeOf(seat, 1, 2))).toEqual(["top", "me"]);
  expect([0, 1, 2, 3].map((seat) => placeOf(seat, 0, 4))).toEqual(["me", "right", "top", "left"]);
});
