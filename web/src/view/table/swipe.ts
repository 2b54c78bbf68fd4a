/** A press on the hand, or a swipe over it, from the moment a finger comes down until it goes up. */

export interface Point {
  x: number;
  y: number;
}

export interface Swipe {
  /** The finger, or the mouse, whose swipe it is; others are nothing to it. */
  pointer: number;
  /** Places of the first and the last card. */
  from: number;
  to: number;
  /** Whether cards are raised by it, or laid back. */
  on: boolean;
  start: Point;
  /** Whether it is more than a press. */
  moved: boolean;
}

/** Pixels until a press is a swipe. */
const SWIPE = 8;

/** A finger comes down on a card; while another is down it counts for nothing. */
export function press(now: Swipe | null, pointer: number, card: number, on: boolean, start: Point): Swipe | null {
  return now ?? { pointer, from: card, to: card, on, start, moved: false };
}

/** A finger moves to a point; `near` gives the card there. The swipe of before if nothing changes by it. */
export function drag(now: Swipe | null, pointer: number, at: Point, near: (from: number) => number): Swipe | null {
  if (now?.pointer !== pointer) return now;
  const moved = now.moved || Math.hypot(at.x - now.start.x, at.y - now.start.y) >= SWIPE;
  const to = moved ? near(now.from) : now.from;
  return moved === now.moved && to === now.to ? now : { ...now, moved, to };
}

/** A finger goes up: the swipe, if it was its own. */
export function lift(now: Swipe | null, pointer: number): Swipe | null {
  return now?.pointer === pointer ? now : null;
}

/** Places of the first and the last card it touches, in order. */
export function reach({ from, to }: Swipe): [number, number] {
  return [Math.min(from, to), Math.max(from, to)];
}
