import { expect, test } from "vitest";
import type { View } from "../src/protocol";
import { unseen } from "../src/view/table/counter";

const seat = (hand: string[] | null) => ({ cards: 2, hand, shown: 0, doubled: null, trustee: false, plays: 0 });

const VIEW: View = {
  viewer: 0,
  rules: "any",
  seats: [seat(["3c", "X"]), seat(null), seat(null)],
  first: 0,
  marker: null,
  landlord: 1,
  bid: 1,
  grabs: 0,
  bottom: ["Ah", "2s", "x"],
  trick: null,
  history: [
    { fact: "laid", seat: 1, cards: ["Th", "Td", "2s"], combo: { shape: "solo", length: 1, top: 7, second: null } },
    { fact: "laid", seat: 0, cards: ["3d"], combo: { shape: "solo", length: 1, top: 0, second: null } },
  ],
  factors: [],
  choice: null,
  options: null,
  outcome: null,
};

const left = (view: View, packs: number): Record<string, number> =>
  Object.fromEntries(unseen(view, packs).map((each) => [each.rank, each.left]));

test("counts the deck without the own hand and what was played; unplayed bottom cards are still out", () => {
  expect(left(VIEW, 1)).toEqual({
    X: 0,
    x: 1,
    "2": 3,
    A: 4,
    K: 4,
    Q: 4,
    J: 4,
    T: 2,
    "9": 4,
    "8": 4,
    "7": 4,
    "6": 4,
    "5": 4,
    "4": 4,
    "3": 2,
  });
});

test("two packs hold everything twice, and a spectator holds nothing", () => {
  const seen = left({ ...VIEW, viewer: "spectator", seats: [seat(null), seat(null), seat(null)] }, 2);
  expect([seen["X"], seen["x"], seen["3"], seen["T"], seen["A"]]).toEqual([2, 2, 7, 6, 8]);
});

test("goes from the big joker down", () => {
  expect(
    unseen(VIEW, 1)
      .map((each) => each.rank)
      .join(""),
  ).toBe("Xx2AKQJT9876543");
});
