// The timeline against the real core: what its slices say is what the ledger says, to the nanosecond,
// and a replay finds the same.

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { RECORD } from '../../web/engine/abi.gen.ts';
import { catalogOf } from '../../web/engine/catalog.ts';
import type { DefinitionInput } from '../../web/engine/definition.ts';
import { Simulation } from '../../web/engine/simulation.ts';
import { rowOfLlc, tileActivities } from '../../web/engine/slices.ts';
import { SliceReader, type SliceSink } from '../../web/engine/slices-reader.ts';
import { ledgerKinds } from '../../web/engine/types.ts';
import { openWasm } from '../../web/engine/wasm.ts';
import { World } from '../../web/engine/world.ts';
import { buildDefinition, loadScenario } from '../../web/scenario/index.ts';
import { nodeReader } from '../../web/scenario/node.ts';

const core = new WebAssembly.Module(readFileSync('build/core/core.wasm'));
const duration = 1_500_000;
const set = (path: string, value: string) => ({ path, value });
const overrides = [set('duration', '1500us'), set('warmup', '500us')];
const [idle, user, kernel, stalled, spinning] = tileActivities.keys();

interface Tile {
  readonly activity: number;
  readonly from: number;
  readonly to: number;
}

/** All tiles by CPU, each activity in one piece where nothing comes between. */
class TileSink implements SliceSink {
  readonly tiles: Tile[][];
  wakes = 0;
  readonly slices: { cpu: number; from: number; to: number; task: number }[] = [];

  constructor(cpus: number) {
    this.tiles = Array.from({ length: cpus }, () => []);
  }

  tile(cpu: number, activity: number, from: number, to: number): void {
    const own = this.tiles[cpu]!;
    const last = own.at(-1);
    if (activity !== stalled && last?.activity === activity && last.to === from) {
      own[own.length - 1] = { ...last, to };
    } else own.push({ activity, from, to });
  }

  slice(cpu: number, from: number, to: number, _mode: number, task: number): void {
    this.slices.push({ cpu, from, to, task });
  }

  event(kind: number, _cpu: number, time: number): void {
    if (kind === RECORD.WAKE && time < duration) this.wakes++;
  }

  miss(): void {}
  lock(): void {}
}

const clipped = (tiles: readonly Tile[], from: number, to: number) =>
  tiles
    .filter((tile) => tile.to > from && tile.from < to)
    .map((tile) => ({ ...tile, from: Math.max(from, tile.from), to: Math.min(to, tile.to) }));

const sumOf = (tiles: readonly Tile[], activity: number) =>
  tiles.reduce((sum, tile) => sum + (tile.activity === activity ? tile.to - tile.from : 0), 0);

