import { describe, expect, test, vi } from "vitest";
import { named, preferred, setLang, t } from "../src/i18n";
import { en } from "../src/i18n/en";
import { zhHans } from "../src/i18n/zh-Hans";
import schema from "../src/protocol.schema.json";

const places = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "").sort();

describe("words", () => {
  test("both languages have the same keys, and none is empty", () => {
    expect(Object.keys(en).sort()).toEqual(Object.keys(zhHans).sort());
    for (const [key, text] of [...Object.entries(en), ...Object.entries(zhHans)]) expect(text.trim(), key).not.toBe("");
  });

  test("a translation names no place that zh-Hans does not have", () => {
    const keys = Object.keys(en) as (keyof typeof en)[];
    const spare = ["shape.run", "shape.run.pairs", "shape.run.groups", "shape.plane"];
    for (const key of keys.filter((each) => !spare.includes(each))) {
      expect(places(zhHans[key]), key).toEqual(expect.arrayContaining(places(en[key])));
    }
  });

  test("every code of the server is told in words", () => {
    const codes = schema.$defs.Refused.properties.code.enum;
    expect(codes.length).toBeGreaterThan(20);
    for (const code of codes) expect(zhHans).toHaveProperty([`code.${code}`]);
  });

  test("parameters are filled in, in the language of now", () => {
    vi.stubGlobal("document", { documentElement: {} });
    vi.stubGlobal("localStorage", { setItem: () => {} });
    setLang("en");
    expect(t("shape.run", { n: 5 })).toBe("run of 5");
    expect(named({ "zh-Hans": "本桌", en: "Ours" })).toBe("Ours");
    setLang("zh-Hans");
    expect(t("shape.run", { n: 5 })).toBe("顺子");
    expect(named({ "zh-Hans": "本桌", en: "Ours" })).toBe("本桌");
  });
});

test.each([
  ["en", ["zh-CN"], "en"],
  [null, ["fr", "zh-TW", "en"], "zh-Hans"],
  [null, ["en-GB", "zh"], "en"],
  ["xx", ["fr"], "en"],
] as const)("chosen before %s, browser %s", (stored, browser, lang) => expect(preferred(stored, browser)).toBe(lang));
