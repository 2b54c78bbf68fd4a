import { beforeAll, describe, expect, test } from "vitest";
import type { Factor, Outcome, View } from "../src/protocol";
import { shareOf, stakeOf } from "../src/view/table/factors";
import { all, inEnglish, page, stateAt, text } from "./page";
import { view } from "./world";

beforeAll(inEnglish);

/** The example of docs/variants/happy_3p.md: a unit of 16; the landlord doubled, peasant A too, peasant B did not. */
const FACTORS: Factor[] = [
  { name: "base", value: 1, times: 1 },
  { name: "grab", value: 2, times: 2 },
  { name: "show", value: 2, times: 1 },
  { name: "4x", value: 2, times: 1 },
];
const SCORES = [96, 64, 32];

function doubling(choices: readonly (boolean | null)[], more: Partial<View> = {}): View {
  const at = view(undefined, { landlord: 0, factors: FACTORS, ...more });
  return { ...at, seats: at.seats.map((seat, i) => ({ ...seat, doubled: choices[i] ?? null })) };
}

const settled = (doubled: number[], points: number[]): Outcome => ({
  kind: "settled",
  points,
  system: 0,
  landlord: 0,
  winner: 0,
  factors: FACTORS,
  doubled,
});

const DOUBLED = doubling([true, true, false]);

describe("what is at stake for a seat", () => {
  test.each([0, 1, 2])("is its score once all have chosen to double or not: seat %i", (seat) => {
    expect(stakeOf(DOUBLED, seat)).toBe(SCORES[seat]);
  });

  test("is the unit before that, and where nobody can double", () => {
    for (const seat of [0, 1, 2]) expect(stakeOf(doubling([null, null, null]), seat)).toBe(16);
    expect(shareOf(doubling([true, true, false], { landlord: null }), 0)).toBeNull();
  });

  test("who may not double has a share all the same", () => {
    expect([0, 1, 2].map((seat) => stakeOf(doubling([null, true, null]), seat))).toEqual([48, 32, 16]);
  });

  test("is what the outcome says, by whatever doubling multiplies", () => {
    const over = doubling([true, true, false], { factors: [], outcome: settled([3, 3, 1], [192, -144, -48]) });
    expect([0, 1, 2].map((seat) => stakeOf(over, seat))).toEqual([192, 144, 48]);
  });
});

/** Lines of the sum for a seat, shared and own; every line as it reads. */
function receipt(you: number | null, at: View): string[][] {
  const html = page(stateAt({ stage: "between", you, view: at }));
  const lists = all(html, "dl").filter((each) => /class="(lines|share)/.test(each));
  return lists.map((list) => all(list, "div").map(text));
}

describe("the receipt", () => {
  const over = { ...DOUBLED, outcome: settled([2, 2, 1], [96, -64, -32]) };
  const shared = ["Base 1", "Grabs 2 2 ×4", "Open hand ×2", "bomb ×2", "For everyone 16"];

  test.each([
    [0, ["Landlord doubled ×2", "Peasants together 2 + 1 ×3", "For x (you) 96"]],
    [1, ["Landlord doubled ×2", "x (you) doubled ×2", "For x (you) 64"]],
    [2, ["Landlord doubled ×2", "For x (you) 32"]],
    [null, ["Landlord doubled ×2", "Peasants together 2 + 1 ×3", "For x 96"]],
  ])("of seat %s adds up to its score", (seat, own) => {
    expect(receipt(seat, over)).toEqual([shared, own]);
  });

  test("ends with the unit where nobody doubled for or against the seat", () => {
    const unit = [[...shared.slice(0, -1), "In all 16"]];
    expect(receipt(1, { ...doubling([false, false, true]), outcome: settled([1, 1, 2], [48, -16, -32]) })).toEqual(
      unit,
    );
    expect(receipt(0, { ...doubling([]), outcome: settled([1, 1, 1], [32, -16, -16]) })).toEqual(unit);
  });
});

test("the tag at the table says what is at stake for the own seat", () => {
  const tag = (at: View): string => /Stakes now ×\d+/.exec(page(stateAt({ view: at, you: 1 })))?.[0] ?? "";
  expect(tag(doubling([null, null, null]))).toBe("Stakes now ×16");
  expect(tag(DOUBLED)).toBe("Stakes now ×64");
});
