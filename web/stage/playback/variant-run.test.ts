// When an engine counts as silent: told by what fires, never by a clock.

import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Headline, RunStatus } from '../../engine/types.ts';
import { answersInTime, newRun, progressOf, updateProgress } from './variant-run.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** A run whose engine answers when told, and the timers that were set: fired by hand. */
function asked() {
  const timers: (() => void)[] = [];
  const set = (callback: () => void) => timers.push(callback);
  vi.stubGlobal('setTimeout', set);
  vi.stubGlobal('setInterval', set);
  vi.stubGlobal('clearTimeout', () => {});
  vi.stubGlobal('clearInterval', () => {});
  let answer: (status: unknown) => void = () => {};
  const status = () => new Promise((resolve) => (answer = resolve));
  const run = newRun();
  run.connection = {
    engine: { status, headline: async () => ({ measuring: false }) },
    close: () => {},
  } as never;
  const progress = progressOf(run);
  const inTime = answersInTime(progress);
  const fire = () => {
    for (const timer of timers) timer();
  };
  return { progress, inTime, fire, answer: () => answer({ state: 'waiting' }) };
}

describe('an engine that is asked how it gets on', () => {
  it('is not called silent after a sleep of the machine, when all timers are due at once', async () => {
    const { progress, inTime, fire, answer } = asked();
    fire();
    answer();
    expect(await inTime).toBe(true);
    expect(await progress).toEqual([{ state: 'waiting' }, { measuring: false }]);
  });

  it('is called silent when it goes on saying nothing, and is heard all the same when it answers', async () => {
    const { progress, inTime, fire, answer } = asked();
    for (let piece = 0; piece < 10; piece++) fire();
    expect(await inTime).toBe(false);
    answer();
    expect(await progress).toEqual([{ state: 'waiting' }, { measuring: false }]);
  });
});

describe('a run that has ended', () => {
  it('has got on once its figures, which could not be read, can be', () => {
    const run = newRun();
    const ended = { state: 'finished', headTime: 10 } as RunStatus;
    const unread = { measuring: false, unfetched: true } as Headline;
    const read = { measuring: true } as Headline;
    expect(updateProgress(run, [ended, unread])).toBe(true);
    expect(updateProgress(run, [ended, unread])).toBe(false);
    expect(updateProgress(run, [ended, read])).toBe(true);
    expect(updateProgress(run, [ended, read])).toBe(false);
  });
});
