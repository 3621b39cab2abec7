// An event in slow motion: found, played once at a speed that follows from its length, stopped behind; and given up
// as soon as the viewer takes the playhead.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { EventQuestion, FoundEvent } from '../engine/types.ts';
import type { Session } from './session.ts';
import { beginAtEvent, playOn, recallEvent, showAgain, showNext, slowSpeed } from './slow.ts';
import type { StageStep } from './stage-content.ts';
import { choose, firstState, useStageState } from './store.ts';

describe('the speed of an event', () => {
  it('is 20 to 100 times slower than its step, and never below the slowest', () => {
    const rate = 20_000;
    expect(slowSpeed({ from: 0, to: 3_000 }, rate)).toBe(600);
    expect(slowSpeed({ from: 0, to: 100 }, rate)).toBe(200);
    expect(slowSpeed({ from: 0, to: 50_000 }, rate)).toBe(1_000);
    expect(slowSpeed({ from: 0, to: 100 }, 2_000)).toBe(100);
  });
});

const step: StageStep = {
  ...{ frame: { of: 'machine' }, caption: 'It works.', rate: 20_000, hold: 9_000 },
  event: { kind: 'pull', after: 1_000, variant: 'B' },
};

/** The step as its scenario has it: without a question, unless a test puts one. */
const asking: { ask?: object } = {};

