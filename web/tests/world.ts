/** A server, a browser and a clock that only do what a test tells them. */

import type { Home } from "../src/client";
import { fromBase64 } from "../src/bytes";
import type { Code, FromClient, FromServer, GameInfo, Options, Person, TableView, View } from "../src/protocol";
import type { LineEvents } from "../src/socket";

export const ME: Person = { name: "Ann", avatar: "ox" };
export const GAME: GameInfo = {
  id: "house",
  digest: "",
  name: { en: "House" },
  seats: 3,
  packs: 1,
  hand: 17,
  bottom: 3,
  first: "random",
  shapes: ["solo", "pair"],
  bombs: ["4x", "xX"],
};

/** One connection as the server sees it. */
export class FakeLine {
  readonly got: FromClient[] = [];
  closed = false;

  constructor(readonly events: LineEvents) {}

  send(text: string): void {
    if (this.closed) throw new Error("expected no frame on a closed line");
    this.got.push(JSON.parse(text) as FromClient);
  }

  close(): void {
    this.closed = true;
  }

  /** The server says something. */
  says(frame: FromServer): void {
    this.events.text(JSON.stringify(frame));
  }

  welcome(): void {
    this.says({ type: "welcome", protocol: 1, me: ME, games: [GAME], tables: [] });
  }

  /** The link is cut. */
  cut(): void {
    this.closed = true;
    this.events.closed();
  }

  /** Frames of one kind, pings aside. */
  of<K extends FromClient["type"]>(kind: K): Extract<FromClient, { type: K }>[] {
    return this.got.filter((frame) => frame.type === kind) as Extract<FromClient, { type: K }>[];
  }
}

export class FakeHome implements Home {
  readonly lines: FakeLine[] = [];
  readonly kept = new Map<string, string>();
  /** The addresses the person went through after the first, which is the lobby. */
  readonly addresses: (string | null)[] = [];
  readonly guests: [string, string][] = [];
  person: Person | null = ME;
  reachable = true;
  guestAnswer: Person | Code = ME;
  #now = 1000;
  #timers: { at: number; run: () => void }[] = [];
  #drawn = 0;

  get line(): FakeLine {
    const last = this.lines.at(-1);
    if (!last) throw new Error("expected a connection");
    return last;
  }

  now = (): number => this.#now;
  random = (): number => 0.999;
  later = (ms: number, run: () => void): (() => void) => {
    const timer = { at: this.#now + ms, run };
    this.#timers.push(timer);
    return () => (this.#timers = this.#timers.filter((each) => each !== timer));
  };
  bytes = (size: number): Uint8Array => new Uint8Array(size).fill(++this.#drawn);
  open = (events: LineEvents): FakeLine => {
    const line = new FakeLine(events);
    this.lines.push(line);
    return line;
  };
  me = async (): Promise<Person | null> => {
    if (!this.reachable) throw new Error("no network");
    return this.person;
  };
  guest = async (name: string, avatar: string): Promise<Person | Code> => {
    this.guests.push([name, avatar]);
    if (typeof this.guestAnswer !== "string") this.person = this.guestAnswer;
    return this.guestAnswer;
  };
  load = (key: string): string | null => this.kept.get(key) ?? null;
  save = (key: string, text: string): void => void this.kept.set(key, text);
  address = (code: string | null, replace: boolean): void => {
    if (code === (this.addresses.at(-1) ?? null)) return;
    if (replace) this.addresses.pop();
    this.addresses.push(code);
  };

  /** Let time pass. */
  async pass(ms: number): Promise<void> {
    const end = this.#now + ms;
    for (;;) {
      await settle();
      const next = this.#timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at)[0];
      if (!next) break;
      this.#timers = this.#timers.filter((each) => each !== next);
      this.#now = next.at;
      next.run();
    }
    this.#now = end;
    await settle();
  }
}

/** Let everything run that waits for nothing. */
async function settle(): Promise<void> {
  for (let i = 0; i < 10; i += 1) await Promise.resolve();
}

export const PLAY: Options = {
  phase: "play",
  acts: [{ act: "pass" }],
  lay: true,
  to_beat: null,
  show: 0,
  awaited: true,
  deadline: "play",
};

/** A deal in which seat 0 holds a few cards. */
export function view(hand: readonly string[] = ["3c", "4c", "5h", "5s", "Kd"], more: Partial<View> = {}): View {
  const seat = { cards: 17, hand: null, shown: 0, doubled: null, trustee: false, plays: 0 };
  return {
    viewer: 0,
    rules: "house",
    seats: [{ ...seat, cards: hand.length, hand: [...hand] }, seat, seat],
    first: 0,
    marker: null,
    landlord: 0,
    bid: 3,
    grabs: 0,
    bottom: [],
    trick: null,
    history: [],
    factors: [],
    choice: null,
    options: null,
    outcome: null,
    ...more,
  };
}

export function table(more: Partial<TableView> = {}): TableView {
  const chair = { name: "x", avatar: "pig", bot: "", here: true };
  return {
    id: "t1",
    code: "123456",
    rules: "house",
    you: 0,
    owner: 0,
    chairs: [chair, chair, chair],
    stage: "playing",
    deal: 0,
    points: [0, 0, 0],
    ready: [true, true, true],
    redeals: 0,
    commitment: "AAAA",
    own_bytes: "AAAA",
    seat_bytes: null,
    view: view(),
    fair: null,
    turn_id: null,
    clock: null,
    ...more,
  };
}

/** Seat 0 is asked to play. */
export const asked = (more: Partial<TableView> = {}, hand?: readonly string[]): TableView =>
  table({ view: view(hand, { options: PLAY }), turn_id: 7, ...more });

export const sizeOf = (base64: string): number => fromBase64(base64).length;
