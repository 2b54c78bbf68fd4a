/** A person at the client, and the server as it is for that person. */

import { Client } from "../src/client";
import type { Ack, Answer, FromServer, Refused, TableView } from "../src/protocol";
import type { State } from "../src/state";
import { FakeHome, GAME, asked } from "./world";

export class Tester {
  readonly home = new FakeHome();
  readonly client = new Client(this.home);

  get state(): State {
    return this.client.state;
  }

  get line(): FakeHome["line"] {
    return this.home.line;
  }

  async start(code: string | null = null): Promise<void> {
    this.client.start(code);
    await this.home.pass(0);
    this.line.welcome();
  }

  /** At a table, after event 10. */
  async sit(here: TableView = asked()): Promise<void> {
    await this.start();
    this.client.actions.playNow(GAME.id);
    this.arrives(here, this.last("open"));
  }

  /** `cmd_id` of the newest frame of a kind. */
  last(kind: "open" | "join" | "do" | "hints" | "readings" | "sync"): string {
    const frame = this.line.of(kind).at(-1);
    if (!frame) throw new Error(`expected a frame ${kind}`);
    return frame.cmd_id;
  }

  says(frame: FromServer): void {
    this.line.says(frame);
  }

  arrives(here: TableView, cmd_id: string, event = 10): void {
    this.says({ type: "snapshot", event, table: here });
    this.acks(cmd_id, here.id);
  }

  acks(cmd_id: string, table = "t1"): void {
    this.says({ type: "ack", cmd_id, table, own: null } satisfies Ack);
  }

  refuses(cmd_id: string, code: Refused["code"]): void {
    this.says({ type: "refused", cmd_id, code });
  }

  answers(cmd_id: string, more: Partial<Answer> = {}): void {
    this.says({ type: "answer", cmd_id, readings: [], default: null, hints: [], ...more });
  }

  async reconnect(): Promise<void> {
    this.line.cut();
    await this.home.pass(1000);
    this.line.welcome();
  }
}
