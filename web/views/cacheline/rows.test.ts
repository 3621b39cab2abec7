import { describe, expect, it } from 'vitest';
import { draftFrame } from '../../engine/frame.ts';
import type { Catalog } from '../../engine/types.ts';
import { firstCpuOfCore, lineRows, missMarkOf } from './rows.ts';

const catalog = {
  topology: {
    cpus: 4,
    cores: 2,
    core: new Uint16Array([0, 1, 0, 1]),
    node: new Uint16Array([0, 5, 0, 5]),
  },
  fields: {
    count: 3,
    structure: new Uint16Array([0, 0, 1]),
    offset: new Uint32Array([128, 184, 128]),
    size: new Uint32Array([8, 8, 8]),
    name: ['overload', 'count', 'other'],
  },
  lines: {
    structure: new Uint32Array([0, 0, 0, 0]),
    lineNumber: new Uint32Array([1, 2, 3, 4]),
  },
} as unknown as Catalog;

function frame(time: number, misses: readonly number[]) {
  const draft = draftFrame({ cpus: 4, tasks: 1, llcs: 1, lines: misses.length, records: 0 });
  draft.time = time;
  misses.forEach((count, at) => {
    draft.lines.index[at] = at + 2;
    draft.lines.misses[at] = count;
    draft.lines.owner[at] = at === 0 ? 1 : -1;
    draft.lines.waitSum[at] = count * 50;
  });
  return draft;
}

const rowsOf = (...args: [ReturnType<typeof frame>, ReturnType<typeof missMarkOf>?]) =>
  lineRows(args[0], catalog, firstCpuOfCore(catalog), 10, args[1]);

describe('the rows of the Cache-lines view', () => {
  it('name the fields on a line in the order of their offsets', () => {
    expect(rowsOf(frame(1, [1]))[0]!.fields).toEqual(['overload', 'count']);
  });
  it('say who owns a line by core, CPU and node, or that nobody does', () => {
    const [owned, free] = rowsOf(frame(1, [2, 1]));
    expect(owned).toMatchObject({ owner: 1, ownerCpu: 1, ownerNode: 5 });
    expect(free).toMatchObject({ owner: -1, ownerCpu: -1, ownerNode: -1 });
  });
  it('take the rate since the earlier frame, else since the start', () => {
    expect(rowsOf(frame(1_000_000, [30]))[0]!.transfers).toBe(30_000);
    const earlier = missMarkOf(frame(500_000, [10]));
    expect(rowsOf(frame(1_000_000, [30]), earlier)[0]!.transfers).toBe(40_000);
    expect(rowsOf(frame(400_000, [8]), earlier)[0]!.transfers).toBe(20_000);
    expect(rowsOf(frame(0, [0]))[0]!).toMatchObject({ transfers: 0, meanWait: 0 });
  });
  it('divide the waiting by the requests', () => {
    expect(rowsOf(frame(10, [3]))[0]!.meanWait).toBe(50);
  });
});
