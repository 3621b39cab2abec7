import { afterEach, describe, expect, it, vi } from 'vitest';
import { draftFrame, encodeFrame } from '../../engine/frame.ts';
import type { RemoteEngine } from '../../engine/start.ts';
import type { Headline, RunStatus } from '../../engine/types.ts';
import { loadScenario, scenarioNames } from '../../scenario/index.ts';
import { nodeReader } from '../../scenario/node.ts';
import { UNBOUNDED } from '../tempo.ts';
import { Conductor, type ConductorOptions } from './conductor.ts';
import type { VariantId } from './types.ts';

const reader = nodeReader('scenarios');

/** An engine whose state at a moment is the moment itself; events happen every 10 ns. */
class Clockwork {
  asked: number[] = [];
  jumps: boolean[] = [];
  at = 0;
  head = 10_000;
  lead = 0;
  broken = '';
  #buffer(time: number, continuous = false) {
    this.at = time;
    const draft = draftFrame({ cpus: 1, tasks: 1, llcs: 1, lines: 1, records: 1 });
    draft.time = time;
    draft.headTime = this.head;
    draft.continuous = continuous;
    return encodeFrame(draft);
  }
  /** What it owes: settled by hand. */
  owes: Promise<void> | undefined;
  readonly engine = {
    status: async () => {
      await this.owes;
      return { state: 'waiting', headTime: this.head } as RunStatus;
    },
    headline: async () => ({ measuring: false }) as Headline,
    setLead: async (ns: number) => {
      this.lead = ns;
    },
    frameAt: async (time: number, since?: number | null) => {
      this.asked.push(time);
      this.jumps.push(since === null);
      if (this.broken) throw new Error(this.broken);
      return this.#buffer(time, typeof since === 'number');
    },
    wholeFrame: async () => {
      this.jumps.push(true);
      return this.#buffer(this.at);
    },
    stepEvent: async (by: 1 | -1) => {
      const next = by > 0 ? Math.floor(this.at / 10) * 10 + 10 : Math.ceil(this.at / 10) * 10 - 10;
      return this.#buffer(Math.max(0, next), true);
    },
  } as unknown as RemoteEngine;
}

function stage(options: Partial<ConductorOptions> = {}) {
  const works: Record<VariantId, Clockwork> = {
    A: new Clockwork(),
    B: new Clockwork(),
    C: new Clockwork(),
    D: new Clockwork(),
  };
  let picture: (now: number) => void = () => {};
  let now = 0;
  const conductor = new Conductor({
    connect: async (side) => ({ engine: works[side].engine, close: () => {} }),
    duration: 100_000,
    start: 0,
    speed: 1_000,
    playing: true,
    stage: ['A', 'B'],
    nextPicture: (callback) => {
      picture = callback;
      return () => {};
    },
    ...options,
  });
  const settle = async () => {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  };
  const pictures = async (count: number, ms = 100) => {
    for (let index = 0; index < count; index += 1) {
      now += ms;
      picture(now);
      await settle();
    }
  };
  const shown = (side: VariantId) => conductor.state().variants[side].latestFrame?.time;
  return { conductor, works, pictures, settle, shown };
}

describe('the clock', () => {
  it('does not start before every side on stage has shown its first frame', async () => {
    const { conductor, pictures, settle } = stage();
    await settle();
    await pictures(1);
    expect(conductor.time).toBe(0);
    await pictures(10);
    expect(conductor.time).toBe(1_000);
  });
  it('asks for the present moment as soon as an answer comes that a picture had to do without', async () => {
    const { works, pictures, settle } = stage();
    await settle();
    await pictures(3);
    const engine = works.A.engine as { frameAt: (time: number) => Promise<ArrayBuffer> };
    const usual = engine.frameAt;
    let answer = () => {};
    engine.frameAt = async (time) => {
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return usual(time);
    };
    await pictures(1);
    engine.frameAt = usual;
    await pictures(1);
    const before = works.B.asked.length;
    answer();
    await settle();
    expect(works.B.asked.slice(before)).toEqual([400]);
    await settle();
    expect(works.B.asked.length, 'once').toBe(before + 1);
  });
  it('keeps fractions of a nanosecond, so that slow tempos move', async () => {
    const { conductor, pictures, settle } = stage({ speed: 100 });
    await settle();
    await pictures(101, 1);
    expect(conductor.time).toBeCloseTo(10);
  });
  it('never passes the slower head and says that it waits', async () => {
    const { conductor, works, pictures, settle } = stage({ speed: UNBOUNDED });
    works.B.head = 700;
    await settle();
    await pictures(5);
    expect(conductor.time).toBe(700);
    expect(conductor.state().waiting).toBe(true);
  });
  it('stops at the end of the run, and playing on from there starts over', async () => {
    const { conductor, works, pictures, settle } = stage({ start: 99_990, speed: 1_000 });
    works.A.head = works.B.head = 100_000;
    await settle();
    await pictures(5);
    expect(conductor.state()).toMatchObject({ time: 100_000, playing: false, waiting: false });
    conductor.setPlaying(true);
    expect(conductor.time).toBe(0);
  });
  it('lets a side beside the stage run to its end, too, without asking it for frames', async () => {
    const { works, pictures, settle } = stage({ stage: ['A'], beside: ['B'], start: 7_000 });
    await settle();
    await pictures(6);
    expect(works.B.lead).toBeGreaterThanOrEqual(100_000);
    expect(works.B.asked).toEqual([]);
  });
  it('lets the head run far ahead only after something was shown', async () => {
    const { works, pictures, settle } = stage({ duration: 7e9 });
    await settle();
    expect(works.A.lead).toBe(100_000);
    await pictures(2);
    expect(works.A.lead).toBe(7e9);
  });
  it.each(scenarioNames(reader))(
    'lets the head of %s end its measured window while the playhead stands at 0',
    async (name) => {
      const { duration, window } = await loadScenario(name, reader);
      const { works, pictures, settle } = stage({ duration, playing: false });
      await settle();
      await pictures(2);
      expect(works.A.lead).toBeGreaterThanOrEqual(window.to);
      expect(works.B.lead).toBeGreaterThanOrEqual(window.to);
    },
  );
});

