import { describe, expect, it } from 'vitest';
import type { TaskColumns, Topology } from '../../../../engine/types.ts';
import { HomeTally, homesOf, isAway } from './homes.ts';

const topology = { llc: Uint16Array.of(0, 0, 1, 1) } as unknown as Topology;

/** Rows of [cpu, process, preferred LLC]. */
const tasksOf = (...rows: readonly (readonly [number, number, number])[]): TaskColumns =>
  ({
    count: rows.length,
    cpu: Int32Array.from(rows, ([cpu]) => cpu),
    process: Int32Array.from(rows, ([, process]) => process),
    preferredLlc: Int32Array.from(rows, ([, , llc]) => llc),
  }) as unknown as TaskColumns;

describe('the preferred LLC of a process', () => {
  it('is the one most of its threads prefer, the lowest of several', () => {
    const tasks = tasksOf([0, 0, 1], [2, 0, 1], [1, 0, 0], [3, 1, 1], [0, 1, 0]);
    expect(homesOf(tasks, topology)).toEqual([
      { process: 0, llc: 1, threads: 2, there: 1 },
      { process: 1, llc: 0, threads: 1, there: 1 },
    ]);
  });

  it('is nowhere while no thread prefers one', () => {
    expect(homesOf(tasksOf([0, 0, -1], [1, -1, -1]), topology)).toEqual([]);
  });
});

describe('a tally of homes', () => {
  it('forgets the frame before, larger or smaller, and keeps its columns', () => {
    const tally = new HomeTally();
    expect(tally.count(tasksOf([0, 0, 1], [2, 1, 0], [3, 2, 1]), topology)).toBe(true);
    const { llc } = tally;
    expect([...llc]).toEqual([1, 0, 1]);
    expect(tally.count(tasksOf([2, 0, 1], [3, 0, 1]), topology)).toBe(true);
    expect([tally.processes, tally.llc[0], tally.threads[0], tally.there[0]]).toEqual([1, 1, 2, 2]);
    expect(tally.llc).toBe(llc);
    expect(tally.count(tasksOf([0, 0, -1]), topology)).toBe(false);
  });
});

describe('a task', () => {
  it('is away on a CPU of another LLC than it prefers, and only then', () => {
    const tasks = tasksOf([0, 0, 1], [2, 0, 1], [0, 0, -1], [-1, 0, 1]);
    expect([0, 1, 2, 3].map((task) => isAway(tasks, topology, task))).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});
