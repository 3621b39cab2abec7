// The races of the litmus vectors by their ids: cpupri_set against cpupri_find in the kernel's order
// and in others, and the overload words (spec "RT scheduling class and cpupri" section 5.3; patch 3
// for the split counters). What they teach is said in web/views/races.

import type { MemoryRace, RaceStep, ThreadResult } from './race.ts';

export interface NamedRace {
  readonly id: string;
  /** Names of the threads. */
  readonly threads: readonly string[];
  readonly race: MemoryRace;
  /** What came of an order, as the vector files write it. */
  readonly outcome: (results: readonly ThreadResult[]) => string;
}

/** The letters of cpupri_set: set the bit, increment, decrement, clear the bit. */
type Letter = 'S' | 'I' | 'D' | 'C';

/** The kernel's order: join the new level, then leave the old one. */
export const KERNEL_ORDER = 'SIDC';

/** A CPU moves from one level to another, by the four steps of cpupri_set in an order of letters. */
export function moveSteps(cpu: number, from: number, to: number, order = KERNEL_ORDER): RaceStep[] {
  const steps: Record<Letter, RaceStep> = {
    S: { op: 'set-bit', level: to, cpu },
    I: { op: 'increment', level: to },
    D: { op: 'decrement', level: from },
    C: { op: 'clear-bit', level: from, cpu },
  };
  return [...order].map((letter) => steps[letter as Letter]);
}

/** What a search returned: "idx2:0,1" is CPUs 0 and 1 at level 2. */
export const searchResultText = ({ found, cpus }: ThreadResult): string =>
  found === undefined ? 'none' : `idx${found}:${cpus.join(',')}`;

const searched = (results: readonly ThreadResult[]): string => searchResultText(results.at(-1)!);

type Levels = Readonly<Record<number, number>>;

const filedAt = (levels: Levels): MemoryRace['filed'] =>
  Object.entries(levels).map(([cpu, level]) => ({ cpu: Number(cpu), level }));

/** Setters against one search for a task of `level`. */
export function searchRace(
  initial: Levels,
  setters: readonly (readonly RaceStep[])[],
  level: number,
): MemoryRace {
  const search: RaceStep[] = [{ op: 'find', level }];
  return { filed: filedAt(initial), overloaded: [], threads: [...setters, search] };
}

function cpupri(
  id: string,
  initial: Levels,
  setters: readonly (readonly RaceStep[])[],
  level = 3,
): NamedRace {
  const names = setters.map((_, index) => (setters.length > 1 ? `Setter ${index + 1}` : 'Setter'));
  const race = searchRace(initial, setters, level);
  return { id, threads: [...names, 'Searcher'], race, outcome: searched };
}

const alone = (id: string, order: string): NamedRace =>
  cpupri(id, { 0: 0 }, [moveSteps(0, 0, 2, order)]);

export const cpupriRaces: readonly NamedRace[] = [
  alone('L01', KERNEL_ORDER),
  cpupri('L02', { 0: 2 }, [moveSteps(0, 2, 0)]),
  cpupri('L03', { 0: 0, 1: 2 }, [moveSteps(0, 0, 2)]),
  cpupri('L04', { 0: 0, 1: 0 }, [moveSteps(0, 0, 2)]),
  cpupri('L05', { 0: 2, 1: 0 }, [moveSteps(0, 2, 0)]),
  cpupri('L06', { 0: 2, 1: 2 }, [moveSteps(0, 2, 1)]),
  cpupri('L07', { 0: 0 }, [[...moveSteps(0, 0, 1), ...moveSteps(0, 1, 2)]]),
  cpupri('L08', { 0: 0 }, [[...moveSteps(0, 0, 2), ...moveSteps(0, 2, 0)]]),
  alone('L09', 'ISDC'),
  alone('L10', 'SICD'),
  alone('L11', 'ISCD'),
  alone('L12', 'DCSI'),
  cpupri('L13', { 0: 0, 1: 2 }, [moveSteps(0, 0, 2, 'ISDC')]),
  cpupri('L14', { 0: 0, 1: 0 }, [moveSteps(0, 0, 2, 'SICD')]),
  alone('L15', 'SDIC'),
  cpupri('L16', { 0: 0, 64: 2 }, [[...moveSteps(0, 0, 2), ...moveSteps(64, 2, 0)]], 2),
  cpupri('L17', { 0: 0, 1: 1 }, [moveSteps(0, 0, 1), moveSteps(1, 1, 0)], 2),
  cpupri('L18', { 0: 0 }, [moveSteps(0, 0, 3)]),
];

