// The shell around real runs: what it says of links that go wrong, of tempos, lines and figures. Where everything lies,
// keys of a browser, reloads, gauges and axe: tests/e2e/shell.spec.ts.

import { act } from 'react';
import { expect, test } from 'vitest';
import { linkTo, shortRun, wholePage } from '../../tests/dom/whole-page.tsx';
import { allOf, oneOf, press, textOf, until } from '../ui/testing/person.ts';

const stage = wholePage();
const notice = () => stage.all('alert').find((each) => textOf(each) !== '');
const storyTab = (name: string) => stage.press('tab', name);
const ended = { ...shortRun, playhead: '4 ms' };

test('a damaged link says what is wrong and shows the chapters; what is opened next comes without that', async () => {
  stage.at('#r=1.egxTFYxRDoIwEAWvYt43xtoQ0d5mrYtuUkvTFg');
  await stage.says(notice, /The link could not be opened.*the link is damaged.*Copy it again/);
  const chapters = await stage.there('navigation', 'Chapters');
  expect(allOf(chapters, 'listitem')).toHaveLength(4);
  await stage.goTo('#/cpupri/ghosts');
  await until(() => stage.region('Machine A'));
  expect(notice()).toBeUndefined();
});

test('a wrong value in a link names its field and leaves the running scene alone', async () => {
  await stage.open();
  const before = await stage.momentOf();
  const wrong = { scenario: 'cpupri/ffmpeg-480', set: { 'workload.user': '406 parsecs' } };
  await stage.goTo(linkTo(wrong));
  await stage.says(notice, /workload\.user.*parsecs/);
  expect(await stage.momentOf()).toEqual(before);
});

test('digits open the views in their order, and Q puts the open one away and brings it back', async () => {
  await stage.open();
  await stage.momentOf();
  const isOpen = (name: string) =>
    until(() => stage.all('tab', name)[0]?.getAttribute('aria-selected') === 'true');
  await stage.key('3');
  await isOpen('Struct layout');
  await stage.key('q');
  await until(() => !stage.view());
  await stage.key('q');
  await isOpen('Struct layout');
  await stage.key('1');
  await isOpen('Timeline');
});

test('the tempos are named, and the bar says how fast time passes', async () => {
  await stage.open();
  await stage.press('radio', 'Traffic');
  await stage.says(() => stage.page.host, 'Speed: 20 µs per second');
  await stage.press('radio', 'Totals');
  await stage.says(() => stage.page.host, 'Speed: 2 ms per second');
});

test('a hot line can be selected, and the Inspector tells its state on both sides', async () => {
  await stage.open(ended);
  await stage.openView('Cache lines');
  const line = () => stage.all('button', 'root_domain line 3')[0];
  await until(line);
  await act(async () => line()!.click());
  await until(() => line()!.getAttribute('aria-pressed') === 'true');
  await stage.press('button', 'Inspector');
  const inspector = await stage.there('region', 'Inspector');
  await until(() => allOf(inspector, 'table', 'root_domain line 3').length);
  const heads = () => allOf(inspector, 'columnheader').map(textOf).filter(Boolean);
  await until(() => heads().length > 1);
  expect(heads()).toEqual(['A', 'B']);
});

test('the c2c table stands beside the published one, row by row, and sorts', async () => {
  await stage.open({ ...ended, scenario: 'cpupri/ffmpeg-480' });
  await stage.openView('c2c');
  const table = () => stage.all('table', /root_domain line 3, machine A/)[0];
  const rows = () => (table() ? allOf(table()!, 'row').map(textOf) : []);
  const hot = () => rows().filter((row) => row.includes('0x38') && row.includes('cpupri_set'));
  await until(() => hot().length === 1);
  expect(hot()[0]).toContain('19.8 %');
  await stage.says(stage.view, /count all events/);
  const header = () => allOf(table()!, 'columnheader', /Offset/)[0]!;
  await press(header(), 'button');
  await until(() => header().getAttribute('aria-sort') === 'ascending');
  expect(rows()[2]).toContain('0x0');
});

test('the story shows what is claimed, predicted first, and what is not modelled', async () => {
  await stage.open({ ...ended, scenario: 'cpupri/ffmpeg-480' });
  await storyTab('Results');
  const story = () => stage.one('region', 'Story');
  const kinds = () =>
    textOf(story()).match(/(predicted|derived from a fitted value|fitted)/g) ?? [];
  await until(() => kinds().length > 1);
  expect(kinds()[0]).toBe('predicted');
  expect(kinds()).toContain('fitted');
  const share = () =>
    allOf(story(), 'rowgroup').find((each) => textOf(each).includes('Share of kernel cycles'));
  await stage.says(() => allOf(share()!, 'row', /^simulated/)[0], /\d+(\.\d+)?\s%/);
  await stage.says(() => allOf(share()!, 'row', /^published/)[0], '20 %');
  await storyTab('Background');
  await stage.says(story, 'Not modelled');
  await stage.says(story, /sampling of perf c2c/);
});

test('before the measured window a gauge says that the machine is warming up, and no figure', async () => {
  await stage.open({ ...shortRun, playhead: '1 µs' });
  await stage.momentOf('B');
  const scores = () => oneOf(stage.page.host, 'region', 'Scores B');
  await stage.says(scores, 'warming up');
  for (const each of scores().querySelectorAll('[data-score]'))
    expect(textOf(each)).not.toMatch(/\d/);
});
