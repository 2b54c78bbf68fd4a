/** Keys in a group of radio buttons that are drawn by ourselves. */

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** Arrows go round the group and pick the button they come to; `pick` gets its place. To be put on the group. */
export function arrows(event: KeyboardEvent, pick: (index: number) => void): void {
  const step = STEPS[event.key];
  const group = event.currentTarget as HTMLElement;
  const radios = [...group.querySelectorAll<HTMLElement>('[role="radio"]')];
  if (!step || radios.length === 0) return;
  event.preventDefault();
  const from = radios.indexOf(event.target as HTMLElement);
  const next = from < 0 ? (step > 0 ? 0 : radios.length - 1) : (from + step + radios.length) % radios.length;
  pick(next);
  radios[next]?.focus();
}
