// Layouts go out as C and as pahole text; pasted again they are the same layouts. And texts of kernels, which have more
// fields than are simulated and lack some that are.

import { describe, expect, test } from 'vitest';
import { ReaderNotes } from '../../web/exchange/own/notes.ts';
import { readStructs } from '../../web/exchange/own/struct/read.ts';
import { relayout } from '../../web/exchange/own/struct/relayout.ts';
import {
  type ArrayLengths,
  applyEdits,
  builtInLayout,
  type LayoutName,
  parseEdit,
  pictureOf,
  plainLayout,
  type RootDomain,
  structureKeys,
  tableNamed,
} from '../../web/scenario/layout/index.ts';
import { cText, paholeText } from '../../web/views/layout/index.ts';

const counts: ArrayLengths = { words: 8, cpus: 64, nodes: 4, caches: 8 };

function edited(start: RootDomain, edits: readonly string[]): RootDomain {
  const outcome = applyEdits(
    edits.map((text) => parseEdit(text)!),
    start,
  );
  if (!outcome.ok) throw new Error(outcome.reason);
  return outcome.layout;
}

const placesOf = (layout: RootDomain) => {
  const { parts, size } = pictureOf(layout);
  return [`size ${size}`, ...parts.map(({ label, offset }) => `${label}@${offset}`)];
};

describe('a layout pasted as it was written', () => {
  const own: Readonly<Record<string, readonly string[]>> = {
    cfs_rq: ['align avg 128', 'move tree last'],
    pipe: ['move head before mutex', 'pad readers 16'],
    per_cpu_pages: ['move count last', 'align count 64'],
  };
  test.each(Object.entries(own).filter(([key]) => structureKeys.includes(key)))(
    'is the same again: %s, by C and by pahole',
    (key, edits) => {
      const start = plainLayout(tableNamed(key)!, counts);
      const laid = edited(start, edits);
      for (const text of [cText(laid), paholeText(laid)]) {
        const notes = new ReaderNotes();
        const again = edited(start, relayout(readStructs(text), key, start, notes));
        const named = (layout: RootDomain) =>
          placesOf(layout).filter((place) => !/^(size|others)/.test(place));
        if (text === paholeText(laid)) expect(named(again)).toEqual(named(laid));
        else
          expect(again.root_domain.map(({ name }) => name)).toEqual(
            laid.root_domain.map(({ name }) => name),
          );
      }
    },
  );

  test.each(['p1', 'p2', 'p1+p2'] as const)(
    'is the same again: root_domain of %s',
    (name: LayoutName) => {
      const start = builtInLayout('base');
      const text = paholeText(builtInLayout(name));
      const notes = new ReaderNotes();
      const again = edited(start, relayout(readStructs(text), 'root_domain', start, notes));
      expect(placesOf(again)).toEqual(placesOf(builtInLayout(name)));
      expect(notes.list()).toEqual([]);
    },
  );
});

describe('a text of a kernel', () => {
  const start = plainLayout(tableNamed('zone')!, counts);

  test('puts simulated fields where it has them, and says what only one of both knows', () => {
    const text = `struct zone {
	long unsigned int          _watermark[4];        /*     0    32 */
	struct free_area           free_area[11];        /*    64  1144 */
	spinlock_t                 lock;                 /*  1216     4 */
};`;
    const notes = new ReaderNotes();
    const laid = edited(start, relayout(readStructs(text), 'zone', start, notes));
    const lock = pictureOf(laid).parts.find(({ label }) => label === 'zone.lock');
    expect(lock?.offset).toBe(1216);
    expect(notes.list()).toEqual([
      '2 fields of zone not simulated, their bytes stay unused: _watermark, free_area.',
      'Not in the text of zone, left behind the others: lru_lock.',
    ]);
  });

  test('of another structure is refused with the fields that are simulated', () => {
    const text = 'struct inode { int i_mode; };';
    expect(() => relayout(readStructs(text), 'zone', start, new ReaderNotes())).toThrow(
      /no field of zone/,
    );
  });
});
