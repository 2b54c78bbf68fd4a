/** Becoming a guest: one request at a time, and again where it is the client that wants it and it did not work. */

import type { WordKey } from "./i18n";
import type { Code, Person } from "./protocol";
import type { World } from "./socket";

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;
const TIMEOUT_MS = 20_000;

export interface GuestListener {
  /** A request is on its way, or is not any more. */
  asking(on: boolean): void;
  failed(key: WordKey): void;
  signedIn(me: Person): void;
  /** Whether there still is nobody, and nobody is being asked for a name. */
  needed(): boolean;
}

export class Guest {
  readonly #world: World;
  readonly #listener: GuestListener;
  #asking = false;
  #failures = 0;
  #cancel: () => void = () => {};

  constructor(world: World, listener: GuestListener) {
    this.#world = world;
    this.#listener = listener;
  }

  /** What a person asks for, once: become a guest, or be called otherwise. */
  async ask(name: string, avatar: string): Promise<void> {
    const key = await this.#try(name, avatar);
    if (!key) return;
    this.#listener.failed(key);
    this.#later();
  }

  /** Become one without being asked, as soon as that can be. */
  async become(): Promise<void> {
    if (this.#asking || !this.#listener.needed()) return;
    const key = await this.#try("", "");
    if (!key) return;
    if (this.#failures === 0) this.#listener.failed(key);
    this.#later();
  }

  #later(): void {
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.#failures);
    this.#failures += 1;
    this.#cancel = this.#world.later(wait * (0.5 + this.#world.random() / 2), () => void this.become());
  }

  /** Ask the server, unless that is under way; what went wrong. */
  async #try(name: string, avatar: string): Promise<WordKey | null> {
    if (this.#asking) return null;
    this.#cancel();
    this.#asking = true;
    this.#listener.asking(true);
    const answer = await this.#answer(name, avatar);
    this.#asking = false;
    this.#listener.asking(false);
    if (answer === null) return "link.none";
    if (typeof answer === "string") return `code.${answer}`;
    this.#failures = 0;
    this.#listener.signedIn(answer);
    return null;
  }

  /** Null where no answer comes. */
  async #answer(name: string, avatar: string): Promise<Person | Code | null> {
    let cancel = (): void => {};
    const late = new Promise<null>((done) => (cancel = this.#world.later(TIMEOUT_MS, () => done(null))));
    const answer = await Promise.race([this.#world.guest(name, avatar).catch(() => null), late]);
    cancel();
    return answer;
  }
}
