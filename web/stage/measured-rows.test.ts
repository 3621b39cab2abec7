// The table of the measured window: one thing stands in one row, and rows say how machines differ as gauges do.

import { beforeAll, describe, expect, it } from 'vitest';
import { loadScenario, type Scenario, scenarioNames } from '../scenario/index.ts';
import { nodeReader } from '../scenario/node.ts';
import { measuredRows } from './measured-rows.ts';
import { pagesReport } from './testing/report.ts';

const reader = nodeReader('scenarios');
const report = pagesReport();
const first = pagesReport({ throughput: 900_000 });
const asked = {
  scores: { show: [{ of: 'lock-wait-share' }, { of: 'throughput' }, { of: 'caches-used' }] },
  steps: [
    {
      values: ['page_lock_share', 'page_rate', 'zone_lock_share'].map((metric) => ({ metric })),
    },
  ],
} as unknown as Scenario;

describe('the rows of the measured window', () => {
  let stories: Scenario[];
  beforeAll(async () => {
    const opened = scenarioNames(reader).map((name) => loadScenario(name, reader));
    stories = (await Promise.all(opened)).map(({ scenario }) => scenario);
  });

  it('say no figure twice under two names, whatever the steps of a story ask for', () => {
    let told = 0;
    for (const story of [asked, ...stories]) {
      const said = measuredRows(story).flatMap((row) => row.text(report) ?? []);
      told += said.length;
      // "of 48 busy CPUs" stands behind the figure of a gauge only.
      const figures = said.map((text) => text.replace(/ of .*/, ''));
      expect(figures, story.title).toEqual([...new Set(figures)]);
    }
    expect(told).toBeGreaterThan(stories.length);
  });

  it('are the gauges of the window in their order, then what steps name besides', () => {
    expect(measuredRows(asked).map(({ name }) => name)).toEqual([
      'lock-wait-share',
      'throughput',
      'busy_share',
      'zone_lock_share',
    ]);
  });

  it('say by how much a machine differs from the first, or that none of the shown digits does', () => {
    const rows = new Map(measuredRows(asked).map((row) => [row.name, row]));
    expect(rows.get('throughput')!.against(report, first)).toBe('−9.9 %');
    const { headline } = report;
    const nearly = { ...report, headline: { ...headline, busyShare: headline.busyShare + 2e-4 } };
    expect(rows.get('busy_share')!.against(nearly, report)).toBe('the same');
    const more = { ...report, headline: { ...headline, busyShare: headline.busyShare + 0.1 } };
    expect(rows.get('busy_share')!.against(more, report)).toBe('+10.0 points');
    const little = { ...report, headline: { ...headline, busyShare: 0.00152 } };
    const slightlyMore = { ...report, headline: { ...headline, busyShare: 0.00177 } };
    expect(rows.get('busy_share')!.against(slightlyMore, little)).toBe('+0.025 points');
  });

  it('leave out a mean of no wake-ups, and how it differs', () => {
    const step = { values: [{ metric: 'wake_latency' }] };
    const row = measuredRows({ steps: [step] } as unknown as Scenario).find(
      ({ name }) => name === 'wake_latency',
    )!;
    const woken = (wakeups: number) => ({ ...report, headline: { ...report.headline, wakeups } });
    expect(row.text(woken(0))).toBeUndefined();
    expect(row.against(woken(0), woken(3))).toBeUndefined();
    expect(row.text(woken(3))).toMatch(/s$/);
  });
});
