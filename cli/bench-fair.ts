// The part of `bench` about the fair class: hackbench on machines of 8 to 480 CPUs with as many tasks a
// CPU, so that the cost of an access and of a scheduling event can be seen as a curve. An access is what
// the simulator computes; a scheduling event (switch, wake-up or migration) takes more of them on a
// larger machine, as balancing there looks at more run queues in the kernel, too. What bounds the number
// of events: docs/speed.md.

import type { DefinitionInput } from '../web/engine/definition.ts';
import { World } from '../web/engine/world.ts';
import { buildDefinition } from '../web/scenario/index.ts';
import { open } from './opened.ts';
import { openBackend } from './program.ts';

const scenario = 'split-llc/hackbench-groups';
const runs = 3;
const stepRecords = 4096;
const coresOfCache = 8;
/** Above this, a machine has two sockets. */
const cpusOfSocket = 16;
/** By machine: its tasks are all there after `begin` ms and timed for `ms` of the simulated clock. */
const points = [
  { cpus: 8, groups: 1, fds: 5, begin: 2, ms: 20 },
  { cpus: 64, groups: 2, fds: 20, begin: 5, ms: 4 },
  { cpus: 256, groups: 8, fds: 20, begin: 12, ms: 2 },
  { cpus: 480, groups: 15, fds: 20, begin: 20, ms: 2 },
] as const;

interface FairSpeed {
  readonly accesses_per_second: number;
  readonly accesses_per_1000_reference_iterations: number;
  readonly events_per_1000_reference_iterations: number;
  readonly us_per_event: number;
}

export interface FairPoint extends FairSpeed {
  readonly cpus: number;
  readonly tasks: number;
  readonly accesses_per_event: number;
  /** The same run with the counters of lines and functions switched off. */
  readonly without_counters: FairSpeed;
}

/** Cores of two threads, caches of eight cores, one or two sockets. */
function shapeOf(cpus: number): DefinitionInput {
  const cores = cpus / 2;
  const each = (of: (core: number) => number) =>
    Array.from({ length: cpus }, (_, cpu) => of(cpu % cores));
  const sockets = cpus > cpusOfSocket ? 2 : 1;
  const socket = each((core) => Math.floor((core * sockets) / cores));
  return {
    cpus,
    nodes: sockets,
    cpu_core: each((core) => core),
    cpu_l2: each((core) => core),
    cpu_llc: each((core) => Math.floor(core / coresOfCache)),
    cpu_package: socket,
    cpu_node: socket,
    distance: sockets > 1 ? [10, 32, 32, 10] : [10],
  };
}

interface Timed {
  /** Of the processor: what else runs on the host does not count. */
  readonly seconds: number;
  readonly accesses: number;
  readonly events: number;
}

const processorSeconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

async function timePoint(
  { begin, ms }: (typeof points)[number],
  definition: DefinitionInput,
): Promise<Timed> {
  const backend = await openBackend('wasm');
  const world = World.create(backend, definition);
  const count = () => {
    const { accesses, switches, wakeups, migrations } = world.clock();
    return { accesses, events: switches + wakeups + migrations };
  };
  const stepTo = (until: number) => {
    while (world.time < until) world.step(until, stepRecords);
  };
  stepTo(begin * 1e6);
  const before = count();
  const started = processorSeconds();
  stepTo((begin + ms) * 1e6);
  const seconds = processorSeconds() - started;
  const after = count();
  backend.dispose();
  return {
    seconds,
    accesses: after.accesses - before.accesses,
    events: after.events - before.events,
  };
}

async function definitionOf(point: (typeof points)[number]): Promise<DefinitionInput> {
  const set = [`workload.groups=${point.groups}`, `workload.fds=${point.fds}`];
  const opened = await open({ scenario, set });
  return { ...buildDefinition(opened, 'A'), ...shapeOf(point.cpus) };
}

/** Hackbench as it is measured on a machine of so many CPUs, with counters. */
export const definitionOfHackbench = (cpus: number): Promise<DefinitionInput> =>
  definitionOf(points.find((point) => point.cpus === cpus)!);

/** The fastest run is the one that a busy host disturbed least. */
function speedOf(timed: readonly Timed[], referenceRate: number): FairSpeed {
  const { seconds, accesses, events } = [...timed].sort((a, b) => a.seconds - b.seconds)[0]!;
  return {
    accesses_per_second: accesses / seconds,
    accesses_per_1000_reference_iterations: (1000 * accesses) / seconds / referenceRate,
    events_per_1000_reference_iterations: (1000 * events) / seconds / referenceRate,
    us_per_event: (1e6 * seconds) / events,
  };
}

/** One point a machine; `referenceRate`: iterations of the reference loop a second. */
export async function measureFair(referenceRate: number): Promise<readonly FairPoint[]> {
  const timed = points.map((): { on: Timed[]; off: Timed[] } => ({ on: [], off: [] }));
  const definitions = await Promise.all(points.map(definitionOf));
  // All machines take turns, with counters and without: a busy minute of the host hits all of them.
  for (let run = 0; run < runs; run++) {
    for (const [i, point] of points.entries()) {
      const { on, off } = timed[i]!;
      on.push(await timePoint(point, definitions[i]!));
      off.push(await timePoint(point, { ...definitions[i]!, no_line_counters: 1 }));
    }
  }
  return points.map((point, i) => {
    const { on, off } = timed[i]!;
    return {
      cpus: point.cpus,
      tasks: 2 * point.groups * point.fds,
      ...speedOf(on, referenceRate),
      accesses_per_event: on[0]!.accesses / on[0]!.events,
      without_counters: speedOf(off, referenceRate),
    };
  });
}

const speedLine = (speed: FairSpeed): string =>
  `${(1e9 / speed.accesses_per_second).toFixed(0)} ns per access, ` +
  `${speed.accesses_per_1000_reference_iterations.toFixed(1)} accesses and ` +
  `${speed.events_per_1000_reference_iterations.toFixed(3)} scheduling events per 1,000 iterations`;

/** Lines for a terminal, the last one with the ratio of the ends. */
export function fairLines(curve: readonly FairPoint[]): string[] {
  const [first, last] = [curve[0]!, curve.at(-1)!];
  const ratio = (of: (point: FairPoint) => number) => (of(last) / of(first)).toFixed(2);
  return [
    ...curve.flatMap((point) => [
      `hackbench at ${point.cpus} CPUs, ${point.tasks} tasks: ${speedLine(point)}, ` +
        `${point.accesses_per_event.toFixed(0)} accesses per event`,
      `  counters off: ${speedLine(point.without_counters)}`,
    ]),
    `${last.cpus} over ${first.cpus} CPUs: an access costs ${ratio((p) => 1 / p.accesses_per_second)} times as much, ` +
      `a scheduling event ${ratio((p) => p.us_per_event)} times, of which ${ratio((p) => p.accesses_per_event)} ` +
      'is accesses that the simulated kernel makes more of',
  ];
}
