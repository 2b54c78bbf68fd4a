/** Cards on their way: from a hand to the table, from a seat to its place, and into a hand when they are dealt. */

import { cubicOut } from "svelte/easing";
import { crossfade, type CrossfadeParams, type TransitionConfig } from "svelte/transition";
import type { Place } from "./layout";

const TRAVEL = 180;
const STAGGER = 35;
const DEAL = 600;

/** Whether the person asked for less motion; then everything that moves only fades. */
export function calm(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Where cards of a seat come from, in pixels off their place. */
const FROM: Readonly<Record<Place, readonly [number, number]>> = {
  me: [0, 120],
  right: [110, -20],
  left: [-110, -20],
  top: [0, -70],
  "top-right": [60, -70],
  "top-left": [-60, -70],
};

interface Flight extends CrossfadeParams {
  /** The card: what leaves one place and appears in another under this name travels between them. */
  key: string;
  /** Set for cards dealt to a hand: which of them it is. */
  dealt?: number;
  /** The seat it comes from when it was not seen before. */
  from?: Place;
}

function appear(flight: Flight): TransitionConfig {
  if (calm()) return { duration: 120, css: (t) => `opacity: ${t}` };
  if (flight.dealt !== undefined) {
    return {
      duration: 170,
      delay: Math.min(flight.dealt * STAGGER, DEAL - 170),
      easing: cubicOut,
      css: (t, u) => `opacity: ${t}; transform: translate(${40 * u}px, ${-46 * u}px) rotate(${8 * u}deg)`,
    };
  }
  const [x, y] = FROM[flight.from ?? "me"];
  return {
    duration: TRAVEL,
    easing: cubicOut,
    css: (t, u) => `opacity: ${Math.min(1, t * 2)}; transform: translate(${x * u}px, ${y * u}px) scale(${1 - 0.15 * u})`,
  };
}

const [send, receive] = crossfade({
  duration: () => (calm() ? 0 : TRAVEL),
  easing: cubicOut,
  fallback: (_node, params, intro) =>
    intro ? appear(params as Flight) : { duration: 90, css: (t) => `opacity: ${t}` },
});

/** Out: a card leaves to where it appears next; if nowhere, it just goes. */
export const flyOut = (node: Element, flight: Flight): (() => TransitionConfig) => send(node, flight);

/** In: a card comes from where it lay before, if it lay anywhere; else from its seat, or from the pack. */
export const flyIn = (node: Element, flight: Flight): (() => TransitionConfig) => receive(node, flight);
