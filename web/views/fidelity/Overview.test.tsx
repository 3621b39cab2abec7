import { act } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { countRows } from '../../scenario/claims/tally.ts';
import { testPage } from '../../ui/testing/page.ts';
import { Overview } from './Overview.tsx';
import { row } from './testing.ts';

const control = { group: 'control', null: 0, nullPasses: true, band: [-2, 2] } as const;
const rows = [
  row('t/a'),
  row('t/b', { verdict: 'fail', simulated: 2, explanation: 'A lock is not modelled.' }),
  row('t/c', { worth: control, published: 0.5, simulated: 3, verdict: 'fail' }),
  row('t/e', {
    worth: { group: 'direction', null: 0, nullPasses: false, band: null },
    ...{ verdict: 'direction-only', published: 79, simulated: 0.93 },
  }),
  row('t/d', { story: 'page-lists', verdict: 'not-claimed', worth: null, note: 'Not simulated.' }),
];
const chapters = [
  { id: 'cpupri', name: 'Real-time' },
  { id: 'page-lists', name: 'Page lists' },
];

const page = testPage();

function show(onOpen = vi.fn()) {
  const report = { rows, counts: countRows(rows) };
  page.show(<Overview report={report} chapters={chapters} onOpen={onOpen} />);
  return onOpen;
}
const pictures = () => [...page.host.querySelectorAll('svg[role=img]')];

describe('the overview of the fidelity report', () => {
  it('begins with the skill, and with what knowing nothing gets', () => {
    show();
    const text = page.host.querySelector('header')!.textContent;
    expect(text).toContain('1 of 3 non-trivial predictions came true.');
    expect(text).toContain('1 more agrees in direction only: no size was claimed.');
    expect(text).toContain('passes 1 of all 4 claims, 1 of which the simulation misses');
  });

  it('draws one picture a chapter, missed rows hollow, and opens the run of a point', () => {
    const onOpen = show();
    expect(pictures().map((svg) => svg.getAttribute('aria-label'))).toEqual([
      'Real-time: published against simulated',
      'Page lists: published against simulated',
    ]);
    const dots = [...pictures()[0]!.querySelectorAll('circle')];
    expect(dots.map((dot) => dot.dataset.kind).sort()).toEqual([
      ...['direction', 'missed', 'missed', 'reproduced'],
    ]);
    expect(page.host.querySelector('figcaption')!.textContent).toContain(
      '1 reproduced, 1 direction only, 2 missed',
    );
    const first = dots.find((dot) => dot.dataset.kind === 'reproduced')!;
    expect(first.textContent).toContain('published 11 %, simulated 10.1 %, reproduced');
    act(() => first.dispatchEvent(new MouseEvent('click', { bubbles: true })));
    expect(onOpen).toHaveBeenCalledWith(rows[0]);
  });

  it('says of each table what knowing nothing does better, and lists what nobody knows', () => {
    show();
    const family = page.host.querySelector('tr[data-worse]')!;
    expect(family.textContent).toContain('1, 1 of them missed here');
    const unknown = page.host.querySelector('section[aria-label="What we do not know"]')!;
    expect(unknown.textContent).toContain('A lock is not modelled.');
    expect(unknown.textContent).toContain('Not simulated.');
    expect(unknown.textContent).toContain('1 row Missed, without an explanation.');
  });
});
