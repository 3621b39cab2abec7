import { describe, expect, it } from 'vitest';
import { MIGRATE, RECORD, TASK } from '../../../../engine/abi.gen.ts';
import { catalogOf, shapes } from '../../testing/machines.ts';
import { frameOf, type TestRecord } from '../../testing/records.ts';
import { Flights } from './flights.ts';

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
const runs = (time: number, task: number, cpu: number): TestRecord => ({
  kind: RECORD.SWITCH,
  time,
  cpu,
  b: task,
});
/** A frame in which `task` wakes on its way to `cpu`. */
function frame(time: number, records: readonly TestRecord[] = [], continuous = true) {
  return frameOf(catalog, {
    time,
    continuous,
    records,
    set: (draft) => {
      draft.tasks.state.fill(TASK.WAKING);
      for (const record of records) {
        if (record.kind === RECORD.MIGRATE) draft.tasks.cpu[record.a!] = record.c!;
      }
    },
  });
}

describe('Flights', () => {
  it('begin with the migration and last until the task runs on its new CPU', () => {
    const flights = new Flights();
    flights.add(frame(0), -1);
    flights.add(frame(10, [migrate(4, 7, 1, 2)]), -1);
    expect(flights.flying).toMatchObject([{ task: 7, from: 1, to: 2, start: 4, end: Infinity }]);
    flights.add(frame(1000), -1);
    expect(flights.shareFlown(flights.flying[0]!)).toBeLessThan(1);
    flights.add(frame(1010, [runs(1004, 7, 2)]), -1);
    expect(flights.flying).toEqual([]);
  });
  it('take as long as the latency says', () => {
    const flights = new Flights();
    flights.add(frame(0), -1);
    flights.add(frame(1, [migrate(0, 7, 1, 2), runs(400, 7, 2)]), -1);
    flights.add(frame(100), -1);
    flights.add(frame(101), -1);
    expect(flights.shareFlown(flights.flying[0]!)).toBeCloseTo(101 / 400, 2);
  });
  it('are shown for some frames even if they took less than one', () => {
    const flights = new Flights();
    flights.add(frame(0), -1);
    flights.add(frame(1000, [migrate(100, 7, 1, 2), runs(150, 7, 2)]), -1);
    for (let i = 2; i < 10; i++) flights.add(frame(i * 1000), -1);
    expect(flights.flying).toHaveLength(1);
    for (let i = 10; i < 20; i++) flights.add(frame(i * 1000), -1);
    expect(flights.flying).toHaveLength(0);
  });
  it('never pass their target while their end is unknown', () => {
    const flights = new Flights();
    flights.add(frame(0), -1);
    flights.add(frame(10, [migrate(4, 7, 1, 2)]), -1);
    let last = 0;
    for (let time = 100; time < 100_000; time += 1000) {
      flights.add(
        frameOf(catalog, {
          time,
          set: (draft) => {
            draft.tasks.state.fill(TASK.WAKING);
            draft.tasks.cpu[7] = 2;
          },
        }),
        -1,
      );
      const share = flights.shareFlown(flights.flying[0]!);
      expect(share).toBeGreaterThanOrEqual(last);
      expect(share).toBeLessThan(1);
      last = share;
    }
  });
  it('are forgotten after a jump, old records and all', () => {
    const flights = new Flights();
    flights.add(frame(0), -1);
    flights.add(frame(10, [migrate(4, 7, 1, 2)]), -1);
    flights.add(frame(90_000, [migrate(100, 8, 1, 2)], false), -1);
    expect(flights.flying).toEqual([]);
    expect(flights.oneOf).toBe(1);
  });
  it('are sampled when too many begin, and say one of how many', () => {
    const flights = new Flights();
    flights.add(frame(0), -1);
    const crowd = Array.from({ length: 120 }, (_, task) => migrate(5, task, 1, 2));
    flights.add(frame(10, crowd), -1);
    expect(flights.flying).toHaveLength(24);
    expect(flights.oneOf).toBe(5);
  });
  it('keep those of the selected group when they are sampled', () => {
    const flights = new Flights();
    flights.add(frame(0), 3);
    const crowd = Array.from({ length: 120 }, (_, task) => migrate(5, task, 1, 2));
    const crowded = frameOf(catalog, {
      time: 10,
      records: crowd,
      set: (draft) => {
        draft.tasks.state.fill(TASK.WAKING);
        draft.tasks.cpu.fill(2);
        draft.tasks.group[101] = 3;
        draft.tasks.group[118] = 3;
      },
    });
    flights.add(crowded, 3);
    const flying = flights.flying.map((flight) => flight.task);
    expect(flying).toContain(101);
    expect(flying).toContain(118);
  });
});
