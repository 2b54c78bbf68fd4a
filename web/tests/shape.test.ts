import { beforeAll, describe, expect, test, vi } from "vitest";
import { setLang } from "../src/i18n";
import type { Combo } from "../src/protocol";
import { comboName, readShape } from "../src/shape";

const combo = (shape: string, length = 1): Combo => ({ shape, length, top: 0, second: null });

beforeAll(() => {
  vi.stubGlobal("document", { documentElement: {} });
  vi.stubGlobal("localStorage", { setItem: () => {} });
});

// Notation: docs/rule-files.md, "Shapes".
describe("reading a shape", () => {
  test.each([
    ["solo", 1, { body: 1, chain: false, plane: false, bomb: false }],
    ["solo*5..", 7, { body: 1, length: 7, chain: true, plane: false }],
    ["pair*3..8", 3, { body: 2, chain: true }],
    ["trio*2..", 2, { body: 3, chain: false, plane: true, kickers: [] }],
    ["trio*2..+solo", 3, { plane: true, kickers: [{ size: 1, count: 3 }] }],
    ["trio+pair", 1, { body: 3, plane: false, kickers: [{ size: 2, count: 1 }] }],
    ["quad+2pair", 1, { body: 4, bomb: false, kickers: [{ size: 2, count: 2 }] }],
    [
      "quad*2..+trio*+pair",
      2,
      {
        body: 4,
        plane: true,
        kickers: [
          { size: 3, count: 2 },
          { size: 2, count: 2 },
        ],
      },
    ],
    ["5x*2..", 2, { body: 5, plane: true, bomb: false }],
    ["4x", 1, { body: 4, bomb: true, rocket: false, tier: "" }],
    ["6x:soft", 1, { body: 6, bomb: true, tier: "soft" }],
    ["xX", 1, { bomb: true, rocket: true, body: 2 }],
    ["3j", 1, { bomb: true, rocket: false, jokers: 3 }],
  ])("%s", (shape, length, expected) => expect(readShape(combo(shape, length))).toMatchObject(expected));

  test("of an unknown notation is an error", () => {
    expect(() => readShape(combo("duo"))).toThrow("duo");
    expect(() => readShape(combo("trio+duo"))).toThrow("duo");
  });
});

describe("names", () => {
  test.each([
    ["trio+solo", 1, "三带单", "three with a solo"],
    ["trio*2..+pair", 2, "飞机带两对", "airplane with two pairs"],
    ["quad+2solo", 1, "四带两单", "four with two solos"],
    ["pair*3..", 4, "连对", "run of 4 pairs"],
    ["solo*5..", 6, "顺子", "run of 6"],
    ["4x:hard", 1, "硬炸弹", "hard bomb"],
    ["8x", 1, "8张炸弹", "bomb of 8"],
    ["xX", 1, "王炸", "rocket"],
  ])("%s", (shape, length, zh, en) => {
    setLang("zh-Hans");
    expect(comboName(combo(shape, length))).toBe(zh);
    setLang("en");
    expect(comboName(combo(shape, length))).toBe(en);
  });
});
