/** Checking a deal that is over: everything chance decided, computed again. Source: docs/fair-deal.md. */

import { hmac } from "@noble/hashes/hmac.js";
import { sha256 } from "@noble/hashes/sha2.js";
import { equal, fromBase64, join, number } from "./bytes";
import { newDeck, sameCards } from "./cards";
import type { Fair, GameInfo, TableView, View } from "./protocol";
import type { FairnessCheck } from "./state";

const BLOCK_WORDS = 8;
const text = (value: string): Uint8Array => new TextEncoder().encode(value);

/** What this client saw before the deal, in base64. */
export interface Seen {
  commitment: string;
  /** Own bytes that the server has acknowledged; null if there are none. */
  own: string | null;
}

/** What is published before any seat adds its bytes. */
export function commitment(secret: Uint8Array, table: string, deal: number): Uint8Array {
  return sha256(join(text("dizhu/1/commit"), secret, place(table, deal)));
}

/** The chance of one deal: uniform numbers from the secret and what the seats added. */
export class Stream {
  /** Words of 32 bits taken so far. */
  words = 0;
  readonly #key: Uint8Array;
  #block = new DataView(new ArrayBuffer(0));

  constructor(secret: Uint8Array, table: string, deal: number, seatBytes: readonly Uint8Array[]) {
    const added = seatBytes.flatMap((bytes) => [Uint8Array.of(bytes.length), bytes]);
    this.#key = hmac(sha256, secret, join(text("dizhu/1/deck"), place(table, deal), ...added));
  }

  /** A uniform number 0 … n-1. */
  below(n: number): number {
    const limit = Math.floor(2 ** 32 / n) * n;
    let word = this.#word();
    while (word >= limit) word = this.#word();
    return word % n;
  }

  /** A shuffled deck; the first thing drawn. */
  deck(packs: number): string[] {
    const deck = newDeck(packs);
    for (let k = deck.length - 1; k > 0; k -= 1) {
      const j = this.below(k + 1);
      [deck[k], deck[j]] = [deck[j]!, deck[k]!];
    }
    return deck;
  }

  #word(): number {
    const inBlock = this.words % BLOCK_WORDS;
    if (inBlock === 0) {
      const block = hmac(sha256, this.#key, number(this.words / BLOCK_WORDS, 4));
      this.#block = new DataView(block.buffer, block.byteOffset);
    }
    this.words += 1;
    return this.#block.getUint32(4 * inBlock);
  }
}

function place(table: string, deal: number): Uint8Array {
  const name = text(table);
  return join(Uint8Array.of(name.length), name, number(deal, 8));
}

/** The check of the deal that `table.fair` tells of; null if there is nothing to check. */
export function check(table: TableView, game: GameInfo, seen: Seen | null): FairnessCheck | null {
  const { fair, view, you } = table;
  if (!fair || !view?.outcome) return null;
  const { deal } = fair;
  const detail = fault(table.id, fair, view, game, you, seen);
  if (detail) return { deal, result: "bad", detail };
  return { deal, result: you !== null && seen?.own ? "ok" : "no_bytes" };
}

function fault(
  table: string,
  fair: Fair,
  view: View,
  game: GameInfo,
  you: number | null,
  seen: Seen | null,
): FairnessCheck["detail"] | null {
  const secret = fromBase64(fair.secret);
  const promised = seen?.commitment ?? fair.commitment;
  if (!equal(commitment(secret, table, fair.deal), fromBase64(promised))) return "fair.bad.commitment";
  if (you !== null && seen?.own && fair.seat_bytes[you] !== seen.own) return "fair.bad.own_bytes";
  const stream = new Stream(secret, table, fair.deal, fair.seat_bytes.map(fromBase64));
  const deck = stream.deck(game.packs);
  if (!dealt(deck, view, game)) return "fair.bad.deck";
  return drawnFirst(stream, deck, fair, view, game) ? null : "fair.bad.first";
}

/** Whether the deck, dealt in turn, gives the hands and the bottom of the view. */
function dealt(deck: readonly string[], view: View, { seats, hand, bottom }: GameInfo): boolean {
  const size = seats * hand;
  const below = deck.slice(size, size + bottom);
  if (!sameCards(view.bottom ?? [], below)) return false;
  return view.seats.every((_, seat) => {
    const given = deck.slice(0, size).filter((_card, i) => i % seats === seat);
    return sameCards(held(view, seat), seat === view.landlord ? [...given, ...below] : given);
  });
}

/** All cards a seat has held: what is left and what it laid. */
function held(view: View, seat: number): string[] {
  const laid = view.history.flatMap((fact) => (fact.fact === "laid" && fact.seat === seat ? fact.cards : []));
  return [...(view.seats[seat]?.hand ?? []), ...laid];
}

/** Whether the seat asked first is the one that chance gives, where it was not a matter of turns. */
function drawnFirst(stream: Stream, deck: readonly string[], fair: Fair, view: View, game: GameInfo): boolean {
  if (game.first === "marker") {
    const index = stream.below(game.seats * game.hand);
    return deck[index] === view.marker && index % game.seats === fair.first;
  }
  return fair.rotated || stream.below(game.seats) === fair.first;
}
