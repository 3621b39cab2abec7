import { act } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { type Session, SessionContext } from '../../stage/session.ts';
import { choose, firstState, type StageLayout } from '../../stage/store.ts';
import { pagesReport } from '../../stage/testing/report.ts';
import { testPage } from '../../ui/testing/page.ts';
import { oneOf, textOf, until } from '../../ui/testing/person.ts';
import Figures from './Figures.tsx';

const length = 1_000_000;
const locks = { metric: 'page_lock_share', claim: 'predicted', published: { A: 50 } } as const;
const told = [
  { ...locks, id: 'locks', label: 'Locks', band: { A: [50, 70], B: [0, 10], C: [65, 90] } },
  { ...locks, id: 'alone', label: 'Nothing expected' },
];

/** A story whose four runs have ended, each with another rate. */
function ended({ window = { from: 0, to: length }, set = {} } = {}): Session {
  const rates = { A: 100_000, B: 200_000, C: 300_000, D: 400_000 };
  const lane = (side: keyof typeof rates) => {
    const { catalog, headline } = pagesReport({ throughput: rates[side] });
    return { catalog, headline, status: { state: 'finished', headTime: 1 } };
  };
  const variants = { A: lane('A'), B: lane('B'), C: lane('C'), D: lane('D') };
  const engine = (side: keyof typeof rates) => ({
    measured: async () => pagesReport({ throughput: rates[side] }),
  });
  const playback = { summary: () => ({ variants }), onSummary: () => () => {}, engine };
  const workload = { name: 'page-fault1' };
  const scenario = { scores: { show: [{ of: 'throughput' }] }, published: told, workload };
  const opened = { scenario, window, recipe: { set } };
  return { playback, opened, steps: [] } as unknown as Session;
}

describe('the measured window as a table', () => {
  const page = testPage();
  beforeEach(() => choose(firstState, true));
  const show = async (stage: StageLayout, session = ended()) => {
    act(() => choose({ stage }));
    page.show(
      <SessionContext value={session}>
        <Figures />
      </SessionContext>,
    );
    // Reports are read, then each is measured ahead.
    const rate = () => page.host.querySelector('[data-measure="throughput"]');
    await until(() => rate()?.textContent.includes('/s'));
    const cells = [...rate()!.querySelectorAll('td')].map(textOf);
    const heads = [...oneOf(page.host, 'table', 'Measured window').querySelectorAll('thead th')];
    return { heads: heads.map(textOf), cells };
  };

  it('has of two machines both, and how the second stands to the first', async () => {
    const { heads, cells } = await show('A | B');
    expect(heads).toEqual(['A', 'B', expect.stringContaining('A')]);
    expect(cells.slice(0, 3)).toEqual(['400 K/s', '800 K/s', '+100.0 %']);
  });

  it('says of a change that nobody published how far the model was off on claims', async () => {
    const { cells } = await show('A | B');
    expect(cells).toHaveLength(4);
    expect(cells[3]).toMatch(/^No tested claim is similar; .* within \d+ points in 8 of 10\.$/);
    const known = { metric: 'throughput_gain', published: { B: 90 } };
    const session = ended();
    const { opened } = session;
    const published = {
      ...opened,
      name: 'pcp/one-zone',
      scenario: { ...opened.scenario, published: [known] },
    };
    const asPosted = { ...session, opened: published } as unknown as Session;
    expect((await show('A | B', asPosted)).cells).toHaveLength(3);
    const changed = { ...published, recipe: { set: { 'workload.tasks': 3 } } };
    const another = { ...session, opened: changed } as unknown as Session;
    expect((await show('A | B', another)).cells).toHaveLength(4);
  });

  it('has of three and four a column each, and no difference between two of them', async () => {
    expect(await show('A | B | C')).toEqual({
      heads: ['A', 'B', 'C'],
      cells: ['400 K/s', '800 K/s', '1.2 M/s'],
    });
    expect((await show('A | B | C | D')).cells).toHaveLength(4);
  });

  it('has as many cells in every row as there are heads', async () => {
    for (const stage of ['A', 'B | C', 'A | B | C', 'A | B | C | D'] as const) {
      await show(stage);
      for (const table of page.host.querySelectorAll('table')) {
        const widths = [...table.querySelectorAll('tr')].map((row) =>
          [...row.cells].reduce((sum, cell) => sum + cell.colSpan, 0),
        );
        expect(new Set(widths).size, stage).toBe(1);
      }
    }
  });

  const verdicts = () =>
    [...page.host.querySelectorAll('[data-row=verdict]')].map((row) =>
      [...row.querySelectorAll('td')].map(textOf),
    );

  it('gives every published row a verdict of each machine, with the range that was expected', async () => {
    await show('A | B | C');
    expect(verdicts()).toEqual([
      ['agrees, expected 50–70 %', 'too high, expected 0–10 %', 'too low, expected 65–90 %'],
      ['none: no range was stated in advance'],
    ]);
  });

  it('judges no run that has not ended, and none with other settings than the story', async () => {
    await show('A | B', ended({ window: { from: 0, to: length + 1 } }));
    expect(verdicts()[0]).toEqual(['when the measured window is over']);
    await show('A | B', ended({ set: { 'workload.batch': 7 } }));
    expect(verdicts()[0]).toEqual(['none: the settings differ from those of the story']);
    // Another length or draw is the same setting, here as for error bars.
    await show('A | B', ended({ set: { seed: 3, duration: '1 ms' } }));
    expect(verdicts()[0]).toEqual(['agrees, expected 50–70 %', 'too high, expected 0–10 %']);
  });
});
