// Structures other than root_domain laid out anew: the table of a structure is what the core has, edits go
// to the core by C's rules, and words that come to share a line share its traffic.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { runBatch } from '../../web/engine/batch.ts';
import { fieldsOnLine } from '../../web/engine/fields.ts';
import type { Catalog } from '../../web/engine/types.ts';
import { openWasm } from '../../web/engine/wasm.ts';
import { World } from '../../web/engine/world.ts';
import { arrayLengthsOf } from '../../web/scenario/edited-structures.ts';
import { buildDefinition, openRecipe, parseRecipe } from '../../web/scenario/index.ts';
import {
  pictureOf,
  plainLayout,
  structureKeys,
  tableNamed,
} from '../../web/scenario/layout/index.ts';
import { nodeReader } from '../../web/scenario/node.ts';
import { fieldUses, usedStructures } from '../../web/views/layout/uses.ts';

const core = new WebAssembly.Module(readFileSync('build/core/core.wasm'));
const reader = nodeReader('scenarios');
const ms = 1_000_000;

const open = (scenario: string, structures?: Readonly<Record<string, string[]>>) =>
  openRecipe(
    parseRecipe({
      format: 'schedscape-recipe/3',
      scenario,
      set: { duration: '4ms', warmup: '1ms' },
      ...(structures && { layout: { from: 'A', base: 'base', edits: [], structures } }),
    }),
    reader,
  );

async function run(scenario: string, structures?: Readonly<Record<string, string[]>>) {
  const opened = await open(scenario, structures);
  const definition = buildDefinition(opened, structures ? 'C' : 'A');
  const world = World.create(await openWasm(core), definition);
  const { catalog, rows } = await runBatch(world, {
    duration: 4 * ms,
    windowStart: ms,
    program: undefined,
  });
  return { opened, catalog, rows: rows!, hash: world.traceHash() };
}

/** Offsets of the fields of a structure, as the core names them. */
const offsetsIn = ({ fields, structures }: Catalog, name: string) =>
  new Map(
    Array.from({ length: fields.count }, (_, at) => at)
      .filter((at) => structures[fields.structure[at]!] === name)
      .map((at) => [fields.name[at]!, fields.offset[at]!]),
  );

const pages = 'pcp/skylake-ex';
const other = 'cpupri/ffmpeg-480';

describe('a simulated structure', () => {
  it('lies in every table as the core lays it out', async () => {
    const { opened, catalog } = await run('cpupri/ffmpeg-480');
    let compared = 0;
    for (const key of structureKeys) {
      const table = tableNamed(key)!;
      const offsets = offsetsIn(catalog, table.name);
      if (offsets.size === 0) continue;
      const { parts } = pictureOf(plainLayout(table, arrayLengthsOf(opened.machine)));
      for (const { field, offset } of parts) {
        if (field !== undefined) expect(offsets.get(field), `${key}: ${field}`).toBe(offset);
      }
      compared += 1;
    }
    expect(compared).toBeGreaterThan(6);
  });

  it('that is declared as it is changes nothing', async () => {
    const before = await run(pages);
    // There and back again: the edits cancel, yet every member is declared to the core.
    const edits = ['move lru_lock before lock', 'move lock before lru_lock'];
    expect((await run(pages, { zone: edits })).hash).toBe(before.hash);
  });

  it('with both locks of a zone on one line has the traffic of both there', async () => {
    const apart = await run(pages);
    const together = await run(pages, { zone: ['align lru_lock 4'] });
    expect([...offsetsIn(apart.catalog, 'zone')]).toEqual([
      ['zone.lock', 0],
      ['pgdat.lru_lock', 64],
    ]);
    expect(offsetsIn(together.catalog, 'zone').get('pgdat.lru_lock')).toBe(4);
    expect(together.hash).not.toBe(apart.hash);
    const { lines, structures } = together.catalog;
    const zone = structures.indexOf('zone');
    const line = lines.structure.indexOf(zone);
    expect(fieldsOnLine(together.catalog, line).map(({ name }) => name)).toEqual([
      'zone.lock',
      'pgdat.lru_lock',
    ]);
    const uses = fieldUses(together.catalog, together.rows, 'zone');
    expect(uses.get('zone.lock')!.stores).toBeGreaterThan(0);
    expect(uses.get('pgdat.lru_lock')!.stores).toBeGreaterThan(0);
    // False sharing costs: the holder of each lock takes the line from the CPUs that wait for the other lock.
    const hitm = (of: typeof uses) => [...of.values()].reduce((sum, use) => sum + use.hitm, 0);
    const before = fieldUses(apart.catalog, apart.rows, 'zone');
    expect(hitm(uses)).not.toBe(hitm(before));
  });

  it('that is a page list costs nothing where it is as it is, and a hit a page where its count lies apart', async () => {
    const before = await run(pages);
    const edits = ['move batch before high', 'move high before batch'];
    expect((await run(pages, { per_cpu_pageset: edits })).hash).toBe(before.hash);
    const apart = await run(pages, { per_cpu_pageset: ['align lists 64'] });
    expect(offsetsIn(apart.catalog, 'per_cpu_pageset').get('list[1]')).toBe(64 + 16);
    expect(apart.hash).not.toBe(before.hash);
    // The lists of kernels of another form are not there.
    const modern = await run(pages, { per_cpu_pages: ['align lists 64'] });
    expect(modern.hash).toBe(before.hash);
  });

  it('is offered where somebody touched it, the hottest first', async () => {
    const { catalog, rows } = await run(pages);
    expect(usedStructures(catalog, rows)).toContain('zone');
    expect(usedStructures(catalog, rows).at(-1)).toBe('per_cpu_pageset');
    expect(usedStructures(catalog, rows)).not.toContain('pipe_inode_info');
  });
});

describe('a layout that C would not compile', () => {
  const refusal = async (structures: Readonly<Record<string, string[]>>) => {
    try {
      buildDefinition(await open(other, structures), 'C');
    } catch (error) {
      return (error as Error).message;
    }
    throw new Error('nothing was refused');
  };

  it('is refused with the path of the edit', async () => {
    expect(await refusal({ rq: ['move curr before nr_running', 'move next before curr'] })).toMatch(
      /layout\.structures\.rq\[1\].*no member next/s,
    );
    expect(await refusal({ pipe: ['align head 48'] })).toMatch(
      /layout\.structures\.pipe\[0\].*not an alignment/s,
    );
    expect(await refusal({ pipe: ['split'] })).toMatch(
      /layout\.structures\.pipe\[0\].*root_domain/s,
    );
    const large = ['lock', 'nr_running', 'curr', 'donor', 'rt_highest'].map(
      (member) => `align ${member} 4096`,
    );
    expect(await refusal({ rq: large })).toMatch(/layout\.structures\.rq\[4\].*at most 16384/s);
  });

  it('is refused for a structure that is not simulated', async () => {
    expect(await refusal({ mutex: [] })).toMatch(/layout\.structures.*mutex/s);
  });
});