/** CPU 3 was missing from its node's map when the per-node masks of patch 4 were made. */
const ghost = (id: string, setter: readonly RaceStep[]): NamedRace => {
  const named = cpupri(id, { 0: 0, 3: 3 }, [setter]);
  return { ...named, race: { ...named.race, stray: [{ cpu: 3, level: 0 }] } };
};

/** Ghost members: not of the litmus vectors; the cases X01 to X04 hold the masks they come from. */
export const ghostRaces: readonly NamedRace[] = [
  ghost('G01', moveSteps(0, 0, 2)),
  ghost('G02', [...moveSteps(3, 3, 0), ...moveSteps(3, 0, 3)]),
];

// ---- the overload words -------------------------------------------------------------------------

const announce: readonly RaceStep[] = [
  { op: 'set-overload-bit', cpu: 0 },
  { op: 'increment-overload', node: 0 },
];

const countThenMask: readonly RaceStep[] = [
  { op: 'read-overload', node: 0 },
  { op: 'read-overload-bit', cpu: 0 },
];

const countAndMask = (results: readonly ThreadResult[]): string => {
  const { sum, bit } = results.at(-1)!;
  return `{'cnt': ${sum}, 'mask': ${bit}}`;
};

function announcing(id: string, steps: readonly RaceStep[]): NamedRace {
  return {
    id,
    threads: ['Announcer', 'Reader'],
    race: { filed: [], overloaded: [], threads: [steps, countThenMask] },
    outcome: countAndMask,
  };
}

/** CPU 1 announces overload, then CPU 0 takes its own back; `nodes` says in whose counters. */
function handingOver(id: string, nodes: readonly number[], read: readonly number[]): NamedRace {
  const [first = 0, second = 0] = nodes;
  const what = nodes.length > 1 && first !== second ? 'sum' : 'count';
  return {
    id,
    threads: ['Overloaded CPUs', 'Reader'],
    race: {
      filed: [],
      overloaded: [{ cpu: 0, node: first }],
      threads: [
        [
          { op: 'increment-overload', node: second },
          { op: 'decrement-overload', node: first },
        ],
        read.map((node) => ({ op: 'read-overload', node })),
      ],
    },
    outcome: (results) => `${what}=${results.at(-1)!.sum}`,
  };
}

const lower: readonly RaceStep[] = moveSteps(0, 3, 0);
const readCount: RaceStep = { op: 'read-overload', node: 0 };
const overload: readonly RaceStep[] = [
  { op: 'set-overload-bit', cpu: 1 },
  { op: 'increment-overload', node: 0 },
];
const findLower: RaceStep = { op: 'find', level: 3 };

/** Each publishes something and looks for what the other publishes. */
function pushAndPull(id: string, threads: readonly (readonly RaceStep[])[]): NamedRace {
  return {
    id,
    threads: ['Lowering CPU 0', 'Overloaded CPU 1'],
    race: {
      filed: [
        { cpu: 0, level: 3 },
        { cpu: 1, level: 3 },
      ],
      overloaded: [],
      threads,
    },
    outcome: ([puller, pusher]) =>
      `(${Number(puller!.sum > 0)}, ${Number(pusher!.found !== undefined)})`,
  };
}

export const overloadRaces: readonly NamedRace[] = [
  announcing('O01', announce),
  announcing('O02', announce.toReversed()),
  handingOver('O03a', [0, 1], [0, 1]),
  handingOver('O03b', [0, 1], [1, 0]),
  handingOver('O04', [0, 0], [0]),
  pushAndPull('O05', [
    [...lower, readCount],
    [...overload, findLower],
  ]),
  pushAndPull('O06', [
    [readCount, ...lower],
    [findLower, ...overload],
  ]),
];
