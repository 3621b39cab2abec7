// Links on a real stage: a hostile one breaks nothing, nor does one that only the simulator refuses. Costly ones, frames of
// other pages and what is sent where: tests/e2e/links.spec.ts.

import { expect, test } from 'vitest';
import { linkTo, shortRun, wholePage } from '../../tests/dom/whole-page.tsx';
import { textOf, until } from '../ui/testing/person.ts';

const stage = wholePage();
/** Long enough to be asked about, far from being refused. */
const costly = { scenario: 'cpupri/ffmpeg-480', set: { duration: '8 s' }, playhead: '1 ms' };
const notice = () => stage.all('alert').find((each) => textOf(each) !== '');

test('what only the simulator can refuse leaves the running scene', async () => {
  await stage.open();
  const before = await stage.momentOf();
  await stage.goTo(linkTo({ scenario: 'pcp/worst-case', machine: 'gnr-2s-snc3' }));
  await stage.says(notice, /does not take variant A.*page_fault/);
  expect(await stage.momentOf()).toEqual(before);
});

test('hostile links leave the running scene as it is and say what is wrong', async () => {
  await stage.open(shortRun);
  const before = await stage.momentOf();
  const hostile = [
    '#r=',
    '#r=1.',
    '#r=999999.AAAA',
    `#r=1.${'A'.repeat(70_000)}`,
    '#r=1.%3Cscript%3Ealert(1)%3C/script%3E',
    linkTo({ scenario: 'no/such' }),
    linkTo({ ...costly, set: { duration: '10 s', 'workload.instances': 1e9 } }),
    linkTo({
      scenario: 'cpupri/ffmpeg-480',
      set: { title: '<img src=x onerror=alert(1)>', seed: -1 },
    }),
  ];
  for (const hash of hostile) {
    await stage.goTo(hash);
    await stage.says(notice, 'The link could not be opened');
    await stage.press('button', 'Dismiss');
    await until(() => !notice());
    expect(await stage.momentOf()).toEqual(before);
  }
});
