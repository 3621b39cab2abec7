import { describe, expect, it } from 'vitest';
import { ACTIVITY } from '../../../../engine/abi.gen.ts';
import type { Catalog, Frame, PagesColumns } from '../../../../engine/types.ts';
import { fillQueue, queueFor } from '../../queue.ts';
import { ToyRun } from '../../testing/frames.ts';
import { catalogOf, shapes } from '../../testing/machines.ts';
import { drawMechanism, rectsOf } from '../../testing/mechanism-scene.ts';
import { fillParcel, listed, noParcel, pagesPerTick } from './lists.ts';
import drawing from './mechanism.ts';
import face from './mechanism-legend.tsx';
import type { ListsNote } from './note.ts';
import { wayPoint } from './parcel.ts';

const zoneLock = 3;
const catalog: Catalog = { ...catalogOf(shapes.laptop), locks: ['', '', '', 'zone.lock'] };
const { cpus } = catalog.topology;

/** Lists of a machine of one zone, as many pages on each as said. */
function pagesWith(held: readonly number[], other: Partial<PagesColumns> = {}): PagesColumns {
  const perCpu = (value: number) => new Uint32Array(cpus).fill(value);
  const ofZone = (value: number) => Uint32Array.of(value);
  return {
    zone: new Int32Array(cpus),
    held: Uint32Array.from(held),
    batch: perCpu(31),
    high: perCpu(186),
    highMin: perCpu(186),
    highMax: perCpu(186),
    unmovable: perCpu(0),
    movable: Uint32Array.from(held),
    reclaimable: perCpu(0),
    pagevec: perCpu(0),
    zones: 1,
    node: ofZone(0),
    freePages: ofZone(17_783),
    pages: ofZone(65_536),
    freeBlocks: new Uint32Array(11).fill(4),
    zoneLock: Int32Array.of(zoneLock),
    zoneHolder: Int32Array.of(-1),
    lruLock: Int32Array.of(-1),
    lruHolder: Int32Array.of(-1),
    refillCpu: Int32Array.of(-1),
    refillPages: ofZone(0),
    refillTime: Float64Array.of(0),
    refillCost: ofZone(0),
    flushCpu: Int32Array.of(-1),
    flushPages: ofZone(0),
    flushTime: Float64Array.of(0),
    flushCost: ofZone(0),
    ...other,
  };
}

/** A moment at which CPUs wait for the lock of the zone since so many ns. */
function momentOf(pages: PagesColumns, waits: Readonly<Record<number, number>> = {}): Frame {
  const frame = new ToyRun(catalog, { seed: 2 }).at(1_000_000);
  for (const [cpu, since] of Object.entries(waits)) {
    frame.cpus.lock[Number(cpu)] = zoneLock;
    frame.cpus.since[Number(cpu)] = since;
  }
  return { ...frame, mechanisms: { pages } };
}

const empty = Array.from({ length: cpus }, () => 0);
const some = [40, 0, 12, 7, 3, 0, 90, 31];
const choice = { name: 'page-lists' } as const;

describe('who waits at a zone', () => {
  it('stands in the order in which it came, without the holder', () => {
    const queue = queueFor(cpus);
    const frame = momentOf(pagesWith(empty), { 1: 50, 2: 400, 4: 400, 5: 90, 7: 10 });
    fillQueue(queue, frame.cpus, 'lock', zoneLock, 7);
    expect([...queue.cpus.subarray(0, queue.count)]).toEqual([2, 4, 5, 1]);
    fillQueue(queue, frame.cpus, 'lock', -1, -1);
    expect(queue.count).toBe(0);
  });
});

describe('a tick', () => {
  it('stands for one page where there is room for each, else for so many that ticks can be told apart', () => {
    expect(pagesPerTick(8, 110)).toBe(1);
    expect(pagesPerTick(186, 110)).toBe(10);
    expect(pagesPerTick(186, 110, 1.75)).toBe(10);
    expect(pagesPerTick(2048, 60)).toBe(200);
  });
});

