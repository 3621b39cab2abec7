import { describe, expect, it, vi } from 'vitest';
import { RECORD } from './abi.gen.ts';
import { decodeFrame } from './frame.ts';
import { Simulation } from './simulation.ts';
import { fakeDefinition, openFake } from './testing/fake-core.ts';
import { World } from './world.ts';

const duration = 20_000;

function make(options: { defectAt?: number; recordingLimit?: number } = {}) {
  const { recordingLimit = 2 ** 22 } = options;
  return new Simulation(openFake(options), openFake(options), fakeDefinition, {
    duration,
    recordingLimit,
  });
}

/** The truth: a world of its own, run straight to the time. */
function straight(time: number) {
  const world = World.create(openFake(), fakeDefinition);
  world.step(time);
  return { hash: world.traceHash(), records: world.clock().records, world };
}

/** Stops of a straight run: after every event that wrote records. */
function stops(until: number) {
  const world = World.create(openFake(), fakeDefinition);
  const found: { time: number; records: number; kinds: number[]; cpus: number[] }[] = [];
  while (world.step(until, 1) === 1) {
    const { from, to } = world.recordRange();
    const before = Math.max(from, found.at(-1)?.records ?? 0);
    const ring = world.ring();
    const rows = Array.from({ length: to - before }, (_, i) => {
      const record = ring.at((before + i) % ring.count);
      return { kind: record.kind, cpu: record.cpu };
    });
    const kinds = rows.map(({ kind }) => kind);
    found.push({ time: world.time, records: to, kinds, cpus: rows.map(({ cpu }) => cpu) });
  }
  return found;
}

async function frameAt(simulation: Simulation, time: number) {
  const buffer = await simulation.frameAt(time);
  return decodeFrame(buffer!);
}

async function stepped(simulation: Simulation, ...step: Parameters<Simulation['stepEvent']>) {
  const buffer = await simulation.stepEvent(...step);
  return decodeFrame(buffer!);
}

describe('a head that leaves time to others', () => {
  it('says for its rest whether somebody asks for pictures', async () => {
    const told: boolean[] = [];
    let now = 0;
    const simulation = new Simulation(openFake(), openFake(), fakeDefinition, {
      duration,
      clock: () => ++now,
      throttle: (isWatched) => {
        told.push(isWatched);
        return 0;
      },
    });
    simulation.setLead(duration);
    while (told.length < 3) await new Promise((resolve) => setImmediate(resolve));
    expect(new Set(told)).toEqual(new Set([false]));
    await frameAt(simulation, 0);
    const before = told.length;
    while (told.length <= before && simulation.status().state === 'running') {
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(told.at(-1)).toBe(true);
    simulation.dispose();
  });

  it('rests between its slices, and a call that waits for it ends the rest', async () => {
    let now = 0;
    const clock = () => (now += 10); // every slice is over at once
    const simulation = new Simulation(openFake(), openFake(), fakeDefinition, {
      duration,
      clock,
      throttle: () => 3_600_000,
    });
    simulation.setLead(duration);
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
    const { headTime, state } = simulation.status();
    expect(headTime).toBeLessThan(duration);
    expect(state).toBe('running');
    await frameAt(simulation, 0);
    for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve));
    expect(simulation.status().headTime, 'a call it is not needed for').toBe(headTime);
    const frame = await frameAt(simulation, 15_000);
    expect(frame.traceHash).toBe(straight(15_000).hash);
    simulation.dispose();
  });
});

describe('a head beside somebody who asks again as soon as an answer comes', () => {
  it('has its turn between the answers', async () => {
    let now = 0;
    const clock = () => (now += 10); // every slice is over at once
    const simulation = new Simulation(openFake(), openFake(), fakeDefinition, { duration, clock });
    simulation.setLead(duration);
    await frameAt(simulation, 0);
    const before = simulation.status().headTime;
    for (let turn = 0; turn < 10; turn++) await frameAt(simulation, 0);
    expect(simulation.status().headTime).toBeGreaterThan(before);
    simulation.dispose();
  });
});

