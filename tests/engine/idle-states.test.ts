// What the scenario of idle states must show: CPUs left alone sink to C6, and a task that wakes up there waits for
// the exit; a task that wakes up soon does not; without idle states neither happens.

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ACTIVITY, IDLE } from '../../web/engine/abi.gen.ts';
import { runBatch } from '../../web/engine/batch.ts';
import { captureFrame } from '../../web/engine/capture.ts';
import { openWasm } from '../../web/engine/wasm.ts';
import { World } from '../../web/engine/world.ts';
import { buildDefinition, loadScenario } from '../../web/scenario/index.ts';
import { nodeReader } from '../../web/scenario/node.ts';

const core = new WebAssembly.Module(readFileSync('build/core/core.wasm'));

/** Median of a wake-up in ns, and the idle states of the CPUs at the end. */
async function run(variant: string, sleep: string) {
  const set = Object.entries({ duration: '20 ms', 'workload.sleep': sleep });
  const overrides = set.map(([path, value]) => ({ path, value }));
  const opened = await loadScenario('split-llc/idle-states', nodeReader('scenarios'), overrides);
  const world = World.create(await openWasm(core), buildDefinition(opened, variant));
  const { headline } = runBatch(world, {
    duration: opened.duration,
    windowStart: opened.window.from,
    program: undefined,
  });
  const { cpus } = captureFrame(world);
  const idle = [...cpus.idleState].filter((_, cpu) => cpus.activity[cpu] === ACTIVITY.IDLE);
  return { median: headline.latencies.wake!.p50, idle: new Set(idle) };
}

it('lets CPUs sink only where states are modelled, and a wake-up pays for the depth', async () => {
  const [alike, deep, soon] = [
    await run('A', '1 ms'),
    await run('B', '1 ms'),
    await run('B', '100 µs'),
  ];
  expect([...alike.idle]).toEqual([IDLE.STATE_NONE]);
  expect(alike.median).toBeLessThan(10_000);
  expect(deep.idle).toContain(IDLE.STATE_C6);
  expect(deep.median).toBeGreaterThan(alike.median + 10_000);
  expect(deep.median).toBeLessThan(alike.median + 20_000);
  expect(soon.median).toBeLessThan(10_000);
});
