/** States to look at, made by hand: every page and every moment of a table. */

import type { Combo, GameInfo, Options, SeatView, TableView, View } from "../protocol";
import { type Effect, type Said, type State, initial } from "../state";
import { sorted } from "../cards";

const cards = (text: string): string[] => text.split(" ").filter(Boolean);
const combo = (shape: string, length: number, top: number): Combo => ({ shape, length, top: top as Combo["top"], second: null });

const HAND = sorted(cards("3c 4d 4h 5s 6c 7h 8d 9s Th Td Jc Qh Qs Kc As 2d x"));
const LANDLORD = sorted([...HAND, ...cards("3h Ks X")]);
const ACROSS = sorted(cards("3d 5c 5h 6d 6s 7c 8c 8h 9d Ts Jh Jd Qd Kd Ad 2c 2s"));

const game = (id: string, zh: string, en: string): GameInfo => ({
  id, digest: "", name: { "zh-Hans": zh, en }, seats: 3, packs: 1, hand: 17, bottom: 3, first: "random", shapes: [], bombs: ["4x", "xX"],
});
const GAMES = [
  game("happy_3p", "欢乐斗地主", "Happy Dou Dizhu"),
  game("pagat_3p", "三人斗地主（轮叫）", "Three-Player Dou Dizhu, Bidding Rounds"),
  game("qq_3p", "QQ 斗地主", "QQ Dou Dizhu"),
];

const seat = (count: number, hand: string[] | null = null, more: Partial<SeatView> = {}): SeatView => ({
  cards: count, hand, shown: 0, doubled: null, trustee: false, plays: 0, ...more,
});

const ask = (phase: Options["phase"], acts: Options["acts"], more: Partial<Options> = {}): Options => ({
  phase, acts, lay: false, to_beat: null, show: 0, awaited: true, deadline: phase, ...more,
});

const VIEW: View = {
  viewer: 0, rules: "happy_3p", seats: [seat(17, HAND), seat(17), seat(17)], first: 0, marker: null, landlord: null,
  bid: 0, grabs: 0, bottom: null, trick: null, history: [], factors: [{ name: "init", value: 1, times: 1 }], choice: null, options: null, outcome: null,
};

const TABLE: TableView = {
  id: "t1", code: "482913", rules: "happy_3p", you: 0, owner: 0,
  chairs: [
    { name: "小满", avatar: "dragon", bot: "", here: true },
    { name: "王二", avatar: "ox", bot: "greedy", here: true },
    { name: "阿莲同学真的很长", avatar: "rabbit", bot: "", here: true },
  ],
  stage: "playing", deal: 0, points: [12, -4, -8], ready: [false, false, false], redeals: 0, commitment: "c2VhbA==", own_bytes: null,
  seat_bytes: null, view: VIEW, fair: null, turn_id: 1, clock: null,
};

const BASE: State = {
  ...initial, link: "open", signedIn: true, me: { name: "小满", avatar: "dragon" }, games: GAMES, page: { name: "table", code: "482913" },
  said: [null, null, null],
};

const clock = (seats: number[], left: number, total = 30000): State["clock"] => ({ seats, endsAt: performance.now() + left, totalMs: total });

function at(view: Partial<View>, more: Partial<State> = {}, table: Partial<TableView> = {}): State {
  return { ...BASE, table: { ...TABLE, ...table, view: { ...VIEW, ...view } }, ...more };
}

const FACTORS = [{ name: "base", value: 1, times: 1 }, { name: "grab", value: 2, times: 2 }, { name: "show", value: 2, times: 1 }];
const PLAYING: Partial<View> = {
  landlord: 0, bottom: cards("3h Ks X"), seats: [seat(20, LANDLORD), seat(17), seat(17)], factors: FACTORS,
};
const lay = (text: string, of: Combo): Said => ({ kind: "lay", cards: cards(text), combo: of });

const PLANE = lay("6h 6d 6s 7d 7s 7c 3d 4s", combo("trio*2..+solo", 2, 4));
const RUN = lay("3s 4c 5d 6h 7c 8s 9h", combo("solo*5..", 7, 6));
const following = (said: Said & { kind: "lay" }, by: number): Partial<View> => ({
  ...PLAYING,
  landlord: by, seats: [seat(17, HAND), seat(by === 1 ? 12 : 17, null, { doubled: true }), seat(2, null, { trustee: true })],
  trick: { seat: by, laid: { fact: "laid", seat: by, cards: [...said.cards], combo: said.combo }, passes: 0 },
  history: [{ fact: "laid", seat: by, cards: [...said.cards], combo: said.combo }],
  options: ask("play", [{ act: "pass" }], { lay: true, to_beat: said.combo }),
});

