// What-ifs of cpupri_set: the same race with the four steps of every update in another order. No words
// and no markup.

import { KERNEL_ORDER, type NamedRace } from '../../engine/races/catalog.ts';
import type { Exploration, RaceStep } from '../../engine/races/race.ts';

const letters: Partial<Record<RaceStep['op'], string>> = {
  'set-bit': 'S',
  increment: 'I',
  decrement: 'D',
  'clear-bit': 'C',
};
const STEPS = KERNEL_ORDER.length;

const spelled = (steps: readonly RaceStep[]): string =>
  steps.map(({ op }) => letters[op] ?? '').join('');

/** The order of the steps of cpupri_set in a race; undefined if it makes no update. */
export function stepOrderOf({ race }: NamedRace): string | undefined {
  const setter = race.threads.find((steps) => letters[steps[0]?.op ?? 'find'] !== undefined);
  const order = setter && spelled(setter.slice(0, STEPS));
  return order?.length === STEPS ? order : undefined;
}

/** Updates of one thread, one after the other, each with its steps in the order of `letters`. */
function inOrder(steps: readonly RaceStep[], order: string): readonly RaceStep[] {
  const moved: RaceStep[] = [];
  let at = 0;
  while (spelled(steps.slice(at, at + STEPS)).length === STEPS) {
    const update = steps.slice(at, at + STEPS);
    moved.push(...[...order].map((letter) => update.find(({ op }) => letters[op] === letter)!));
    at += STEPS;
  }
  return [...moved, ...steps.slice(at)];
}

/** The race with the steps of every update in that order: each of S, I, D and C once. */
export function reordered(named: NamedRace, order: string): NamedRace {
  const threads = named.race.threads.map((steps) =>
    letters[steps[0]?.op ?? 'find'] === undefined ? steps : inOrder(steps, order),
  );
  return { ...named, race: { ...named.race, threads } };
}

/** All 24, the kernel's first. */
export const allOrders: readonly string[] = (() => {
  const from = (rest: string): string[] =>
    rest.length === 0
      ? ['']
      : [...rest].flatMap((letter) => from(rest.replace(letter, '')).map((end) => letter + end));
  return from(KERNEL_ORDER);
})();

/** The results of a race, each once, in the words of the vectors. */
export const classesOf = (named: NamedRace, { outcomes }: Exploration): readonly string[] => [
  ...new Set(outcomes.map(({ results }) => named.outcome(results))),
];

/** Results of `some` that `others` do not have. */
export const onlyIn = (some: readonly string[], others: readonly string[]): readonly string[] =>
  some.filter((each) => !others.includes(each));
