// What the captions of the page-list scenarios say, measured on the real core: how long a refill takes, how
// lists that tune themselves do under bursts, and whose pages are taken when a migrate type has none.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { runBatch } from '../../web/engine/batch.ts';
import { captureExplain } from '../../web/engine/capture-window.ts';
import { catalogOf } from '../../web/engine/catalog.ts';
import { type Measures, runMetrics } from '../../web/engine/metrics.ts';
import type { Explain } from '../../web/engine/types.ts';
import { openWasm } from '../../web/engine/wasm.ts';
import { World } from '../../web/engine/world.ts';
import { buildDefinition, loadScenario } from '../../web/scenario/index.ts';
import { nodeReader } from '../../web/scenario/node.ts';
import { factsAs } from '../../web/views/explain/tellers/teller.ts';

const core = new WebAssembly.Module(readFileSync('build/core/core.wasm'));
const reader = nodeReader('scenarios');

type Settings = Readonly<Record<string, string | number>>;

interface Ran {
  readonly metrics: Measures;
  /** Decisions by the code of their reason. */
  readonly times: Readonly<Record<string, number>>;
}

/** Runs a variant; `see` is shown every decision with the code of its reason. */
async function run(
  name: string,
  variant: string,
  set: Settings = {},
  see: (explain: Explain, code: string) => void = () => {},
): Promise<Ran> {
  const overrides = Object.entries(set).map(([path, value]) => ({ path, value }));
  const opened = await loadScenario(`pcp/${name}`, reader, overrides);
  const world = World.create(await openWasm(core), buildDefinition(opened, variant));
  const { reasonCodes } = catalogOf(world);
  const times: Record<string, number> = {};
  let told = 0;
  const onRecords = () => {
    for (const end = world.clock().explains; told < end; told++) {
      const explain = captureExplain(world, told);
      if (!explain) continue;
      const code = reasonCodes[explain.reason] ?? '';
      times[code] = (times[code] ?? 0) + 1;
      see(explain, code);
    }
  };
  const { duration, window } = opened;
  const result = runBatch(world, {
    duration,
    windowStart: window.from,
    onRecords,
    program: undefined,
  });
  return { metrics: runMetrics(result), times };
}

/** That many times as much, between the two. */
function expectTimes(
  more: number | undefined,
  less: number | undefined,
  low: number,
  high: number,
) {
  const times = (more ?? Number.NaN) / (less ?? Number.NaN);
  expect(times).toBeGreaterThan(low);
  expect(times).toBeLessThan(high);
}

describe('the time of a refill against its batch', () => {
  it('is waiting with small batches and holding with large ones, and shortest in between', async () => {
    const middle = {
      'variant.B.kernel.page_lists.batch': 127,
      ...{ duration: '250 ms', warmup: '150 ms' },
    };
    const { metrics: of31 } = await run('worst-case', 'A');
    const { metrics: of511 } = await run('worst-case', 'B');
    const { metrics: of127 } = await run('worst-case', 'B', middle);
    expectTimes(of511.longest_refill_hold, of31.longest_refill_hold, 8, 12);
    expectTimes(of511.refill_p99, of31.refill_p99, 0.7, 1.3);
    expectTimes(of127.refill_p99, of31.refill_p99, 0.3, 0.8);
    // Of a refill of 31 pages the hold is the least part, of one of 511 a good part.
    expectTimes(of31.refill_p99, of31.longest_refill_hold, 20, 50);
    expectTimes(of511.refill_p99, of511.longest_refill_hold, 1.5, 5);
    for (const { refill_p99, longest_refill } of [of31, of127, of511]) {
      expect(longest_refill).toBeGreaterThanOrEqual(0.98 * (refill_p99 ?? Number.NaN));
    }
  }, 300_000);
});

describe('lists that tune themselves under bursts', () => {
  it('go to the zone an eighth as often as fixed ones, and keep far more meanwhile', async () => {
    const [fixed, tuned] = [await run('bursty', 'A'), await run('bursty', 'B')];
    expectTimes(fixed.metrics.zone_visits, tuned.metrics.zone_visits, 7, 10);
    expect(fixed.metrics.zone_visits).toBeCloseTo(22, 0);
    expect(tuned.metrics.zone_visits).toBeLessThan(3);
    expectTimes(fixed.metrics.refill_p99, tuned.metrics.refill_p99, 2, 5);
    expectTimes(tuned.metrics.pages_on_lists, 26e6 / 4096, 0.95, 1.1);
    expect(fixed.metrics.pages_on_lists).toBeLessThan(252);
    expect(fixed.times).not.toHaveProperty('HIGH_DECAYED');
    expect(tuned.times.HIGH_DECAYED).toBeGreaterThan(100);
  }, 300_000);

  it('have to fetch more again after a longer pause', async () => {
    const [short, long] = [
      await run('bursty', 'B'),
      await run('bursty', 'B', { 'workload.pause': '2 s' }),
    ];
    expectTimes(long.metrics.zone_visits, short.metrics.zone_visits, 1.2, 2);
  }, 300_000);
});

describe('a migrate type without free blocks', () => {
  const brief = { duration: '200 ms' };

  it('takes whole blocks while there are some', async () => {
    const costs: number[] = [];
    const { metrics, times } = await run('fallback', 'A', brief, ({ cost }, code) => {
      if (code === 'FALLBACK_LARGE') costs.push(cost);
    });
    for (const cost of costs) expect(cost).toBeLessThan(250);
    expect(times).toMatchObject({ FALLBACK_LARGE: 3, LIST_EMPTY_FALLBACK: 3 });
    expect(times).not.toHaveProperty('FALLBACK_CLAIMED');
    expect(metrics.fallbacks).toBe(3);
  }, 300_000);

  it('takes pageblocks in which others have pages where memory is in pieces', async () => {
    const claimed: Explain[] = [];
    const { metrics, times } = await run('fallback', 'B', brief, (explain, code) => {
      if (code === 'FALLBACK_CLAIMED') claimed.push(explain);
    });
    expect(times).not.toHaveProperty('FALLBACK_LARGE');
    expect(metrics.fallbacks).toBe(9);
    expect(claimed).toHaveLength(9);
    for (const explain of claimed) {
      const { moved, onLru, alike } = factsAs(explain, 'fallback')!;
      expectTimes(explain.cost, 29_000, 0.9, 1.1);
      expect(moved + onLru + alike).toBe(512);
      expect(moved).toBeLessThan(512);
      expect(moved + alike).toBeGreaterThanOrEqual(256);
    }
  }, 300_000);

  it('does not come about where page tables take no pages', async () => {
    const set = { ...brief, 'workload.page_tables': 'left-out' };
    const { metrics, times } = await run('fallback', 'B', set);
    expect(metrics).toMatchObject({ fallbacks: 0, unmovable_blocks: 0 });
    expect(times).not.toHaveProperty('LIST_EMPTY_FALLBACK');
  }, 300_000);
});

describe('the record of a flush', () => {
  it('says of each of its pages what ended its merging, and of none of a refill', async () => {
    let flushes = 0;
    const set = { duration: '12 ms', warmup: '1 ms' };
    await run('worst-case', 'A', set, (explain, code) => {
      const { pages, single, stopped } = factsAs(explain, 'hold')!;
      const ended = stopped.reduce((sum, blocks) => sum + blocks, 0);
      expect(ended).toBe(code === 'ABOVE_HIGH' ? pages : 0);
      expect(single).toBeLessThanOrEqual(ended);
      flushes += Number(code === 'ABOVE_HIGH');
    });
    expect(flushes).toBeGreaterThan(100);
  });
});
