/** What a combo is made of and is called, read off the notation of its shape, for whatever rule set. */

import { t, type WordKey } from "./i18n";
import type { Combo } from "./protocol";

export interface Kicker {
  /** Cards in a group. */
  size: number;
  /** Groups in all. */
  count: number;
}

export interface Shape {
  /** Cards in a group of the body; 2 for a rocket. */
  body: number;
  /** Groups in the body. */
  length: number;
  kickers: readonly Kicker[];
  /** A run of single cards or pairs (顺子, 连对). */
  chain: boolean;
  /** A run of threes or more (飞机), with kickers or without. */
  plane: boolean;
  /** Also true for a rocket. */
  bomb: boolean;
  rocket: boolean;
  /** How hard a bomb is where wild cards make that differ; else empty. */
  tier: "" | "soft" | "hard" | "pure";
  /** A bomb of so many jokers, not one of each; else 0. */
  jokers: number;
}

const GROUPS: Readonly<Record<string, number>> = { solo: 1, pair: 2, trio: 3, quad: 4 };
const BOMB = /^(\d)(x|j)(?::(soft|hard|pure))?$/;
const BODY = /^(solo|pair|trio|quad|\dx)(\*\d+\.\.\d*)?$/;
const KICKER = /^(\d*)(solo|pair|trio|quad|\dx)\*?$/;

const plain = { kickers: [], chain: false, plane: false, bomb: false, rocket: false, tier: "", jokers: 0 } as const;

/** Read a combo; Error if its shape is in no notation known here. */
export function readShape(combo: Combo): Shape {
  const { shape, length } = combo;
  if (shape === "xX") return { ...plain, body: 2, length: 1, bomb: true, rocket: true };
  const bomb = BOMB.exec(shape);
  if (bomb) {
    const size = Number(bomb[1]);
    const tier = (bomb[3] ?? "") as Shape["tier"];
    return { ...plain, body: size, length: 1, bomb: true, tier, jokers: bomb[2] === "j" ? size : 0 };
  }
  const [first = "", ...rest] = shape.split("+");
  const [, group, run] = BODY.exec(first) ?? [];
  if (!group) throw new Error(`expected a shape such as trio*2..+solo, got ${shape}`);
  const body = groupSize(group);
  const chain = run !== undefined && body < 3 && rest.length === 0;
  return {
    ...plain,
    body,
    length,
    kickers: rest.map((each) => kicker(each, length)),
    chain,
    plane: run !== undefined && !chain,
  };
}

const groupSize = (group: string): number => GROUPS[group] ?? Number.parseInt(group, 10);

function kicker(text: string, length: number): Kicker {
  const [, count, group] = KICKER.exec(text) ?? [];
  if (!group) throw new Error(`expected a kicker such as 2solo, got ${text}`);
  return { size: groupSize(group), count: count ? Number(count) : length };
}

/** Its name in the language of the person, put together from words: 三带单, "airplane with pairs". */
export function comboName(combo: Combo): string {
  const shape = readShape(combo);
  if (shape.rocket) return t("shape.rocket");
  if (shape.jokers) return t("shape.jokers", { n: shape.jokers });
  if (shape.bomb) return bombName(shape);
  const body = shape.chain || shape.plane ? runName(shape) : groupName(shape);
  if (shape.kickers.length === 0) return body;
  return t("shape.with", { body, kickers: shape.kickers.map(kickerName).join(t("shape.and")) });
}

function bombName({ body, tier }: Shape): string {
  const name = body === 4 ? t("shape.bomb") : t("shape.bomb.of", { n: body });
  if (tier === "") return name;
  const tiers: Record<Exclude<Shape["tier"], "">, WordKey> = {
    soft: "shape.bomb.soft",
    hard: "shape.bomb.hard",
    pure: "shape.bomb.pure",
  };
  return t(tiers[tier], { bomb: name });
}

function runName({ body, length }: Shape): string {
  if (body === 1) return t("shape.run", { n: length });
  if (body === 2) return t("shape.run.pairs", { n: length });
  if (body === 3) return t("shape.plane", { n: length });
  return t("shape.run.groups", { n: length, size: body });
}

function groupName({ body, kickers }: Shape): string {
  const alone: readonly WordKey[] = ["shape.solo", "shape.pair", "shape.trio", "shape.quad"];
  if (kickers.length > 0) return countWord(body);
  const key = alone[body - 1];
  return key ? t(key) : t("shape.group", { n: body });
}

function kickerName({ size, count }: Kicker): string {
  const single: readonly WordKey[] = ["shape.kicker.solo", "shape.kicker.pair", "shape.kicker.trio"];
  const many: readonly WordKey[] = ["shape.kickers.solo", "shape.kickers.pair", "shape.kickers.trio"];
  const key = (count === 1 ? single : many)[size - 1] ?? "shape.kickers.group";
  return t(key, { n: countWord(count), size });
}

function countWord(n: number): string {
  const words: readonly WordKey[] = [
    "count.1",
    "count.2",
    "count.3",
    "count.4",
    "count.5",
    "count.6",
    "count.7",
    "count.8",
  ];
  const key = words[n - 1];
  return key ? t(key) : String(n);
}
