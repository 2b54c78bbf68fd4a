/** Where the cards of a hand lie, and where the seats of a table are. Pure arithmetic, in CSS pixels. */

/** Height of a card over its width. */
export const RATIO = 1.4;
/** How far a selected card is raised, as a part of its height. */
export const RAISED = 0.14;
/** A card is never recognisable by less than this. */
const LEAST_STRIP = 28;
/** Below this width a hand lies in rows of at most ten. */
const NARROW = 480;

export interface Spot {
  x: number;
  y: number;
  /** What is not covered by the next card of the row or by the row below. */
  visibleWidth: number;
  visibleHeight: number;
  row: number;
}

export interface HandLayout {
  card: number;
  width: number;
  height: number;
  /** Room above the first row that raised cards need. */
  headroom: number;
  spots: Spot[];
}

/**
 * How much of a row shows above the next, as a part of a card's height: rank and suit where there is room, the rank alone
 * where rows are many and the screen is low.
 */
function rowStep(rows: number, screen: number): number {
  if (screen < 480 || (rows > 2 && screen < 760)) return 0.43;
  return screen < 620 ? 0.645 : 0.7;
}

/** Lay `count` cards into `width`; `tallest` bounds a card's width, `screen` is the height of it all. */
export function layHand(count: number, width: number, tallest: number, screen: number): HandLayout {
  const narrow = width < NARROW;
  const usual = narrow ? 10 : 20;
  const wanted = narrow ? width / (0.54 * 9 + 1) : width / (0.46 * 19 + 1);
  const card = Math.max(44, Math.min(tallest, wanted));
  const fits = Math.floor((width - card) / LEAST_STRIP) + 1;
  const perRow = Math.max(1, Math.min(narrow ? usual : Math.max(fits, 10), fits < 2 ? 1 : fits));
  const rows = Math.max(1, Math.ceil(count / perRow));
  const each = Math.ceil(count / rows);
  const strip = each > 1 ? Math.min(card * 0.72, (width - card) / (each - 1)) : card;
  const step = card * RATIO * rowStep(rows, screen);
  const headroom = Math.ceil(card * RATIO * RAISED) + 2;
  const spots: Spot[] = [];
  for (let i = 0; i < count; i += 1) {
    const row = Math.floor(i / each);
    const inRow = Math.min(each, count - row * each);
    const col = i - row * each;
    const left = (width - card - strip * (inRow - 1)) / 2;
    const last = col === inRow - 1;
    spots.push({
      x: left + col * strip,
      y: headroom + row * step,
      visibleWidth: last ? card : strip,
      visibleHeight: row === rows - 1 ? card * RATIO : step,
      row,
    });
  }
  return { card, width, height: headroom + step * (rows - 1) + card * RATIO, headroom, spots };
}

/** Index of the card under a point, topmost first; -1 if none. `raised` tells which cards are up. */
export function cardAt(hand: HandLayout, x: number, y: number, raised: (index: number) => boolean): number {
  for (let i = hand.spots.length - 1; i >= 0; i -= 1) {
    const spot = hand.spots[i];
    if (!spot) continue;
    const top = spot.y - (raised(i) ? hand.card * RATIO * RAISED : 0);
    if (x >= spot.x && x < spot.x + hand.card && y >= top && y < top + hand.card * RATIO) return i;
  }
  return -1;
}

/** The card nearest to a point that may lie outside the hand, for a swipe that has begun in it. */
export function cardNear(hand: HandLayout, x: number, y: number, row: number): number {
  let best = -1;
  let distance = Infinity;
  hand.spots.forEach((spot, i) => {
    const across = Math.abs(x - (spot.x + spot.visibleWidth / 2));
    const off = Math.abs(y - (spot.y + spot.visibleHeight / 2));
    const d = across + (spot.row === row ? 0 : 24 + Math.max(0, off - spot.visibleHeight / 2) * 8);
    if (d < distance) [best, distance] = [i, d];
  });
  return best;
}

export type Place = "me" | "right" | "top" | "top-right" | "top-left" | "left";

const PLACES: Readonly<Record<number, readonly Place[]>> = {
  2: ["me", "top"],
  3: ["me", "right", "left"],
  4: ["me", "right", "top", "left"],
  5: ["me", "right", "top-right", "top-left", "left"],
};

/** Where a seat is drawn: play goes round counter-clockwise from the viewer at the bottom. */
export function placeOf(seat: number, base: number, seats: number): Place {
  return PLACES[seats]?.[(seat - base + seats) % seats] ?? "top";
}