describe('going anywhere', () => {
  it('gives the very moment a straight run passes through, forward, back and again', async () => {
    const simulation = make();
    for (const time of [1000, 15_000, 20, 14_999, 15_001, 0, duration, 7_777]) {
      const frame = await frameAt(simulation, time);
      const truth = straight(time);
      expect(frame.time).toBe(time);
      expect(frame.counters.records).toBe(truth.records);
      expect(frame.traceHash).toBe(truth.hash);
      expect(frame.ledger[0]).toBe(time);
    }
  });

  it('stays exact when the recording had to thin itself out', async () => {
    const simulation = make({ recordingLimit: 36 * 4096 });
    await frameAt(simulation, duration);
    const { recordingBytes, recordingLimit, keyframes } = simulation.status();
    expect(recordingBytes).toBeLessThanOrEqual(recordingLimit);
    expect(keyframes).toBeGreaterThan(4);
    expect(keyframes).toBeLessThan(40);
    for (const time of [6_001, 3, 19_900]) {
      expect((await frameAt(simulation, time)).traceHash).toBe(straight(time).hash);
    }
  });

  it('keeps to times inside the run', async () => {
    const simulation = make();
    expect((await frameAt(simulation, -5)).time).toBe(0);
    expect((await frameAt(simulation, 1e12)).time).toBe(duration);
  });

  it('lets a newer call replace the one before it', async () => {
    const simulation = make();
    const older = simulation.frameAt(19_000);
    const newer = simulation.frameAt(10);
    expect(await older).toBeUndefined();
    expect(decodeFrame((await newer)!).time).toBe(10);
  });

  it('tells whether a frame continues the one before', async () => {
    const simulation = make();
    expect((await frameAt(simulation, 100)).continuous).toBe(false);
    const next = await frameAt(simulation, 200);
    expect(next.continuous).toBe(true);
    expect(next.records.dropped).toBe(0);
    const back = await frameAt(simulation, 50);
    expect(back.continuous).toBe(false);
  });
});

describe('the head', () => {
  it('goes no further than it is looked at, whatever its lead, in a run that is longer', async () => {
    const headEnd = 6_000;
    const simulation = new Simulation(openFake(), openFake(), fakeDefinition, {
      duration,
      headEnd,
      // Every slice is over at once.
      clock: (
        (now) => () =>
          (now += 10)
      )(0),
    });
    simulation.setLead(duration);
    await frameAt(simulation, headEnd - 1000);
    await vi.waitFor(() => expect(simulation.status().state).toBe('waiting'));
    for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
    const { headTime, duration: whole, state } = simulation.status();
    expect([state, whole]).toEqual(['waiting', duration]);
    expect(headTime).toBeGreaterThanOrEqual(headEnd);
    expect(headTime).toBeLessThan(headEnd + 2000);
    expect((await frameAt(simulation, headEnd)).time).toBe(headEnd);
    simulation.dispose();
  });

  it('runs ahead by its lead and then waits', async () => {
    const simulation = make();
    simulation.setLead(5000);
    await frameAt(simulation, 1000);
    await frameAt(simulation, 1000);
    for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
    const { state, headTime } = simulation.status();
    expect(state).toBe('waiting');
    expect(headTime).toBeGreaterThanOrEqual(6000);
    expect(headTime).toBeLessThan(10_000);
  });

  it('finishes at the end of the run', async () => {
    const simulation = make();
    await frameAt(simulation, duration);
    expect(simulation.status().state).toBe('finished');
  });

  it('is not disturbed by somebody who looks back', async () => {
    const simulation = make();
    await frameAt(simulation, 10_000);
    const head = simulation.status().headTime;
    await frameAt(simulation, 5);
    await stepped(simulation, -1);
    expect(simulation.status().headTime).toBe(head);
    expect((await frameAt(simulation, duration)).traceHash).toBe(straight(duration).hash);
  });

  it('stops with a message when the core finds a defect; what came before stays open', async () => {
    const simulation = make({ defectAt: 5_000 });
    await expect(simulation.frameAt(6_000)).rejects.toThrow('line 3 has two owners');
    expect(simulation.status()).toMatchObject({
      state: 'failed',
      message: 'line 3 has two owners',
    });
    expect((await frameAt(simulation, 4_900)).traceHash).toBe(straight(4_900).hash);
  });
});