describe('both sides', () => {
  it('always show the same moment', async () => {
    const { works, pictures, settle, shown } = stage();
    await settle();
    await pictures(7);
    expect(works.A.asked).toEqual(works.B.asked);
    expect(shown('A')).toBe(shown('B'));
  });
  it('go on without the one that broke, which says why and can be restarted', async () => {
    const { conductor, works, pictures, settle, shown } = stage();
    await settle();
    await pictures(2);
    works.B.broken = 'line 3 has two owners';
    await pictures(3);
    expect(conductor.state().variants.B.failure).toBe('line 3 has two owners');
    expect(conductor.state().variants.A.failure).toBeUndefined();
    const before = conductor.time;
    await pictures(2);
    expect(conductor.time).toBeGreaterThan(before);
    works.B.broken = '';
    conductor.restart('B');
    await settle();
    await pictures(4);
    expect(conductor.state().variants.B.failure).toBeUndefined();
    expect(shown('B')).toBe(shown('A'));
    expect(works.B.at).toBe(works.A.at);
  });
});

describe('a side that says nothing for long', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('is no defect: that is said, the others go on, and it is heard when it answers', async () => {
    vi.useFakeTimers();
    const { conductor, works, pictures, settle } = stage();
    await settle();
    await pictures(2);
    let answer: () => void = () => {};
    works.B.owes = new Promise((resolve) => {
      answer = resolve;
    });
    await pictures(4);
    expect(conductor.state().variants.B.unresponsive).toBe(false);
    vi.advanceTimersByTime(20_000);
    await settle();
    await pictures(4);
    const { A, B } = conductor.state().variants;
    expect([B.unresponsive, B.failure, A.unresponsive]).toEqual([true, undefined, false]);
    works.A.head = 20_000;
    await pictures(8);
    expect(conductor.state().variants.A.status?.headTime).toBe(20_000);
    answer();
    await settle();
    expect(conductor.state().variants.B.unresponsive).toBe(false);
  });

  it('is asked no more once it was started anew', async () => {
    vi.useFakeTimers();
    const { conductor, works, pictures, settle } = stage();
    await settle();
    works.B.owes = new Promise(() => {});
    await pictures(4);
    vi.advanceTimersByTime(20_000);
    await settle();
    await pictures(4);
    expect(conductor.state().variants.B.unresponsive).toBe(true);
    works.B.owes = undefined;
    conductor.restart('B');
    await settle();
    await pictures(4);
    expect(conductor.state().variants.B).toMatchObject({ unresponsive: false, failure: undefined });
    expect(conductor.state().variants.B.status?.headTime).toBe(10_000);
  });
});

