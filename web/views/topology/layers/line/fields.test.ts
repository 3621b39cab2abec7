import { describe, expect, it } from 'vitest';
import { RECORD } from '../../../../engine/abi.gen.ts';
import type { Catalog, Frame } from '../../../../engine/types.ts';
import { defaultSettings } from '../../settings.ts';
import { ToyRun } from '../../testing/frames.ts';
import { catalogOf, shapes } from '../../testing/machines.ts';
import { drawMechanism } from '../../testing/mechanism-scene.ts';
import { coresWith, FetchMemory, heldOf, lineShown, stretchesOf, waitingFor } from './fields.ts';
import drawing, { type LineNote } from './mechanism.ts';
import face from './mechanism-legend.tsx';

/** Line 0 is root_domain line 3, bytes 128 to 191 of it: rto_mask and count[0] at 176 and 184. */
const catalog: Catalog = catalogOf(shapes.laptop, 20);
const line = 0;

function momentOf(): Frame {
  const frame = new ToyRun(catalog, { seed: 2 }).at(500_000);
  frame.cpus.line.fill(-1);
  for (const [cpu, byte, since] of [
    [1, 56, 40],
    [4, 56, 90],
    [6, 48, 10],
  ] as const) {
    frame.cpus.line[cpu] = line;
    frame.cpus.word[cpu] = line * 64 + byte;
    frame.cpus.since[cpu] = since;
  }
  frame.lines.index[0] = line;
  frame.lines.owner[0] = 2;
  frame.lines.dirty[0] = 1;
  return frame;
}

describe('the fields of a line', () => {
  it('cover all of it from first to last byte, with what is unnamed between them', () => {
    const stretches = stretchesOf(catalog, line);
    expect(stretches).toEqual([
      { name: '', from: 0, to: 48 },
      { name: 'rto_mask', from: 48, to: 56 },
      { name: 'count[0]', from: 56, to: 64 },
    ]);
  });

  it('are waited for by the CPUs whose word lies in them', () => {
    const waiting = stretchesOf(catalog, line).map((each) => waitingFor(momentOf(), line, each));
    expect(waiting).toEqual([0, 1, 2]);
  });

  it('are of the line that the focus names, that is selected, or that is missed most', () => {
    const frame = momentOf();
    expect(lineShown(catalog, frame, undefined, undefined)).toBe(line);
    expect(lineShown(catalog, frame, 2, undefined)).toBe(2);
    expect(lineShown(catalog, frame, 2, 'line:root_domain/1')).toBe(3);
    expect(lineShown(catalog, frame, 2, 'gate')).toBe(2);
  });

  it('were written and read last by who fetched them so, of this line alone', () => {
    const fetches = new FetchMemory(catalog);
    const frame = momentOf();
    const { records } = frame;
    const write = 1 << 12;
    const put = (at: number, cpu: number, address: number, d: number) => {
      records.kind[at] = RECORD.MISS;
      records.cpu[at] = cpu;
      records.a[at] = address;
      records.d[at] = d;
    };
    records.kind.fill(RECORD.SWITCH);
    put(0, 3, 56, write);
    put(1, 5, 56, 0);
    put(2, 7, 56, write);
    put(3, 4, 2 * 64 + 48, write);
    fetches.add(frame, { ...defaultSettings, selection: { line } });
    const [, mask, count] = stretchesOf(catalog, line);
    expect([fetches.last('writer', count!), fetches.last('reader', count!)]).toEqual([7, 5]);
    expect([fetches.last('writer', mask!), fetches.last('reader', mask!)]).toEqual([-1, -1]);
    fetches.add(
      { ...frame, continuous: false, records: { ...records, count: 0 } },
      defaultSettings,
    );
    expect(fetches.last('writer', count!)).toBe(-1);
  });
});

describe('the state of a line', () => {
  it('is modified, exclusive, shared, or in no cache', () => {
    const frame = momentOf();
    const state = (owner: number, dirty: number, sharers: number) => {
      frame.lines.owner[0] = owner;
      frame.lines.dirty[0] = dirty;
      frame.lines.sharers[0] = sharers;
      return heldOf(frame, line)?.state;
    };
    expect([state(2, 1, 0), state(2, 0, 0), state(-1, 0, 3), state(-1, 0, 0)].join('')).toBe(
      'MESI',
    );
    expect(heldOf(frame, 99)).toBeUndefined();
  });

  it('is told with the cores that have a copy', () => {
    const frame = momentOf();
    const cores = Uint32Array.of(0b1010, 1);
    expect(coresWith({ ...frame, mechanisms: { sharers: { words: 2, cores } } }, line)).toEqual([
      1, 3, 32,
    ]);
    expect(coresWith(frame, line)).toEqual([]);
  });
});

describe('the picture of a line', () => {
  const show = () =>
    drawMechanism(drawing, catalog, momentOf(), { choice: { name: 'line' }, selection: { line } });

  it('has its fields by name, how many wait for each, and the queue, the next one first', () => {
    const { texts } = show();
    expect(texts).toEqual(
      expect.arrayContaining([
        'rto_mask',
        'count[0]',
        '1 waits',
        '2 wait',
        'M: modified',
        'core 2',
      ]),
    );
    expect(texts.slice(texts.indexOf('core 2') + 1)).toEqual(['CPU 4', 'CPU 1', 'CPU 6']);
  });

  it('says the same in its table and its sentence', () => {
    const note = show().note as LineNote;
    expect(face.table(note).rows).toEqual([
      ['unnamed 0', '0–47', '0', '', ''],
      ['rto_mask', '48–55', '1', '', ''],
      ['count[0]', '56–63', '2', '', ''],
    ]);
    expect(face.sentence(note)).toBe(
      'root_domain line 3: modified, core 2; CPUs 4, 1, 6 wait in this order.',
    );
  });
});
