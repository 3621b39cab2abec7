// The run whose exports the tests read back.

import { readFileSync } from 'node:fs';
import { openWasm } from '../../web/engine/wasm.ts';
import { World } from '../../web/engine/world.ts';
import { provenanceOf } from '../../web/exchange/provenance.ts';
import { type Trace, traceRun } from '../../web/exchange/trace/trace.ts';
import type { TraceFormat } from '../../web/exchange/trace/writer.ts';
import { buildDefinition, loadScenario } from '../../web/scenario/index.ts';
import { nodeReader } from '../../web/scenario/node.ts';

const core = new WebAssembly.Module(readFileSync('build/core/core.wasm'));
const set = (path: string, value: string) => ({ path, value });

/** A run of the FFmpeg story: 1.5 ms, of which the last 1 ms is measured. */
export async function exported(
  format: TraceFormat,
  { variant = 'A', from = 0, to = 1_500_000 } = {},
): Promise<Trace & { bytes: Buffer }> {
  const overrides = [set('duration', '1500us'), set('warmup', '500us')];
  const opened = await loadScenario('cpupri/ffmpeg-480', nodeReader('scenarios'), overrides);
  const world = World.create(await openWasm(core), buildDefinition(opened, variant));
  const trace = traceRun(world, {
    format,
    from,
    to,
    comm: opened.scenario.workload.name,
    program: opened.program,
    provenance: provenanceOf(opened, [variant]),
    windowStart: opened.window.from,
  });
  return { ...trace, bytes: Buffer.concat(trace.pieces) };
}
