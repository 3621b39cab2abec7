// What gauges are called, and what they say: a figure, its unit, and how it stands to that of the first machine.

import type { ScoreName } from '../scenario/scores-schema.ts';
import { change, duration, significant, whole } from '../ui/format.ts';
import type { Score } from './scores.ts';

/** A figure as it is drawn: large, and small behind it. */
export interface Figure {
  readonly figure: string;
  readonly unit: string;
}

type Form = 'count' | 'share' | 'rate' | 'time' | 'answer';

const gauges: Readonly<Record<ScoreName, { readonly label: string; readonly form: Form }>> = {
  'waiting-for-lines': { label: 'CPUs waiting for a line', form: 'count' },
  'waiting-for-locks': { label: 'CPUs waiting for a lock', form: 'count' },
  'busy-cpus': { label: 'CPUs at work', form: 'count' },
  'waiting-tasks': { label: 'tasks waiting for a CPU', form: 'count' },
  'tasks-at-home': { label: 'in their preferred cache', form: 'count' },
  'caches-used': { label: 'caches in use', form: 'count' },
  together: { label: 'share a cache', form: 'answer' },
  moves: { label: 'moves so far', form: 'count' },
  'kernel-share': { label: 'time in the kernel', form: 'share' },
  'busy-share': { label: 'CPU time in use', form: 'share' },
  'line-wait-share': { label: 'time waiting for lines', form: 'share' },
  'lock-wait-share': { label: 'time waiting for locks', form: 'share' },
  throughput: { label: 'work finished', form: 'rate' },
  wakeups: { label: 'wake-ups', form: 'rate' },
  'wake-latency': { label: 'wake-up to running', form: 'time' },
};

/** With three digits: two machines that differ by a hundredth say so. */
function rateOf(value: number): string {
  if (value >= 999.5e3) return `${significant(value / 1e6, 3)} M`;
  return value >= 9_999.5 ? `${significant(value / 1e3, 3)} K` : significant(value, 3);
}

/** "811 K" as figure and what stands behind it. */
function split(text: string, unit: string): Figure {
  const at = text.indexOf(' ');
  return at < 0
    ? { figure: text, unit }
    : { figure: text.slice(0, at), unit: `${text.slice(at + 1)}${unit}` };
}

function figureOf(name: ScoreName, { value, of }: Score): Figure {
  switch (gauges[name].form) {
    case 'answer':
      return { figure: value === 1 ? 'yes' : 'no', unit: '' };
    case 'share':
      return { figure: significant(100 * value, 3), unit: '%' };
    case 'time':
      return split(duration(value, 3), '');
    case 'rate':
      return split(rateOf(value), '/s');
    default:
      return { figure: whole(value), unit: of === undefined ? '' : `of ${whole(of)}` };
  }
}

/** Ratios that people have a word for, and how far from them they still say it. */
const ratios: readonly (readonly [number, string])[] = [
  [0.5, 'half'],
  [2, 'twice'],
];
const nearly = 0.02;

/** How a value stands to that of the first machine, in words; undefined where nothing is to be said. */
function against(name: ScoreName, value: number, first: number): string | undefined {
  if (gauges[name].form === 'answer') return undefined;
  if (value === first) return 'the same';
  if (first === 0) return undefined;
  const ratio = value / first;
  const named = ratios.find(([each]) => Math.abs(ratio / each - 1) <= nearly);
  if (named) return named[1];
  if (ratio >= 3) return `${significant(ratio)} times`;
  return change(ratio - 1, Math.abs(ratio - 1) < 0.2 ? 1 : 0);
}

export const scores = {
  region: (side: string) => `Scores ${side}`,
  label: (name: ScoreName) => gauges[name].label,
  figureOf,
  against,
  none: '–',
  notInTrace: 'not in the trace',
  toFirst: (words: string, first: string) => `${words} against ${first}`,
  track: (label: string, first: string, second: string | undefined) =>
    second ? `${label}, ${first} above, ${second} below` : label,
  window: (ns: number) => `over ${duration(ns)}`,
  windowHint:
    'Shares, rates and times are of the window that ends at the playhead; counts are of the moment.',
} as const;
