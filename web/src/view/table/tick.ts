/** A clock that components may read while they are on screen: four times a second, and not at all when nobody looks. */

import { createSubscriber } from "svelte/reactivity";

const subscribe = createSubscriber((update) => {
  const id = setInterval(update, 250);
  return () => clearInterval(id);
});

/** Milliseconds of `performance.now()`; what reads it is drawn again with every tick. */
export function now(): number {
  subscribe();
  return performance.now();
}
