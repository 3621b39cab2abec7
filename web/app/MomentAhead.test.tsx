import { beforeEach, expect, it } from 'vitest';
import { type Session, SessionContext } from '../stage/session.ts';
import { choose, firstState } from '../stage/store.ts';
import { testPage } from '../ui/testing/page.ts';
import { catalogOf, shapes } from '../views/topology/testing/machines.ts';
import { frameOf } from '../views/topology/testing/records.ts';
import { MomentAhead } from './MomentAhead.tsx';

const atOneMs = frameOf(catalogOf(shapes['milan 2s nps1']), { time: 1_000_000 });
const page = testPage();
beforeEach(() => choose(firstState, true));

interface Moment {
  readonly time: number;
  readonly head: number;
  readonly playing?: boolean;
  readonly failure?: string;
  readonly latestFrame?: typeof atOneMs | undefined;
}

/** What is said over machine A, whose picture is of 1 ms. */
function said(moment: Moment) {
  const { time, head, playing = false, ...run } = { latestFrame: atOneMs, ...moment };
  const speed = 500_000;
  const summary = { time, playing, speed, variants: { A: { ...run, status: { headTime: head } } } };
  const playback = { summary: () => summary, onSummary: () => () => {} };
  page.show(
    <SessionContext value={{ playback } as unknown as Session}>
      <MomentAhead side="A" />
    </SessionContext>,
  );
  return page.host.textContent;
}

it('says how far a run is on its way to a moment that is not computed yet', () => {
  expect(said({ time: 4_000_000, head: 1_750_000 })).toBe('Computing this moment: 43 %');
});

it('says so of a machine that has no picture yet', () => {
  const latestFrame = undefined;
  expect(said({ time: 4_000_000, head: 1_000_000, latestFrame })).toContain('25 %');
  expect(said({ time: 4_000_000, head: 1_000_000, latestFrame, playing: true })).toContain('25 %');
});

it('has no share where the run is there and its picture is not', () => {
  expect(said({ time: 4_000_000, head: 5_000_000 })).toBe('Computing this moment');
  expect(said({ time: 400_000, head: 5_000_000 })).toBe('Computing this moment');
});

it('says so where a run plays on from another moment than the picture is of', () => {
  expect(said({ time: 100_000, head: 5_000_000, playing: true })).toBe('Computing this moment');
  expect(said({ time: 3_000_000, head: 5_000_000, playing: true })).toBe('Computing this moment');
});

it('says nothing where the picture is of its moment, moves, or stopped', () => {
  expect(said({ time: 1_000_000.4, head: 1_000_000 })).toBe('');
  expect(said({ time: 1_400_000, head: 1_750_000, playing: true })).toBe('');
  expect(said({ time: 4_000_000, head: 1_750_000, failure: 'out of memory' })).toBe('');
});

it('says that the event of a step is searched for, over the picture of another moment', () => {
  choose({ event: { phase: 'sought' } });
  expect(said({ time: 1_000_000, head: 1_000_000 })).toBe(
    'Searching the run for the event of this step',
  );
});
