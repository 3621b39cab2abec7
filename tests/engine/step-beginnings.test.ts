// The first step of a story: if it names a moment of its own, before the measured window, the threads that it
// speaks of have begun by then. Later steps may begin at a fork, which is what they are about.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { TASK } from '../../web/engine/abi.gen.ts';
import { captureFrame } from '../../web/engine/capture.ts';
import { catalogOf } from '../../web/engine/catalog.ts';
import { decodeFrame, encodeFrame } from '../../web/engine/frame.ts';
import { workloadTasks } from '../../web/engine/task-names.ts';
import { openWasm } from '../../web/engine/wasm.ts';
import { World } from '../../web/engine/world.ts';
import { buildDefinition, loadScenario } from '../../web/scenario/index.ts';
import { nodeReader } from '../../web/scenario/node.ts';
import { timeNs } from '../../web/scenario/units.ts';
import { allStories } from './one-truth.ts';

const core = new WebAssembly.Module(readFileSync('build/core/core.wasm'));
const reader = nodeReader('scenarios');

/** ns: threads that begin this much later belong to a later part of the run. */
const later = 5_000_000;

interface Told {
  readonly steps?: readonly { readonly at?: string | object }[];
}

/** Stories whose first step names a moment. */
const early = allStories().flatMap((name) => {
  const { steps } = JSON.parse(readFileSync(`scenarios/${name}.json`, 'utf8')) as Told;
  const at = steps?.[0]?.at;
  return typeof at === 'string' ? [{ name, at }] : [];
});

describe('the first step', () => {
  it('names a moment in several stories', () => {
    expect(early.length).toBeGreaterThan(5);
  });

  it.each(early)('of $name begins when its threads are there', async ({ name, at }) => {
    const opened = await loadScenario(name, reader);
    const world = World.create(await openWasm(core), buildDefinition(opened, 'A'));
    const catalog = catalogOf(world);
    const [first, end] = workloadTasks(catalog);
    const begun = (time: number): number => {
      world.step(time);
      const { tasks } = decodeFrame(encodeFrame(captureFrame(world)));
      let count = 0;
      for (let task = first; task < end; task++) {
        if (tasks.state[task] !== TASK.NEW && tasks.runtime[task]! > 0) count++;
      }
      return count;
    };
    const moment = timeNs(at);
    const [there, all] = [begun(moment), begun(moment + later)];
    expect(there, `${there} of ${all} tasks have begun at ${at}`).toBeGreaterThanOrEqual(0.9 * all);
  });
});
