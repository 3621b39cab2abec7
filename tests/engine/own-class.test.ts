// A scheduling class of one's own, one queue for the whole machine, beside what is published of sched_ext's simplest scheduler
// (tools/sched_ext/scx_simple.bpf.c and README.md of Linux 6.18): it does well where all CPUs share one cache; first come,
// first served lets tasks that compute keep those that wake waiting, by virtual time they are soon served.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { runBatch } from '../../web/engine/batch.ts';
import { runMetrics } from '../../web/engine/metrics.ts';
import { openWasm } from '../../web/engine/wasm.ts';
import { World } from '../../web/engine/world.ts';
import { classStarters } from '../../web/policy/class-starters.ts';
import { buildDefinition, openRecipe, parseRecipe } from '../../web/scenario/index.ts';
import { nodeReader } from '../../web/scenario/node.ts';

const core = new WebAssembly.Module(readFileSync('build/core/policy.wasm'));
const reader = nodeReader('scenarios');
const sourceOf = (id: string) => classStarters.find((each) => each.id === id)!.source;

/** What Linux, where it is asked too, and a policy measure of a scenario. */
async function beside(id: string, recipe: object) {
  const policy = { language: 1, from: 'A', source: sourceOf(id) };
  const given = parseRecipe({ format: 'schedscape-recipe/3', ...recipe, policy });
  const opened = await openRecipe(given, reader, undefined, true);
  const of = async (variant: string) => {
    const world = World.create(await openWasm(core), buildDefinition(opened, variant));
    const { duration, window } = opened;
    const result = runBatch(world, { duration, windowStart: window.from, program: undefined });
    const { throughput = 0, wake_latency = 0 } = runMetrics(result);
    return { throughput, wake_latency };
  };
  return { linux: await of('A'), own: await of(opened.policy!.variant) };
}

const oneCache = {
  scenario: 'split-llc/one-wakeup',
  set: {
    'platform.topology.llcs_per_node': 1,
    'platform.topology.cores_per_llc': 8,
    duration: '30ms',
    'workload.groups': 4,
  },
};

/** Six tasks that compute on each of eight cores, and one that wakes every 10 ms for 100 us. */
const hogs = {
  scenario: 'split-llc/one-wakeup',
  workload: {
    format: 'schedscape-workload/1',
    tasks: [
      { name: 'hog', count: 48, phases: [{ steps: ['run 50ms'], loops: 0 }] },
      { name: 'brief', count: 4, phases: [{ steps: ['every 10ms', 'run 100us'], loops: 0 }] },
    ],
  },
  set: { duration: '500ms', warmup: '150ms' },
};

describe('one queue for the whole machine', () => {
  it('does about as well as Linux where all CPUs share one cache', async () => {
    const { linux, own } = await beside('one-queue', oneCache);
    expect(own.throughput / linux.throughput).toBeGreaterThan(0.6);
    expect(own.throughput / linux.throughput).toBeLessThan(1.5);
  });

  it('lets tasks that compute keep those that wake waiting, and by virtual time does not', async () => {
    const first = await beside('one-queue', hogs);
    const byTime = await beside('one-queue-by-time', hogs);
    // A round of 48 tasks with 20 ms each on eight CPUs takes 120 ms.
    expect(first.own.wake_latency).toBeGreaterThan(30_000_000);
    expect(byTime.own.wake_latency).toBeLessThan(0.5 * first.own.wake_latency);
  });
});
