import { describe, expect, it } from 'vitest';
import type { Catalog, Frame } from '../../../../engine/types.ts';
import { ToyRun } from '../../testing/frames.ts';
import { catalogOf, shapes } from '../../testing/machines.ts';
import { drawMechanism } from '../../testing/mechanism-scene.ts';
import { countWaits, locksShown, structureOf } from './locks.ts';
import drawing, { type LockNote } from './mechanism.ts';
import face from './mechanism-legend.tsx';

const locks = ['', 'rq lock 1', 'zone.lock of node 0', 'zone.lock of node 1', 'other'];
const catalog: Catalog = { ...catalogOf(shapes.laptop, 20), locks };

/** A moment with CPUs at locks: which, since how many ns. */
function momentOf(
  waits: Readonly<Record<number, readonly [lock: number, since: number]>>,
  holders: Readonly<Record<number, number>> = {},
): Frame {
  const frame = new ToyRun(catalog, { seed: 2 }).at(500_000);
  for (const [cpu, [lock, since]] of Object.entries(waits)) {
    frame.cpus.lock[Number(cpu)] = lock;
    frame.cpus.since[Number(cpu)] = since;
  }
  const holder = Int32Array.from(locks, (_, lock) => holders[lock] ?? -1);
  const held = Uint32Array.from(locks, (_, lock) => (holder[lock]! >= 0 ? 700 : 0));
  return { ...frame, mechanisms: { locks: { holder, held } } };
}

const shownAt = (frame: Frame, selected?: number, focus?: string) => {
  const counts = new Uint16Array(locks.length);
  countWaits(frame, counts);
  return locksShown(catalog, frame, counts, selected, focus);
};

describe('the locks that are shown', () => {
  it('are those that most CPUs wait for, then those that are held', () => {
    const waits = { 1: [1, 5], 2: [3, 9], 3: [3, 4] } as const;
    expect(shownAt(momentOf(waits))).toEqual([3, 1]);
    expect(shownAt(momentOf(waits, { 4: 6 }))).toEqual([3, 1, 4]);
    expect(shownAt(momentOf({}))).toEqual([]);
  });

  it('are before all those of the focus, and the selected one', () => {
    const waits = { 1: [1, 5] } as const;
    expect(shownAt(momentOf(waits), 4)).toEqual([4, 1]);
    expect(shownAt(momentOf(waits), undefined, 'lock:zone.lock')).toEqual([2, 3, 1]);
    expect(shownAt(momentOf(waits), undefined, 'lock:zone')).toEqual([1]);
  });

  it('protect what they lie in, as far as their names say', () => {
    expect(locks.map(structureOf)).toEqual(['', '', 'zone', 'zone', '']);
  });
});

describe('the picture of locks', () => {
  const frame = momentOf({ 1: [3, 5_000], 2: [3, 9_000], 6: [3, 400] }, { 3: 6 });
  const { texts, note } = drawMechanism(drawing, catalog, frame, { choice: { name: 'lock' } });

  it('has the holder in the gate, and who waits before it, the next one nearest, with their time', () => {
    const at = texts.indexOf('zone.lock of node 1');
    expect(texts[at + 1]).toBe('protects zone');
    const spans = texts.map((text) => text.replaceAll('\u00a0', ' '));
    expect(spans.slice(-5)).toEqual(['CPU 6, 700 ns', 'CPU 2', '9 µs', 'CPU 1', '5 µs']);
  });

  it('says the same in its table and its sentence', () => {
    const [row] = face.table(note as LockNote[]).rows;
    expect(row!.map((cell) => cell.replaceAll('\u00a0', ' '))).toEqual([
      'zone.lock of node 1',
      'CPU 6 for 700 ns',
      'CPU 2 for 9 µs, CPU 1 for 5 µs',
    ]);
    expect(face.sentence([])).toBe('No lock is held or waited for.');
  });
});
