// The Pages view's numbers on the real core: what a refill and a flush did page by page, and that they
// agree with the counters of the zone and the records of the run.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { catalogOf } from '../../web/engine/catalog.ts';
import { capturePages } from '../../web/engine/pages.ts';
import { openWasm } from '../../web/engine/wasm.ts';
import { World } from '../../web/engine/world.ts';
import { ZoneHistory } from '../../web/engine/zones-history.ts';
import { buildDefinition, loadScenario } from '../../web/scenario/index.ts';
import { nodeReader } from '../../web/scenario/node.ts';
import { factsAs } from '../../web/views/explain/tellers/teller.ts';
import { blocksAfter, blocksBefore, type FreeBlock } from '../../web/views/pages/transfer.ts';

const core = new WebAssembly.Module(readFileSync('build/core/core.wasm'));
const reader = nodeReader('scenarios');

async function worldOf(platform: string, batch: number, variant = 'B') {
  const opened = await loadScenario('pcp/nine-machines', reader, [
    { path: 'platform', value: platform },
    { path: 'workload.pages', value: 2048 },
    { path: 'workload.memory', value: 'fresh' },
    { path: 'duration', value: '60 ms' },
    { path: 'warmup', value: '20 ms' },
    { path: 'variant.B.kernel.page_lists.batch', value: batch },
  ]);
  return World.create(await openWasm(core), buildDefinition(opened, variant));
}

const forgotten = () => undefined;

describe('a moment of the page allocator', () => {
  it('has in the steps of the last refill and flush what their records say', async () => {
    const world = await worldOf('lkp-hsw-d01', 63);
    world.step(40_000_000);
    const { reasons } = catalogOf(world);
    const zone = capturePages(world, forgotten).zones[0]!;
    const [refill, flush] = [zone.refill!, zone.flush!];
    expect(refill.steps).toHaveLength(63);
    expect(flush.steps).toHaveLength(63);
    const sum = (steps: typeof refill.steps) => steps.reduce((all, { order }) => all + order, 0);
    // Each split and each merge is one order.
    const [refilled, flushed] = [refill, flush].map(({ explain }) => factsAs(explain!, 'hold')!);
    expect(sum(refill.steps)).toBe(refilled!.work);
    expect(sum(flush.steps)).toBe(flushed!.work);
    expect(refilled!.first).toBe(refill.steps[0]!.page);
    expect(reasons[refill.explain!.reason]).toContain('empty');
    expect(reasons[flush.explain!.reason]).toContain('high mark');
    expect(new Set(flush.steps.map(({ page }) => page)).size).toBe(63);
  });

  it('tells in its steps every block a hold took off the free lists and put on them', async () => {
    const world = await worldOf('lkp-hsw-d01', 31);
    const byOrder = (blocks: readonly FreeBlock[], order: number) =>
      blocks.filter((block) => block.order === order).length;
    const checked = { refill: 0, flush: 0 };
    world.step(10_000_000);
    let before = capturePages(world, forgotten).zones[0]!;
    for (let time = 10_000_500; time <= 12_500_000; time += 500) {
      world.step(time);
      const zone = capturePages(world, forgotten).zones[0]!;
      const kind = zone.refills > before.refills ? 'refill' : 'flush';
      // Only where there was one hold can it be told what it alone changed.
      if (zone.refills - before.refills + zone.flushes - before.flushes === 1) {
        const { steps } = zone[kind]!;
        const [found, left] = [
          blocksBefore(kind, steps),
          blocksAfter(kind, steps, steps.length),
        ] as const;
        const told = zone.freeBlocks.map(
          (_, order) => byOrder(left, order) - byOrder(found, order),
        );
        expect(zone.freeBlocks.map((blocks, order) => blocks - before.freeBlocks[order]!)).toEqual(
          told,
        );
        checked[kind] += 1;
      }
      before = zone;
    }
    expect(checked.refill).toBeGreaterThan(50);
    expect(checked.flush).toBeGreaterThan(50);
  });

  it('names a holder whenever somebody waits, and counts every page once', async () => {
    const world = await worldOf('lkp-skl-2sp2', 31);
    let queued = 0;
    for (let time = 1_000_000; time <= 20_000_000; time += 1_000_000) {
      world.step(time);
      const { zones, lists } = capturePages(world, forgotten);
      const zone = zones[0]!;
      const blocks = zone.freeBlocks.reduce((all, blocks, order) => all + blocks * 2 ** order, 0);
      expect(blocks).toBe(zone.freePages);
      for (const { holder, waiters } of Object.values(zone.locks)) {
        if (waiters > 0) expect(holder).toBeGreaterThanOrEqual(0);
        queued = Math.max(queued, waiters);
      }
      for (let cpu = 0; cpu < 28; cpu++) {
        expect(lists.held[cpu]).toBeLessThanOrEqual(lists.high[cpu]! + lists.batch[cpu]!);
      }
    }
    expect(queued).toBeGreaterThan(2);
  });

  it('keeps what free blocks there were, evenly and bounded', async () => {
    const world = await worldOf('lkp-sb02', 31);
    const history = new ZoneHistory(60_000_000);
    for (let time = 10_000; time <= 60_000_000; time += 10_000) {
      world.step(time);
      history.observe(world);
    }
    const { samples } = history;
    expect(samples.length).toBeGreaterThan(256);
    expect(samples.length).toBeLessThanOrEqual(512);
    expect(samples.at(-1)!.time).toBeGreaterThan(59_000_000);
    const free = ({ blocks }: (typeof samples)[number]) =>
      blocks.reduce((all, number, order) => all + number * 2 ** order, 0);
    for (const sample of samples) expect(free(sample)).toBeLessThanOrEqual(sample.pages);
    // The zone begins in largest blocks and comes apart.
    const blocksOf = ({ blocks }: (typeof samples)[number]) =>
      blocks.reduce((all, number) => all + number, 0);
    expect(blocksOf(samples.at(-1)!)).toBeGreaterThan(blocksOf(samples[0]!));
  });

  it('is of no zone where a workload asks for no pages', async () => {
    const opened = await loadScenario('cpupri/cyclic', reader, []);
    const world = World.create(await openWasm(core), buildDefinition(opened, 'A'));
    expect(capturePages(world, forgotten)).toMatchObject({ zones: [] });
  });
});
