import { act } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { ACTIVITY } from '../engine/abi.gen.ts';
import type { Frame } from '../engine/types.ts';
import { picturesOf } from '../stage/pictures.ts';
import { type Session, SessionContext } from '../stage/session.ts';
import { testPage } from '../ui/testing/page.ts';
import { textOf } from '../ui/testing/person.ts';
import type { PictureNotes } from '../views/topology/messages.ts';
import { catalogOf, shapes } from '../views/topology/testing/machines.ts';
import { frameOf } from '../views/topology/testing/records.ts';
import { MachineCaption } from './MachineCaption.tsx';

const stage = {} as Session['stage'];
const opened = { scenario: {} };

describe('the sentence under a machine', () => {
  const page = testPage();

  it('is, where its engine owes an answer, that it is waited for and can be started anew: no defect', () => {
    const restart = vi.fn();
    const accessQueue = { unresponsive: true, failure: undefined };
    const summary = { variants: { A: { ...accessQueue, unresponsive: false }, B: accessQueue } };
    const playback = { onSummary: () => () => {}, summary: () => summary, restart };
    const session = { stage, playback, opened, steps: [] } as unknown as Session;
    page.show(
      <SessionContext value={session}>
        <MachineCaption side="A" isSeen />
        <MachineCaption side="B" isSeen />
      </SessionContext>,
    );
    const said = page.host.querySelectorAll('[role="status"]');
    expect([...said].filter((each) => each.querySelector('button'))).toHaveLength(1);
    expect(page.host.textContent).toContain('Machine B: no answer for 20 s.');
    expect(page.host.textContent).not.toMatch(/defect|Machine A:/);
    page.host.querySelector('button')!.click();
    expect(restart).toHaveBeenCalledWith('B');
  });

  const catalog = { ...catalogOf(shapes['milan 2s nps1']), locks: ['first lock', 'second lock'] };
  /** CPUs that spin for the first lock, and for the second. */
  const crowds = (time: number, first: number, second: number) =>
    frameOf(catalog, {
      time,
      from: 1,
      set: ({ cpus }) => {
        cpus.activity.fill(ACTIVITY.SPINNING, 0, first + second);
        cpus.lock.fill(0, 0, first).fill(1, first, first + second);
      },
    });
  const summaryOf = (playing: boolean, still: Frame) => {
    const accessQueue = { unresponsive: false, catalog, latestFrame: still };
    return {
      playing,
      variants: { A: accessQueue, B: accessQueue, C: accessQueue, D: accessQueue },
    };
  };
  const said = () => textOf(page.host.querySelector('[data-side=A]')!);

  /** A machine that plays a frame; how the next one comes to it. */
  function play(first: Frame) {
    let summary = summaryOf(true, first);
    const listeners = new Set<() => void>();
    const onSummary = (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    };
    const playback = { onSummary, summary: () => summary };
    const session = { stage, playback, opened, steps: [] } as unknown as Session;
    page.show(
      <SessionContext value={session}>
        <MachineCaption side="A" isSeen />
      </SessionContext>,
    );
    expect(said()).toContain('Now, over');
    return (next: Frame) => {
      summary = summaryOf(false, next);
      act(() => {
        for (const listener of listeners) listener();
      });
    };
  }

  it('goes on, once the run rests, with the lock whose queue it has followed, where there is no picture', () => {
    const rest = play(crowds(10, 20, 0));
    rest(crowds(20, 20, 24));
    expect(said()).toContain('20 CPUs wait for first lock');
  });

  it('is of the lock that stands under the picture, which has seen frames in between', () => {
    const pictures = picturesOf(stage);
    const rest = play(crowds(10, 20, 0));
    rest(crowds(20, 20, 24));
    const tells = (accessQueue: { line: number; lock: number }) =>
      act(() =>
        pictures.report('A', { rate: 0, notes: { accessQueue } as unknown as PictureNotes }),
      );
    tells({ line: -1, lock: 1 });
    expect(said()).toContain('24 CPUs wait for second lock');
    tells({ line: -1, lock: 0 });
    expect(said()).toContain('20 CPUs wait for first lock');
    act(() => pictures.report('A', undefined));
  });
});
