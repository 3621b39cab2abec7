// The figure of a slide is what its step tells first, not what its story shows over every slide.

import { beforeEach, describe, expect, it } from 'vitest';
import { type Session, SessionContext } from '../stage/session.ts';
import { choose, firstState } from '../stage/store.ts';
import { pagesReport } from '../stage/testing/report.ts';
import { testPage } from '../ui/testing/page.ts';
import { oneOf, textOf, until } from '../ui/testing/person.ts';
import { catalogOf, shapes } from '../views/topology/testing/machines.ts';
import { frameOf } from '../views/topology/testing/records.ts';
import { SlideFigure } from './SlideFigure.tsx';

const catalog = catalogOf(shapes['milan 2s nps1']);
const report = { ...pagesReport(), catalog };
const variant = {
  ...{ catalog, headline: report.headline },
  latestFrame: frameOf(catalog, { time: 1_500_000 }),
  status: { state: 'finished', headTime: 2_000_000 },
};
const summary = { variants: { A: variant, B: {}, C: {}, D: {} } };
const engine = { measured: async () => report, track: async () => new Float64Array() };
const step = (metric: string) => ({ values: [{ id: 'said', metric, variant: 'A' }] });
const scenario = {
  steps: [step('zone_lock_share'), step('lru_lock_share')],
  scores: { show: [{ of: 'throughput' }] },
};
const session = {
  opened: { scenario, window: { from: 500_000, to: 1_500_000 }, scoreWindow: 10_000 },
  playback: {
    ...{ summary: () => summary, onSummary: () => () => {} },
    engine: (side: string) => (side === 'A' ? engine : undefined),
  },
  ...{ steps: [], stage: {} },
} as unknown as Session;

describe('the figure of a slide', () => {
  const page = testPage();
  beforeEach(() => choose(firstState, true));

  it.each([
    [0, 'zone->lock', '50'],
    [1, 'LRU lock', '12.5'],
  ])('is what step %i says first', async (at, name, value) => {
    choose({ presenting: true, stage: 'A', step: at });
    page.show(
      <SessionContext value={session}>
        <SlideFigure side="A" />
      </SessionContext>,
    );
    const figure = oneOf(page.host, 'region', 'Scores A');
    await until(() => /\d/.test(textOf(figure)));
    expect(textOf(figure)).toMatch(name);
    expect(textOf(figure)).toContain(value);
    expect(figure.querySelectorAll('dt')).toHaveLength(1);
  });
});
