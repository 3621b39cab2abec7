// Forks of the past on a real stage: from the playhead on something is changed and the run goes on as C, with the same past to
// the last bit. Links, the command line and axe: tests/e2e/fork.spec.ts.

import { expect, test } from 'vitest';
import { shortRun, wholePage } from '../../../tests/dom/whole-page.tsx';
import { allOf, choose, fill, oneOf, press, textOf, until } from '../../ui/testing/person.ts';

const stage = wholePage();
const dialog = () => stage.all('dialog', /^Branch at/)[0];
const field = (name: string) => oneOf<HTMLInputElement>(dialog()!, 'textbox', name);
const runOn = () => stage.press('button', 'Run on as C');
const isOnStage = () => until(() => !dialog());
const forkAt = 500_000;

async function fork(...kind: string[]): Promise<void> {
  await stage.press('button', 'Branch');
  await until(dialog);
  for (const each of kind) await press(dialog()!, 'radio', each);
}

test('a pinned task stays on its CPU', async () => {
  await stage.open({ ...shortRun, selection: { task: 11 } });
  await stage.momentOf('A');
  await fork();
  expect(field('Task').value).toBe('11');
  await fill(field('To CPU'), '7');
  await runOn();
  // The dialog stays until the fork is on stage: what is done next is done there.
  await isOnStage();
  await stage.momentOf('C');
  await stage.drag(2_000_000, ['A', 'C']);
  await stage.press('button', 'Inspector');
  const inspector = await stage.there('region', 'Inspector');
  await stage.says(() => allOf(inspector, 'row', /^CPU (A )?CPU/)[0], 'CPU 7');
});

test('a tunable changed from here on: offered where the kernel has it', async () => {
  await stage.open({
    scenario: 'cache-aware/two-pairs',
    set: { duration: '8 ms', warmup: '2 ms' },
    playhead: '500 µs',
  });
  await stage.momentOf('B');
  await fork('Change a tunable');
  const tunable = () => oneOf<HTMLSelectElement>(dialog()!, 'combobox', 'Tunable');
  const offered = () => allOf(tunable(), 'option').map(textOf);
  expect(offered()).toEqual(['base_slice_ns', 'migration_cost_ns', 'nr_migrate']);
  await press(dialog()!, 'radio', /^B Cache-aware, v2/);
  await until(() => offered().includes('llc_aggr_tolerance'));
  expect(offered()).toContain('llc_enabled');
  await choose(dialog()!, 'Tunable', 'migration_cost_ns');
  await stage.says(dialog, '0 to 100000000; the run began with 500000');
  await fill(field('New value (ns)'), '1e12');
  await runOn();
  await stage.says(() => allOf(dialog()!, 'alert')[0], 'from 0 to 100000000');
  await fill(field('New value (ns)'), '0');
  await runOn();
  await stage.says(() => stage.region('Machine C'), 'B until 500 µs, then changed');
  await until(() => stage.recipe()?.interventions);
  expect(stage.recipe()!.interventions).toEqual([
    { at: `${forkAt}ns`, variant: 'B', set: { 'kernel.migration_cost_ns': '0' } },
  ]);
  await stage.drag(forkAt - 1, ['B', 'C']);
  expect(await stage.momentOf('C')).toEqual(await stage.momentOf('B'));
  await stage.drag(7_000_000, ['B', 'C']);
  expect((await stage.momentOf('C')).trace).not.toBe((await stage.momentOf('B')).trace);
});

test('a scenario of four variants is forked, too: the fork takes the place of its C', async () => {
  await stage.open({
    scenario: 'split-llc/schbench-hints',
    set: { duration: '8 ms', warmup: '2 ms' },
    playhead: '500 µs',
  });
  await stage.momentOf('A');
  await fork('Restrict CPUs');
  await fill(field('CPUs that tasks may use'), '0-15');
  await runOn();
  await isOnStage();
  await stage.drag(forkAt - 1, ['A', 'C']);
  expect(await stage.momentOf('C')).toEqual(await stage.momentOf('A'));
  await stage.says(() => stage.region('Machine C'), 'A until 500 µs, then changed');
});
