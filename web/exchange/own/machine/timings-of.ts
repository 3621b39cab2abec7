// The timings that stand in for a machine without measurements of ours: the nearest set of scenarios/platforms by
// processor, else by vendor and counts, else the plainest; and the sentence that says so (spec "Own machine"
// section 2.7).

import type { Machine } from '../../../scenario/index.ts';
import { timingsLike } from './like.ts';
import type { ProcessorFacts } from './rows.ts';

interface Chosen {
  /** A set of scenarios/platforms/timings. */
  readonly timings: string;
  /** Why this one, as it follows "because". */
  readonly why: string;
}

type Counts = Pick<Machine, 'cpus' | 'cores' | 'packages' | 'nodes' | 'llcs'>;

interface Row {
  readonly family: number;
  readonly models: readonly (number | readonly [number, number])[];
  readonly set: (counts: Counts) => string;
  readonly why?: string;
}

const bigger = (small: string, large: string) => (counts: Counts) =>
  counts.packages >= 3 ? large : small;
const coresPerPackage = ({ cores, packages }: Counts): number => cores / packages;

/** By family and model of CPUID. */
const intel: readonly Row[] = [
  { family: 6, models: [42, 58], set: () => 'snb-d' },
  { family: 6, models: [60, 61, 69, 70, 71], set: () => 'hsw-d' },
  { family: 6, models: [78, 94, 142, 158], set: () => 'skl-d' },
  { family: 6, models: [44, 47], set: () => 'wsm-ep-2s' },
  { family: 6, models: [26, 46], set: () => 'wsm-ep-2s', why: 'one generation newer' },
  { family: 6, models: [45, 62, 63], set: () => 'hsw-ep-2s' },
  { family: 6, models: [79, 86], set: bigger('bdw-ep-2s', 'bdw-ex-4s') },
  { family: 6, models: [85], set: bigger('skx-ep-2s', 'skx-ex-4s') },
  { family: 6, models: [106, 108], set: () => 'skx-ep-2s', why: 'one generation older' },
  {
    family: 6,
    models: [143, 207],
    set: (counts) => (coresPerPackage(counts) <= 40 ? 'spr-2s-30c' : 'spr-2s-60c'),
  },
  { family: 6, models: [173, 174, 175], set: () => 'gnr-2s-6n' },
];
const amd: readonly Row[] = [
  { family: 23, models: [[0, 255]], set: () => 'milan-2s' },
  {
    family: 25,
    models: [
      [0, 15],
      [32, 95],
    ],
    set: () => 'milan-2s',
  },
  {
    family: 25,
    models: [
      [16, 31],
      [96, 175],
    ],
    set: () => 'genoa-2s',
  },
  { family: 26, models: [[0, 255]], set: () => 'genoa-2s' },
];

const holds = (models: Row['models'], model: number): boolean =>
  models.some((each) =>
    typeof each === 'number' ? each === model : each[0] <= model && model <= each[1],
  );

/** The set for a machine of these counts and this processor. */
export function timingsFor(
  counts: Counts,
  { vendor, family, model, otherArchitecture }: ProcessorFacts,
): Chosen {
  const table = vendor === 'intel' ? intel : vendor === 'amd' ? amd : [];
  const row =
    family !== undefined && model !== undefined
      ? table.find((each) => each.family === family && holds(each.models, model))
      : undefined;
  if (row) {
    const why = row.why ?? 'its processor is of this family';
    return { timings: row.set(counts), why: `family ${family}, model ${model}: ${why}` };
  }
  if (vendor === 'intel' || vendor === 'amd') {
    return { timings: timingsLike(counts, vendor), why: 'nearest by vendor and counts' };
  }
  const plainest = counts.packages >= 2 ? 'gnr-2s-6n' : 'skl-d';
  const why = otherArchitecture
    ? `the processor is ${otherArchitecture}: the figures are of another architecture`
    : 'nothing is known about the vendor';
  return { timings: plainest, why };
}

/** "Timings are those of X (why); A, B were measured by you, C come from the file." The names are plural. */
export function timingsSentence(
  { timings, why }: Chosen,
  measured: readonly string[],
  fromFile: readonly string[],
): string {
  const parts = [
    ...(measured.length > 0 ? [`${measured.join(', ')} were measured by you`] : []),
    ...(fromFile.length > 0 ? [`${fromFile.join(', ')} come from the file`] : []),
  ];
  const rest = parts.length > 0 ? `; ${parts.join(', ')}` : '';
  return `Timings are those of ${timings} (${why})${rest}.`;
}
