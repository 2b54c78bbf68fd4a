/**
 * The connection to the server: made again when it is lost, and everything sent is kept until it is answered. A command
 * that was not answered before a loss is sent again with the same `cmd_id`, which the server does only once.
 */

import type { Code, FromClient, FromServer, Person } from "./protocol";

const PING_MS = 10_000;
const SILENT_MS = 20_000;
const FIRST_WAIT_MS = 300;
const LONGEST_WAIT_MS = 5_000;
const STORAGE_WAIT_MS = 1_000;

/** One socket, as far as it is used here. */
export interface Line {
  send(text: string): void;
  close(): void;
}

/** What a socket tells; after `closed` nothing comes. */
export interface LineEvents {
  text(text: string): void;
  closed(): void;
}

/** Everything outside: time, chance, network. */
export interface World {
  /** Milliseconds that only grow. */
  now(): number;
  /** Call back after so many milliseconds; the result cancels that. */
  later(ms: number, run: () => void): () => void;
  /** A number from 0 to 1, 1 excluded. */
  random(): number;
  bytes(size: number): Uint8Array;
  open(events: LineEvents): Line;
  /** Who is signed in, null for nobody; rejects where the server cannot be reached. */
  me(): Promise<Person | null>;
  /** Become a guest, or change name and avatar; a code if that is refused. Rejects as `me`. */
  guest(name: string, avatar: string): Promise<Person | Code>;
}

export interface Listener {
  /** A frame came. At a `welcome` what must be sent before all else is sent with `Connection.now`. */
  frame(frame: FromServer): void;
  link(link: "connecting" | "lost"): void;
  /** Nobody is signed in here; the connection rests until it is started again. */
  signedOut(): void;
}

export class Connection {
  readonly #world: World;
  readonly #listener: Listener;
  /** By `cmd_id`, in the order they were sent. */
  readonly #unanswered = new Map<string, FromClient>();
  /** `cmd_id` of everything unanswered that waits for the storage of its table. */
  readonly #deferred = new Set<string>();
  #line: Line | null = null;
  /** Whether the server has welcomed this line. */
  #open = false;
  #heardMs = 0;
  #failures = 0;
  /** Failures before this connection, until it has stood for a while: a server may welcome and send away again. */
  #earlier = 0;
  /** Rises with every try, so that an overtaken one is known. */
  #attempt = 0;
  #cancel: () => void = () => {};
  #pings = 0;
  /** Whether nobody is signed in, so that there is nothing to connect for. */
  #resting = true;

  constructor(world: World, listener: Listener) {
    this.#world = world;
    this.#listener = listener;
  }

  /** Connect, or connect again at once. */
  start(): void {
    this.#drop();
    this.#listener.link("connecting");
    void this.#connect();
  }

  /** Send a command or question as soon as there is a connection, and again until it is answered. */
  send(frame: FromClient): void {
    this.#unanswered.set(frame.cmd_id, frame);
    this.now(frame);
  }

  /** Send a frame if there is a connection; it is lost with it. */
  now(frame: FromClient): void {
    if (this.#open) this.#line?.send(JSON.stringify(frame));
  }

  /** Forget a question whose answer is not wanted any more. */
  forget(cmdId: string): void {
    this.#unanswered.delete(cmdId);
  }

  /** The page is looked at again: find out at once whether the connection still stands. */
  wake(): void {
    if (this.#resting) return;
    if (!this.#open || this.#world.now() - this.#heardMs >= SILENT_MS) this.start();
    else this.#ping();
  }

  async #connect(): Promise<void> {
    const attempt = ++this.#attempt;
    this.#resting = false;
    this.#heardMs = this.#world.now();
    this.#beat();
    const me = await this.#world.me().catch(() => undefined);
    if (attempt !== this.#attempt) return;
    if (me === undefined) {
      this.#lost();
    } else if (me === null) {
      this.#cancel();
      this.#resting = true;
      this.#listener.signedOut();
    } else {
      this.#line = this.#world.open({
        text: (text) => attempt === this.#attempt && this.#hear(text),
        closed: () => attempt === this.#attempt && this.#lost(),
      });
    }
  }

  #hear(text: string): void {
    this.#heardMs = this.#world.now();
    const frame = JSON.parse(text) as FromServer;
    if (frame.type === "refused" && frame.code === "table/waiting_for_storage" && this.#defer(frame.cmd_id)) return;
    if (frame.type === "ack" || frame.type === "answer" || (frame.type === "refused" && frame.cmd_id !== null)) {
      this.#unanswered.delete(frame.cmd_id ?? "");
    }
    if (frame.type === "welcome") {
      this.#welcomed(frame);
      return;
    }
    this.#listener.frame(frame);
    if (frame.type === "waiting" && !frame.waiting) for (const each of [...this.#deferred]) this.#again(each);
    if (frame.type === "bye") {
      this.#failures = Math.max(this.#failures, this.#earlier);
      this.#lost();
    }
  }

  #welcomed(frame: FromServer): void {
    this.#open = true;
    this.#earlier = this.#failures;
    this.#failures = 0;
    this.#deferred.clear();
    const again = [...this.#unanswered.values()];
    this.#listener.frame(frame);
    for (const each of again) this.now(each);
  }

  /** Whether a command was done the server does not know yet: ask again soon. False if nobody waits for it. */
  #defer(cmdId: string | null): boolean {
    if (cmdId === null || !this.#unanswered.has(cmdId)) return false;
    this.#deferred.add(cmdId);
    this.#world.later(STORAGE_WAIT_MS, () => this.#again(cmdId));
    return true;
  }

  #again(cmdId: string): void {
    const frame = this.#unanswered.get(cmdId);
    if (this.#deferred.delete(cmdId) && frame) this.now(frame);
  }

  /** Ping from time to time, and give up a connection on which nothing is heard. */
  #beat(): void {
    this.#cancel();
    this.#cancel = this.#world.later(PING_MS, () => {
      if (this.#world.now() - this.#heardMs >= SILENT_MS) {
        this.#lost();
        return;
      }
      if (this.#open) this.#earlier = 0;
      this.#ping();
      this.#beat();
    });
  }

  #ping(): void {
    this.#pings += 1;
    this.now({ type: "ping", cmd_id: `ping-${this.#pings}` });
  }

  #lost(): void {
    this.#drop();
    this.#listener.link("lost");
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** this.#failures);
    this.#failures += 1;
    this.#cancel = this.#world.later(wait * (0.5 + this.#world.random() / 2), () => void this.#connect());
  }

  #drop(): void {
    this.#attempt += 1;
    this.#cancel();
    this.#open = false;
    const line = this.#line;
    this.#line = null;
    line?.close();
  }
}
