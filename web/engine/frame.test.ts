import { describe, expect, it } from 'vitest';
import { decodeFrame, draftFrame, encodeFrame } from './frame.ts';
import { noCounts } from './frame-mechanisms.ts';

const shape = { cpus: 3, tasks: 5, llcs: 2, lines: 1, records: 4, owners: 2 };
const asked = {
  ...noCounts,
  parts: ['pages', 'cpupri'],
  ...{ zones: 2, orders: 3, levels: 3, words: 3 },
} as const;

function filled() {
  const draft = draftFrame(shape);
  draft.time = 12_345;
  draft.headTime = 2 ** 40;
  draft.traceHash = 'fedcba9876543210';
  draft.measuring = true;
  draft.cpus.activity.set([1, 2, 3]);
  draft.cpus.symbol.set([7, 8, 65_535]);
  draft.ledger[29] = 2 ** 50;
  draft.tasks.runtime.set([1, 2, 3, 4, 5]);
  draft.transfers.set([1, 2, 3, 4]);
  draft.occupancy.set([5, 6, 7, 8]);
  draft.llcKib = 32_768;
  draft.epoch = { number: 4, next: 41e6, period: 10e6 };
  draft.lines.owner[0] = -1;
  draft.linesTouched = 9;
  draft.records.first = 100;
  draft.records.dropped = 40;
  draft.records.e.set([1, 2, 3, 0xffff_ffff]);
  draft.counters.accesses = 2 ** 52;
  return draft;
}

describe('a frame', () => {
  it('reads back what was written, after its buffer was transferred', () => {
    const buffer = structuredClone(encodeFrame(filled()), { transfer: [] });
    const frame = decodeFrame(buffer);
    expect(frame).toMatchObject({ time: 12_345, headTime: 2 ** 40, measuring: true });
    expect(frame.traceHash).toBe('fedcba9876543210');
    expect([...frame.cpus.activity]).toEqual([1, 2, 3]);
    expect(frame.cpus.symbol[2]).toBe(65_535);
    expect(frame.ledger[29]).toBe(2 ** 50);
    expect([...frame.tasks.runtime]).toEqual([1, 2, 3, 4, 5]);
    expect([...frame.transfers]).toEqual([1, 2, 3, 4]);
    expect(frame).toMatchObject({ owners: 2, llcKib: 32_768 });
    expect([...frame.occupancy]).toEqual([5, 6, 7, 8]);
    expect(frame.epoch).toEqual({ number: 4, next: 41e6, period: 10e6 });
    expect(frame.lines.owner[0]).toBe(-1);
    expect(frame.linesTouched).toBe(9);
    expect(frame.records).toMatchObject({ count: 4, first: 100, dropped: 40 });
    expect(frame.records.e[3]).toBe(0xffff_ffff);
    expect(frame.counters.accesses).toBe(2 ** 52);
  });

  it('is decoded as views of the one buffer, without copies', () => {
    const frame = decodeFrame(encodeFrame(filled()));
    for (const column of [frame.cpus.level, frame.ledger, frame.tasks.cpu, frame.records.time]) {
      expect(column.buffer).toBe(frame.buffer);
    }
  });

  it('may have no tasks, lines or records at all', () => {
    const empty = { cpus: 1, tasks: 0, llcs: 1, lines: 0, records: 0 };
    const frame = decodeFrame(encodeFrame(draftFrame(empty)));
    expect(frame.tasks.count + frame.lines.count + frame.records.count).toBe(0);
    expect([frame.owners, frame.epoch]).toEqual([0, undefined]);
  });

  it('has no byte more where no mechanism asked, and says so', () => {
    const frame = decodeFrame(encodeFrame(filled()));
    expect(frame.mechanisms).toBeUndefined();
    const larger = draftFrame({ ...shape, mechanisms: asked });
    expect(larger.buffer.byteLength).toBeGreaterThan(frame.buffer.byteLength);
  });

  it('carries what mechanisms asked for behind the rest, in the same buffer', () => {
    const draft = draftFrame({ ...shape, mechanisms: asked });
    draft.cpus.activity.set([1, 2, 3]);
    draft.mechanisms!.pages!.held.set([31, 62, 93]);
    draft.mechanisms!.pages!.freeBlocks.set([1, 2, 3, 4, 5, 6]);
    draft.mechanisms!.pages!.refillTime.set([2 ** 40, 7]);
    draft.mechanisms!.cpupri!.ghosts.set([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    const frame = decodeFrame(structuredClone(encodeFrame(draft), { transfer: [] }));
    const { mechanisms } = frame;
    expect(Object.keys(mechanisms!)).toEqual(['pages', 'cpupri']);
    expect(mechanisms!.pages).toMatchObject({ zones: 2 });
    expect([...mechanisms!.pages!.held]).toEqual([31, 62, 93]);
    expect([...mechanisms!.pages!.freeBlocks]).toEqual([1, 2, 3, 4, 5, 6]);
    expect([...mechanisms!.pages!.refillTime]).toEqual([2 ** 40, 7]);
    expect(mechanisms!.cpupri).toMatchObject({ levels: 3, words: 3 });
    expect([...mechanisms!.cpupri!.ghosts]).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8]);
    expect([...frame.cpus.activity]).toEqual([1, 2, 3]);
    expect(mechanisms!.cpupri!.counts.buffer).toBe(frame.buffer);
    // Asked for again, they are the same views: a picture takes nothing anew.
    expect(frame.mechanisms).toBe(mechanisms);
  });

  it('is refused when what mechanisms asked for is cut short or of impossible counts', () => {
    const { byteLength } = encodeFrame(filled());
    const buffer = encodeFrame(draftFrame({ ...shape, mechanisms: asked }));
    expect(() => decodeFrame(buffer.slice(0, byteLength + 8))).toThrow('ends in the head');
    expect(() => decodeFrame(buffer.slice(0, buffer.byteLength - 8))).toThrow('does not match');
    new Float64Array(buffer)[byteLength / 8 + 1] = 1e9;
    expect(() => decodeFrame(buffer)).toThrow('zones is 1000000000');
  });

  it('is refused when the buffer is something else, cut short, or claims impossible counts', () => {
    expect(() => decodeFrame(new ArrayBuffer(8))).toThrow('too short');
    expect(() => decodeFrame(new ArrayBuffer(4096))).toThrow('does not hold a frame');
    const buffer = encodeFrame(filled());
    expect(() => decodeFrame(buffer.slice(0, buffer.byteLength - 8))).toThrow('does not match');
    new Float64Array(buffer)[3] = 1e9;
    expect(() => decodeFrame(buffer)).toThrow('cpus is 1000000000');
  });
});