describe('stepping', () => {
  it('goes on to the next event and back to the one before, exactly', async () => {
    const simulation = make();
    const truth = stops(duration);
    const at = truth.findIndex(({ time }) => time > 5_000);
    await frameAt(simulation, 5_000);
    for (const index of [at, at + 1, at + 2]) {
      const frame = await stepped(simulation, 1);
      expect(frame).toMatchObject({ time: truth[index]!.time });
      expect(frame.counters.records).toBe(truth[index]!.records);
    }
    for (const index of [at + 1, at, at - 1, at - 2]) {
      const frame = await stepped(simulation, -1);
      expect(frame.counters.records).toBe(truth[index]!.records);
      expect(frame.time).toBe(truth[index]!.time);
    }
  });

  it('steps by decision, and by what a CPU did', async () => {
    const simulation = make();
    const truth = stops(duration);
    const decisions = truth.filter(({ kinds }) => kinds.includes(RECORD.DECISION));
    const next = decisions.findIndex(({ time }) => time > 3_000);
    await frameAt(simulation, 3_000);
    const forward = decodeFrame((await simulation.stepDecision(1))!);
    expect(forward.counters.records).toBe(decisions[next]!.records);
    const back = decodeFrame((await simulation.stepDecision(-1))!);
    expect(back.counters.records).toBe(decisions[next - 1]!.records);
    const ofCpu = truth.filter(({ cpus }) => cpus.includes(3));
    const after = ofCpu.find(({ records }) => records > back.counters.records)!;
    expect((await stepped(simulation, 1, { cpu: 3 })).counters.records).toBe(after.records);
  });

  it('finds a rare event behind many keyframes', async () => {
    const simulation = make();
    await frameAt(simulation, duration);
    const frame = await stepped(simulation, -1, { kinds: [RECORD.MEASURE] });
    expect(frame).toMatchObject({ time: 0 });
    expect(frame.counters.records).toBe(0);
  });

  it('ends at the end of the run when nothing follows', async () => {
    const simulation = make();
    await frameAt(simulation, 100);
    const frame = await stepped(simulation, 1, { kinds: [RECORD.MEASURE] });
    expect(frame.time).toBe(duration);
  });

  it('may go on from there as from any other moment', async () => {
    const simulation = make();
    await frameAt(simulation, 4_000);
    const step = await stepped(simulation, 1);
    const here = await frameAt(simulation, step.time);
    expect(here.traceHash).toBe(straight(step.time).hash);
  });
});

describe('a frame that is asked for again', () => {
  it('is of the place a step led to, with the records that lead there, and moves nothing', async () => {
    const simulation = make();
    await frameAt(simulation, 4_000);
    const step = await stepped(simulation, 1);
    const again = decodeFrame((await simulation.wholeFrame())!);
    expect([again.time, again.traceHash]).toEqual([step.time, step.traceHash]);
    expect([step.continuous, again.continuous]).toEqual([true, false]);
    expect(again.records.count).toBeGreaterThan(step.records.count);
    expect(again.records.first + again.records.count).toBe(step.records.first + step.records.count);
    const next = await stepped(simulation, 1);
    expect(next.records.first).toBe(step.records.first + step.records.count);
  });
});

