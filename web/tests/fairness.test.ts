import { describe, expect, test } from "vitest";
import { fromBase64, toBase64 } from "../src/bytes";
import { Stream, check, commitment } from "../src/fairness";
import type { Fair, FromServer, GameInfo, TableView, View } from "../src/protocol";
import { follow } from "../src/fold";
import vectors from "../../tests/data/fair-deal.json";

const hex = (text: string): Uint8Array => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
const toHex = (bytes: Uint8Array): string => [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");

describe.each(vectors.map((each) => [`${each.table} ${each.deal}`, each] as const))("vector %s", (_, vector) => {
  test("commitment, deck and draws", () => {
    const secret = hex(vector.secret);
    expect(toHex(commitment(secret, vector.table, vector.deal))).toBe(vector.commitment);
    const stream = new Stream(secret, vector.table, vector.deal, vector.seats.map(hex));
    expect(stream.deck(vector.packs)).toEqual(vector.deck);
    expect(vector.then.map(({ below }) => stream.below(below))).toEqual(vector.then.map(({ value }) => value));
    expect(stream.words).toBe(vector.words);
  });

  test("bytes of a seat change the deck", () => {
    const other = new Stream(hex(vector.secret), vector.table, vector.deal, [Uint8Array.of(1, 2)]);
    expect(other.deck(vector.packs)).not.toEqual(vector.deck);
  });
});

const wires = import.meta.glob<{ frames: FromServer[] }>("../../tests/golden/wire/*_3p-0.json", {
  eager: true,
  import: "default",
});
const FIRST: Readonly<Record<string, string>> = { qq_3p: "rotate", pagat_3p: "marker", happy_3p: "random" };

/** The table right after its first deal was booked, and what it looked like just before the deal. */
function firstDeal(frames: readonly FromServer[]): { before: TableView; after: TableView } {
  let table: TableView | null = null;
  let before: TableView | null = null;
  for (const frame of frames) {
    if (frame.type === "snapshot") table = frame.table;
    if (frame.type !== "event" || !table) continue;
    const next = follow(table, frame);
    if (next.stage === "playing" && table.stage !== "playing") before = table;
    if (next.fair && before) return { before, after: next };
    table = next;
  }
  throw new Error("expected a whole deal");
}

const deals = Object.values(wires).map(({ frames }) => firstDeal(frames));

describe.each(deals.map((deal) => [deal.after.rules, deal] as const))(
  "a deal of %s as the server sent it",
  (rules, deal) => {
    const { before, after } = deal;
    const game = { id: rules, seats: 3, packs: 1, hand: 17, bottom: 3, first: FIRST[rules] } as GameInfo;
    const seen = { commitment: before.commitment!, own: before.own_bytes };
    const [fair, view] = [after.fair as Fair, after.view as View];

    test("is fair", () => {
      expect(seen.own).not.toBeNull();
      expect(check(after, game, seen)).toEqual({ deal: 0, result: "ok" });
      expect(check(after, game, null)).toEqual({ deal: 0, result: "no_bytes" });
    });

    test("another secret than promised is found out", () => {
      const secret = toBase64(fromBase64(fair.secret).map((byte) => byte ^ 1));
      expect(check({ ...after, fair: { ...fair, secret } }, game, seen)?.detail).toBe("fair.bad.commitment");
      const other = { ...seen, commitment: toBase64(new Uint8Array(32)) };
      expect(check(after, game, other)?.detail).toBe("fair.bad.commitment");
    });

    test("own bytes left out are found out", () => {
      const seat_bytes = fair.seat_bytes.with(0, "");
      expect(check({ ...after, fair: { ...fair, seat_bytes } }, game, seen)?.detail).toBe("fair.bad.own_bytes");
    });

    test("other bytes or cards than those of the deal are found out", () => {
      const seat_bytes = fair.seat_bytes.with(1, toBase64(Uint8Array.of(1)));
      expect(check({ ...after, fair: { ...fair, seat_bytes } }, game, seen)?.detail).toBe("fair.bad.deck");
      const swapped = view.seats.map((seat, i) => (i === 1 ? { ...seat, hand: view.seats[2]!.hand } : seat));
      expect(check({ ...after, view: { ...view, seats: swapped } }, game, seen)?.detail).toBe("fair.bad.deck");
    });

    test("another first seat is found out", () => {
      const first = (fair.first + 1) % 3;
      expect(check({ ...after, fair: { ...fair, first } }, game, seen)?.detail).toBe("fair.bad.first");
    });
  },
);
