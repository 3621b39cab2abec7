import { act } from 'react';
import { describe, expect, it, vi } from 'vitest';
import type { FidelityReport, ReportRow } from '../../scenario/claims/rows.ts';
import { testPage } from '../../ui/testing/page.ts';
import { FidelityView } from './FidelityView.tsx';
import { row } from './testing.ts';

const rows: readonly ReportRow[] = [
  row('a'),
  row('b', {
    verdict: 'fail',
    published: 3.8,
    simulated: -0.8,
    judged: [{ level: 'S', passed: false, says: '-0.9 to -0.6, claimed more than 0' }],
    explanation: 'The lines stall one CPU of 480.',
  }),
  row('c', { fitted: true, basis: 'fitted' }),
  row('e', { verdict: 'direction-only', claim: 'S', published: 79, simulated: 0.93 }),
  row('d', {
    story: 'page-lists',
    machine: 'lkp-skl-4sp1',
    verdict: 'not-claimed',
    claim: '-',
    basis: null,
    simulated: null,
    interval: null,
    error: null,
    judged: [],
    run: null,
    note: 'Not simulated yet.',
    published: { score: 15_345_900, zone_pct: 64 },
  }),
];

const page = testPage();

const target = (name: string, passed: boolean): FidelityReport['targets'][number] => ({
  name,
  level: 'rms',
  rows: 9,
  value: passed ? 2 : 7,
  limit: 5,
  unit: 'points',
  passed,
  says: passed ? 'RMS 2 points' : 'RMS 7 points',
});

const show = (
  given = rows,
  onOpen = vi.fn(),
  targets: Parameters<typeof FidelityView>[0]['targets'] = [],
) => {
  page.show(
    <FidelityView
      rows={given}
      targets={targets}
      date="2026-01-31"
      version="0.1.0"
      onOpen={onOpen}
    />,
  );
  return onOpen;
};
const body = () => [...page.host.querySelectorAll('tbody tr')];
const choose = (label: string, value: string) => {
  const found = [...page.host.querySelectorAll('label')].find((each) =>
    each.textContent!.startsWith(label),
  );
  const select = found!.querySelector('select')!;
  act(() => {
    select.value = value;
    select.dispatchEvent(new Event('change', { bubbles: true }));
  });
};

describe('the fidelity report', () => {
  it('shows every row, what failed as plainly as what did not, and fitted ones apart', () => {
    show();
    expect(body().map((tr) => tr.children[6]!.firstChild!.textContent)).toEqual([
      'reproduced',
      'not reproduced',
      'agrees (fitted)',
      'direction only',
      'shown for comparison',
    ]);
    expect(body()[1]!.textContent).toContain('S: −0.9 to −0.6, claimed more than 0');
    expect(body()[4]!.textContent).toContain('Not simulated yet.');
    expect(body()[4]!.textContent).toContain('zone_pct 64');
    const status = page.host.querySelector('[role=status]')!.textContent;
    expect(status).toContain(
      '5 rows: 2 reproduced, 1 not reproduced, 1 direction only, 1 shown for comparison.',
    );
    expect(status).toContain('Nothing was fitted to 3 of them: 1 are reproduced.');
    expect(page.host.textContent).toContain('2026-01-31 with version 0.1.0');
  });

  it('tells the longer reason in a row of its own, below the row it belongs to', () => {
    show();
    const why = body()[1]!.querySelector<HTMLElement>('button[aria-expanded]')!;
    expect(page.host.textContent).not.toContain('The lines stall one CPU of 480.');
    act(() => why.click());
    expect(why.getAttribute('aria-expanded')).toBe('true');
    const reason = document.getElementById(why.getAttribute('aria-controls')!)!;
    expect(reason).toBe(body()[2]);
    expect(reason.textContent).toBe('Known so far: The lines stall one CPU of 480.');
    act(() => why.click());
    expect(page.host.textContent).not.toContain('The lines stall one CPU of 480.');
  });

  it('is filtered by story, machine, claim, basis and verdict', () => {
    show();
    choose('Verdict', 'fail');
    expect(body()).toHaveLength(1);
    choose('Verdict', '');
    choose('Story', 'page-lists');
    expect(body()).toHaveLength(1);
    const machines = [...page.host.querySelectorAll('select')[1]!.options].map(
      ({ value }) => value,
    );
    expect(machines).toEqual(['', 'lkp-skl-4sp1']);
  });

  it('tells what is claimed of whole curves, what was missed as plainly as what was kept', () => {
    show([], vi.fn(), [target('Skylake-EX: zone', true), target('Skylake-EX: LRU', false)]);
    expect(page.host.querySelector('summary')!.textContent).toBe(
      'Whole curves: 1 of 2 limits kept',
    );
    const lines = [...page.host.querySelectorAll('details tbody tr')].map(
      (line) => line.textContent,
    );
    expect(lines).toEqual([
      'Skylake-EX: zone9RMS 2 points5 pointskept',
      'Skylake-EX: LRU9RMS 7 points5 pointsmissed',
    ]);
  });

  it('opens the run of a row', () => {
    const onOpen = show();
    const runs = page.host.querySelectorAll<HTMLElement>('tbody button[aria-label]');
    expect(runs).toHaveLength(4);
    act(() => runs[1]!.click());
    expect(onOpen).toHaveBeenCalledWith(rows[1]);
  });

  it('draws a thousand rows in pages', () => {
    show(Array.from({ length: 400 }, (_, at) => row(`r${at}`)));
    expect(body()).toHaveLength(150);
    const more = [...page.host.querySelectorAll('button')].at(-1)!;
    expect(more.textContent).toBe('Show more (250 rows)');
    act(() => more.click());
    expect(body()).toHaveLength(300);
  });
});
