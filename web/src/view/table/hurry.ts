/** A nudge when one's own time runs out. */

import type { TableView } from "../../protocol";
import type { RunningClock } from "../../state";

/** The last so many milliseconds of a clock are shown in red, and begin with a nudge. */
export const HURRY_MS = 5000;

/** What it needs: a timer, and what is to be done; `later` gives a way to call it off. */
export interface HurryHome {
  later(ms: number, run: () => void): () => void;
  nudge(): void;
}

export class Hurry {
  readonly #home: HurryHome;
  /** The question for which it was done, by `turn_id`: clocks are set anew, but nobody is nudged twice. */
  #done: number | null = null;

  constructor(home: HurryHome) {
    this.#home = home;
  }

  /** Wait for the last seconds of one's own clock; gives a way to call it off. */
  watch(table: TableView, clock: RunningClock | null, nowMs: number): () => void {
    const { you, turn_id: turn } = table;
    const idle = (): void => {};
    if (!clock || you === null || turn === null || turn === this.#done || !clock.seats.includes(you)) return idle;
    if (clock.totalMs <= HURRY_MS || clock.endsAt <= nowMs || table.view?.seats[you]?.trustee) return idle;
    return this.#home.later(Math.max(0, clock.endsAt - HURRY_MS - nowMs), () => {
      this.#done = turn;
      this.#home.nudge();
    });
  }
}
