// Published c2c tables on the real core: each finds its line, and most of its records meet a simulated
// row of the same offset and function.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { runBatch } from '../../web/engine/batch.ts';
import { openWasm } from '../../web/engine/wasm.ts';
import { World } from '../../web/engine/world.ts';
import { buildDefinition, loadScenario } from '../../web/scenario/index.ts';
import { nodeReader } from '../../web/scenario/node.ts';
import { rowsOfLine } from '../../web/views/c2c/lines.ts';
import { matchRows, shareOut } from '../../web/views/c2c/match.ts';
import { publishedFor, publishedTables, simulatedLine } from '../../web/views/c2c/published.ts';

const core = new WebAssembly.Module(readFileSync('build/core/core.wasm'));

async function run(variant: string) {
  const set = (path: string, value: string) => ({ path, value });
  const overrides = [set('duration', '4ms'), set('warmup', '1ms')];
  const opened = await loadScenario('cpupri/ffmpeg-480', nodeReader('scenarios'), overrides);
  const world = World.create(await openWasm(core), buildDefinition(opened, variant));
  return runBatch(world, { duration: 4_000_000, windowStart: 1_000_000, program: undefined });
}

describe('the published c2c tables', () => {
  it('are four, each of a line of its own', async () => {
    const { catalog } = await run('A');
    const lines = publishedTables.map((table) => simulatedLine(catalog, table));
    expect(lines.every((line) => line >= 0)).toBe(true);
    expect(new Set(lines).size).toBe(4);
    for (const [at, line] of lines.entries()) {
      expect(publishedFor(catalog, line)).toBe(publishedTables[at]);
    }
  });

  it('meet simulated rows for most of their records', async () => {
    const { catalog, rows } = await run('A');
    for (const table of publishedTables) {
      const simulated = shareOut(rowsOfLine(rows, catalog, simulatedLine(catalog, table)));
      const met = matchRows(simulated, table.rows).filter((row) => row.simulated && row.published);
      const share = met.reduce((sum, row) => sum + row.published!.recordShare, 0);
      expect([table.id, share > 0.5]).toEqual([table.id, true]);
    }
  });

  it('are not put beside a line of another layout that only has the same number', async () => {
    const [{ catalog: base }, { catalog: aligned }] = await Promise.all([run('A'), run('B')]);
    const shown = publishedTables.filter((table) =>
      publishedFor(aligned, simulatedLine(aligned, table), base),
    );
    expect(shown.map(({ lineNumber }) => lineNumber)).toEqual([3, 1, 1]);
  });
});