/** A playback whose moment a test sets, over a run with a pull every 10 µs. */
function stageWith(found: readonly number[]) {
  const asked: EventQuestion[] = [];
  const seeks: number[] = [];
  const listeners = new Set<(time: number) => void>();
  const seekers = new Set<() => void>();
  const waiting = new Set<() => void>();
  const computed = { head: 1e9 };
  let dropped = 0;
  const find = async (question: EventQuestion) => {
    asked.push(question);
    const after = question.after as number | { readonly time: number; readonly record: number };
    const isBehind = typeof after !== 'number' && after.record >= 7;
    const from = typeof after === 'number' ? after - 1 : after.time - (isBehind ? 0 : 1);
    const begin = found.find((time) => time > from);
    if (begin === undefined) return undefined;
    const place = { time: begin, record: 7 };
    const who = { cpu: 3, task: -1, explain: undefined, line: 0 };
    return { kind: 'pull', begin, end: begin + 3_000, place, ...who } satisfies FoundEvent;
  };
  const engine = {
    find,
    stopFinding: async () => {
      dropped += 1;
    },
  };
  const playback = {
    engine: (side: string) => (side === 'B' ? engine : undefined),
    summary: () => ({
      ...computed,
      playing: useStageState.getState().playing,
      variants: { A: {}, B: {} },
    }),
    onSummary: (listener: () => void) => {
      waiting.add(listener);
      return () => waiting.delete(listener);
    },
    onSeek: (listener: () => void) => {
      seekers.add(listener);
      return () => seekers.delete(listener);
    },
    onTime: (listener: (time: number) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    seek: (time: number) => {
      seeks.push(time);
      for (const listener of [...seekers]) listener();
    },
  };
  const session = {
    playback,
    steps: [step],
    opened: { duration: 1e9, scenario: { steps: [asking] } },
  } as unknown as Session;
  const reach = (time: number) => {
    for (const listener of [...listeners]) listener(time);
  };
  const compute = (head: number) => {
    computed.head = head;
    for (const listener of [...waiting]) listener();
  };
  const isQuiet = () => listeners.size + seekers.size + waiting.size === 0;
  return { session, playback, asked, seeks, reach, compute, isQuiet, dropped: () => dropped };
}

const until = async (is: () => boolean) => {
  while (!is()) await new Promise((resolve) => setTimeout(resolve, 1));
};
const settled = () => new Promise((resolve) => setTimeout(resolve, 5));
const phase = () => useStageState.getState().event?.phase;

describe('a step that begins at an event', () => {
  let stop = () => {};
  beforeEach(() => void choose({ ...firstState, step: 0, playing: false }, true));
  afterEach(() => stop());

  it('has it found, plays it slowly once, and stops behind it', async () => {
    const { session, asked, seeks, reach } = stageWith([10_000, 20_000]);
    stop = beginAtEvent(session, step);
    await until(() => phase() === 'slow');
    expect(asked[0]).toMatchObject({ kind: 'pull', after: 1_000 });
    expect(useStageState.getState()).toMatchObject({ playing: true, speed: 600 });
    expect(seeks).toEqual([10_000 - 600]);
    reach(13_000);
    expect(phase()).toBe('slow');
    reach(14_000);
    expect(phase()).toBe('shown');
    expect(useStageState.getState().playing).toBe(false);
    expect(seeks.at(-1)).toBe(13_000 + 900);
  });

  it('lets the next step go on where it had stopped by itself, and not where a person has paused', async () => {
    const { session, reach } = stageWith([10_000]);
    const leave = beginAtEvent(session, step);
    await until(() => phase() === 'slow');
    reach(14_000);
    expect(useStageState.getState().playing).toBe(false);
    leave();
    expect(useStageState.getState().playing).toBe(true);
    const leavePaused = beginAtEvent(session, step);
    await until(() => phase() === 'slow');
    choose({ playing: false });
    leavePaused();
    expect(useStageState.getState().playing).toBe(false);
  });

  it('waits until its question is settled', async () => {
    asking.ask = { id: 'why', variant: 'B' };
    const { session, asked } = stageWith([10_000]);
    stop = beginAtEvent(session, step);
    expect(asked).toEqual([]);
    choose({ guesses: { why: 'skipped' } });
    await until(() => phase() === 'slow');
    delete asking.ask;
  });

  it('goes on to the next one behind it, until there is none', async () => {
    const { session, asked, seeks, reach } = stageWith([10_000, 20_000]);
    stop = beginAtEvent(session, step);
    await until(() => phase() === 'slow');
    reach(14_000);
    showNext(session);
    await until(() => seeks.includes(20_000 - 600));
    expect(asked[1]?.after).toEqual({ time: 10_000, record: 7 });
    reach(30_000);
    showNext(session);
    await until(() => phase() === 'none');
  });

  it('is shown once more without being looked for again', async () => {
    const { session, asked, seeks, reach } = stageWith([10_000, 20_000]);
    stop = beginAtEvent(session, step);
    await until(() => phase() === 'slow');
    reach(14_000);
    expect(phase()).toBe('shown');
    showAgain(session);
    await until(() => phase() === 'slow');
    expect(seeks.filter((time) => time === 10_000 - 600)).toHaveLength(2);
    expect(asked).toHaveLength(1);
    reach(14_000);
    expect(phase()).toBe('shown');
  });

  it('goes on from there at the speed of the step', async () => {
    const { session, reach } = stageWith([10_000]);
    stop = beginAtEvent(session, step);
    await until(() => phase() === 'slow');
    reach(14_000);
    playOn(session);
    expect(useStageState.getState()).toMatchObject({ playing: true, speed: 20_000 });
  });

  it('lets go of the playhead as soon as somebody takes it', async () => {
    const { session, seeks, reach, isQuiet } = stageWith([10_000]);
    stop = beginAtEvent(session, step);
    await until(() => phase() === 'slow');
    choose({ playing: false });
    expect(phase()).toBe('shown');
    expect(isQuiet()).toBe(true);
    reach(50_000);
    expect(seeks).toHaveLength(1);
  });

  it('is no longer in slow motion once it goes on at full speed, or is sent elsewhere', async () => {
    for (const leave of [playOn, ({ playback }: Session) => playback.seek(70_000)]) {
      const { session, isQuiet } = stageWith([10_000]);
      stop = beginAtEvent(session, step);
      await until(() => phase() === 'slow');
      leave(session);
      expect(phase()).toBe('shown');
      expect(isQuiet()).toBe(true);
    }
  });

  it.each<[string, (session: Session) => void]>([
    ['plays', () => choose({ playing: true })],
    ['chooses another speed', () => choose(({ speed }) => ({ speed: speed * 2 }))],
    ['moves the playhead', ({ playback }) => playback.seek(70_000)],
    ['wants full speed', playOn],
  ])('is given up by who %s while it is looked for or computed', async (_, take) => {
    for (const isFound of [false, true]) {
      const { session, seeks, compute, isQuiet, dropped } = stageWith([10_000]);
      compute(0);
      stop = beginAtEvent(session, step);
      if (isFound) await settled();
      take(session);
      const { playing, speed } = useStageState.getState();
      await settled();
      compute(1e9);
      expect(useStageState.getState()).toMatchObject({ playing, speed });
      expect(phase()).toBe('left');
      expect(seeks).not.toContain(10_000 - 600);
      expect(dropped()).toBeGreaterThan(0);
      expect(isQuiet()).toBe(true);
    }
  });

  it('is told of once its moment is computed, not beside the picture of another', async () => {
    const { session, compute } = stageWith([10_000]);
    compute(0);
    stop = beginAtEvent(session, step);
    await settled();
    expect(phase()).toBe('sought');
    compute(1e9);
    await until(() => phase() === 'slow');
  });

  it('leaves the next step playing where it was still sought, not where a person had paused', async () => {
    const { session, compute } = stageWith([10_000]);
    compute(0);
    const leave = beginAtEvent(session, step);
    await settled();
    leave();
    expect(useStageState.getState().playing).toBe(true);
    const leaveAgain = beginAtEvent(session, step);
    await settled();
    session.playback.seek(70_000);
    leaveAgain();
    expect(useStageState.getState().playing).toBe(false);
  });

  it('is not told that there is none while another search goes on', async () => {
    const { session, playback } = stageWith([10_000]);
    // As the engine does: a newer question of the same asker replaces an older one, which hears nothing.
    const ends: (() => void)[] = [];
    playback.engine = () => ({
      find: () => new Promise<undefined>((resolve) => ends.push(() => resolve(undefined))),
      stopFinding: async () => ends[0]?.(),
    });
    const stopFirst = beginAtEvent(session, step);
    stopFirst();
    stop = beginAtEvent(session, step);
    await settled();
    expect(phase()).toBe('sought');
    ends[1]!();
    await until(() => phase() === 'none');
  });

  it('waits no longer for its question in another step, once it is ended or past the question', async () => {
    asking.ask = { id: 'why', variant: 'B' };
    for (const leave of [
      () => choose({ step: 1 }),
      () => stop(),
      () => {
        choose({ guesses: { why: 'skipped' } });
        choose({ step: undefined });
      },
    ]) {
      choose({ ...firstState, step: 0, playing: true }, true);
      const { session, asked } = stageWith([10_000]);
      stop = beginAtEvent(session, step);
      leave();
      await settled();
      choose({ guesses: { why: 'skipped' } });
      await settled();
      expect(asked).toEqual([]);
      expect(phase()).toBeUndefined();
    }
    delete asking.ask;
  });
});

describe('an event that a link shows', () => {
  let stop = () => {};
  beforeEach(() => void choose({ ...firstState, step: 0, playing: false }, true));
  afterEach(() => stop());

  it('is found again where it was, and nothing moves; the next one lies behind it', async () => {
    const { session, asked, seeks } = stageWith([10_000, 20_000]);
    stop = recallEvent(session, step, { time: 10_000, record: 7 });
    await until(() => phase() === 'shown');
    expect(asked[0]).toMatchObject({ after: { time: 10_000, record: 6 } });
    expect([seeks, useStageState.getState().playing]).toEqual([[], false]);
    showNext(session);
    await until(() => asked.length > 1);
    expect(asked[1]).toMatchObject({ after: { time: 10_000, record: 7 } });
  });

  it('is not shown in a run that has another one there', async () => {
    const { session, asked } = stageWith([10_000]);
    stop = recallEvent(session, step, { time: 9_000, record: 7 });
    await until(() => asked.length > 0);
    await settled();
    expect(phase()).toBeUndefined();
  });
});
