import { describe, expect, it } from 'vitest';
import { draftFrame } from '../engine/frame.ts';
import { captionOf } from './caption.ts';
import { captions } from './caption-words.ts';

const codes = { idle: 0, user: 1, spinning: 4 };
const names = { line: () => 'the masks', activity: () => undefined, symbol: () => '' };

/** A frame in which each CPU waits [line, ns], or works where undefined. */
function frame(cpus: readonly (readonly [number, number] | undefined)[]) {
  const draft = draftFrame({ cpus: cpus.length, tasks: 1, llcs: 1, lines: 1, records: 0 });
  cpus.forEach((waits, cpu) => {
    draft.cpus.activity[cpu] = waits ? 3 : 1;
    draft.cpus.line[cpu] = waits?.[0] ?? -1;
    draft.cpus.since[cpu] = waits?.[1] ?? 0;
  });
  return draft;
}

describe('the caption', () => {
  it('speaks of the last in the longest queue, and counts who came before it', () => {
    const shown = captionOf(frame([[3, 900], [3, 500], [3, 700], [8, 5_000], undefined]), codes);
    expect(shown).toEqual({ kind: 'waiting', cpu: 1, waited: 500, line: 3, before: 2 });
  });
  it('stays with the CPU it follows while that one waits', () => {
    const crowd = frame([
      [3, 900],
      [3, 500],
      [8, 40],
    ]);
    expect(captionOf(crowd, codes, { follow: 2 })).toMatchObject({ cpu: 2, line: 8, before: 0 });
    expect(captionOf(frame([[3, 900], undefined]), codes, { follow: 1 })).toMatchObject({ cpu: 0 });
  });
  it('speaks only of CPUs in the picture', () => {
    const crowd = frame([
      [3, 900],
      [3, 500],
    ]);
    expect(captionOf(crowd, codes, { visible: new Set([0]) })).toMatchObject({ cpu: 0, before: 0 });
  });
  it('never says that nobody waits for a line because those who do are outside the picture', () => {
    const crowd = frame([undefined, [3, 500]]);
    const excerpt = { line: 3, visible: new Set([0]) };
    expect(captionOf(crowd, codes, excerpt)).toMatchObject({ kind: 'waiting', cpu: 1 });
  });
  it('speaks of the line the picture is about, also when nobody waits for it', () => {
    const crowd = frame([
      [3, 900],
      [3, 500],
      [8, 40],
    ]);
    expect(captionOf(crowd, codes, { line: 8 })).toMatchObject({ cpu: 2, line: 8 });
    expect(captionOf(crowd, codes, { line: 8, follow: 0 })).toMatchObject({ cpu: 2, line: 8 });
    crowd.lines.index[0] = 4;
    crowd.lines.owner[0] = 12;
    expect(captionOf(crowd, codes, { line: 4 })).toMatchObject({ owner: 12 });
  });
  it('says how many cores share a line that none owns, and nothing of one that the frame leaves out', () => {
    const calm = frame([undefined]);
    const say = (line: number) => captions.sentence(captionOf(calm, codes, { line }), names);
    expect(say(4)).toBe('Nobody waits for the masks.');
    calm.lines.index[0] = 4;
    calm.lines.owner[0] = -1;
    const of = [0, 1, 27].map((sharers) => {
      calm.lines.sharers[0] = sharers;
      return say(4).replace('Nobody waits for the masks; ', '');
    });
    expect(of).toEqual(['no core has a copy.', '1 core has a copy.', '27 cores have a copy.']);
    calm.lines.owner[0] = 3;
    expect(say(4)).toBe('Nobody waits for the masks; core 3 owns it.');
  });
  it('speaks of the selected CPU whatever it does', () => {
    const crowd = frame([[3, 900], undefined]);
    crowd.cpus.task[1] = 7;
    expect(captionOf(crowd, codes, { selected: 0, line: 8 })).toMatchObject({
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
    const work = { kind: 'working', user: 1, kernel: 1, idle: 1, spinning: 0 };
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
