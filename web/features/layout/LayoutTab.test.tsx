import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type Session, SessionContext } from '../../stage/session.ts';
import { choose, firstState } from '../../stage/store.ts';
import { testPage } from '../../ui/testing/page.ts';
import type { LayoutViewProps } from '../../views/layout/index.ts';
import LayoutTab from './LayoutTab.tsx';

/** Three structures with a line each; the rows of a run are of the last two. */
const catalog = {
  structures: ['root_domain', 'call_single_queue', 'rq'],
  lines: { count: 3, structure: [0, 1, 2], instance: [0, 0, 0], lineNumber: [1, 1, 1] },
  fields: { count: 0, structure: [], offset: [], size: [], name: [] },
};
const rowsOf = (hitm: readonly number[]) => {
  const none = hitm.map(() => 0);
  return {
    count: hitm.length,
    line: hitm.map((_, line) => line),
    localHitm: hitm,
    remoteHitm: none,
    loads: hitm.map((each) => Math.min(each, 1)),
    stores: none,
    offset: none,
    symbol: none,
  };
};
const run = vi.hoisted(() => ({ rows: undefined as unknown }));

// It is of a built page.
vi.mock('../../stage/content.ts', () => ({}));
vi.mock('../../stage/head-report.ts', () => ({
  useHeadReport: () => run.rows && { catalog, rows: run.rows },
}));
vi.mock('../../views/layout/index.ts', async (original) => ({
  ...(await original<object>()),
  LayoutView: ({ shown }: LayoutViewProps) => <h2>{shown?.structure ?? 'root_domain'}</h2>,
}));

describe('the Struct layout view of a scenario', () => {
  const page = testPage();
  beforeEach(() => {
    choose(firstState, true);
  });
  const shownFor = (rows: unknown) => {
    run.rows = rows;
    const summary = { variants: { A: { catalog } } };
    const session = {
      opened: { scenario: { variants: [] }, machine: { cpus: 4, nodes: 1, llc: [0, 0, 0, 0] } },
      playback: { onSummary: () => () => {}, summary: () => summary },
    } as unknown as Session;
    page.show(
      <SessionContext value={session}>
        <LayoutTab side="A" />
      </SessionContext>,
    );
    return page.host.querySelector('h2')!.textContent;
  };

  it('begins with the structure that its own run fights over, be that root_domain or another', () => {
    expect(shownFor(rowsOf([0, 3, 9]))).toBe('rq');
    expect(shownFor(rowsOf([9, 3, 0]))).toBe('root_domain');
  });
});