const OUTCOME = {
  kind: "settled" as const, points: [256, -128, -128], system: 0, landlord: 0, winner: 0,
  factors: [...FACTORS, { name: "4x", value: 2, times: 2 }, { name: "spring", value: 2, times: 1 }], doubled: [2, 1, 1],
};
const done = (points: number[], landlord: number): State =>
  at(
    { ...PLAYING, landlord, outcome: { ...OUTCOME, points, landlord, winner: points[0]! > 0 ? 0 : 1 }, seats: [seat(points[0]! > 0 ? 0 : 7, points[0]! > 0 ? [] : HAND.slice(0, 7), { doubled: true }), seat(points[0]! > 0 ? 12 : 0, points[0]! > 0 ? ACROSS.slice(0, 12) : [], { doubled: false }), seat(5, cards("3s 4s 4c 9c Kh"), { trustee: true, doubled: false })] },
    { fairness: { deal: 0, result: points[0]! > 0 ? "ok" : "bad", ...(points[0]! > 0 ? {} : { detail: "fair.bad.deck" as const }) } },
    {
      stage: "between", deal: 1, points: points.map((each, i) => each + (TABLE.points[i] ?? 0)),
      fair: { deal: 0, commitment: "q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA=", secret: "ASNFZ4mrze8BI0VniavN7wEjRWeJq83vASNFZ4mrze8=", seat_bytes: ["3q2+796tvu8=", "", ""], first: 0, rotated: false },
    },
  );

const effect = (kind: Effect["kind"], more: Partial<Effect> = {}): Effect => ({ id: 2, kind, ...more });

export interface Mock {
  state: State;
  /** Effects that come a moment after the page stands. */
  then?: Effect[];
}

const two = (text: string): string[] => cards(text).map((card) => `${card}'`);

