import { beforeAll, describe, expect, test } from "vitest";
import type { Options, View } from "../src/protocol";
import { all, inEnglish, page, stateAt, text } from "./page";
import { PLAY, asked, view } from "./world";

beforeAll(inEnglish);

const button = (html: string, name: string): string => all(html, "button").find((each) => text(each) === name) ?? "";

describe("the buttons of a turn", () => {
  const turn = asked();

  test("when nothing beats, only pass can be pressed", () => {
    const html = page(stateAt(turn, { hint: { list: [], at: -1 } }));
    expect(button(html, "Pass")).toMatch(/class="btn[^"]* primary/);
    expect(button(html, "Pass")).not.toContain("disabled");
    expect(button(html, "Hint")).toContain(" disabled");
    expect(button(html, "Play")).toContain('aria-disabled="true"');
  });

  test("as long as something may beat, there are hints", () => {
    expect(button(page(stateAt(turn)), "Hint")).not.toContain("disabled");
    expect(button(page(stateAt(turn, { hint: { list: [["3c"]], at: -1 } })), "Hint")).not.toContain("disabled");
  });

  const combo = (top: 0 | 1) => ({ shape: "trio*2..+solo", length: 2, top, second: null });
  const list = [combo(0), combo(1)].map((each) => ({ combo: each, fits: true }));

  test.each([
    [1, null, ["-1", "0"]],
    [null, null, ["0", "-1"]],
    [null, 1, ["-1", "0"]],
  ])("one of the readings is reached by Tab: chosen %s, default %s", (chosen, standard, expected) => {
    const readings = { cards: ["3c"], list, default: standard };
    const html = page(stateAt(turn, { selected: ["3c"], readings, chosen }));
    const radios = all(html, "button").filter((each) => each.includes('role="radio"'));
    expect(radios.map((each) => /tabindex="(-?\d)"/.exec(each)?.[1])).toEqual(expected);
  });
});

test("who plays elsewhere is told in a modal alert", () => {
  const dialog = all(page(stateAt({}, { elsewhere: true })), "dialog")[0] ?? "";
  expect(dialog).toContain('role="alertdialog"');
  expect(dialog).toContain('aria-modal="true"');
  const title = /aria-labelledby="([^"]*)"/.exec(dialog)?.[1];
  expect(dialog).toContain(`<h2 id="${title}"`);
  expect(all(dialog, "button").map(text)).toEqual(["To the lobby", "Play here"]);
});

describe("Chinese characters are marked as such", () => {
  const CHINESE = /\p{Script=Han}/u;
  const unmarked = (html: string): string[] =>
    all(html, "span")
      .concat(all(html, "th"))
      .filter((each) => CHINESE.test(text(each)) && !each.includes('lang="zh-Hans"'));

  test("at the table, and its labels in the language of the page are not", () => {
    const html = page(stateAt({}));
    expect(text(html)).toMatch(CHINESE);
    expect(unmarked(html)).toEqual([]);
    expect(all(html, "th").map(text).join(" ")).toBe("王 小 2 A K Q J 10 9 8 7 6 5 4 3");
  });

  test("on the receipt", () => {
    const outcome = { kind: "settled", points: [2, -1, -1], system: 0, landlord: 0, winner: 0, factors: [] } as const;
    const over = view([], { outcome: { ...outcome, points: [2, -1, -1], factors: [], doubled: [1, 1, 1] } });
    const html = page(stateAt({ stage: "between", view: over }));
    expect(text(html)).toContain("胜");
    expect(unmarked(html)).toEqual([]);
    for (const [tag] of html.matchAll(/<[^>]* lang="zh-Hans"[^>]*>/g)) expect(tag).not.toContain("aria-label");
  });
});

test("a phase without cards has its own buttons", () => {
  const options: Options = { ...PLAY, phase: "bid", lay: false, acts: [{ act: "bid", value: 0 }] };
  const at: View = view(undefined, { options, landlord: null });
  const html = page(stateAt({ view: at, turn_id: 1 }));
  expect(button(html, "No bid")).not.toBe("");
  expect(button(html, "Hint")).toBe("");
});
