// Two processes under cache-aware balancing, each with words of its own: a tick writes into those of the process
// whose thread it found running, so every atomic that claims a scan is followed by a store to the same line. The
// counters have an atomic among the stores, too.

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { captureRows } from '../../web/engine/capture-window.ts';
import { catalogOf } from '../../web/engine/catalog.ts';
import { openWasm } from '../../web/engine/wasm.ts';
import { World } from '../../web/engine/world.ts';
import { buildDefinition, loadScenario } from '../../web/scenario/index.ts';
import { nodeReader } from '../../web/scenario/node.ts';

const core = new WebAssembly.Module(readFileSync('build/core/core.wasm'));

it('ties, B: no tick of one process stores to the line of another', async () => {
  const short = [
    { path: 'duration', value: '60 ms' },
    { path: 'warmup', value: '0 ms' },
  ];
  const opened = await loadScenario('cache-aware/ties', nodeReader('scenarios'), short);
  const world = World.create(await openWasm(core), buildDefinition(opened, 'B'));
  world.step(opened.duration);
  const { symbols, structures, lines } = catalogOf(world);
  const rows = captureRows(world);
  const tick = symbols.indexOf('task_tick_cache');
  const mm = structures.indexOf('mm: preferred cache');
  const written = [0, 1].map(() => ({ stores: 0, claims: 0 }));
  for (let row = 0; row < rows.count; row += 1) {
    const line = rows.line[row]!;
    if (rows.symbol[row] !== tick || lines.structure[line] !== mm) continue;
    const of = written[lines.instance[line]!]!;
    of.stores += rows.stores[row]!;
    of.claims += rows.locked[row]!;
  }
  for (const { stores, claims } of written) {
    expect(claims).toBeGreaterThan(4);
    expect(stores).toBe(2 * claims);
  }
});
