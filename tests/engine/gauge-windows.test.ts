// The window of what a story draws as now is long enough for what it counts: one that sees a pass now and none then says
// nothing.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { decodeFrame } from '../../web/engine/frame.ts';
import { Simulation } from '../../web/engine/simulation.ts';
import { openWasm } from '../../web/engine/wasm.ts';
import { buildDefinition, loadScenario } from '../../web/scenario/index.ts';
import { nodeReader } from '../../web/scenario/node.ts';
import { counterSampleOf, gaugeBetween } from '../../web/stage/gauges.ts';

const core = new WebAssembly.Module(readFileSync('build/core/core.wasm'));
const reader = nodeReader('scenarios');
const moments = 20;

describe('the gauge of STREAM', () => {
  it('has passes to count at every moment of the measured window, and about as many', async () => {
    const opened = await loadScenario('split-llc/stream-initial-placement', reader);
    const { duration, window, scoreWindow } = opened;
    const [head, cursor] = [await openWasm(core), await openWasm(core)];
    const definition = buildDefinition(opened, 'A');
    const run = new Simulation(head, cursor, definition, { duration, window: scoreWindow });
    run.setLead(duration);
    const passes: number[] = [];
    for (let at = 1; at <= moments; at++) {
      const time = Math.floor(window.from + scoreWindow + (at / moments) * 30_000_000);
      const frame = decodeFrame((await run.frameAt(time))!);
      passes.push(gaugeBetween('throughput', frame.windowStart, counterSampleOf(frame))!);
    }
    run.dispose();
    expect(Math.min(...passes)).toBeGreaterThan(0);
    expect(Math.max(...passes)).toBeLessThan(2.5 * Math.min(...passes));
  });
});
