import { describe, expect, it } from 'vitest';
import type { Frame, Topology } from '../../engine/types.ts';
import { cpusByLlc, heightOf, layoutRows, pinnedRows, rowAt, rowsBetween } from './rows.ts';

// Two LLCs of two cores with two CPUs each; siblings are 4 apart.
const topology = {
  cpus: 8,
  llcs: 2,
  llc: Uint16Array.of(0, 0, 1, 1, 0, 0, 1, 1),
  core: Uint16Array.of(0, 1, 2, 3, 0, 1, 2, 3),
} as Topology;
const heights = { llc: 26, cpu: 18 };
const none = new Map();

function frameOf(waits: { cpu: number; line?: number; lock?: number; since: number }[]): Frame {
  const cpus = {
    line: new Int32Array(8).fill(-1),
    lock: new Int32Array(8).fill(-1),
    since: new Uint32Array(8),
  };
  for (const { cpu, line = -1, lock = -1, since } of waits) {
    cpus.line[cpu] = line;
    cpus.lock[cpu] = lock;
    cpus.since[cpu] = since;
  }
  const lines = { index: Uint32Array.of(3), owner: Int32Array.of(2) };
  return { cpus, lines } as unknown as Frame;
}

describe('rows', () => {
  it('put siblings of a core next to each other', () => {
    expect(cpusByLlc(topology)).toEqual([
      [0, 4, 1, 5],
      [2, 6, 3, 7],
    ]);
  });

  it('are folded by LLC, with the CPUs of open ones below', () => {
    const open = new Set([1]);
    const rows = layoutRows({ topology, open, pinned: none, heights, room: 0 });
    expect(rows.map((row) => (row.kind === 'llc' ? `L${row.llc}` : row.cpu))).toEqual([
      'L0',
      'L1',
      2,
      6,
      3,
      7,
    ]);
    expect(heightOf(rows)).toBe(2 * 26 + 4 * 18);
    expect(rowAt(rows, 26)).toBe(rows[1]);
    expect(rowAt(rows, 1000)).toBeUndefined();
    expect(rowsBetween(rows, 30, 30).map(({ y }) => y)).toEqual([26, 52]);
  });

  it('show pinned CPUs under a folded LLC', () => {
    const pinned = new Map([[5, 'waiter' as const]]);
    const rows = layoutRows({ topology, open: new Set(), pinned, heights, room: 500 });
    expect(rows[1]).toMatchObject({ kind: 'cpu', cpu: 5, role: 'waiter' });
    expect(rows[0]!.height).toBe(26);
  });

  it('stretch while everything is folded', () => {
    const rows = layoutRows({ topology, open: new Set(), pinned: none, heights, room: 100 });
    expect(rows.map(({ height }) => height)).toEqual([50, 50]);
  });
});

describe('what stays open', () => {
  const waits = [
    { cpu: 1, line: 3, since: 10 },
    { cpu: 6, line: 3, since: 900 },
    { cpu: 7, lock: 2, since: 5 },
    { cpu: 0, lock: 2, since: 6 },
  ];

  it('is who holds the selected line and who waits for it', () => {
    const { roles, more } = pinnedRows({ line: 3 }, frameOf(waits), topology);
    expect([...roles]).toEqual([
      [6, 'waiter'],
      [1, 'waiter'],
      [2, 'holder'],
    ]);
    expect(more).toBe(0);
  });

  it('is who waits for the same lock as the selected CPU', () => {
    const { roles } = pinnedRows({ cpu: 7 }, frameOf(waits), topology);
    expect([...roles]).toEqual([
      [0, 'waiter'],
      [7, 'selected'],
    ]);
  });

  it('names twelve waiters and counts the rest', () => {
    const many = { ...topology, cpus: 40, core: new Uint16Array(40) };
    const frame = frameOf([]);
    const cpus = { ...frame.cpus, line: new Int32Array(40).fill(3), since: new Uint32Array(40) };
    const { roles, more } = pinnedRows({ line: 3 }, { ...frame, cpus } as Frame, many);
    expect(roles.size).toBe(12);
    expect(more).toBe(28);
  });
});
