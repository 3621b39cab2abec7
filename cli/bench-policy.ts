// The part of `bench` about policies of one's own: what the machine that runs them takes of the simulator's speed. The same
// machine and tasks with a policy and without take turns, slice by slice, so that a busy moment of the host hits both.

import type { DefinitionInput } from '../web/engine/definition.ts';
import { capturePolicy } from '../web/engine/policy.ts';
import { World } from '../web/engine/world.ts';
import { compilePolicy } from '../web/policy/compile.ts';
import { starters } from '../web/policy/starters.ts';
import { policyValues } from '../web/policy/values.ts';
import { buildDefinition } from '../web/scenario/index.ts';
import { open } from './opened.ts';
import { openBackend } from './program.ts';

const scenario = 'split-llc/hackbench-groups';
const stepRecords = 4096;
/** ns: all tasks are there after `begin`; then so many slices are timed. */
const times = { begin: 8e6, slice: 0.5e6, slices: 24 } as const;
/**
 * Policies that never end, at three points, where little else is done: two CPUs that wake each other. On a large machine the
 * others idle and balance meanwhile, which takes four fifths of the time. Compares, divides and adds, as policies do.
 */
const endless = {
  scenario: 'split-llc/one-wakeup',
  set: ['platform.topology.llcs_per_node=1', 'platform.topology.cores_per_llc=2'],
  /**
   * 41 slices of about 25 ms each, so that the median is a slice that no other program disturbed. ns; `end` is
   * later than any run gets.
   */
  slice: { operations: 1e7, times: 41, ns: 20_000, end: 60e9 },
  source: `
function work() {
  let sum = 0;
  for (let i = 0; ; i++) {
    if (i % 3 === 0) sum += i;
    else sum = Math.max(sum - 1, 0);
  }
}
function select_cpu() { work(); }
function enqueue() { work(); }
function balance() { work(); }
`,
} as const;

export interface PolicyBench {
  readonly cpus: number;
  /** Accesses a second of processor time, over those without a policy; medians of slices. */
  readonly over_none: Readonly<Record<'linux' | 'least-loaded', number>>;
  /** Of the machine that runs policies. */
  readonly operations_per_second: number;
}

const processorSeconds = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
};

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)]!;
}

function stepTo(world: World, until: number): void {
  while (world.time < until) world.step(until, stepRecords);
}

/** Accesses a second in the slice. */
function timeSlice(world: World, until: number): number {
  const before = world.clock().accesses;
  const started = processorSeconds();
  stepTo(world, until);
  return (world.clock().accesses - before) / (processorSeconds() - started);
}

async function worldOf(definition: DefinitionInput, source?: string): Promise<World> {
  const policy = source === undefined ? {} : policyValues(compilePolicy(source));
  return World.create(await openBackend('wasm', 'policies'), { ...definition, ...policy });
}

async function measureRatio(definition: DefinitionInput, source: string): Promise<number> {
  const [without, own] = [await worldOf(definition), await worldOf(definition, source)];
  for (const world of [without, own]) stepTo(world, times.begin);
  const ratios: number[] = [];
  for (let slice = 1; slice <= times.slices; slice++) {
    const until = times.begin + slice * times.slice;
    const base = timeSlice(without, until);
    ratios.push(timeSlice(own, until) / base);
  }
  return median(ratios);
}

/** What endless calls reach, with what the world around them takes: too little, if anything. */
async function measureOperations(): Promise<number> {
  const { set, slice, source } = endless;
  const opened = await open({ scenario: endless.scenario, set: [...set] });
  const world = await worldOf(buildDefinition(opened, 'A'), source);
  const operations = () => capturePolicy(world)!.operations;
  const rates: number[] = [];
  while (rates.length < slice.times) {
    const [before, started] = [operations(), processorSeconds()];
    while (operations() < before + slice.operations) {
      if (world.time > slice.end) throw new Error('the endless policy is asked too seldom');
      stepTo(world, world.time + slice.ns);
    }
    rates.push((operations() - before) / (processorSeconds() - started));
  }
  return median(rates);
}

/** Linux left as it is, and the policy that reads most. */
export async function measurePolicies(): Promise<PolicyBench> {
  const opened = await open({ scenario, set: ['workload.groups=8'] });
  const definition = buildDefinition(opened, 'A');
  const over = (id: string) =>
    measureRatio(definition, starters.find((each) => each.id === id)!.source);
  return {
    cpus: Number(definition.cpus),
    over_none: { linux: await over('linux'), 'least-loaded': await over('least-loaded') },
    operations_per_second: await measureOperations(),
  };
}

export const policyLines = ({ operations_per_second }: PolicyBench): string[] => [
  `operations of a policy: ${(operations_per_second / 1e6).toFixed(0)} M/s`,
];
