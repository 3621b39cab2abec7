// What the scenario of wide wakers must come to: pairs that are too wide stay where they were, there are many
// more of them where the kernel knows no shared caches, and each says what it was measured by.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ExplainPlacement } from '../../web/engine/abi.gen.ts';
import { catalogOf } from '../../web/engine/catalog.ts';
import { openWasm } from '../../web/engine/wasm.ts';
import { World } from '../../web/engine/world.ts';
import { explainRow } from '../../web/engine/world-views.ts';
import { buildDefinition, loadScenario } from '../../web/scenario/index.ts';
import { nodeReader } from '../../web/scenario/node.ts';

const core = new WebAssembly.Module(readFileSync('build/core/core.wasm'));

interface Wake {
  readonly cpu: number;
  readonly chosen: number;
  readonly previous: number;
  /** The CPUs of a cache that the pair was measured by; 0: it was not wide. */
  readonly wideBy: number;
  readonly flips: readonly [number, number];
}

/** The wake-ups of one variant, once its warm-up is over: what a task wakes is counted from its fork on. */
async function wakesOf(variant: string, seed = 1): Promise<readonly Wake[]> {
  const overrides = [{ path: 'seed', value: seed }];
  const opened = await loadScenario('split-llc/wide-wakers', nodeReader('scenarios'), overrides);
  const world = World.create(await openWasm(core), buildDefinition(opened, variant));
  const { decisions, reasons } = catalogOf(world);
  const select = decisions.indexOf('select_task_rq_fair');
  const stays = [
    'the task was still leaving its CPU, which queues it again itself',
    'the task had not left its runqueue yet and stays there',
  ].map((text) => reasons.indexOf(text));
  const wakes: Wake[] = [];
  let seen = 0;
  while (world.time < opened.duration) {
    world.step(Math.min(opened.duration, world.time + 20_000));
    for (const end = world.clock().explains; seen < end; seen++) {
      const row = explainRow(world, seen)!;
      if (row.decision !== select || world.time <= opened.window.from) continue;
      if (stays.includes(row.reason)) continue; // no CPU is chosen
      const { cpu, chosen, previous } = row;
      const placement = explainRow(world, seen, ExplainPlacement)!;
      const { wakerFlips, wakeeFlips, llcCpus: wideBy } = placement;
      wakes.push({ cpu, chosen, previous, wideBy, flips: [wakerFlips, wakeeFlips] });
    }
  }
  return wakes;
}

const share = <T>(of: readonly T[], which: (each: T) => boolean) =>
  of.filter(which).length / of.length;
const isWide = ({ wideBy }: Wake) => wideBy > 0;

describe('wide wakers', () => {
  it('are one in eight of the pairs in a cache of four CPUs, and six in ten without shared caches', async () => {
    const [a, b] = [await wakesOf('A'), await wakesOf('B')];
    expect(share(a, isWide)).toBeGreaterThan(0.1);
    expect(share(a, isWide)).toBeLessThan(0.15);
    expect(share(b, isWide)).toBeGreaterThan(0.6);
    expect(share(b, isWide)).toBeLessThan(0.65);
  });

  it('are more than half without shared caches whatever the seed, and up to six in ten with them', async () => {
    const shares: Record<'A' | 'B', number[]> = { A: [], B: [] };
    for (const variant of ['A', 'B'] as const) {
      for (const seed of [1, 2, 3, 4, 5]) {
        shares[variant].push(share(await wakesOf(variant, seed), isWide));
      }
    }
    expect(Math.min(...shares.B)).toBeGreaterThan(0.5);
    expect(Math.max(...shares.A)).toBeLessThan(0.62);
    const median = (values: readonly number[]) => values.toSorted((x, y) => x - y)[2]!;
    expect(median(shares.A)).toBeLessThan(median(shares.B) - 0.15);
  });

  it('are measured by the CPUs of the cache that the kernel knows', async () => {
    const [a, b] = [await wakesOf('A'), await wakesOf('B')];
    for (const [wakes, cpus] of [[a, 4] as const, [b, 1] as const]) {
      for (const { wideBy, flips } of wakes.filter(isWide)) {
        expect(wideBy).toBe(cpus);
        expect(Math.min(...flips)).toBeGreaterThanOrEqual(cpus);
        expect(Math.max(...flips)).toBeGreaterThanOrEqual(cpus * Math.min(...flips));
      }
    }
  });

  it('leave the wakee in the cache it was in', async () => {
    const wakes = await wakesOf('A');
    const cacheOf = (cpu: number) => Math.floor(cpu / 4);
    const elsewhere = wakes.filter(({ cpu, previous }) => cacheOf(cpu) !== cacheOf(previous));
    const stays = ({ chosen, previous }: Wake) => cacheOf(chosen) === cacheOf(previous);
    expect(share(elsewhere.filter(isWide), stays)).toBe(1);
    expect(
      share(
        elsewhere.filter((wake) => !isWide(wake)),
        stays,
      ),
    ).toBeLessThan(1);
  });
});
