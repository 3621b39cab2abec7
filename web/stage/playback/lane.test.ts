// When an engine counts as silent: told by what fires, never by a clock.

import { afterEach, describe, expect, it, vi } from 'vitest';
import { newLane, progressOf } from './lane.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** A lane whose engine answers when told, and the timers that were set: fired by hand. */
function asked() {
  const timers: (() => void)[] = [];
  const set = (callback: () => void) => timers.push(callback);
  vi.stubGlobal('setTimeout', set);
  vi.stubGlobal('setInterval', set);
  vi.stubGlobal('clearTimeout', () => {});
  vi.stubGlobal('clearInterval', () => {});
  let answer: (status: unknown) => void = () => {};
  const status = () => new Promise((resolve) => (answer = resolve));
  const lane = newLane();
  lane.connection = {
    engine: { status, headline: async () => ({ measuring: false }) },
    close: () => {},
  } as never;
  const progress = progressOf(lane);
  progress.catch(() => {}); // looked at later
  const fire = () => {
    for (const timer of timers) timer();
  };
  return { progress, fire, answer: () => answer({ state: 'waiting' }) };
}

describe('an engine that is asked how it gets on', () => {
  it('is not called silent after a sleep of the machine, when all timers are due at once', async () => {
    const { progress, fire, answer } = asked();
    fire();
    answer();
    expect(await progress).toEqual([{ state: 'waiting' }, { measuring: false }]);
  });

  it('is called silent when it goes on saying nothing', async () => {
    const { progress, fire } = asked();
    for (let piece = 0; piece < 10; piece++) fire();
    await expect(progress).rejects.toThrow('does not answer any more');
  });
});
