import { beforeEach, expect, it } from 'vitest';
import { type Session, SessionContext } from '../stage/session.ts';
import { choose, firstState } from '../stage/store.ts';
import { testPage } from '../ui/testing/page.ts';
import { catalogOf, shapes } from '../views/topology/testing/machines.ts';
import { frameOf } from '../views/topology/testing/records.ts';
import { MomentAhead } from './MomentAhead.tsx';

const latestFrame = frameOf(catalogOf(shapes['milan 2s nps1']), { time: 1_000_000 });
const page = testPage();
beforeEach(() => choose(firstState, true));

/** What is said over machine A, which shows its moment at 1 ms. */
function said(moment: { time: number; head: number; playing?: boolean; failure?: string }) {
  const { failure, ...rest } = moment;
  const summary = { playing: false, ...rest, variants: { A: { latestFrame, failure } } };
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

it('says nothing where the picture is of the moment, is soon to come, or moves', () => {
  expect(said({ time: 1_000_000.4, head: 1_000_000 })).toBe('');
  expect(said({ time: 4_000_000, head: 5_000_000 })).toBe('');
  expect(said({ time: 4_000_000, head: 1_750_000, playing: true })).toBe('');
  expect(said({ time: 4_000_000, head: 1_750_000, failure: 'out of memory' })).toBe('');
});

it('says that the event of a step is searched for, over the picture of another moment', () => {
  choose({ event: { phase: 'sought' } });
  expect(said({ time: 1_000_000, head: 1_000_000 })).toBe(
    'Searching the run for the event of this step',
  );
});