describe.each([
  ['cpupri/ffmpeg-480', 'A'],
  ['cpupri/cyclic', 'B'],
] as const)('%s, variant %s', { timeout: 60_000 }, (name, variant) => {
  let definition: DefinitionInput;
  let world: World;
  let sink: TileSink;
  let simulation: Simulation;

  beforeAll(async () => {
    const opened = await loadScenario(name, nodeReader('scenarios'), overrides);
    definition = buildDefinition(opened, variant);
    world = World.create(await openWasm(core), definition);
    sink = new TileSink(world.at.cpuViewCount);
    const reader = new SliceReader(world.at.cpuViewCount, sink);
    reader.begin(world, 0);
    while (world.time < duration) {
      const before = world.clock().records;
      world.step(duration, 512);
      reader.read(world, before, world.clock().records);
    }
    reader.settle(duration);
    simulation = new Simulation(await openWasm(core), await openWasm(core), definition, {
      duration,
      reader: () => openWasm(core),
    });
    await simulation.frameAt(duration);
  }, 60_000);

  afterAll(() => simulation.dispose());

  it('tiles the time of every CPU without gap or overlap', () => {
    for (const [cpu, tiles] of sink.tiles.entries()) {
      let at = 0;
      for (const { from, to } of clipped(tiles, 0, duration)) {
        expect(from, `CPU ${cpu}`).toBe(at);
        expect(to).toBeGreaterThan(from);
        at = to;
      }
      expect(at, `CPU ${cpu}`).toBe(duration);
    }
  });

  it('says of every CPU what its ledger says', () => {
    world.refresh();
    const ledger = world.ledger();
    let [spun, waited] = [0, 0];
    sink.tiles.forEach((all, cpu) => {
      const tiles = clipped(all, 0, duration);
      ledger.at(cpu);
      const ns = (kind: (typeof ledgerKinds)[number]) => ledger.ns(ledgerKinds.indexOf(kind));
      expect(sumOf(tiles, idle!), `CPU ${cpu} idle`).toBe(ns('idle') + ns('idleExit'));
      expect(sumOf(tiles, user!), `CPU ${cpu} user`).toBe(ns('user'));
      const stalls = ns('remote') + ns('memory') + ns('lineWait');
      expect(sumOf(tiles, stalled!), `CPU ${cpu} stalled`).toBe(stalls);
      spun += sumOf(tiles, spinning!);
      waited += ns('lockWait');
      // Kernel time and spinning together are the rest: between two looks at a queued lock the
      // ledger charges a few ns of the look itself to the kernel.
      expect(sumOf(tiles, kernel!) + sumOf(tiles, spinning!)).toBe(
        ns('kernel') + ns('private') + ns('llc') + ns('lockWait'),
      );
    });
    expect(spun).toBeGreaterThanOrEqual(waited);
    expect(spun).toBeLessThanOrEqual(waited * 1.01);
  });

  it('finds the same waits when a window is replayed', async () => {
    const cpus = Uint16Array.from(sink.tiles.keys());
    for (const [from, to] of [
      [700_001, 760_000],
      [0, 40_000],
      [701_000, 702_000],
    ] as const) {
      const detail = (await simulation.timelineDetail({ from, to, cpus }))!;
      for (const cpu of cpus) {
        const waits = clipped(sink.tiles[cpu]!, from, to).filter(
          (tile) => tile.activity >= stalled!,
        );
        const found = Array.from(
          { length: detail.start[cpu + 1]! - detail.start[cpu]! },
          (_, i) => {
            const at = detail.start[cpu]! + i;
            return { activity: detail.activity[at], from: detail.begin[at], to: detail.end[at] };
          },
        );
        expect(found, `CPU ${cpu} in ${from} to ${to}`).toEqual(waits);
      }
    }
  });

  it('adds up any span as the tiles do, and the whole run as the clock does', async () => {
    const cpus = Uint16Array.of(3, 17, 200);
    for (const [from, to] of [
      [123_457, 1_234_567],
      [500_000, 500_700],
    ] as const) {
      const sums = (await simulation.timelineSums({ from, to, cpus }))!;
      tileActivities.forEach((activity, code) => {
        const own = [...cpus].flatMap((cpu) => clipped(sink.tiles[cpu]!, from, to));
        expect(sums.spent[activity], activity).toBe(sumOf(own, code));
      });
    }
    const all = (await simulation.timelineSums({ from: 0, to: duration }))!;
    // The clock counts a wake-up when it begins; its record comes when the target CPU is chosen.
    const wakeups = sink.wakes;
    const { switches, migrations, misses } = world.clock();
    expect(all).toMatchObject({ switches, wakeups, migrations, misses, cpus: sink.tiles.length });
    const spent = Object.values(all.spent).reduce((sum, ns) => sum + ns, 0);
    expect(spent).toBe(duration * sink.tiles.length);
  });

  it('answers for a window with the slices that were run, and with their shares far out', async () => {
    const [from, to] = [600_000, 900_000];
    const rows = Int32Array.of(5, rowOfLlc(0));
    const near = await simulation.timelineWindow({ from, to, rows, pixels: 2000 });
    const own = sink.slices.filter(
      (slice) => slice.cpu === 5 && slice.to > from && slice.from < to,
    );
    const seen = own.filter((slice) => slice.to > slice.from);
    expect([...near.sliceStart.slice(0, seen.length)]).toEqual(seen.map((slice) => slice.from));
    expect([...near.sliceTask.slice(0, seen.length)]).toEqual(seen.map((slice) => slice.task));
    const far = await simulation.timelineWindow({ from: 0, to: duration, rows, pixels: 1 });
    const { topology } = catalogOf(world);
    const inLlc = sink.tiles.filter((_, cpu) => topology.llc[cpu] === 0).flat();
    const users = sumOf(
      inLlc.map((tile) => ({ ...tile, to: Math.min(tile.to, duration) })),
      user!,
    );
    // Far out, sums have 24 bits.
    expect(Math.abs(far.spent[5 + user!]! - users)).toBeLessThan(users * 1e-6);
    expect(far.sliceStart).toHaveLength(0);
  });
});