describe('a refill on its way', () => {
  const refill = (holder: number) =>
    pagesWith(some, {
      zoneHolder: Int32Array.of(holder),
      refillCpu: Int32Array.of(6),
      refillPages: Uint32Array.of(31),
      refillTime: Float64Array.of(1000),
      refillCost: Uint32Array.of(400),
    });

  it('has come as far as the time that it takes has passed, and with what is listed is all that the CPU holds', () => {
    const parcel = noParcel();
    for (const [now, share] of [
      [1000, 0],
      [1100, 0.25],
      [1400, 1],
    ] as const) {
      fillParcel(parcel, refill(6), 0, now);
      expect(parcel).toEqual({ kind: 'refill', cpu: 6, pages: 31, share });
      expect(listed(refill(6), 6, parcel) + parcel.pages).toBe(90);
      expect(listed(refill(6), 0, parcel)).toBe(40);
    }
  });

  it('is over when its CPU has let go of the lock, or does something else under it', () => {
    const parcel = noParcel();
    for (const [pages, now] of [
      [refill(-1), 1100],
      [refill(2), 1100],
      [refill(6), 1401],
    ] as const) {
      fillParcel(parcel, pages, 0, now);
      expect(parcel.cpu).toBe(-1);
      expect(listed(pages, 6, parcel)).toBe(90);
    }
  });

  it('goes from the zone past the gate to the card of its CPU', () => {
    const block = { x: 0, y: 100, width: 400, height: 30 };
    const gate = { x: 180, y: 50, width: 60, height: 50 };
    const end = { x: 30, y: 10 };
    const size = { narrow: 12, height: 30 };
    const at = (share: number) => wayPoint(share, block, gate, size, end);
    expect(at(0)).toEqual({ x: 250, y: 115 });
    expect(at(1)).toEqual(end);
    // What stands in the gate, the name of its lock and the holder, can be read all the time.
    for (const share of [0, 0.1, 0.2, 0.3, 0.6, 1]) {
      const { x, y } = at(share);
      const isBeside = x - size.narrow / 2 > gate.x + gate.width;
      expect(isBeside || y + size.height / 2 < gate.y, String(share)).toBe(true);
    }
    const heights = [0, 0.1, 0.3, 0.6, 0.9, 1].map((share) => at(share).y);
    expect(heights.toSorted((a, b) => b - a)).toEqual(heights);
  });
});

