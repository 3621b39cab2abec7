import { act } from 'react';
import { describe, expect, it } from 'vitest';
import { RECORD } from '../../engine/abi.gen.ts';
import type { Frame } from '../../engine/types.ts';
import type { FrameListener } from '../../stage/playback/types.ts';
import { type Session, SessionContext } from '../../stage/session.ts';
import { testPage } from '../../ui/testing/page.ts';
import { catalogOf, shapes } from '../../views/topology/testing/machines.ts';
import { frameOf } from '../../views/topology/testing/records.ts';
import CacheLinesTab from './CacheLinesTab.tsx';

const page = testPage();
const catalog = catalogOf(shapes['milan 2s nps1']);
const line = 3;
/** CPU 64 is of node 1. */
const miss = { kind: RECORD.MISS, time: 9, cpu: 64, a: line * 64, d: 1 << 12 };
const frame = (records: readonly (typeof miss)[]): Frame =>
  frameOf(catalog, {
    time: 10,
    continuous: records.length === 0,
    records,
    set: ({ lines }) => {
      lines.index[0] = line;
      lines.misses[0] = 1;
    },
  });

/** A run whose news is all told; frames come when the test sends them. */
function told(playing: boolean) {
  const listeners = new Set<FrameListener>();
  const empty = {
    catalog: undefined,
    latestFrame: undefined,
    status: undefined,
    headline: undefined,
    failure: undefined,
  };
  const lane = { ...empty, catalog, latestFrame: frame([]) };
  const summary = {
    ...{ time: 10, duration: 10, head: 10, playing, speed: 1, waiting: false },
    variants: { A: lane, B: empty, C: empty },
  };
  const playback = {
    summary: () => summary,
    onSummary: () => () => {},
    onFrame: (_side: string, listener: FrameListener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const send = (sent: Frame) =>
    act(() => {
      for (const listener of listeners) listener(sent);
    });
  return { session: { playback } as unknown as Session, send };
}

const strip = () => page.host.querySelector('canvas')!.getAttribute('aria-label');
const show = (session: Session) =>
  page.show(
    <SessionContext.Provider value={session}>
      <CacheLinesTab side="A" />
    </SessionContext.Provider>,
  );

describe('the strip of a hot line', () => {
  it('is drawn from the frame that comes after all the news of a run that stands', () => {
    const { session, send } = told(false);
    show(session);
    expect(strip()).toBe('Last fetches by node: ');
    send(frame([]));
    send(frame([miss]));
    expect(strip()).toMatch(/^Last fetches by node: node 1/);
  });
  it('waits for the news while the run plays: frames come far more often', () => {
    const { session, send } = told(true);
    show(session);
    send(frame([miss]));
    expect(strip()).toBe('Last fetches by node: ');
  });
});
