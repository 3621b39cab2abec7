import { describe, expect, it, vi } from 'vitest';
import { loadScenario } from '../../scenario/index.ts';
import { nodeReader } from '../../scenario/node.ts';
import { type Session, SessionContext } from '../../stage/session.ts';
import { testPage } from '../../ui/testing/page.ts';
import type { C2cViewProps } from '../../views/c2c/C2cView.tsx';
import C2cTab from './C2cTab.tsx';

vi.mock('../../stage/head-report.ts', () => ({
  useHeadReport: () => ({ rows: { count: 0, dropped: 0 } }),
  useNoReportYet: () => 'warm-up',
}));
vi.mock('../../views/c2c/C2cView.tsx', () => ({
  C2cView: ({ tables }: C2cViewProps) => <p>{tables.join()}</p>,
}));

const reader = nodeReader('scenarios');

describe('the c2c view of a scenario', () => {
  const page = testPage();
  /** The published tables that stand beside its runs. */
  const tablesOf = async (name: string) => {
    const opened = await loadScenario(name, reader);
    const summary = { variants: { A: { catalog: {} } } };
    const session = {
      opened,
      playback: { onSummary: () => () => {}, summary: () => summary },
    } as unknown as Session;
    page.show(
      <SessionContext value={session}>
        <C2cTab side="A" />
      </SessionContext>,
    );
    return page.host.textContent;
  };

  it('has the published tables that the scenario says are of its run, and no others', async () => {
    expect(await tablesOf('cpupri/ffmpeg-480')).toContain('c2c-root-domain-line3');
    // The same kernel and the same lines, but another machine and another load.
    expect(await tablesOf('cpupri/cyclic')).toBe('');
    expect(await tablesOf('split-llc/schbench-kworker-consolidation')).toBe('');
  });
});
