// Asking why: the story of a decision in the Inspector, going to it, and the glossary, of real runs. Where it stands and what
// the keyboard's focus does: tests/e2e/why.spec.ts.

import { act } from 'react';
import { expect, test } from 'vitest';
import { momentAfter } from '../../../tests/dom/decisions.ts';
import { shortRun, wholePage } from '../../../tests/dom/whole-page.tsx';
import { BALANCE } from '../../engine/abi.gen.ts';
import { allOf, fill, oneOf, press, textOf, until } from '../../ui/testing/person.ts';

const stage = wholePage();
const inspector = () => stage.one('region', 'Inspector');
const story = () => allOf(inspector(), 'article')[0];
const glossary = () => stage.all('dialog', 'Glossary')[0];
const headings = () => allOf(story()!, 'heading').map(textOf);

/** Opens a paused run and asks why; the story of the last decision is there. */
async function ask(recipe: Parameters<typeof stage.open>[0] = shortRun): Promise<void> {
  await stage.open(recipe);
  await stage.momentOf();
  await stage.press('button', 'Inspector');
  await stage.there('region', 'Inspector');
  await until(() => allOf(inspector(), 'button', 'Why?').length);
  await press(inspector(), 'button', 'Why?');
  await until(story);
}

const pressIn = async (host: () => Element, name: string | RegExp) => {
  await until(() => allOf(host(), 'button', name).length);
  await act(async () => allOf(host(), 'button', name)[0]!.click());
};

test('“Why?” tells the last decision: what was asked, looked at, chosen, and what it cost', async () => {
  await ask();
  expect(headings()).toEqual(
    expect.arrayContaining(['The question', 'What was checked', 'The choice']),
  );
  await stage.says(story, /Reason: [A-Z_]+\./);
  await stage.says(story, /\d\s(ns|µs), in which \d+ shared fields? (was|were) touched/);
});

test('of pages it tells how many moved, and of a flush how many met a free buddy and what the others met', async () => {
  await ask({
    scenario: 'pcp/nine-machines',
    set: { platform: 'lkp-hsw-d01', 'workload.pages': 2048, duration: '30 ms', warmup: '10 ms' },
    playhead: '20 ms',
  });
  await stage.says(story, '31 pages moved.');
  await pressIn(inspector, /Flush of a page list: 31 pages, CPU/);
  await stage.says(story, /found a free buddy, \d+ did not/);
  expect(headings()).toContain('What was rejected');
  await stage.says(story, /times?: the buddy is/);
});

test('the playhead goes to the decision, and earlier decisions are told when pressed', async () => {
  await ask();
  const before = await stage.momentOf();
  await press(inspector(), 'button', 'Go to this decision');
  await stage.says(inspector, 'The playhead stands at it.');
  await until(() => Number(stage.machine('A').dataset.time) < before.time);
  const earlier = allOf(inspector(), 'list').at(-1)!;
  await press(allOf(earlier, 'listitem')[0]!, 'button');
  await until(() => allOf(inspector(), 'button', 'Go to this decision').length);
  await until(story);
});

test('a selected CPU is asked about its own decisions, and links select what they name', async () => {
  await ask({ ...shortRun, selection: { cpu: 4 } });
  await stage.says(story, 'CPU 4');
  await pressIn(() => story()!, /\(task \d+\)$/);
  await until(() => allOf(inspector(), 'table', /\(task \d+\)$/).length);
});

test('a term of the story opens the glossary, and one entry leads to the next', async () => {
  await ask();
  // Its reason, which is neither a level nor an abbreviation.
  await pressIn(() => story()!, /^(?!LLC|NORMAL)[A-Z]{2,}(_[A-Z]+)*$/);
  await until(() => glossary()?.contains(document.activeElement));
  expect(document.activeElement!.tagName).toBe('H3');
  await press(glossary()!, 'button', 'All terms');
  await fill(oneOf(glossary()!, 'searchbox', 'Search terms'), 'false sharing');
  await press(glossary()!, 'button', 'False sharing');
  await press(glossary()!, 'button', 'cache line');
  expect(allOf(glossary()!, 'heading', 'Cache line')).toHaveLength(1);
  await press(glossary()!, 'button', 'Close');
  await until(() => !glossary());
  expect(story()).toBeDefined();
});

