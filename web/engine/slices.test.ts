// The recorder of slices on made-up records: bounded memory, the same time at every zoom level, and
// what an answer costs, counted in things looked at. That it agrees with the core is held by
// tests/engine/slices.test.ts.

import { describe, expect, it } from 'vitest';
import * as abi from './abi.gen.ts';
import { ACTIVITY, RECORD, TASK } from './abi.gen.ts';
import type { ReaderWorld } from './backlog.ts';
import { rowOfLlc, timelineLimit } from './slices.ts';
import { TrackLog } from './slices-log.ts';
import { cellBytes, SharePyramid } from './slices-pyramid.ts';
import { type SliceLimits, SliceRecorder } from './slices-recorder.ts';
import { timelineNext, timelineWindow } from './slices-window.ts';
import type { Topology } from './types/catalog.ts';

/** A run that tests write themselves: records go into a ring and are taken from it at once. */
class Script {
  readonly recorder: SliceRecorder;
  readonly #ring = new abi.Record(new ArrayBuffer(64 * abi.Record.bytes), 0, 64);
  readonly #world: ReaderWorld;
  #records = 0;
  #time = 0;

  constructor(cpus: number, llcs: number, duration: number, limits: Partial<SliceLimits> = {}) {
    const views = new abi.CpuView(new ArrayBuffer(cpus * abi.CpuView.bytes), 0, cpus);
    for (let cpu = 0; cpu < cpus; cpu++) {
      views.at(cpu).activity = ACTIVITY.IDLE;
      views.task = -1;
    }
    const script = this;
    this.#world = {
      get time() {
        return script.#time;
      },
      clock: () => ({ records: this.#records }) as abi.WorldClock,
      ring: () => this.#ring,
      recordRange: () => ({ from: Math.max(0, this.#records - 64), to: this.#records }),
      refresh: () => {},
      cpus: () => views,
    };
    const llc = Uint16Array.from({ length: cpus }, (_, cpu) => Math.floor((cpu * llcs) / cpus));
    const topology = { cpus, llcs, llc } as Topology;
    this.recorder = new SliceRecorder(this.#world, topology, duration, limits);
  }

  record(
    time: number,
    cpu: number,
    kind: number,
    ...[a = 0, b = 0, c = 0, d = 0, e = 0]: number[]
  ) {
    Object.assign(this.#ring.at(this.#records++ % 64), { time, cpu, kind, a, b, c, d, e });
    this.#time = Math.max(this.#time, time);
    this.recorder.observe(this.#world);
  }

  /** Lets time pass without a record. */
  pass(time: number): void {
    this.#time = time;
    this.recorder.observe(this.#world);
  }
}

/** A random generator of its own, so that runs are the same everywhere. */
function generator(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const { IDLE, USER, KERNEL, STALLED } = ACTIVITY;
const idleTask = (cpu: number) => cpu;

/** Every CPU runs tasks in turn: switch, user, back to the kernel, switch. */
function busyRun(script: Script, cpus: number, duration: number, mean: number): number {
  const random = generator(7);
  const at = new Float64Array(cpus);
  const running = Int32Array.from({ length: cpus }, (_, cpu) => cpu);
  let slices = 0;
  for (let now = 0; now < duration; now += mean * 4) {
    for (let cpu = 0; cpu < cpus; cpu++) {
      if (at[cpu] === 0) script.record(0, cpu, RECORD.MODE, KERNEL, idleTask(cpu));
      let time = Math.max(now, at[cpu]!);
      const step = () => {
        time += 1 + random(mean * 2 - 1);
        return time;
      };
      const next = cpus + random(1000);
      script.record(step(), cpu, RECORD.SWITCH, running[cpu]!, next, TASK.RUNNABLE);
      script.record(step(), cpu, RECORD.MODE, USER, next);
      script.record(step(), cpu, RECORD.MODE, KERNEL, next);
      running[cpu] = next;
      at[cpu] = time;
      slices += 3;
    }
  }
  return slices;
}

describe('the log', () => {
  it('gives entries back in order, from any time on', () => {
    const log = new TrackLog(2, 1 << 20);
    for (let i = 0; i < 1000; i++) log.add(1, i * 10, i, i + 1, i + 2);
    expect(log.count(1, 0, 10_000)).toBe(1000);
    expect(log.count(1, 15, 31)).toBe(2);
    const place = log.placeAt(1, 5005)!;
    expect([place.time, place.x, place.y, place.z]).toEqual([5000, 500, 501, 502]);
    expect(place.next()).toBe(true);
    expect(place.time).toBe(5010);
    expect(log.placeFrom(1, 5005)!.time).toBe(5010);
    expect(log.lastBefore(1, 5000)).toBe(4990);
    expect(log.placeFrom(1, 9991)).toBeUndefined();
    expect(log.placeAt(0, 5)).toBeUndefined();
  });

  it('keeps to its bound by dropping what is oldest of all CPUs', () => {
    const limit = 16 * 4096;
    const log = new TrackLog(4, limit);
    for (let i = 0; i < 40_000; i++) log.add(i % 4, i, i, 0, 0);
    expect(log.bytes).toBeLessThanOrEqual(limit);
    for (let cpu = 0; cpu < 4; cpu++) {
      expect(log.isCut(cpu)).toBe(true);
      expect(log.first(cpu)).toBeGreaterThan(35_000);
      expect(log.lastBefore(cpu, 1e9)).toBe(39_996 + cpu);
    }
  });

  it('holds times that lie far apart', () => {
    const log = new TrackLog(1, 1 << 16);
    for (const time of [0, 6e9, 13e9]) log.add(0, time, 1, 0, 0);
    expect(log.placeAt(0, 7e9)!.time).toBe(6e9);
    expect(log.count(0, 0, 14e9)).toBe(3);
  });
});

describe('the pyramid', () => {
  it('has the same time at every level, whatever order tiles come in', () => {
    const pyramid = new SharePyramid(Uint16Array.of(1, 2), 2 ** 24, {
      cellLimit: 1024,
      perRow: 256,
      counting: false,
    });
    const random = generator(3);
    let user = 0;
    for (let i = 0; i < 3000; i++) {
      const from = random(2 ** 24 - 600_000);
      const length = 1 + random(i % 3 === 0 ? 500_000 : 3000);
      if (i % 100 === 0) pyramid.settle();
      pyramid.add(1, USER, from, from + length);
      user += length;
    }
    pyramid.settle();
    const spent = new Float64Array(5);
    for (let level = 0; 2 ** level <= pyramid.cells; level++) {
      let sum = 0;
      for (let cell = 0; cell < pyramid.cells / 2 ** level; cell++) {
        pyramid.read(1, level, cell, Number.POSITIVE_INFINITY, spent);
        sum += spent[USER]!;
      }
      expect(Math.abs(sum - user)).toBeLessThan(level === 0 ? 1e-9 : user * 1e-6);
    }
  });

  it('spreads a tile over exactly the cells it lies in', () => {
    const pyramid = new SharePyramid(Uint16Array.of(1), 2 ** 20, {
      cellLimit: 64,
      perRow: 64,
      counting: true,
    });
    const { width } = pyramid;
    pyramid.add(0, IDLE, width - 10, 3 * width + 5);
    pyramid.countMiss(0, 4 * width - 3, 8);
    pyramid.settle();
    const spent = new Float64Array(5);
    const idle = [0, 1, 2, 3, 4].map((cell) => {
      pyramid.read(0, 0, cell, Number.POSITIVE_INFINITY, spent);
      return spent[IDLE];
    });
    expect(idle).toEqual([10, width, width, 5, 0]);
    expect([3, 4].map((cell) => pyramid.counts(0, cell, 'waited'))).toEqual([3, 5]);
    expect(pyramid.counts(0, 3, 'misses')).toBe(1);
  });

  it('takes no more than the bound that is stated', () => {
    for (const cpus of [1, 8, 480, 1024]) {
      const limit = { cellLimit: 2 ** 18, perRow: 2 ** 13, counting: true };
      const pyramid = new SharePyramid(new Uint16Array(cpus).fill(1), 1e10, limit);
      expect(pyramid.bytes).toBeLessThanOrEqual(2 ** 18 * cellBytes);
    }
  });
});

describe('slices', () => {
  it('name task, mode and waits, and end where the next begins', () => {
    const script = new Script(2, 1, 1_000_000);
    script.record(100, 0, RECORD.MODE, KERNEL, 0);
    script.record(150, 0, RECORD.SWITCH, 0, 7, TASK.RUNNING);
    script.record(160, 0, RECORD.MISS, 64, 20, 30, (4 << 8) | (9 << 16), 50);
    script.record(230, 0, RECORD.LOCK_WAIT, 3);
    script.record(260, 0, RECORD.LOCK_TAKEN, 3, 30);
    script.record(300, 0, RECORD.MODE, USER, 7);
    script.record(500, 0, RECORD.INTERRUPT, 1);
    script.pass(600);
    const { recorder } = script;
    const seen: unknown[] = [];
    recorder.forSlices(0, 0, 600, (slice) => seen.push({ ...slice }));
    expect(seen).toEqual([
      { start: 0, end: 100, mode: IDLE, task: -1, stalled: 0, spun: 0, slept: false },
      { start: 100, end: 150, mode: KERNEL, task: -1, stalled: 0, spun: 0, slept: false },
      { start: 150, end: 300, mode: KERNEL, task: 7, stalled: 50, spun: 30, slept: false },
      { start: 300, end: 500, mode: USER, task: 7, stalled: 0, spun: 0, slept: false },
      { start: 500, end: 600, mode: KERNEL, task: 7, stalled: 0, spun: 0, slept: false },
    ]);
  });

  it('are found one after the other, forwards and back', () => {
    const script = new Script(2, 1, 1_000_000);
    script.record(100, 0, RECORD.MODE, KERNEL, 0);
    script.record(300, 1, RECORD.MODE, KERNEL, 1);
    script.record(400, 0, RECORD.MODE, USER, 5);
    script.pass(900);
    const { recorder } = script;
    expect(timelineNext(recorder, 100, 1)).toBe(300);
    expect(timelineNext(recorder, 100, 1, 0)).toBe(400);
    expect(timelineNext(recorder, 400, -1, 0)).toBe(100);
    expect(timelineNext(recorder, 400, 1)).toBeUndefined();
  });

  it('count a stall as waiting only as far as it has come', () => {
    const script = new Script(1, 1, 1_000_000);
    script.record(100, 0, RECORD.MODE, KERNEL, 0);
    script.record(200, 0, RECORD.MISS, 64, 0, 900, 4 << 8, 900);
    script.pass(300);
    const rows = Int32Array.of(0);
    const { spent, known } = timelineWindow(script.recorder, {
      from: 0,
      to: 500,
      rows,
      pixels: 99,
    });
    expect(known).toBe(300);
    expect([spent[IDLE], spent[KERNEL], spent[STALLED]]).toEqual([100, 100, 100]);
  });

  it('draw arrows from the waker to where the task begins to run', () => {
    const script = new Script(4, 2, 1_000_000);
    script.record(10, 0, RECORD.MODE, KERNEL, 0);
    script.record(50, 0, RECORD.WAKE, 9, 2, 1);
    script.record(80, 2, RECORD.IDLE, 0);
    script.record(120, 2, RECORD.SWITCH, 2, 9, TASK.RUNNING);
    script.pass(500);
    const query = { from: 0, to: 500, rows: Int32Array.of(0, 2), pixels: 500 };
    const { arrows } = timelineWindow(script.recorder, { ...query, arrowsOf: Uint16Array.of(2) });
    expect([...arrows.fromCpu, ...arrows.toCpu, ...arrows.task]).toEqual([0, 2, 9]);
    expect([...arrows.fromTime, ...arrows.toTime]).toEqual([50, 120]);
    expect(timelineWindow(script.recorder, query).arrows.total).toBe(0);
  });

  it('refuse a question that has no answer', () => {
    const { recorder } = new Script(2, 1, 1000);
    const ask = (part: object) => () =>
      timelineWindow(recorder, { from: 0, to: 9, rows: Int32Array.of(0), pixels: 9, ...part });
    expect(ask({ to: 0 })).toThrow(/0 to 0 ns is not a window/);
    expect(ask({ pixels: 0 })).toThrow(/must be 1 to 8192/);
    expect(ask({ rows: Int32Array.of(2) })).toThrow(/there is no row 2/);
  });
});

describe('a million slices', () => {
  const cpus = 480;
  const duration = 150_000_000;
  const script = new Script(cpus, 6, duration);
  const slices = busyRun(script, cpus, duration, 54_000);
  const { recorder } = script;
  script.pass(duration);
  const rows = Int32Array.from([
    ...Array.from({ length: 40 }, (_, cpu) => cpu),
    ...Array.from({ length: 6 }, (_, llc) => rowOfLlc(llc)),
  ]);
  const pixels = 1900;

  it('fit the bound that is stated', () => {
    expect(slices).toBeGreaterThan(950_000);
    expect(recorder.slices.isCut(0)).toBe(false);
    expect(recorder.bytes).toBeLessThanOrEqual(timelineLimit);
  });

  it('cost a picture at most sixteen looks a pixel and row at any zoom', () => {
    for (let span = duration; span > 1000; span /= 3) {
      const from = Math.floor((duration - span) / 2);
      const { visited } = timelineWindow(recorder, { from, to: from + span, rows, pixels });
      expect(visited, `${span} ns`).toBeLessThan(16 * pixels * rows.length);
    }
  });

  it('take the same time at every zoom', () => {
    for (const span of [duration, duration / 10, duration / 1000]) {
      const from = Math.floor((duration - span) / 2);
      const { spent } = timelineWindow(recorder, { from, to: from + span, rows, pixels });
      for (let row = 0; row < 40; row++) {
        const sum = spent.subarray(row * 5, row * 5 + 5).reduce((ns, part) => ns + part, 0);
        expect(Math.abs(sum - span)).toBeLessThan(1);
      }
    }
  });

  it('are drawn one by one where they can be told apart, as shares where they cannot', () => {
    const near = timelineWindow(recorder, { from: 5e7, to: 5.2e7, rows, pixels });
    expect(near.sliceFrom[40]).toBeGreaterThan(40 * 15);
    expect(near.cellFrom[40]).toBe(0);
    const far = timelineWindow(recorder, { from: 0, to: duration, rows, pixels: 300 });
    expect(far.sliceFrom[40]).toBe(0);
    expect(far.cellFrom[40]! / 40).toBeGreaterThanOrEqual(300);
    for (let cell = 0; cell < far.shares.length; cell += 4) {
      const sum = far.shares.subarray(cell, cell + 4).reduce((all, share) => all + share, 0);
      expect(sum).toBeLessThanOrEqual(255);
    }
  });

  it('lose the oldest, but not their shares, when there is no more room', () => {
    const tight = new Script(16, 2, 40_000_000, { sliceLog: 64 * 4096 });
    busyRun(tight, 16, 40_000_000, 1000);
    tight.pass(40_000_000);
    expect(tight.recorder.slices.isCut(3)).toBe(true);
    expect(tight.recorder.slices.bytes).toBeLessThanOrEqual(64 * 4096);
    const query = { from: 0, to: 10_000_000, rows: Int32Array.of(3), pixels: 2000 };
    const { spent, cellFrom } = timelineWindow(tight.recorder, query);
    expect(cellFrom[1]).toBeGreaterThan(100);
    expect(spent[USER]! / 1e7).toBeGreaterThan(0.2);
  });
});
