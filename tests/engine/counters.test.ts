// The counters of lines and functions are observation: a run without them is the same run, which the
// fidelity report relies on where no row asks for a line.

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { runJob } from '../../web/engine/sweep/measure.ts';
import { openWasm } from '../../web/engine/wasm.ts';
import { buildDefinition, loadScenario } from '../../web/scenario/index.ts';
import { nodeReader } from '../../web/scenario/node.ts';

const core = new WebAssembly.Module(readFileSync('build/core/core.wasm'));

/** Shares of what the counters counted, which a run without them cannot know. */
const counted = ['local_share', 'cpupri_local_share'];

it.each(['cpupri/ffmpeg-480', 'pcp/two-sockets', 'cache-aware/redis'])(
  '%s measures the same with the counters of lines and without',
  async (name) => {
    const overrides = [
      { path: 'duration', value: '4 ms' },
      { path: 'warmup', value: '1 ms' },
    ];
    const { duration, window, ...opened } = await loadScenario(
      name,
      nodeReader('scenarios'),
      overrides,
    );
    const definition = buildDefinition({ ...opened, duration, window }, 'B');
    const measure = async (no_line_counters: number) => {
      const job = { duration, windowStart: window.from, lines: [], rows: false };
      return runJob(await openWasm(core), {
        ...job,
        program: undefined,
        definition: { ...definition, no_line_counters },
      });
    };
    const [on, off] = [await measure(0), await measure(1)];
    expect(off.trace_hash).toBe(on.trace_hash);
    for (const metric of Object.keys(on.metrics).filter((each) => !counted.includes(each))) {
      expect(off.metrics[metric], metric).toBe(on.metrics[metric]);
    }
  },
);
