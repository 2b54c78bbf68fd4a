import { expect, test } from "vitest";
import { arrows } from "../src/view/ui/radio";

/** A key at one of four radio buttons, or at the group itself: which is picked and which has the focus then. */
function press(key: string, at: number | null): { picked: number[]; focused: number[]; taken: boolean } {
  const picked: number[] = [];
  const focused: number[] = [];
  const radios = [0, 1, 2, 3].map((i) => ({ focus: () => focused.push(i) }));
  const group = { querySelectorAll: () => radios };
  let taken = false;
  const event = {
    key,
    currentTarget: group,
    target: at === null ? group : radios[at],
    preventDefault: () => (taken = true),
  };
  arrows(event as unknown as KeyboardEvent, (i) => picked.push(i));
  return { picked, focused, taken };
}

test.each([
  ["ArrowRight", 1, 2],
  ["ArrowDown", 3, 0],
  ["ArrowLeft", 1, 0],
  ["ArrowUp", 0, 3],
  ["ArrowRight", null, 0],
  ["ArrowLeft", null, 3],
])("%s at %s goes to %i", (key, from, to) => {
  expect(press(key, from)).toEqual({ picked: [to], focused: [to], taken: true });
});

test("other keys are left alone", () => {
  for (const key of ["Enter", " ", "Tab", "h"])
    expect(press(key, 1)).toEqual({ picked: [], focused: [], taken: false });
});
