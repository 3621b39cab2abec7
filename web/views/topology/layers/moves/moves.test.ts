import { describe, expect, it } from 'vitest';
import { MIGRATE, RECORD } from '../../../../engine/abi.gen.ts';
import { catalogOf, shapes } from '../../testing/machines.ts';
import { frameOf, type TestRecord } from '../../testing/records.ts';
import { MoveTracker, moveStrength } from './moves.ts';
import { Trails, trailLength } from './trail.ts';

const catalog = catalogOf(shapes.laptop, 200);
const migrate = (time: number, task: number, from: number, to: number): TestRecord => ({
  kind: RECORD.MIGRATE,
  time,
  cpu: to,
  a: task,
  b: from,
  c: to,
  d: MIGRATE.PUSH,
});
const frame = (time: number, records: readonly TestRecord[] = [], continuous = true) =>
  frameOf(catalog, { time, continuous, records });
const nobody = () => false;

describe('a move', () => {
  it('stays for a second of looking, whatever simulated time passes, and fades at its end', () => {
    const moves = new MoveTracker();
    moves.add(frame(0), 0, nobody);
    moves.add(frame(10, [migrate(4, 7, 1, 2)]), 16, nobody);
    expect(moves.shown).toMatchObject([{ task: 7, from: 1, to: 2, reason: MIGRATE.PUSH, at: 4 }]);
    const strengths: number[] = [];
    for (let wall = 32; wall < 1010; wall += 16) {
      moves.add(frame(wall * 50), wall, nobody);
      strengths.push(moveStrength(moves.shown[0]!));
    }
    expect(strengths[0]).toBe(1);
    expect(strengths.at(-1)).toBeLessThan(0.2);
    expect(strengths).toEqual([...strengths].sort((a, b) => b - a));
    moves.add(frame(90_000), 1030, nobody);
    expect(moves.shown).toEqual([]);
  });
  it('stays as it is while the run stands still, however long', () => {
    const moves = new MoveTracker();
    moves.add(frame(0), 0, nobody);
    moves.add(frame(10, [migrate(4, 7, 1, 2)]), 16, nobody);
    moves.add(frame(20), 60_016, nobody);
    expect(moves.shown).toHaveLength(1);
    expect(moveStrength(moves.shown[0]!)).toBe(1);
  });
  it('that comes just before a moment jumped to is shown there, older ones are not', () => {
    const moves = new MoveTracker();
    moves.add(frame(0), 0, nobody);
    moves.add(frame(10, [migrate(4, 7, 1, 2)]), 16, nobody);
    const records = [migrate(100, 8, 1, 2), migrate(89_500, 9, 3, 4)];
    moves.add(frame(90_000, records, false), 32, nobody);
    expect(moves.shown.map(({ task }) => task)).toEqual([9]);
    expect(moves.oneOf).toBe(1);
  });
  it('to where the task already is, is none', () => {
    const moves = new MoveTracker();
    moves.add(frame(10, [migrate(4, 7, 2, 2)]), 0, nobody);
    expect(moves.shown).toEqual([]);
  });
});

describe('moves', () => {
  const crowd = Array.from({ length: 120 }, (_, task) => migrate(5, task, 1, 2));
  it('are sampled when too many begin, and say one of how many', () => {
    const moves = new MoveTracker();
    moves.add(frame(0), 0, nobody);
    moves.add(frame(10, crowd), 16, nobody);
    expect(moves.shown).toHaveLength(24);
    expect(moves.oneOf).toBe(5);
  });
  it('of who is selected are kept when they are sampled', () => {
    const moves = new MoveTracker();
    moves.add(frame(0), 0, nobody);
    moves.add(frame(10, crowd), 16, (task) => task === 101 || task === 118);
    const shown = moves.shown.map(({ task }) => task);
    expect(shown).toContain(101);
    expect(shown).toContain(118);
  });
});

describe('the trail of a task', () => {
  const counted = (time: number, task: number, migrations: number, dropped: number) => {
    const last = migrate(time - 1, task, 5, 6);
    return frameOf(catalog, {
      time,
      records: [last],
      set: (draft) => {
        draft.tasks.migrations[task] = migrations;
        draft.records.dropped = dropped;
      },
    });
  };

  it('has the CPUs it was on, the first included, in order', () => {
    const trails = new Trails(catalog.tasks);
    trails.add(frame(10, [migrate(4, 7, 1, 2), migrate(6, 8, 0, 3)]));
    trails.add(frame(20, [migrate(14, 7, 2, 5)]));
    expect(trails.of(7)).toEqual([1, 2, 5]);
    expect(trails.of(8)).toEqual([0, 3]);
    expect(trails.of(9)).toEqual([]);
  });
  it(`has the last ${trailLength} of them`, () => {
    const trails = new Trails(catalog.tasks);
    const records = Array.from({ length: 50 }, (_, i) => migrate(i, 7, i % 8, (i + 1) % 8));
    trails.add(frame(100, records));
    expect(trails.of(7)).toEqual(Array.from({ length: trailLength }, (_, i) => (i + 31) % 8));
  });
  it('begins anew after a jump, with what the records there tell', () => {
    const trails = new Trails(catalog.tasks);
    trails.add(frame(10, [migrate(4, 7, 1, 2), migrate(5, 8, 1, 2)]));
    trails.add(frame(9_000, [migrate(8_000, 7, 6, 4)], false));
    expect(trails.of(7)).toEqual([6, 4]);
    expect(trails.of(8)).toEqual([]);
  });
  it('begins anew where records are missing that tell of its moves, and only there', () => {
    const trails = new Trails(catalog.tasks);
    trails.add(frameOf(catalog, { time: 1 }));
    trails.add(counted(10, 7, 1, 0));
    // One of two moves is told of.
    trails.add(counted(20, 7, 3, 9));
    expect(trails.of(7)).toEqual([5, 6]);
    trails.add(counted(30, 7, 4, 9));
    expect(trails.of(7)).toEqual([5, 6, 6]);
  });
});
