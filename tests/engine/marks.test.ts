// First occurrences on the real core, checked by looking at the machine itself: before the moment it
// has not happened, at it it has.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findLine } from '../../web/engine/fields.ts';
import { decodeFrame } from '../../web/engine/frame.ts';
import type { MarkQuestion } from '../../web/engine/marks.ts';
import { Simulation } from '../../web/engine/simulation.ts';
import { openWasm } from '../../web/engine/wasm.ts';
import { buildDefinition, loadScenario } from '../../web/scenario/index.ts';
import { nodeReader } from '../../web/scenario/node.ts';

const core = new WebAssembly.Module(readFileSync('build/core/core.wasm'));
const duration = 600_000;
const line = { structure: 'root_domain', line: 3 };

async function start(marks: readonly MarkQuestion[]) {
  const overrides = [
    { path: 'duration', value: '600us' },
    { path: 'warmup', value: '300us' },
  ];
  const opened = await loadScenario('cpupri/ffmpeg-480', nodeReader('scenarios'), overrides);
  const instances = [await openWasm(core), await openWasm(core)] as const;
  return new Simulation(...instances, buildDefinition(opened, 'A'), { duration, marks });
}

describe('marks', () => {
  it('are the first moments of what they name', async () => {
    const simulation = await start([
      { first: 'remote-hitm', line },
      { first: 'migration' },
      { first: 'queue', line, waiting: 10 },
      { first: 'queue', line: { structure: 'root_domain', line: 999 } },
    ]);
    const frameAt = async (time: number) => decodeFrame((await simulation.frameAt(time))!);
    await frameAt(duration);
    // What looks for them comes after the first picture, and has missed nothing.
    await simulation.timelineNext(0, 1);
    const [hitm, migration, queue, never] = simulation.status().marks;
    const which = findLine(simulation.catalog(), line);
    const hitms = async (time: number) => {
      const { lines } = await frameAt(time);
      return lines.remoteHitm[lines.index.indexOf(which!)] ?? 0;
    };
    expect(await hitms(hitm! - 1)).toBe(0);
    expect(await hitms(hitm!)).toBeGreaterThan(0);
    expect((await frameAt(migration! - 1)).counters.migrations).toBe(0);
    expect((await frameAt(migration!)).counters.migrations).toBeGreaterThan(0);
    const { lines } = await frameAt(queue! + 1);
    expect(lines.queue[lines.index.indexOf(which!)]).toBeGreaterThanOrEqual(9);
    expect(never).toBeUndefined();
    simulation.dispose();
  });
});
