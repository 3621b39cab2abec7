// The part of `bench` about what an access is made of: ns a hit and ns a miss, with all that a miss brings, by regression
// over many short slices of one run; and how many events of the calendar and calls of paths there are a miss. "ns an
// access" moves with the share of misses, so it says little of a change. The counts are the same in both engines.

import type { DefinitionInput } from '../web/engine/definition.ts';
import { World } from '../web/engine/world.ts';
import { effort } from '../web/engine/world-views.ts';
import { buildDefinition } from '../web/scenario/index.ts';
import { definitionOfHackbench } from './bench-fair.ts';
import { open } from './opened.ts';
import { type BackendName, backendNames, openBackend } from './program.ts';
import { type Fit, leastSquares } from './regression.ts';

const rounds = 4;
const stepRecords = 4096;
/** ns: everything is under way after `begin`; then so many slices are timed, each the least of its rounds. */
const slicesOf = { begin: 12e6, ns: 20_000, count: 250 } as const;

interface Counts {
  readonly accesses: number;
  readonly misses: number;
  readonly switches: number;
  readonly events: number;
  readonly resumes: number;
}

export interface Cost extends Fit {
  readonly ns_an_access: number;
}

export interface MissBench {
  readonly name: string;
  readonly misses_an_access: number;
  readonly events_a_miss: number;
  readonly resumes_a_miss: number;
  readonly cost: Readonly<Record<BackendName, Cost>>;
}

interface Case {
  readonly name: string;
  readonly definition: DefinitionInput;
}

const processorNs = (): number => {
  const { user, system } = process.cpuUsage();
  return 1000 * (user + system);
};

/** One run: the time of each slice, and what was counted in it. */
async function timeSlices(engine: BackendName, definition: DefinitionInput) {
  const { begin, ns, count } = slicesOf;
  const backend = await openBackend(engine);
  const world = World.create(backend, definition);
  const stepTo = (until: number) => {
    while (world.time < until) world.step(until, stepRecords);
  };
  const counts = (): Counts => {
    const { accesses, misses, switches } = world.clock();
    const { events, resumes } = effort(world);
    return { accesses, misses, switches, events, resumes };
  };
  stepTo(begin);
  const slices: { readonly time: number; readonly counts: Counts }[] = [];
  for (let slice = 1; slice <= count; slice++) {
    const before = counts();
    const started = processorNs();
    stepTo(begin + slice * ns);
    const time = processorNs() - started;
    const after = counts();
    const since = (of: (counts: Counts) => number) => of(after) - of(before);
    slices.push({
      time,
      counts: {
        accesses: since(({ accesses }) => accesses),
        misses: since(({ misses }) => misses),
        switches: since(({ switches }) => switches),
        events: since(({ events }) => events),
        resumes: since(({ resumes }) => resumes),
      },
    });
  }
  backend.dispose();
  return slices;
}

type Slices = Awaited<ReturnType<typeof timeSlices>>;

/** The fastest of a slice's rounds is the one that a busy host disturbed least. */
function costOf(runs: readonly Slices[]): Cost {
  const counts = runs[0]!.map((slice) => slice.counts);
  const times = counts.map((_, at) => Math.min(...runs.map((slices) => slices[at]!.time)));
  const sum = (values: readonly number[]) => values.reduce((total, each) => total + each, 0);
  const accesses = sum(counts.map((each) => each.accesses));
  const terms = counts.map(({ accesses: all, misses }) => [all - misses, misses]);
  return { ns_an_access: sum(times) / accesses, ...leastSquares(terms, times) };
}

async function cases(): Promise<Case[]> {
  const hackbench = await definitionOfHackbench(256);
  const ffmpeg = await open({ scenario: 'cpupri/ffmpeg-480' });
  return [
    {
      name: 'hackbench at 256 CPUs, counters off',
      definition: { ...hackbench, no_line_counters: 1 },
    },
    { name: 'hackbench at 256 CPUs, counters on', definition: hackbench },
    { name: 'cpupri/ffmpeg-480', definition: buildDefinition(ffmpeg, 'A') },
  ];
}

export async function measureMisses(): Promise<readonly MissBench[]> {
  const measured: MissBench[] = [];
  for (const { name, definition } of await cases()) {
    const runs: Record<BackendName, Slices[]> = { wasm: [], native: [] };
    for (let round = 0; round < rounds; round++) {
      for (const engine of backendNames) runs[engine].push(await timeSlices(engine, definition));
    }
    const slices = runs.native[0]!;
    const all = (of: (counts: Counts) => number) =>
      slices.reduce((total, { counts }) => total + of(counts), 0);
    const misses = all((counts) => counts.misses);
    measured.push({
      name,
      misses_an_access: misses / all(({ accesses }) => accesses),
      events_a_miss: all(({ events }) => events) / misses,
      resumes_a_miss: all(({ resumes }) => resumes) / misses,
      cost: { wasm: costOf(runs.wasm), native: costOf(runs.native) },
    });
  }
  return measured;
}

function costLine(engine: BackendName, { ns_an_access, terms, r2 }: Cost): string {
  const [hit, miss] = terms.map(({ value, error }) => `${value.toFixed(1)} ± ${error.toFixed(1)}`);
  return `  ${engine.padEnd(7)} a hit ${hit} ns, a miss with what it brings ${miss} ns (R² ${r2.toFixed(3)}), ${ns_an_access.toFixed(1)} ns per access`;
}

export const missLines = (measured: readonly MissBench[]): string[] =>
  measured.flatMap(({ name, misses_an_access, events_a_miss, resumes_a_miss, cost }) => [
    `${name}: ${misses_an_access.toFixed(3)} misses an access, ${events_a_miss.toFixed(2)} events and ` +
      `${resumes_a_miss.toFixed(2)} calls of paths a miss`,
    ...backendNames.map((engine) => costLine(engine, cost[engine])),
  ]);
