// The names of gauges and their texts: a figure, its unit, and how it compares with that of the first machine.

import type { GaugeName } from '../scenario/gauges-schema.ts';
import { decimal, duration, preciseRate, significant, whole } from '../ui/format.ts';
import { differenceOr, pointsText, relative, theSame } from './difference-words.ts';
import type { GaugeValue, Whole } from './gauges.ts';

/** A figure as it is drawn: large, and small behind it. */
export interface Figure {
  readonly figure: string;
  readonly unit: string;
}

/** `mean`: a number of CPUs over a time; `count`: of things at a moment. */
type Form = 'mean' | 'count' | 'share' | 'rate' | 'time' | 'answer';

interface Named {
  readonly label: string;
  /** The label of a single one. */
  readonly one?: string;
  readonly form: Form;
}

const gauges: Readonly<Record<GaugeName, Named>> = {
  'waiting-for-lines': { label: 'CPUs waiting for a line', form: 'mean' },
  'waiting-for-locks': { label: 'CPUs waiting for a lock', form: 'mean' },
  'busy-cpus': { label: 'busy CPUs', form: 'mean' },
  'waiting-tasks': {
    label: 'tasks waiting for a CPU now',
    one: 'task waiting for a CPU now',
    form: 'count',
  },
  'tasks-at-home': {
    label: 'tasks in their preferred LLC now',
    one: 'task in its preferred LLC now',
    form: 'count',
  },
  'caches-used': { label: 'LLCs in use now', one: 'LLC in use now', form: 'count' },
  together: { label: 'same LLC now', form: 'answer' },
  moves: { label: 'migrations so far', one: 'migration so far', form: 'count' },
  'kernel-share': { label: 'time in the kernel', form: 'share' },
  'busy-share': { label: 'CPU utilisation', form: 'share' },
  'line-wait-share': { label: 'time waiting for lines', form: 'share' },
  'lock-wait-share': { label: 'time waiting for locks', form: 'share' },
  throughput: { label: 'throughput', form: 'rate' },
  wakeups: { label: 'wake-ups', form: 'rate' },
  'wake-latency': { label: 'mean wake-up to running', form: 'time' },
};

/** "811 K/s" as figure and what stands behind it. */
function split(text: string): Figure {
  const [, figure = text, unit = ''] = /^([^ /]+) ?(.*)$/.exec(text) ?? [];
  return { figure, unit };
}

/** A mean number of CPUs: a hundredth of one is the least that is told. */
const cpus = (value: number): string => (value < 1 ? decimal(value, 2) : significant(value, 3));

/** What a figure is a part of, by name. */
function ofWhole(part: Whole | undefined): string {
  switch (part?.of) {
    case 'all':
      return `of ${whole(part.cpus)} CPUs`;
    case 'busy':
      return `of ${whole(part.cpus)} busy CPUs`;
    case 'busy-time':
      return 'of busy time';
    case 'things':
      return `of ${whole(part.count)}`;
    default:
      return '';
  }
}

/** As precise as the sentence of a step has it: three digits. */
function figureOf(name: GaugeName, { value, whole: part }: GaugeValue): Figure {
  switch (gauges[name].form) {
    case 'answer':
      return { figure: value === 1 ? 'yes' : 'no', unit: '' };
    case 'share':
      return { figure: significant(100 * value, 3), unit: `% ${ofWhole(part)}`.trim() };
    case 'time':
      return split(duration(value, 3));
    case 'rate':
      return split(preciseRate(value));
    case 'mean':
      return { figure: cpus(value), unit: ofWhole(part) };
    default:
      return { figure: whole(value), unit: ofWhole(part) };
  }
}

/** Fewer things have no percentage: one of eight against none is no loss of 100 %. */
const leastCounted = 10;
/** From this ratio on, a change is given as a factor, not in per cent. */
const manyTimes = 10;

const more = (by: number, digits: number, [above, below]: readonly [string, string]): string =>
  `${decimal(Math.abs(by), digits)} ${by > 0 ? above : below}`;

/** How a value stands to that of the first machine, in words; undefined where nothing is to be said. */
function against(name: GaugeName, value: number, first: number): string | undefined {
  const { form } = gauges[name];
  if (form === 'answer' || form === 'count') return undefined;
  const told = (each: number) => figureOf(name, { value: each }).figure;
  if (value === first) return theSame;
  if (form === 'share') return pointsText(value - first, told(value) !== told(first));
  if (form === 'mean' && Math.min(value, first) < leastCounted) {
    if (told(value) === told(first)) return theSame;
    const by = value - first;
    return differenceOr(more(by, Math.abs(by) < leastCounted ? 2 : 1, ['more', 'fewer']));
  }
  if (first === 0) return undefined;
  const ratio = value / first;
  return ratio >= manyTimes ? `${significant(ratio)} times` : relative(value, first);
}

/** What stands in the place of a figure that there is none of. */
const nothing: Readonly<Partial<Record<GaugeName, string>>> = {
  'tasks-at-home': 'no task prefers one',
  'wake-latency': 'no wake-up',
};

export const gaugeWords = {
  region: (side: string) => `Scores ${side}`,
  label: (name: GaugeName) => gauges[name].label,
  /** The label beside a figure: of one thing it is singular. */
  labelFor: (name: GaugeName, figure: string) =>
    (figure === '1' && gauges[name].one) || gauges[name].label,
  figureOf,
  against,
  none: '–',
  noneOf: (name: GaugeName) => nothing[name] ?? '–',
  notInTrace: 'not in the trace',
  warmingUp: 'warming up',
  askedIn: (step: number) => `asked in step ${step}`,
  toFirst: (words: string, first: string) => `${words} against ${first}`,
  track: (label: string, first: string, second: string | undefined) =>
    second ? `${label}, ${first} above, ${second} below` : label,
  measured: (ns: number, isWhole: boolean) =>
    isWhole ? `measured over ${duration(ns)}` : `measured over ${duration(ns)} so far`,
  recorded: 'recorded so far',
  measuredHint:
    'Figures are of the measured window, as in the story and in Results. Scores marked "now" are counted at the playhead; migrations are counted from the start of the run.',
  now: 'now',
  nowHint: (label: string, ns: number) =>
    `${label} over the ${duration(ns)} before the playhead. The figure beside the curve is of the measured window.`,
} as const;