test('the glossary opens by its key from anywhere, and says when nothing matches', async () => {
  await stage.open();
  await stage.momentOf();
  await stage.key('g');
  await until(glossary);
  await fill(oneOf(glossary()!, 'searchbox'), 'zzzz');
  expect(textOf(oneOf(glossary()!, 'status'))).toBe('No entry mentions “zzzz”.');
});

test('a balance pass tells what it looked at, and each task it moved tells why it might go', async () => {
  const { recipe, explain } = await momentAfter(
    { scenario: 'split-llc/newly-idle', set: { duration: '17 ms', warmup: '1 ms' } },
    'sched_balance_rq',
    17_000_000,
    ({ code, explain: { facts } }) =>
      code === 'LB_MOVED' &&
      facts.form === 'pass' &&
      facts.type === BALANCE.NEWIDLE &&
      facts.moved === 1,
  );
  const [from, to] = [explain.previous, explain.cpu];
  await ask(recipe);
  expect(headings()).toContain('A balance pass');
  await stage.says(story, `CPU ${to}, about to go idle, balanced its domain of`);
  await stage.says(story, new RegExp(`of CPU ${from} (was|were) examined`));
  await stage.says(story, 'Reason: LB_MOVED.');
  await stage.says(story, `1 task goes from CPU ${from} to CPU ${to}.`);
  await pressIn(inspector, new RegExp(`A task moved by balancing: .*task \\d+\\)?, CPU ${to}`));
  await stage.says(story, 'Reason: MV_OK.');
  await stage.says(story, new RegExp(`[Tt]ask \\d+\\)? goes from CPU ${from} to CPU ${to}\\.`));
});

/** The waker is about to sleep and alone; target and previous CPU are busy, and all that is scanned. */
const findsNobody = ['WA_SYNC', 'SI_TARGET', 'SI_PREV', 'SI_SCAN'];

test('a wake-up tells each test with its numbers, in order, up to the one that decided', async () => {
  const { recipe, explain } = await momentAfter(
    { scenario: 'split-llc/one-wakeup' },
    'select_task_rq_fair',
    6_000_000,
    ({ code, steps }) =>
      code === 'SI_FALLBACK_TARGET' && findsNobody.every((each, at) => steps[at]?.code === each),
  );
  const { cpu } = explain;
  await ask(recipe);
  expect(headings()).toContain('Where an ordinary task goes');
  await stage.says(story, new RegExp(`CPU ${cpu} executed the wake-up of .*\\(task \\d+\\)`));
  const next = cpu - (cpu % 4) + ((cpu + 1) % 4); // caches have four CPUs
  const around = `no other task runs on CPU ${cpu}: the search starts at CPU ${cpu}\\. WA_SYNC$`;
  const tests = allOf(allOf(story()!, 'list')[0]!, 'listitem').map(textOf);
  expect(tests).toEqual([
    expect.stringMatching(new RegExp(`about to sleep, and ${around}`)),
    expect.stringMatching(new RegExp(`^Target, CPU ${cpu}: it runs a task\\. SI_TARGET$`)),
    expect.stringMatching(/^Previous CPU, CPU \d: it runs a task\. SI_PREV$/),
    expect.stringMatching(
      new RegExp(
        `^Scan of the LLC, CPU by CPU from CPU ${next} on: \\d\\sCPUs checked of at most \\d; none is idle\\. SI_SCAN$`,
      ),
    ),
  ]);
  await stage.says(story, 'Reason: SI_FALLBACK_TARGET.');
  await stage.says(story, /CPUs were checked \d+ times/);
  await press(story()!, 'button', 'SI_SCAN');
  await until(() => glossary() && allOf(glossary()!, 'heading', 'SI_SCAN').length);
});
