/** The rules as the client sees them: questions to somebody who knows them. Today that is the server. */

import type { Answer, FromClient } from "./protocol";

/** Frames a question is asked and taken back with. */
export interface Asking {
  send(frame: FromClient): void;
  forget(cmdId: string): void;
}

/** Called with null where the question was refused. */
type Then = (answer: Answer | null) => void;
type Question = { type: "readings"; cards: string[] } | { type: "hints"; having: string[] };

/** Asks about the own hand at a table. Of each kind only the newest question is answered. */
export class Rules {
  readonly #asking: Asking;
  readonly #newId: () => string;
  readonly #open = new Map<string, Then>();
  readonly #newest = new Map<Question["type"], string>();

  constructor(asking: Asking, newId: () => string) {
    this.#asking = asking;
    this.#newId = newId;
  }

  /** What can these cards of the hand be, and do they fit now? */
  readings(table: string, cards: readonly string[], then: Then): void {
    this.#ask(table, { type: "readings", cards: [...cards] }, then);
  }

  /** What may be put down now, with all of `having` in it? */
  hints(table: string, having: readonly string[], then: Then): void {
    this.#ask(table, { type: "hints", having: [...having] }, then);
  }

  answered(answer: Answer): void {
    this.#close(answer.cmd_id, answer);
  }

  refused(cmdId: string): void {
    this.#close(cmdId, null);
  }

  /** No answer is wanted any more. */
  drop(): void {
    for (const each of this.#open.keys()) this.#asking.forget(each);
    this.#open.clear();
  }

  #close(cmdId: string, answer: Answer | null): void {
    const then = this.#open.get(cmdId);
    this.#open.delete(cmdId);
    then?.(answer);
  }

  #ask(table: string, question: Question, then: Then): void {
    const before = this.#newest.get(question.type);
    if (before) {
      this.#open.delete(before);
      this.#asking.forget(before);
    }
    const cmd_id = this.#newId();
    this.#newest.set(question.type, cmd_id);
    this.#open.set(cmd_id, then);
    this.#asking.send({ ...question, cmd_id, table });
  }
}
