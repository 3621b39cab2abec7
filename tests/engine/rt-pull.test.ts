// How a CPU whose priority fell gets a waiting real-time task: with RT_PUSH_IPI it asks the overloaded CPUs to push, without
// it takes the task itself, under both runqueue locks. Nine runnable threads on eight CPUs: one waits at any time.

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { MIGRATE, RECORD } from '../../web/engine/abi.gen.ts';
import { captureRows } from '../../web/engine/capture-window.ts';
import { catalogOf } from '../../web/engine/catalog.ts';
import { openWasm } from '../../web/engine/wasm.ts';
import { World } from '../../web/engine/world.ts';
import { buildDefinition, loadScenario } from '../../web/scenario/index.ts';
import { nodeReader } from '../../web/scenario/node.ts';

const core = new WebAssembly.Module(readFileSync('build/core/core.wasm'));

/** What moved tasks in four milliseconds, and how often the words of a walk were touched. */
async function pulled(isByInterrupt: boolean) {
  const opened = await loadScenario('cpupri/walks-twice', nodeReader('scenarios'), [
    { path: 'duration', value: '4 ms' },
    { path: 'warmup', value: '0 ms' },
    { path: 'variant.A.kernel.rt_push_ipi', value: isByInterrupt },
  ]);
  const world = World.create(await openWasm(core), buildDefinition(opened, 'A'));
  world.step(opened.duration);
  const { from, to } = world.recordRange();
  const ring = world.ring();
  const by = { pull: 0, push: 0 };
  for (let sequence = from; sequence < to; sequence += 1) {
    const { kind, d } = ring.at(sequence % ring.count);
    if (kind !== RECORD.MIGRATE) continue;
    if (d === MIGRATE.PULL) by.pull += 1;
    if (d === MIGRATE.PUSH) by.push += 1;
  }
  const { symbols } = catalogOf(world);
  const rows = captureRows(world);
  const walk = symbols.indexOf('rto_push_irq_work_func');
  const steps = Array.from({ length: rows.count }, (_, row) => row).filter(
    (row) => rows.symbol[row] === walk,
  );
  return { ...by, steps: steps.length };
}

it('a CPU that runs out of work has tasks pushed to it where the scheduler feature is on', async () => {
  const { pull, push, steps } = await pulled(true);
  expect(pull).toBe(0);
  expect(push).toBeGreaterThan(20);
  expect(steps).toBeGreaterThan(0);
});

it('a CPU that runs out of work takes tasks itself where the feature is off, and no interrupt walks', async () => {
  const { pull, steps } = await pulled(false);
  expect(pull).toBeGreaterThan(20);
  expect(steps).toBe(0);
});
