// The report as it is shipped, in its dialog: what it lists, filters and draws.

import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type Session, SessionContext } from '../../stage/session.ts';
import { testPage } from '../../ui/testing/page.ts';
import { allOf, choose, oneOf, press, textOf, until } from '../../ui/testing/person.ts';
import FidelityDialog from './FidelityDialog.tsx';

vi.mock('../../scenario/browser.ts', async () => {
  const { nodeReader } = await import('../../scenario/node.ts');
  return { browserReader: nodeReader('scenarios') };
});

describe('the fidelity report', () => {
  const page = testPage();
  const rows = () =>
    allOf(oneOf(page.host, 'table', /^Published figures/).querySelector('tbody')!, 'row');
  const summary = () => textOf(oneOf(page.host, 'status'));
  const filter = (name: string, option: string) => {
    const select = oneOf<HTMLSelectElement>(page.host, 'combobox', name);
    const offer = [...select.options].find(({ value }) => value === option)!;
    return choose(page.host, name, textOf(offer));
  };

  beforeEach(async () => {
    const session = { stage: { open: vi.fn() } } as unknown as Session;
    page.show(
      <SessionContext value={session}>
        <FidelityDialog onClose={() => {}} />
      </SessionContext>,
    );
    await until(() => textOf(page.host).includes('non-trivial predictions came true'));
  });

  it('opens with a picture a chapter and what it is worth', () => {
    const overview = oneOf(page.host, 'region', 'Overview');
    const pictures = allOf(overview, 'img', /published against simulated/);
    expect(pictures).toHaveLength(4);
    for (const picture of pictures)
      expect(picture.querySelectorAll('circle').length).toBeGreaterThan(20);
    expect(allOf(overview, 'region', 'What we do not know')).toHaveLength(1);
  });

  it('lists every published row and is filtered by story, claim and verdict', async () => {
    await press(page.host, 'radio', 'Figures');
    expect(summary()).toMatch(/^[\d,]+ rows: /);
    expect(Number(summary().split(' ')[0]!.replace(',', ''))).toBeGreaterThan(500);
    await filter('Story', 'cpupri');
    await filter('Basis', 'fitted');
    expect(rows()).toHaveLength(3);
    for (const row of rows())
      expect(textOf(allOf(row, 'cell')[5]!)).toMatch(/^(agrees \(fitted\)|not reproduced)/);
    await filter('Basis', '');
    await filter('Verdict', 'fail');
    const failed = rows().length;
    expect(failed).toBeGreaterThan(0);
    expect(summary()).toContain(`${failed} rows: 0 reproduced, ${failed} not reproduced`);
    await filter('Verdict', 'not-claimed');
    await filter('Story', 'split-llc');
    expect(textOf(rows()[0]!)).toMatch(/\w+\./);
  });

  it('shows the posted tables of the fair class as scatter, with what the simulator answers', async () => {
    await press(page.host, 'radio', 'Scatter of the fair class');
    const name = 'Is the fair class affected?';
    await until(() => allOf(page.host, 'region', name).length);
    const scatter = oneOf(page.host, 'region', name);
    expect(allOf(scatter, 'img')).toHaveLength(3);
    expect(scatter.querySelectorAll('svg circle')).toHaveLength(192 + 96 + 96);
    expect(scatter.querySelectorAll('tbody tr')).toHaveLength(12);
    expect(textOf(scatter)).toContain('no effect');
    await press(page.host, 'radio', 'Figures');
    expect(allOf(page.host, 'status')).toHaveLength(1);
  });
});