describe('what is asked for by name', () => {
  it('finds an explain record that the ring has long forgotten', async () => {
    const simulation = make();
    await frameAt(simulation, duration);
    const explain = await simulation.explain(3);
    const decision = stops(duration).flatMap(({ kinds, time }) =>
      kinds.filter((kind) => kind === RECORD.DECISION).map(() => time),
    )[3];
    expect(explain).toMatchObject({ id: 3, time: decision, task: -1 });
  });

  it('gives nothing for a decision that never was', async () => {
    const simulation = make();
    await frameAt(simulation, 1000);
    expect(await simulation.explain(-1)).toBeUndefined();
    expect(await simulation.explain(1e9)).toBeUndefined();
  });

  it('refuses calls after it was closed, and ends those under way', async () => {
    const simulation = make();
    const frame = simulation.frameAt(1000);
    const rows = simulation.rows(1000);
    simulation.dispose();
    expect(await frame).toBeUndefined();
    await expect(rows).rejects.toThrow('closed');
    await expect(simulation.frameAt(5)).rejects.toThrow('closed');
  });
});

describe('a step to what is rare', () => {
  const all = stops(duration);
  /** Core calls that `act` takes. */
  async function calls(act: () => Promise<unknown>): Promise<number> {
    const step = vi.spyOn(World.prototype, 'step');
    await act();
    const count = step.mock.calls.length;
    step.mockRestore();
    return count;
  }

  it('asks the core for portions of the run, not for every record on the way', async () => {
    const simulation = make();
    await frameAt(simulation, duration);
    await frameAt(simulation, 0);
    const none = { kinds: [255] };
    const count = await calls(async () => {
      expect((await stepped(simulation, 1, none)).time).toBe(duration);
    });
    expect(all.length).toBeGreaterThan(1000);
    expect(count).toBeLessThan(all.length / 4);
    simulation.dispose();
  });
  it('stays where it is where no decision follows, or none came before', async () => {
    const none = { quiet: [0, duration] as const };
    const simulation = new Simulation(openFake(none), openFake(none), fakeDefinition, { duration });
    await frameAt(simulation, duration);
    const here = await frameAt(simulation, 3_000);
    for (const by of [1, -1] as const) {
      const { time, counters } = decodeFrame((await simulation.stepDecision(by))!);
      expect([time, counters.records]).toEqual([here.time, here.counters.records]);
    }
    simulation.dispose();
  });
  it('does not run again what was recorded without a decision', async () => {
    const quiet = [2_000, 18_000] as const;
    const simulation = new Simulation(openFake({ quiet }), openFake({ quiet }), fakeDefinition, {
      duration,
    });
    await frameAt(simulation, duration);
    await frameAt(simulation, 3_000);
    let passed = 0;
    const { step } = World.prototype;
    const spy = vi.spyOn(World.prototype, 'step').mockImplementation(function (this: World, ...to) {
      const { time } = this;
      const code = step.apply(this, to);
      passed += this.time - time;
      return code;
    });
    const { time } = decodeFrame((await simulation.stepDecision(1))!);
    spy.mockRestore();
    expect(time).toBeGreaterThanOrEqual(quiet[1]);
    expect(time).toBeLessThan(quiet[1] + 200);
    expect(passed).toBeLessThan((quiet[1] - quiet[0]) / 3);
    simulation.dispose();
  });
  it('stands where looking at every record would have led', async () => {
    const simulation = make();
    await frameAt(simulation, duration);
    for (const from of [0, 5_000]) {
      for (const cpu of new Set(all.flatMap(({ cpus }) => cpus))) {
        for (const kind of [RECORD.SWITCH, RECORD.WAKE, RECORD.DECISION, RECORD.MIGRATE]) {
          const isIt = (stop: (typeof all)[number]) =>
            stop.kinds.some((each, at) => each === kind && stop.cpus[at] === cpu);
          const past = straight(from).records;
          const next = all.find((stop) => stop.records > past && isIt(stop));
          await frameAt(simulation, from);
          const frame = await stepped(simulation, 1, { cpu, kinds: [kind] });
          expect(frame.traceHash).toBe(straight(next?.time ?? duration).hash);
        }
      }
    }
    simulation.dispose();
  });
});
