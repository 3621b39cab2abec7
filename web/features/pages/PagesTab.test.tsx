// What the Pages view of one machine tells of the others.

import { beforeEach, expect, it, vi } from 'vitest';
import { loadScenario } from '../../scenario/index.ts';
import { nodeReader } from '../../scenario/node.ts';
import type * as BatchPoint from '../../stage/batch-point.ts';
import { firstGuess } from '../../stage/GuessPlate.tsx';
import { type Session, SessionContext } from '../../stage/session.ts';
import { choose, firstState } from '../../stage/store.ts';
import { settle } from '../../stage/withheld.ts';
import { testPage } from '../../ui/testing/page.ts';
import { textOf, until } from '../../ui/testing/person.ts';
import type { BatchSliderProps } from '../../views/pages/BatchSlider.tsx';
import type { PagesViewProps } from '../../views/pages/PagesView.tsx';
import PagesTab from './PagesTab.tsx';

const simulate = vi.hoisted(() => vi.fn(() => new Promise<void>(() => {})));
vi.mock('../../stage/batch-point.ts', async (original) => ({
  ...(await original<typeof BatchPoint>()),
  structureAnswers: simulate,
  publishedAnswers: async () => new Map(),
}));
vi.mock('../../views/pages/index.ts', () => ({
  PagesView: ({ children }: PagesViewProps) => <section>Lists {children}</section>,
  BatchSlider: ({ variant }: BatchSliderProps) => <p>Batch of {variant}</p>,
  words: { loading: 'Loading' },
}));

const pages = vi.hoisted(() => vi.fn(async () => ({ time: 7 })));
const status = { headTime: 10 };

const opened = await loadScenario('pcp/one-zone', nodeReader('scenarios'));
const page = testPage();
const shown = () => textOf(page.host);

beforeEach(() => {
  choose({ ...firstState, step: 0 }, true);
  simulate.mockClear();
  pages.mockClear();
  const lane = { latestFrame: { time: 7 }, catalog: { reasons: [] }, status };
  const playback = {
    onSummary: () => () => {},
    summary: () => summary,
    engine: () => ({ pages }),
  };
  const summary = { variants: { A: lane, B: lane } };
  const session = { opened: { ...opened, recipe: {} }, playback } as unknown as Session;
  page.show(
    <SessionContext value={session}>
      <PagesTab side="A" />
    </SessionContext>,
  );
});

it('keeps the batch of B, which is the answer, and its simulation back while a question asks for it', async () => {
  const { ask } = opened.scenario.steps![0]!;
  await until(() => shown().includes('Lists'));
  expect(shown()).toContain(firstGuess);
  expect(shown()).not.toContain('Batch of');
  expect(simulate).not.toHaveBeenCalled();
  settle(ask!, 'skipped');
  await until(() => shown().includes('Batch of B'));
  await until(() => simulate.mock.calls.length);
});

it('asks again while the run goes on and the playhead does not, for a history that grows to its end', async () => {
  await until(() => shown().includes('Lists'));
  expect(pages).toHaveBeenCalledTimes(1);
  status.headTime = 20;
  await until(() => pages.mock.calls.length === 2);
});