describe('the picture of page lists', () => {
  /** The ticks on each card, in pages. */
  const pagesDrawn = ({ scene, body, note }: ReturnType<typeof drawMechanism>) => {
    const { cells } = scene;
    const { perTick } = note as ListsNote;
    const sums = empty.slice();
    const ticks = rectsOf(body, 'accent');
    const widest = Math.max(...ticks.map(({ width }) => width));
    for (const { x, y, width } of ticks) {
      const cpu = cells.visible.find(
        (each) =>
          x >= cells.x[each]! &&
          x < cells.x[each]! + cells.width &&
          y >= cells.y[each]! &&
          y < cells.y[each]! + cells.height,
      );
      if (cpu !== undefined) sums[cpu]! += (width / widest) * perTick;
    }
    return sums.map((pages) => Math.round(pages * 10) / 10);
  };

  it('has as many pages in ticks on each card as the list of its CPU', () => {
    const drawn = drawMechanism(drawing, catalog, momentOf(pagesWith(some)), { choice });
    expect(pagesDrawn(drawn)).toEqual(some);
  });

  it('names the zone, its free pages, the holder of the lock and who waits, the next one nearest to the gate', () => {
    const pages = pagesWith(empty, {
      zoneHolder: Int32Array.of(0),
      refillPages: Uint32Array.of(1),
    });
    const frame = momentOf(pages, { 1: 50, 2: 400, 4: 300 });
    const { texts, note, body } = drawMechanism(drawing, catalog, frame, { choice });
    expect(texts).toEqual(expect.arrayContaining(['zone→lock', 'Zone, node 0: 17,783 free pages']));
    expect(texts).toContain('3 CPUs wait, 1 page per trip');
    const gate = texts.indexOf('zone→lock');
    expect(texts.slice(gate, gate + 5)).toEqual(['zone→lock', 'CPU 0', 'CPU 2', 'CPU 4', 'CPU 1']);
    const place = (name: string) =>
      Number(new RegExp(`x="([\\d.]+)"[^>]*>${name}</text>(?!.*>${name}<)`).exec(body)![1]);
    expect(place('CPU 2')).toBeGreaterThan(place('CPU 4'));
    expect(place('CPU 4')).toBeGreaterThan(place('CPU 1'));
    expect(face.sentence(note as ListsNote)).toBe(
      'Zone of node 0: 17,783 free pages; CPU 0 holds zone→lock, CPUs 2, 4, 1 wait in this order.',
    );
  });

  it('hatches no CPU that has the lock, though it waits for a line: it stands at the head of the gate', () => {
    const hatched = (zoneHolder: number) => {
      const frame = momentOf(pagesWith(some, { zoneHolder: Int32Array.of(zoneHolder) }));
      frame.cpus.activity.fill(ACTIVITY.USER);
      for (const cpu of [1, 3]) frame.cpus.activity[cpu] = ACTIVITY.STALLED;
      const { body } = drawMechanism(drawing, catalog, frame, { choice });
      return [...body.matchAll(/<rect[^>]*fill="stalled"/g)].length;
    };
    expect([hatched(-1), hatched(3)]).toEqual([2, 1]);
  });

  it('says of each CPU in its table what is drawn on its card', () => {
    const frame = momentOf(pagesWith(some), { 3: 10 });
    const { note } = drawMechanism(drawing, catalog, frame, { choice });
    const { rows } = face.table(note as ListsNote);
    expect(rows.map(([, held]) => Number(held))).toEqual(some);
    expect(rows[3]).toEqual(['CPU 3', '7', '186', '31', 'zone→lock']);
    expect(face.cpu(note as ListsNote, 6)).toBe('90 pages on its list, high 186');
  });

  it('lets all that is not the focus recede', () => {
    const focus = { name: 'page-lists', focus: 'list:cpu 4' } as const;
    const { body } = drawMechanism(drawing, catalog, momentOf(pagesWith(some)), { choice: focus });
    const veils = [...body.matchAll(/<rect[^>]*fill="background" opacity="0.65"\/>/g)];
    expect(veils).toHaveLength(cpus - 1);
    const whole = drawMechanism(drawing, catalog, momentOf(pagesWith(some)), { choice });
    expect(whole.body).not.toContain('opacity="0.65"');
    // What comes to the list comes through the gate.
    const gate = (shown: { readonly body: string }) =>
      /<text[^>]*>zone→lock<\/text>/.exec(shown.body)?.[0];
    expect(
      gate(drawMechanism(drawing, catalog, momentOf(pagesWith(some)), { choice: focus })),
    ).toBe(gate(whole));
  });

  it('shows one list enlarged beside a machine of many CPUs, that of the selected one', () => {
    const large = { ...catalogOf(shapes['skylake 4s']), locks: catalog.locks };
    const count = large.topology.cpus;
    const pages = {
      ...pagesWith([]),
      ...Object.fromEntries(
        ['held', 'high', 'highMin', 'highMax', 'batch', 'movable'].map((name) => [
          name,
          new Uint32Array(count).fill(name === 'held' ? 25 : 186),
        ]),
      ),
      zone: new Int32Array(count),
      unmovable: new Uint32Array(count),
      reclaimable: new Uint32Array(count),
      pagevec: new Uint32Array(count),
    } as PagesColumns;
    const frame = { ...new ToyRun(large).at(1000), mechanisms: { pages } };
    const shown = { choice, selection: { cpu: 17 }, size: { width: 1000, height: 600 } };
    const { texts } = drawMechanism(drawing, large, frame, shown);
    expect(texts).toEqual(expect.arrayContaining(['List of CPU 17', '25 of 186 pages']));
    expect(texts).not.toContain('CPU 16');
  });

  it('draws and says nothing of a frame that has no lists', () => {
    const frame = new ToyRun(catalog).at(1000);
    const { note, texts } = drawMechanism(drawing, catalog, frame, { choice });
    expect(note).toBeUndefined();
    expect(texts).not.toContain('zone→lock');
    expect(texts).toContain('CPU 3');
  });
});
