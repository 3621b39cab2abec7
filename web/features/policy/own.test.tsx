// The Policy tab beside real runs: what a policy that failed says and where it leads, and what stands beside the text. Typing,
// links that bring a policy, the race and axe: tests/e2e/policy.spec.ts.

import { act } from 'react';
import { expect, test } from 'vitest';
import { wholePage } from '../../../tests/dom/whole-page.tsx';
import { allOf, choose, fill, oneOf, press, textOf, until } from '../../ui/testing/person.ts';

const stage = wholePage();
const scenario = 'split-llc/one-wakeup';
const withTab = { scenario, playhead: '2 ms', view: { tab: 'policy' as const } };
const view = () => stage.region('Policy');
const text = () => oneOf<HTMLTextAreaElement>(view()!, 'textbox', 'Policy');
const did = () => view() && allOf(view()!, 'region', 'What it did')[0];
const why = () => stage.region('Why');

async function openPolicy(recipe: Parameters<typeof stage.open>[0] = withTab) {
  await stage.open(recipe);
  await until(() => view() && allOf(view()!, 'textbox', 'Policy').length);
}

test('case 25: a policy that never ends fails by its operations, at a line and a moment one can go to', async () => {
  await openPolicy();
  await fill(text(), 'function select_cpu() {\n  while (true) {}\n}\n');
  await stage.press('button', 'Run as C');
  await stage.says(did, '32,768 operations');
  await press(did()!, 'button', 'Go to line 2');
  await until(() => document.activeElement === text());
});

test('case 25: the moment of a call that failed is that of its decision', async () => {
  await openPolicy();
  await fill(
    text(),
    'function select_cpu(p, prev_cpu) {\n  if (random(9) === 0) return Math.floor(1 / (prev_cpu - prev_cpu));\n  return prev_cpu;\n}\n',
  );
  await stage.press('button', 'Run as C');
  await stage.says(did, 'divided by zero, on CPU');
  await stage.press('button', 'Inspector');
  await press(did()!, 'button', 'Go to that moment');
  await stage.press('button', 'Why?');
  await stage.says(why, 'The playhead stands at it.');
  await stage.says(why, 'Your policy failed here');
});

test('case 24: Why? names the policy’s own line with what it read', async () => {
  await openPolicy({ ...withTab, playhead: '3 ms' });
  await choose(view()!, 'Start from', 'Round robin');
  await stage.press('button', 'Run as C');
  await stage.momentOf('C');
  await stage.openView('c2c');
  // Both speak of the machine that runs the policy, without a press more.
  await until(() => stage.all('radio', 'of C').some((each) => (each as HTMLInputElement).checked));
  await stage.press('button', 'Inspector');
  await stage.press('button', 'Why?');
  await stage.says(why, /Line 4: next\[0\] was \d+/);
});

test('the words of the language stand beside the text, and a story with four variants says that there is no place', async () => {
  await openPolicy({ ...withTab, scenario: 'split-llc/schbench-hints' });
  await stage.says(() => allOf(view()!, 'note')[0], 'has four variants');
  expect((stage.one('button', 'Run as D') as HTMLButtonElement).disabled).toBe(true);
  const words = () =>
    [...view()!.querySelectorAll('details')].find((each) =>
      textOf(each).includes('What a policy may say'),
    )!;
  expect(textOf(words())).toContain('nr_running(c)');
  expect(words().open).toBe(true);
  await act(async () => words().querySelector('summary')!.click());
  await until(() => !words().open);
});
