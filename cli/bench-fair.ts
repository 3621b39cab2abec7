// The part of `bench` about the fair class: hackbench on machines of 8 to 480 CPUs with as many tasks a
// CPU, so that the cost of an access and of a scheduling event can be seen as a curve. An access is what
// the simulator computes; a scheduling event (switch, wake-up or migration) takes more of them on a
// larger machine, as balancing there looks at more run queues in the kernel, too.

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

export interface FairPoint {
  readonly cpus: number;
  readonly tasks: number;
  readonly accesses_per_second: number;
  readonly accesses_per_1000_reference_iterations: number;
  readonly events_per_1000_reference_iterations: number;
  readonly us_per_event: number;
  readonly accesses_per_event: number;
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

async function timePoint({ begin, ms }: (typeof points)[number], definition: DefinitionInput) {
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
  const started = performance.now();
  stepTo((begin + ms) * 1e6);
  const seconds = (performance.now() - started) / 1000;
  const after = count();
  backend.dispose();
  return {
    seconds,
    accesses: after.accesses - before.accesses,
    events: after.events - before.events,
  };
}

/** One point a machine; `referenceRate`: iterations of the reference loop a second. */
export async function measureFair(referenceRate: number): Promise<readonly FairPoint[]> {
  const curve: FairPoint[] = [];
  for (const point of points) {
    const set = [`workload.groups=${point.groups}`, `workload.fds=${point.fds}`];
    const opened = await open({ scenario, set });
    const definition = { ...buildDefinition(opened, 'A'), ...shapeOf(point.cpus) };
    const timed = [];
    for (let run = 0; run < runs; run++) timed.push(await timePoint(point, definition));
    // The fastest run is the one that a busy host disturbed least.
    const { seconds, accesses, events } = timed.sort((a, b) => a.seconds - b.seconds)[0]!;
    curve.push({
      cpus: point.cpus,
      tasks: 2 * point.groups * point.fds,
      accesses_per_second: accesses / seconds,
      accesses_per_1000_reference_iterations: (1000 * accesses) / seconds / referenceRate,
      events_per_1000_reference_iterations: (1000 * events) / seconds / referenceRate,
      us_per_event: (1e6 * seconds) / events,
      accesses_per_event: accesses / events,
    });
  }
  return curve;
}

/** Lines for a terminal, the last one with the ratio of the ends. */
export function fairLines(curve: readonly FairPoint[]): string[] {
  const [first, last] = [curve[0]!, curve.at(-1)!];
  const ratio = (of: (point: FairPoint) => number) => (of(last) / of(first)).toFixed(2);
  return [
    ...curve.map(
      (point) =>
        `hackbench at ${point.cpus} CPUs, ${point.tasks} tasks: ` +
        `${(1e9 / point.accesses_per_second).toFixed(0)} ns an access, ` +
        `${point.accesses_per_1000_reference_iterations.toFixed(1)} accesses and ` +
        `${point.events_per_1000_reference_iterations.toFixed(3)} scheduling events per 1,000 iterations, ` +
        `${point.accesses_per_event.toFixed(0)} accesses an event`,
    ),
    `${last.cpus} over ${first.cpus} CPUs: an access costs ${ratio((p) => 1 / p.accesses_per_second)} times as much, ` +
      `a scheduling event ${ratio((p) => p.us_per_event)} times`,
  ];
}
