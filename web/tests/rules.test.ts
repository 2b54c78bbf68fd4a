import { expect, test } from "vitest";
import type { Answer, FromClient } from "../src/protocol";
import { Rules } from "../src/rules";

test("of each kind only the newest question is answered; older ones are taken back", () => {
  const sent: FromClient[] = [];
  const forgotten: string[] = [];
  const heard: string[] = [];
  let count = 0;
  const asking = {
    send: (frame: FromClient) => void sent.push(frame),
    forget: (id: string) => void forgotten.push(id),
  };
  const rules = new Rules(asking, () => `q${++count}`);
  rules.readings("t1", ["3c"], () => heard.push("3c"));
  rules.hints("t1", [], () => heard.push("hints"));
  rules.readings("t1", ["4c"], () => heard.push("4c"));
  expect(sent).toEqual([
    { type: "readings", cmd_id: "q1", table: "t1", cards: ["3c"] },
    { type: "hints", cmd_id: "q2", table: "t1", having: [] },
    { type: "readings", cmd_id: "q3", table: "t1", cards: ["4c"] },
  ]);
  expect(forgotten).toEqual(["q1"]);
  for (const cmd_id of ["q1", "q3", "q2", "q2"]) rules.answered({ cmd_id } as Answer);
  expect(heard).toEqual(["4c", "hints"]);
});
