import { beforeAll, expect, test } from "vitest";
import type { Effect } from "../src/state";
import { nameOf } from "../src/view/table/people";
import { spoken } from "../src/view/table/live";
import { inEnglish } from "./page";
import { table } from "./world";

beforeAll(inEnglish);

const person = (name: string) => ({ name, avatar: "pig", bot: "", here: true });
const TABLE = table({ chairs: [person("Ann"), person("Ben"), { ...person("bot-7"), avatar: "ox", bot: "greedy" }] });
const effects = (...list: Omit<Effect, "id">[]): Effect[] => list.map((each, i) => ({ ...each, id: i + 1 }));
const doubled = (seat: number, yes: boolean) => ({
  kind: "doubled" as const,
  seat,
  action: { act: "double" as const, yes },
});

test("whoever doubled is told in one line", () => {
  const all = effects({ kind: "landlord", seat: 1 }, doubled(0, true), doubled(1, false), doubled(2, true));
  expect(spoken(all, TABLE)).toBe("Ben is landlord Ann (you): Double Ben: No double Ox bot: Double");
});

test("the last two things are told, and what has no words is none of them", () => {
  const combo = { shape: "solo", length: 1, top: 0 as const, second: null };
  const played = { kind: "played" as const, seat: 0, cards: ["3c"], combo };
  expect(
    spoken(effects({ kind: "landlord", seat: 1 }, played, { kind: "passed", seat: 1 }, { kind: "factor" }), TABLE),
  ).toBe("Ann (you) plays solo: 3 of clubs Ben: Pass");
  expect(spoken([], TABLE)).toBe("");
});

test("people go by their names, bots by their animals", () => {
  expect([0, 1, 2].map((seat) => nameOf(TABLE, seat))).toEqual(["Ann (you)", "Ben", "Ox bot"]);
  expect(nameOf({ ...TABLE, chairs: [null, null, null] }, 1)).toBe("Free chair");
});
