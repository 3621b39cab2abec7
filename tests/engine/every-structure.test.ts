// Every simulated structure of the tables, laid out anew in a run that touches it: the core puts its members
// where C's rules do, and a declaration of what is so already changes nothing. The members of root_domain, whose
// arrays come apart, are in own-layout.test.ts.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { runBatch } from '../../web/engine/batch.ts';
import type { Catalog } from '../../web/engine/types.ts';
import { openWasm } from '../../web/engine/wasm.ts';
import { World } from '../../web/engine/world.ts';
import { arrayLengthsOf, structureValues } from '../../web/scenario/edited-structures.ts';
import { buildDefinition, loadScenario } from '../../web/scenario/index.ts';
import {
  parseEdit,
  pictureOf,
  relaid,
  structureKeys,
  tableNamed,
} from '../../web/scenario/layout/index.ts';
import { nodeReader } from '../../web/scenario/node.ts';
import { usedStructures } from '../../web/views/layout/uses.ts';

const core = new WebAssembly.Module(readFileSync('build/core/core.wasm'));
const reader = nodeReader('scenarios');

interface Run {
  readonly scenario: string;
  readonly variant: string;
  readonly us: number;
  readonly layout?: string;
  /** What the scenario says otherwise. */
  readonly set?: Readonly<Record<string, string>>;
  /** What the definition says otherwise. */
  readonly otherwise?: Readonly<Record<string, number>>;
}

/** Short runs that touch all of them between them. */
const runs: readonly Run[] = [
  { scenario: 'cpupri/ffmpeg-480', variant: 'A', us: 200, layout: 'base' },
  { scenario: 'cpupri/ffmpeg-480', variant: 'A', us: 200, layout: 'p3+p4' },
  { scenario: 'cache-aware/two-pairs', variant: 'B', us: 2000 },
  { scenario: 'cache-aware/redis', variant: 'B', us: 2000 },
  { scenario: 'split-llc/newly-idle', variant: 'A', us: 1000 },
  // A contended lock of a zone whose waiters queue access by access.
  { scenario: 'pcp/skylake-ex', variant: 'A', us: 300, otherwise: { page_handover_ps: 0 } },
  { scenario: 'pcp/auto-tuned', variant: 'A', us: 300 },
  {
    scenario: 'split-llc/tbench-hints',
    variant: 'A',
    us: 1500,
    set: { 'workload.routes': 'counted', 'variant.A.kernel.task_group': 'v4.5' },
  },
];

const openRun = ({ scenario, variant, us, layout, set: own }: Run) => {
  const set = { duration: `${us}us`, warmup: '10us', ...own };
  const kernel = layout ? { [`variant.${variant}.kernel.layout`]: layout } : {};
  const overrides = Object.entries({ ...set, ...kernel });
  return loadScenario(
    scenario,
    reader,
    overrides.map(([path, value]) => ({ path, value })),
  );
};

async function runWith(
  opened: Awaited<ReturnType<typeof openRun>>,
  { variant, us, otherwise }: Run,
  structures: Readonly<Record<string, string[]>> = {},
) {
  const values = structureValues(structures, 'layout', opened.machine);
  const definition = { ...buildDefinition(opened, variant), ...values, ...otherwise };
  const world = World.create(await openWasm(core), definition);
  const { catalog, rows } = await runBatch(world, {
    duration: us * 1000,
    windowStart: 10_000,
    program: undefined,
  });
  return { catalog, touched: usedStructures(catalog, rows!), hash: world.traceHash() };
}

/** The last member first, and 64 bytes before it; of page lists, where a line more is what costs, the lists apart. */
function turned(key: string): string[] {
  if (key === 'per_cpu_pageset') return ['align lists 64'];
  const members = tableNamed(key)!.members.map(([name]) => name);
  const [first, last] = [members[0]!, members.at(-1)!];
  return first === last ? [`pad ${first} 64`] : [`move ${last} before ${first}`, `pad ${last} 64`];
}
/** Every member declared to the core, each where it is. */
const asItIs = (key: string): string[] => [`pad ${tableNamed(key)!.members[0]![0]} 0`];

const offsetsIn = ({ fields, structures }: Catalog, name: string) =>
  new Map(
    Array.from({ length: fields.count }, (_, at) => at)
      .filter((at) => structures[fields.structure[at]!] === name)
      .map((at) => [fields.name[at]!, fields.offset[at]!]),
  );

describe('every simulated structure', () => {
  const seen = new Set<string>();
  it.each(runs)('of $scenario ($us us) lies where a layout puts it', async (run) => {
    const opened = await openRun(run);
    const plain = await runWith(opened, run);
    const keys = structureKeys.filter((key) => plain.touched.includes(tableNamed(key)!.name));
    expect(keys.length).toBeGreaterThan(0);
    const same = Object.fromEntries(structureKeys.map((key) => [key, asItIs(key)]));
    expect((await runWith(opened, run, same)).hash).toBe(plain.hash);
    for (const key of keys.filter((each) => !seen.has(each))) {
      seen.add(key);
      const anew = await runWith(opened, run, { [key]: turned(key) });
      const table = tableNamed(key)!;
      const edits = turned(key).map((text) => parseEdit(text)!);
      const outcome = relaid(table, edits, arrayLengthsOf(opened.machine));
      if (!outcome.ok) throw new Error(outcome.reason);
      const offsets = offsetsIn(anew.catalog, table.name);
      const parts = pictureOf(outcome.layout).parts.filter(({ field }) => field !== undefined);
      expect(parts.length, key).toBeGreaterThan(0);
      for (const { field, offset } of parts) {
        expect(offsets.get(field!), `${key}: ${field}`).toBe(offset);
      }
      expect(anew.hash, key).not.toBe(plain.hash);
    }
  });
  it('has been touched by one of these runs', () => {
    expect(structureKeys.filter((key) => !seen.has(key))).toEqual([]);
  });
});
