// The Pages view of a real run: the zone of a node at the playhead, the last refill, the batch slider whose simulation fills in
// behind it. On a small machine, briefly. Keys and axe: tests/e2e/pages.spec.ts.

import { act } from 'react';
import { expect, test } from 'vitest';
import { wholePage } from '../../../tests/dom/whole-page.tsx';
import { allOf, fill, oneOf, press, textOf, until } from '../../ui/testing/person.ts';

const stage = wholePage();
const small = {
  scenario: 'pcp/nine-machines',
  set: { platform: 'lkp-hsw-d01', 'workload.pages': 2048, duration: '30 ms', warmup: '10 ms' },
  playhead: '20 ms',
  view: { tab: 'pages' },
} as const;

const view = () => stage.region('Page allocator of machine A')!;
const lists = () => allOf(view(), 'listbox', 'Pages on the lists of each CPU')[0];
const cpus = () => allOf(lists()!, 'option');
const transferred = () => allOf(view(), 'list', /as it was taken/)[0];

async function openPages() {
  await stage.open(small);
  await until(() => view() && lists());
}

test('the lists of all CPUs, both locks, the free blocks and the last refill are there', async () => {
  await openPages();
  expect(cpus()).toHaveLength(8);
  expect(cpus()[0]!.getAttribute('aria-label')).toMatch(/pages, high 186/);
  await stage.says(view, /pages are free/);
  expect([...view().querySelectorAll('th[scope=row]')].map(textOf)).toContain('10');
  await press(view(), 'radio', 'Refill');
  await stage.says(view, /CPU \d+ took 31 pages from the zone, because/);
  await until(() => transferred() && allOf(transferred()!, 'listitem').length === 31);
  await press(view(), 'radio', 'Flush');
  await stage.says(view, /CPU \d+ gave 31 pages back/);
});

test('the picture follows the playhead, and comes back the same', async () => {
  await openPages();
  const moved = /CPU \d+ (took 31 pages from|gave 31 pages back to) the zone[^.]*/;
  await stage.says(view, moved);
  await stage.drag(20_000_000);
  const now = () => [
    moved.exec(textOf(view()))?.[0],
    /\S+ pages are free/.exec(textOf(view()))?.[0],
  ];
  const first = now();
  expect(first).not.toContain(undefined);
  const isFirst = () => now().join() === first.join();
  await stage.drag(25_000_000);
  await until(() => !isFirst());
  await stage.drag(20_000_000);
  await until(isFirst);
});

test('the picture keeps to the CPU that is selected, and finds its last refill again', async () => {
  await openPages();
  await press(view(), 'radio', 'Refill');
  for (const cpu of [2, 5]) {
    await act(async () => cpus()[cpu]!.click());
    await stage.says(view, `of CPU ${cpu}`);
    await stage.says(view, new RegExp(`CPU ${cpu} took 31 pages`));
    await stage.says(view, `List of CPU ${cpu}`);
  }
});

test('the batch slider answers at once, and a simulation fills in behind it', async () => {
  await openPages();
  const slider = await stage.there('slider', 'Batch in B');
  await until(() => (slider as HTMLInputElement).value === '63');
  const row = (name: string) => () => stage.all('row', new RegExp(`^${name}`))[0];
  await fill(slider, '127');
  await stage.says(row('Closed form'), /3\.5\d M/);
  await stage.says(row('Published'), '+1.1 %');
  await stage.says(row('Simulated'), /\d\.\d\d M/);
  await fill(slider, '128');
  await stage.says(row('Published'), 'not published at this batch');
  await stage.press('button', 'Put batch 128 on stage');
  await until(() => stage.recipe()?.set?.['variant.B.kernel.pcp_batch'] ?? stage.recipe()?.set);
  await until(() => oneOf<HTMLInputElement>(view(), 'slider', 'Batch in B').value === '128');
});

test('a workload without pages says so', async () => {
  await stage.open({
    scenario: 'cpupri/cyclic',
    set: { duration: '2 ms' },
    view: { tab: 'pages' },
  });
  await stage.says(stage.view, /does not allocate pages/);
});
