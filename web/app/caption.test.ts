import { describe, expect, it } from 'vitest';
import { draftFrame } from '../engine/frame.ts';
import { captionOf } from './caption.ts';
import { captions } from './caption-words.ts';

const codes = { idle: 0, user: 1, spinning: 4 };
const names = {
  line: () => 'the masks',
  lock: () => 'zone.lock of node 0',
  task: (task: number) => `faulter ${task}`,
  activity: (code: number) => (code === codes.spinning ? ('spinning' as const) : undefined),
  symbol: () => '',
};
const queue = (line: number) => ({ line, lock: -1 });

/** A frame in which each CPU waits [line, ns], or works where undefined. */
function frame(cpus: readonly (readonly [number, number] | undefined)[]) {
  const draft = draftFrame({ cpus: cpus.length, tasks: 1, llcs: 1, lines: 1, records: 0 });
  cpus.forEach((waits, cpu) => {
    draft.cpus.activity[cpu] = waits ? 3 : 1;
    draft.cpus.line[cpu] = waits?.[0] ?? -1;
    draft.cpus.since[cpu] = waits?.[1] ?? 0;
    draft.cpus.lock[cpu] = -1;
  });
  return draft;
}

describe('the caption', () => {
  it('speaks of the last in the queue under the picture, and counts who came before it', () => {
    const crowd = frame([[3, 900], [3, 500], [3, 700], [8, 5_000], undefined]);
    const shown = captionOf(crowd, codes, { accessQueue: queue(3) });
    expect(shown).toEqual({ kind: 'waiting', cpu: 1, waited: 500, line: 3, before: 2 });
    expect(captionOf(crowd, codes, { accessQueue: queue(8) })).toMatchObject({ cpu: 3, line: 8 });
  });
  it('stays with the CPU it follows while that one waits in that queue', () => {
    const crowd = frame([
      [3, 900],
      [3, 500],
      [8, 40],
    ]);
    const follow = (cpu: number, line: number) =>
      captionOf(crowd, codes, { follow: cpu, accessQueue: queue(line) });
    expect(follow(0, 3)).toMatchObject({ cpu: 0, before: 0 });
    expect(follow(2, 3)).toMatchObject({ cpu: 1, line: 3 });
    expect(follow(7, 3)).toMatchObject({ cpu: 1, line: 3 });
  });
  it('speaks of CPUs in the picture, and never says that none waits because those are outside', () => {
    const crowd = frame([
      [3, 900],
      [3, 500],
    ]);
    const seen = (cpu: number) =>
      captionOf(crowd, codes, { visible: new Set([cpu]), accessQueue: queue(3) });
    expect(seen(0)).toMatchObject({ cpu: 0, before: 0 });
    expect(seen(7)).toMatchObject({ kind: 'waiting', cpu: 1 });
  });
  it('is of the lock whose queue stands under the picture, whatever line was selected', () => {
    const crowd = frame([undefined, undefined, undefined, [8, 5_000]]);
    crowd.cpus.activity.set([4, 4, 1, 3]);
    crowd.cpus.lock.set([2, 2, -1, -1]);
    crowd.cpus.since.set([40, 900, 0, 5_000]);
    const shown = captionOf(crowd, codes, { accessQueue: { line: -1, lock: 2 }, isAsked: true });
    expect(shown).toEqual({ kind: 'locked', lock: 2, count: 2, cpu: 1, waited: 900 });
    expect(captions.sentence(shown, names)).toBe(
      '2 CPUs wait for zone.lock of node 0: CPU 1 longest, 900 ns so far.',
    );
    expect(captions.sentence(captionOf(crowd, codes, { selected: 1 }), names)).toBe(
      'CPU 1 waits 900 ns for zone.lock of node 0, running faulter 0.',
    );
  });
  it('speaks of a line that was asked for, also when nobody waits for it', () => {
    const calm = frame([undefined, [8, 40]]);
    calm.lines.index[0] = 4;
    calm.lines.owner[0] = 12;
    expect(captionOf(calm, codes, { accessQueue: queue(4), isAsked: true })).toMatchObject({
      owner: 12,
    });
    // The hottest line stands under the picture although it was not selected: then the caption says what all CPUs
    // do.
    const shown = captionOf(calm, codes, { accessQueue: queue(4) });
    expect(shown).toMatchObject({ kind: 'working', user: 1, waiting: 1 });
    expect(captions.sentence(shown, names)).toBe(
      '1 CPU runs user code, 0 the kernel, 0 are idle; 1 waits for a line.',
    );
  });
  it('speaks of a lock that was asked for, also when nobody waits for it', () => {
    const calm = frame([undefined, [8, 40]]);
    const say = (isAsked: boolean) =>
      captions.sentence(
        captionOf(calm, codes, { accessQueue: { line: -1, lock: 2 }, isAsked }),
        names,
      );
    expect(say(true)).toBe('No CPU waits for zone.lock of node 0.');
    expect(say(false)).toContain('1 CPU runs user code');
  });
  it('says how many cores share a line that none owns, and nothing of one that the frame leaves out', () => {
    const calm = frame([undefined]);
    const say = (line: number) =>
      captions.sentence(captionOf(calm, codes, { accessQueue: queue(line), isAsked: true }), names);
    expect(say(4)).toBe('No CPU waits for the masks.');
    calm.lines.index[0] = 4;
    calm.lines.owner[0] = -1;
    const of = [0, 1, 27].map((sharers) => {
      calm.lines.sharers[0] = sharers;
      return say(4).replace('No CPU waits for the masks; ', '');
    });
    expect(of).toEqual(['no core has a copy.', '1 core has a copy.', '27 cores have a copy.']);
    calm.lines.owner[0] = 3;
    expect(say(4)).toBe('No CPU waits for the masks; core 3 owns it.');
  });
  it('speaks of the selected CPU whatever it does', () => {
    const crowd = frame([[3, 900], undefined]);
    crowd.cpus.task[1] = 7;
    expect(captionOf(crowd, codes, { selected: 0, accessQueue: queue(8) })).toMatchObject({
      kind: 'waiting',
      cpu: 0,
    });
    expect(captionOf(crowd, codes, { selected: 1 })).toMatchObject({
      kind: 'cpu',
      cpu: 1,
      task: 7,
    });
  });
  it('counts what CPUs do when none waits', () => {
    const calm = frame([undefined, undefined, undefined]);
    calm.cpus.activity.set([0, 1, 2]);
    const work = { kind: 'working', user: 1, kernel: 1, idle: 1, waiting: 0, spinning: 0 };
    expect(captionOf(calm, codes)).toEqual(work);
    expect(captions.sentence(captionOf(calm, codes), names)).toBe(
      '1 CPU runs user code, 1 the kernel, 1 is idle; none waits for a line.',
    );
  });
  it('does not say that none waits while CPUs wait for a lock', () => {
    const crowd = frame([undefined, undefined, undefined, undefined]);
    crowd.cpus.activity.set([2, 4, 4, 0]);
    expect(captionOf(crowd, codes)).toMatchObject({ kernel: 1, idle: 1, spinning: 2 });
    expect(captions.sentence(captionOf(crowd, codes), names)).toBe(
      '0 CPUs run user code, 1 the kernel, 1 is idle; 2 wait for a lock.',
    );
  });
});

describe('the sentence of a window', () => {
  const window = { length: 611_000, lines: 0, locks: 0, busy: 8, kernel: 0.9 };
  it('counts a CPU that waits among the busy ones', () => {
    expect(captions.ofWindow({ ...window, locks: 4.6 })).toBe(
      'Now, over 611 µs: 8 CPUs busy, 4.6 of them queued for a lock.',
    );
    expect(captions.ofWindow({ ...window, lines: 1.2, locks: 4.6 })).toBe(
      'Now, over 611 µs: 8 CPUs busy, 1.2 of them queued for a line, 4.6 of them queued for a lock.',
    );
    expect(captions.ofWindow({ ...window, busy: 1 })).toBe(
      'Now, over 611 µs: 1 CPU busy, none queued for a line or lock, 90 % in the kernel.',
    );
  });
  it('does not tell the share of the kernel that a question ahead asks for', () => {
    expect(captions.ofWindow(window, false)).toBe(
      'Now, over 611 µs: 8 CPUs busy, none queued for a line or lock.',
    );
  });
});