describe('moving the playhead', () => {
  it('goes exactly where a drag asks, forward and back', async () => {
    const { conductor, pictures, settle, shown } = stage({ playing: false });
    await settle();
    for (const time of [512, 17, 99_999]) {
      conductor.seek(time);
      await pictures(1);
      expect(shown('A')).toBe(time);
    }
    conductor.seek(-5);
    expect(conductor.time).toBe(0);
  });
  it('begins anew where a drag ends, and goes on from there', async () => {
    const { conductor, works, pictures, settle } = stage();
    await settle();
    await pictures(3);
    works.A.jumps = [];
    conductor.seek(5_000);
    await pictures(3);
    expect(works.A.jumps).toEqual([true, false, false]);
  });
  it('gives a listener that comes while the run stands the moment whole, and nobody else', async () => {
    const { conductor, works, pictures, settle } = stage();
    const [early, late]: [number[], number[]] = [[], []];
    conductor.onFrame('A', ({ time }) => early.push(time));
    await settle();
    await pictures(4);
    conductor.setPlaying(false);
    await pictures(2);
    const [heard, asked] = [early.length, works.A.jumps.length];
    conductor.onFrame('A', ({ time }) => late.push(time));
    await settle();
    expect(late).toEqual([conductor.time, conductor.time]);
    expect(works.A.jumps.slice(asked)).toEqual([true]);
    expect(early).toHaveLength(heard);
  });
  it('delivers the moment once more when frames are to carry something else, and plays on without', async () => {
    const { conductor, works, pictures, settle } = stage({ playing: false, start: 500 });
    await settle();
    await pictures(2);
    const told: [VariantId, number][] = [];
    for (const side of ['A', 'B'] as const) {
      conductor.onFrame(side, ({ time }) => told.push([side, time]));
    }
    const before = told.length;
    const asked = works.A.asked.length;
    conductor.refresh();
    await settle();
    expect(told.slice(before)).toEqual([
      ['A', 500],
      ['B', 500],
    ]);
    expect(works.A.asked).toHaveLength(asked);
    conductor.setPlaying(true);
    const [playing] = [told.length];
    conductor.refresh();
    await settle();
    expect(told).toHaveLength(playing);
  });
  it('gives it the moment whole right after a step, too', async () => {
    const { conductor, works, pictures, settle } = stage({ playing: false });
    await settle();
    await pictures(2);
    await conductor.step('event', 1);
    await settle();
    const late: boolean[] = [];
    conductor.onFrame('A', ({ continuous }) => late.push(continuous));
    await settle();
    expect([late, works.A.jumps.at(-1), conductor.time]).toEqual([[true, false], true, 10]);
  });
  it('leaves a side that shows the moment as it is when another comes: its records lead to it', async () => {
    const { conductor, works, pictures, settle, shown } = stage({ playing: false, stage: ['A'] });
    await settle();
    conductor.seek(512);
    await pictures(2);
    const { latestFrame } = conductor.state().variants.A;
    conductor.setStage(['A', 'B']);
    await settle();
    await pictures(2);
    expect([shown('B'), works.A.asked.filter((time) => time === 512)]).toEqual([512, [512]]);
    expect(conductor.state().variants.A.latestFrame).toBe(latestFrame);
    conductor.seek(512);
    await pictures(1);
    expect(works.A.asked.filter((time) => time === 512)).toHaveLength(2);
  });
  it('steps to the next and the previous event and takes the other side along', async () => {
    const { conductor, pictures, settle, shown } = stage();
    await settle();
    await pictures(1);
    conductor.seek(42);
    await pictures(1, 0);
    await conductor.step('event', 1);
    expect(shown('A')).toBe(50);
    expect(shown('B')).toBe(50);
    await conductor.step('event', -1);
    expect(conductor.state()).toMatchObject({ time: 40, playing: false });
  });
  it('does not wait for a step that finds nothing when somebody goes elsewhere', async () => {
    const { conductor, works, pictures, settle, shown } = stage({ playing: false });
    await settle();
    await pictures(1);
    (works.A.engine as { stepEvent: unknown }).stepEvent = () => new Promise(() => {});
    const steps = [conductor.step('event', 1), conductor.step('event', 1)];
    await settle();
    conductor.seek(777);
    await Promise.all(steps);
    await pictures(2);
    expect([shown('A'), shown('B')]).toEqual([777, 777]);
  });
  it('shows a side that came on stage during a step, and plays on', async () => {
    const { conductor, pictures, settle, shown } = stage({ playing: false, stage: ['A'] });
    await settle();
    await pictures(1);
    const step = conductor.step('event', 1);
    conductor.setStage(['A', 'B']);
    await step;
    await settle();
    conductor.setPlaying(true);
    await pictures(4);
    expect(shown('B')).toBe(shown('A'));
    expect(shown('A')).toBeGreaterThan(10);
  });
  it('lets a jump win over a step that is still under way', async () => {
    const { conductor, pictures, settle, shown } = stage({ playing: false });
    await settle();
    await pictures(1);
    const step = conductor.step('event', 1);
    conductor.seek(777);
    await step;
    await pictures(1);
    expect(shown('A')).toBe(777);
  });
});

describe('what led to a moment', () => {
  it('comes from where it is asked, and the side stands where it stood', async () => {
    const { conductor, works, pictures, settle } = stage({ playing: false, start: 500 });
    await settle();
    await pictures(2);
    const found = await conductor.runUp('A', 400);
    expect([found!.before.time, found!.now.time]).toEqual([400, 500]);
    expect([found!.before.continuous, found!.now.continuous]).toEqual([false, true]);
    expect(works.A.at).toBe(500);
    expect(conductor.state().variants.A.latestFrame!.time).toBe(500);
  });
  it('is not told while it plays, nor between two records of one moment', async () => {
    const { conductor, pictures, settle } = stage({ playing: false, start: 500 });
    await settle();
    await pictures(2);
    await conductor.step('event', 1);
    expect(await conductor.runUp('A', 400)).toBeUndefined();
    conductor.setPlaying(true);
    expect(await conductor.runUp('A', 400)).toBeUndefined();
  });
});