export const MOCKS: Readonly<Record<string, () => Mock>> = {
  lobby: () => ({ state: { ...BASE, page: { name: "lobby" } } }),
  newcomer: () => ({ state: { ...BASE, me: null, signedIn: false, page: { name: "lobby" } } }),
  resume: () => ({ state: { ...BASE, page: { name: "lobby" }, tables: [{ table: "t1", code: "482913", rules: "happy_3p" }] } }),
  join: () => ({ state: { ...BASE, me: null, signedIn: false, page: { name: "join", code: "482913" } } }),
  gathering: () => ({ state: at({}, {}, { stage: "gathering", view: null, chairs: [TABLE.chairs[0] ?? null, null, TABLE.chairs[2] ?? null], ready: [false, false, true], points: [0, 0, 0] }) }),
  deal: () => ({ state: at({ seats: [seat(8, HAND.slice(0, 8)), seat(8), seat(8)], options: ask("deal", [{ act: "show", yes: true }], { show: 4, awaited: false }) }) }),
  bid: () => ({ state: at({ rules: "qq_3p", options: ask("bid", [0, 1, 2, 3].map((value) => ({ act: "bid" as const, value }))) }, { clock: clock([0], 11000, 15000) }) }),
  auction: () => ({
    state: at(
      { options: ask("grab", [{ act: "grab", yes: true }, { act: "grab", yes: false }]), factors: [{ name: "grab", value: 2, times: 1 }] },
      { clock: clock([0], 11000, 15000), said: [null, { kind: "word", action: { act: "call", yes: true } }, { kind: "word", action: { act: "grab", yes: false } }] },
    ),
  }),
  show: () => ({ state: at({ ...PLAYING, factors: [{ name: "base", value: 1, times: 1 }], options: ask("show", [{ act: "show", yes: true }, { act: "show", yes: false }], { show: 2 }) }, { clock: clock([0], 8000, 10000) }) }),
  double: () => ({ state: at({ ...PLAYING, seats: [seat(20, LANDLORD), seat(17), seat(17, ACROSS, { shown: 2 })], options: ask("double", [{ act: "double", yes: true }, { act: "double", yes: false }]) }, { clock: clock([0, 1, 2], 7000, 10000) }) }),
  leading: () => ({ state: at({ ...PLAYING, options: ask("play", [], { lay: true }) }, { clock: clock([0], 24000), selected: cards("3c 3h"), readings: { cards: cards("3c 3h"), list: [{ combo: combo("pair", 1, 0), fits: true }], default: 0 } }) }),
  following: () => ({
    state: at(following(RUN as Said & { kind: "lay" }, 1), {
      clock: clock([0], 4200), said: [null, RUN, { kind: "pass" }], selected: cards("4d 5s 6c 7h 8d 9s Td"),
      readings: { cards: cards("4d 5s 6c 7h 8d 9s Td"), list: [{ combo: combo("solo*5..", 7, 7), fits: true }], default: 0 },
    }),
  }),
  readings: () => ({
    state: at(following(PLANE as Said & { kind: "lay" }, 2), {
      clock: clock([0], 15000), said: [null, null, PLANE], selected: cards("Qh Qs 4d 4h"),
      readings: { cards: cards("Qh Qs 4d 4h"), list: [{ combo: combo("trio*2..+solo", 2, 9), fits: true }, { combo: combo("trio*2..", 2, 4), fits: true }], default: 0 },
    }),
  }),
  nothing: () => ({ state: at(following(PLANE as Said & { kind: "lay" }, 1), { clock: clock([0], 15000), said: [null, PLANE, { kind: "pass" }], hint: { list: [], at: -1 } }) }),
  open: () => ({ state: at({ ...PLAYING, landlord: 2, seats: [seat(17, HAND), seat(10), seat(17, ACROSS, { shown: 2 })], factors: FACTORS, options: null }, { clock: clock([2], 21000), said: [RUN, { kind: "pass" }, null] }) }),
  bomb: () => {
    const bomb = lay("9s 9h 9d 9c", combo("4x", 1, 6));
    return { state: at({ ...following(bomb as Said & { kind: "lay" }, 2), options: null }, { clock: clock([0], 28000), said: [{ kind: "pass" }, RUN, bomb] }), then: [effect("bomb", { seat: 2 }), effect("factor", { id: 3, times: 2 })] };
  },
  rocket: () => {
    const rocket = lay("x X", combo("xX", 1, 14));
    return { state: at({ ...PLAYING, seats: [seat(4, HAND.slice(0, 4)), seat(1), seat(12)], options: null, trick: { seat: 0, laid: { fact: "laid", seat: 0, cards: cards("x X"), combo: combo("xX", 1, 14) }, passes: 0 } }, { said: [rocket, null, null], clock: clock([1], 20000) }), then: [effect("rocket", { seat: 0 }), effect("factor", { id: 3, times: 2 })] };
  },
  spring: () => ({ state: at({ ...PLAYING, seats: [seat(0, []), seat(17), seat(17)] }, { said: [RUN, null, null] }), then: [effect("spring", { seat: 0, times: 2 })] }),
  win: () => ({ state: done([256, -128, -128], 0) }),
  lose: () => ({ state: done([-256, 128, 128], 0) }),
  redeal: () => ({ state: at({ outcome: { ...OUTCOME, kind: "redeal", points: [0, 0, 0], landlord: null, winner: null, factors: [] }, seats: [seat(17, HAND), seat(17, ACROSS), seat(17, ACROSS.slice())] }, {}, { stage: "between", deal: 1, ready: [true, true, true] }), then: [effect("redeal")] }),
  trustee: () => ({ state: at({ ...PLAYING, seats: [seat(20, LANDLORD, { trustee: true }), seat(17), seat(17)], options: ask("play", [], { lay: true }) }, { clock: clock([0], 900, 1000) }) }),
  elsewhere: () => ({ state: at({ ...PLAYING }, { elsewhere: true }) }),
  spectator: () => ({ state: at({ ...PLAYING, viewer: "spectator", seats: [seat(20), seat(17), seat(15)], options: null }, { said: [null, RUN, { kind: "pass" }], clock: clock([0], 20000) }, { you: null }) }),
  lost: () => ({ state: at({ ...PLAYING, options: ask("play", [], { lay: true }) }, { link: "lost", clock: clock([0], 20000) }) }),
  storage: () => ({ state: at({ ...PLAYING }, { waiting: true, notice: { id: 1, key: "code.play/does_not_beat" } }) }),
  four: () => ({
    state: at(
      { ...PLAYING, seats: [seat(33, sorted([...LANDLORD, ...two("3c 4d 4h 5s 6c 7h 8d 9s Th Td Jc Qh Qs")])), seat(25), seat(25), seat(25)], bottom: cards("3h Ks X 3d 4c 5d 6h 7c"), options: ask("play", [], { lay: true }) },
      { said: [null, RUN, { kind: "pass" }, null], clock: clock([0], 20000), games: GAMES.map((each) => ({ ...each, packs: 2, bottom: 8, seats: 4 })) },
      { chairs: [...TABLE.chairs, { name: "老四", avatar: "pig", bot: "", here: false }], points: [0, 0, 0, 0], ready: [false, false, false, false] },
    ),
  }),
  forty: () => ({
    state: at(
      { ...PLAYING, seats: [seat(40, sorted([...LANDLORD, ...two(LANDLORD.join(" "))])), seat(25), seat(25), seat(25), seat(25)], bottom: cards("3h Ks X 3d 4c 5d 6h 7c"), options: ask("play", [], { lay: true }) },
      { said: [null, RUN, { kind: "pass" }, null, null], clock: clock([0], 20000), games: GAMES.map((each) => ({ ...each, packs: 2, bottom: 8, seats: 5 })) },
      { chairs: [...TABLE.chairs, { name: "老四", avatar: "pig", bot: "", here: false }, { name: "五妹", avatar: "goat", bot: "", here: true }], points: [0, 0, 0, 0, 0], ready: [false, false, false, false, false] },
    ),
  }),
};
