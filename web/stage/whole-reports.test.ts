// The figures that are shown of all sides together: kept figures of whole runs never stand beside a part of another
// run.

import { describe, expect, it } from 'vitest';
import type { Playback, VariantId, VariantSummary } from './playback/playback.ts';
import { areAllWhole, readReports } from './whole-reports.ts';

type FakeRun = Partial<Pick<VariantSummary, 'failure'>> & {
  readonly state?: 'running' | 'finished';
  readonly kept?: number;
  /** Its own figures so far; undefined: its window has not begun. */
  readonly own?: number;
};

/** A playback of these runs; other variants have no engine. */
function playing(runs: Partial<Record<VariantId, FakeRun>>): Playback {
  const measured = (score: number | undefined, isKept?: true) =>
    score === undefined ? undefined : { headline: { score }, ...(isKept && { isKept }) };
  const summaryOf = (run: FakeRun | undefined) => ({
    catalog: {},
    failure: run?.failure,
    headline: { measuring: run?.own !== undefined },
    status: run?.state && { state: run.state, areFiguresKept: run.kept !== undefined },
  });
  const { A, B, C, D } = runs;
  const summaries = { A: summaryOf(A), B: summaryOf(B), C: summaryOf(C), D: summaryOf(D) };
  return {
    summary: () => ({ variants: summaries }),
    engine: (side: VariantId) =>
      runs[side] &&
      runs[side]?.failure === undefined && {
        measured: async () => measured(runs[side]?.own),
        keptFigures: async () => measured(runs[side]?.kept, true),
      },
  } as unknown as Playback;
}

const scores = async (playback: Playback, before?: Awaited<ReturnType<typeof readReports>>) => {
  const { A, B } = await readReports(playback, before);
  return [A, B].map((report) => report && [report.headline.score, report.isKept === true]);
};

describe('the figures of all sides', () => {
  it('are those that were kept, where every run has some or has finished', async () => {
    const both = playing({ A: { state: 'running', kept: 9 }, B: { state: 'running', kept: 5 } });
    expect(await scores(both)).toEqual([
      [9, true],
      [5, true],
    ]);
    const one = playing({ A: { state: 'running', kept: 9 }, B: { state: 'finished', own: 5 } });
    expect(await scores(one)).toEqual([
      [9, true],
      [5, false],
    ]);
  });

  it('are their own of all, where one run has none that were kept and is on its way', async () => {
    const playback = playing({
      A: { state: 'running', kept: 9, own: 2 },
      B: { state: 'running', own: 1 },
    });
    expect(areAllWhole(playback)).toBe(false);
    expect(await scores(playback)).toEqual([
      [2, false],
      [1, false],
    ]);
  });

  it('wait for a run of which nothing is known yet', async () => {
    const playback = playing({ A: { state: 'running', kept: 9 }, B: {} });
    expect(await scores(playback)).toEqual([undefined, undefined]);
  });

  it('are withdrawn when a side turns out to have none, and when a run fails', async () => {
    const both = playing({ A: { state: 'running', kept: 9 }, B: { state: 'running', kept: 5 } });
    const before = await readReports(both);
    const late = playing({ A: { state: 'running', kept: 9 }, B: { state: 'running' } });
    expect(await scores(late, before)).toEqual([undefined, undefined]);
    const broken = playing({
      A: { state: 'running', kept: 9, failure: 'it broke' },
      B: { state: 'running', kept: 5 },
    });
    expect(await scores(broken, before)).toEqual([undefined, undefined]);
  });

  it('stay as a run that broke last told them', async () => {
    const both = playing({ A: { state: 'finished', own: 3 }, B: { state: 'finished', own: 4 } });
    const before = await readReports(both);
    const gone = playing({
      A: { state: 'running', failure: 'gone' },
      B: { state: 'finished', own: 4 },
    });
    expect(await scores(gone, before)).toEqual([
      [3, false],
      [4, false],
    ]);
  });
});
