// Every task of the stories about placement can be pointed at, at any moment of the run, asleep or not: it has a
// mark on the stage of a small laptop, and what lies under the pointer there is that task.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { TASK } from '../../web/engine/abi.gen.ts';
import { captureFrame } from '../../web/engine/capture.ts';
import { catalogOf } from '../../web/engine/catalog.ts';
import { decodeFrame, encodeFrame } from '../../web/engine/frame.ts';
import { taskName, workloadTasks } from '../../web/engine/task-names.ts';
import type { Catalog, Frame } from '../../web/engine/types.ts';
import { openWasm } from '../../web/engine/wasm.ts';
import { World } from '../../web/engine/world.ts';
import { buildDefinition, loadScenario } from '../../web/scenario/index.ts';
import { nodeReader } from '../../web/scenario/node.ts';
import { fitAll } from '../../web/views/topology/camera.ts';
import { type DrawScene, placeCells } from '../../web/views/topology/draw/scene.ts';
import { TaskMarks } from '../../web/views/topology/draw/task-marks.ts';
import { layoutMachine } from '../../web/views/topology/layout.ts';
import { TaskPlaces } from '../../web/views/topology/task-places.ts';
import { doingOf, words } from '../../web/views/topology/words.ts';

const core = new WebAssembly.Module(readFileSync('build/core/core.wasm'));
const reader = nodeReader('scenarios');

/** Half of a stage of 1280 × 720, without the lane. */
const view = { width: 525, height: 345 };

/** How far a run is looked at, ns, and at how many moments. */
const stories = [
  ['split-llc/schbench-kworker-consolidation', 400_000_000],
  ['split-llc/tbench-thundering-herd', 11_000_000],
  ['cache-aware/two-pairs', 60_000_000],
  ['split-llc/stream-initial-placement', 4_000_000],
] as const;
const moments = 50;

/** The tasks that cannot be pointed at, each with what it does. */
function missingIn(catalog: Catalog, frame: Frame): string[] {
  const layout = layoutMachine(catalog.topology, view);
  const camera = fitAll(layout, view);
  const cells = placeCells(layout, camera, view, 1);
  const scene = { cells, layout, camera, level: 'mid', palette: { textSmall: 11 } };
  const places = new TaskPlaces(catalog);
  places.add(frame);
  const marks = new TaskMarks(catalog.tasks, catalog.topology.cpus);
  marks.place(scene as unknown as DrawScene, places);
  const [first, end] = workloadTasks(catalog);
  const missing: string[] = [];
  for (let task = first; task < end; task++) {
    const does = doingOf(frame, task);
    if (does === words.doing.none) continue;
    const mark = marks.of(task);
    if (!mark || marks.near(mark.x, mark.y) !== task || mark.x > view.width) {
      missing.push(`${taskName(catalog, task)} ${does} on CPU ${frame.tasks.cpu[task]}`);
    }
  }
  return missing;
}

describe.each(stories)('of %s', (name, length) => {
  it.each(['A', 'B'])('every task can be pointed at in %s, asleep or not', async (variant) => {
    const opened = await loadScenario(name, reader);
    const world = World.create(await openWasm(core), buildDefinition(opened, variant));
    const catalog = catalogOf(world);
    const seen = new Set<number>();
    for (let moment = 1; moment <= moments; moment++) {
      world.step(Math.round((length * moment) / moments));
      const frame = decodeFrame(encodeFrame(captureFrame(world)));
      expect({ at: frame.time, missing: missingIn(catalog, frame) }).toEqual({
        at: frame.time,
        missing: [],
      });
      const [first, end] = workloadTasks(catalog);
      for (let task = first; task < end; task++) seen.add(frame.tasks.state[task]!);
    }
    expect(seen).toContain(TASK.SLEEPING);
  });
});
