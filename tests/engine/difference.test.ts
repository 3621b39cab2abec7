// Where two runs part, on the real core: what the comparison claims is checked against the ledgers
// and counters of straight runs. (Not against trace hashes: those hold raw addresses.)

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compareRuns } from '../../web/engine/difference/compare.ts';
import type { RunDifference } from '../../web/engine/difference/types.ts';
import { lastingNs } from '../../web/engine/difference/types.ts';
import { openWasm } from '../../web/engine/wasm.ts';
import { World } from '../../web/engine/world.ts';
import { buildDefinition, openRecipe, type Recipe } from '../../web/scenario/index.ts';
import { nodeReader } from '../../web/scenario/node.ts';

const core = new WebAssembly.Module(readFileSync('build/core/core.wasm'));
const duration = 1_500_000;
const reader = nodeReader('scenarios');

async function definitions(changes: Partial<Recipe>, ids: readonly [string, string] = ['A', 'B']) {
  const { set, ...rest } = changes;
  const recipe: Recipe = {
    format: 'schedscape-recipe/3',
    scenario: 'cpupri/ffmpeg-480',
    set: { duration: '1500us', warmup: '500us', ...set },
    ...rest,
  };
  const opened = await openRecipe(recipe, reader);
  return ids.map((id) => buildDefinition(opened, id));
}

const worldOf = async (definition: Awaited<ReturnType<typeof definitions>>[number]) =>
  World.create(await openWasm(core), definition);

async function compared(defs: Awaited<ReturnType<typeof definitions>>): Promise<RunDifference> {
  const [first, second] = await Promise.all([worldOf(defs[0]!), worldOf(defs[1]!)]);
  const comparing = compareRuns({ first, second }, duration);
  for (;;) {
    const { value, done } = comparing.next();
    if (done) return value;
  }
}

/** Where all CPUs spent their time, and what was counted, in both runs at a time. */
async function accountsAt(defs: Awaited<ReturnType<typeof definitions>>, time: number) {
  const worlds = await Promise.all(defs.map(worldOf));
  return worlds.map((world) => {
    world.step(time);
    world.refresh();
    const { buffer, byteOffset, byteLength } = new Uint8Array(
      world.block.memory().buffer,
      world.block.memory().base + world.at.ledgerOffset,
      world.at.cpuViewCount * 8 * 10,
    );
    const { records, accesses, misses } = world.clock();
    return {
      counted: [records, accesses, misses],
      ledger: Buffer.from(buffer, byteOffset, byteLength).toString('base64'),
    };
  });
}

describe('two kernels that differ in a layout', () => {
  it('part at the first access with another cost: all records before it are alike', async () => {
    const defs = await definitions({});
    const { cost, isDone } = await compared(defs);
    expect(isDone).toBe(true);
    const [before, same] = await accountsAt(defs, cost!.time - 1);
    expect(before).toEqual(same);
    const [after, otherwise] = await accountsAt(defs, cost!.time + 1_000);
    expect(after).not.toEqual(otherwise);
    const access = (cost!.first ?? cost!.second)!.access!;
    expect(access.place.structure).toBe('root_domain');
    expect(access.place.field).not.toBe('');
    expect(access.symbol).not.toBe('');
  });

  it('decide otherwise later, and stay apart later still, with reasons by name', async () => {
    const { cost, decision, lasting } = await compared(await definitions({}));
    expect(decision!.time).toBeGreaterThan(cost!.time);
    expect(decision!.first.reason).not.toBe('');
    const { first, second } = decision!;
    expect([first.chosen, first.decision]).not.toEqual([second.chosen, second.decision]);
    expect(lasting!.time).toBeGreaterThanOrEqual(cost!.time);
    expect(lasting!.time).toBeLessThan(duration - lastingNs);
    expect(lasting!.first).not.toBe(lasting!.second);
  });

  it('part at the same moments whenever they are compared', async () => {
    const defs = await definitions({});
    expect(await compared(defs)).toEqual(await compared(defs));
  });
});

describe('two ways to one layout', () => {
  it('do not part: the whole run is compared and nothing is found', async () => {
    const layout = { from: 'A', edits: ['align mask 64'] } as Recipe['layout'];
    const defs = await definitions({ layout }, ['B', 'C']);
    expect(defs[0]!.root_domain_layout).not.toBe(defs[1]!.root_domain_layout);
    expect(await compared(defs)).toEqual({
      compared: duration,
      isDone: true,
      cost: undefined,
      decision: undefined,
      lasting: undefined,
    });
  });
});

describe('runs that begin differently', () => {
  it('part at the first record when another seed draws other work', async () => {
    const [first] = await definitions({ seed: 1 });
    const [second] = await definitions({ seed: 2 });
    const { cost } = await compared([first!, second!]);
    expect(cost).toBeDefined();
    const [before, same] = await accountsAt([first!, second!], Math.max(0, cost!.time - 1));
    expect(before).toEqual(same);
  });
});
