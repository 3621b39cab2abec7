// Going through the time of real runs: a moment is the same moment to the last bit, whichever way it was reached, and each
// machine can be shown alone. How it looks while it plays: tests/e2e/first-light.spec.ts and time.spec.ts.

import { expect, test } from 'vitest';
import { shortRun, wholePage } from '../../tests/dom/whole-page.tsx';
import { allOf, fill, until } from '../ui/testing/person.ts';

const stage = wholePage();
const isChecked = (name: string) =>
  stage.all<HTMLInputElement>('radio', name).some((each) => each.checked);
const inView = (text: string) => stage.says(() => stage.page.host, text);

/** Waits until the moment of A is another one, and gives it. */
async function another(before: { readonly trace: string }) {
  await until(() => {
    const { traceHash } = stage.machine('A').dataset;
    return traceHash && traceHash !== before.trace;
  });
  return stage.momentOf();
}

test('a step forward and a step back give the same picture', async () => {
  await stage.open();
  const before = await stage.momentOf();
  await stage.press('button', 'Step forward');
  await until(() => stage.machine('A').dataset.frameHash !== before.frame);
  const first = await stage.momentOf();
  await stage.press('button', 'Step forward');
  await another(first);
  await stage.press('button', 'Step back');
  await until(() => stage.machine('A').dataset.traceHash === first.trace);
  expect(await stage.momentOf()).toEqual(first);
});

test('a decision is further away than an event, and can be gone back to', async () => {
  await stage.open();
  const start = await stage.momentOf();
  await stage.press('button', 'Next decision');
  await until(() => Number(stage.machine('A').dataset.time) > start.time);
  const first = await stage.momentOf();
  await stage.press('button', 'Next decision');
  await another(first);
  await stage.press('button', 'Previous decision');
  await until(() => stage.machine('A').dataset.traceHash === first.trace);
  expect(await stage.momentOf()).toEqual(first);
});

test('dragging back and forward is exact', async () => {
  await stage.open();
  const places = [700_000, 123_456, 1_999_999, 700_001, 42, 3_100_000];
  const seen = new Map<number, unknown>();
  const both = async () => [await stage.momentOf('A'), await stage.momentOf('B')];
  for (const time of places) {
    await stage.drag(time);
    seen.set(time, await both());
  }
  expect(new Set([...seen.values()].map((moments) => JSON.stringify(moments))).size).toBe(6);
  for (const time of [...places].reverse()) {
    await stage.drag(time);
    expect(await both()).toEqual(seen.get(time));
  }
});

test('one press shows the patched kernel alone, or both', async () => {
  await stage.open();
  await stage.press('radio', 'B');
  await until(() => !stage.region('Machine A'));
  await stage.says(() => stage.region('Machine B'), 'Patch 4 alone');
  await stage.press('radio', 'A | B');
  const [a, b] = [await stage.momentOf('A'), await stage.momentOf('B')];
  expect(a.time).toBe(b.time);
  expect(a.frame).not.toBe(b.frame);
});

test('a fourth variant comes on stage beside the first, also after a reload', async () => {
  await stage.open({ scenario: 'split-llc/tbench-thundering-herd', playhead: '200 µs' });
  await stage.press('radio', 'A | D');
  const [a, d] = [await stage.momentOf('A'), await stage.momentOf('D')];
  expect([a.time, d.time]).toEqual([200_000, 200_000]);
  expect(stage.region('Machine B')).toBeUndefined();
  await until(() => stage.recipe()?.view?.side === 'A|D');
  await stage.again();
  await until(() => isChecked('A | D'));
  expect(await stage.momentOf('D')).toEqual(d);
});

test('a run whose warm-up is long is measured to its end while the playhead stands at 0', async () => {
  const set = { duration: '420 ms', warmup: '400 ms' };
  await stage.open({ ...shortRun, set, playhead: '0 ns' });
  await stage.press('tab', 'Results');
  await inView('computed to the end');
  await inView('Simulated: measured window of 20 ms');
  expect(stage.one<HTMLInputElement>('slider', 'Playhead').value).toBe('0');
});

test('marks name first occurrences, and going to one puts the playhead there', async () => {
  await stage.open();
  await stage.momentOf('B');
  const marks = () => stage.one<HTMLSelectElement>('combobox', 'Go to mark');
  const first = () => allOf<HTMLOptionElement>(marks(), 'option', /^A: First push of an RT task, /);
  await until(() => stage.all('combobox', 'Go to mark').length && first().length === 1);
  const time = Number(first()[0]!.value);
  const playhead = () => stage.one<HTMLInputElement>('slider', 'Playhead').value;
  await fill(marks(), first()[0]!.value);
  expect(playhead()).toBe(String(time));
  await until(() => Number(stage.machine('A').dataset.time) === time);
  await fill(marks(), '1000000');
  expect(playhead()).toBe('1000000');
});

test('equal kernels say that there is no difference', async () => {
  await stage.open({ ...shortRun, set: { ...shortRun.set, 'variant.B.kernel.layout': 'base' } });
  await stage.says(
    () => stage.region('Where the runs diverge'),
    'No difference: A and B are equal to the last bit.',
  );
  expect((await stage.momentOf('A')).trace).toBe((await stage.momentOf('B')).trace);
});
