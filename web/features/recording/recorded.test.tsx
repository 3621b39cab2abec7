// A trace of a real machine beside a simulated run, read as the page reads it: called R wherever it is named, never forked nor
// exported as a run, and asked for again by a link. That nothing of it is sent: tests/e2e/recording.spec.ts.

import { gzipSync } from 'node:zlib';
import { act } from 'react';
import { expect, test } from 'vitest';
import { wholePage } from '../../../tests/dom/whole-page.tsx';
import { hostile, traceText } from '../../../tests/e2e/recordings.ts';
import { allOf, oneOf, press, textOf, until } from '../../ui/testing/person.ts';

const stage = wholePage();
const withTab = { scenario: 'split-llc/one-wakeup', view: { tab: 'recording' } } as const;
const refused = () => allOf(stage.view()!, 'alert')[0];

async function give(name: string, ...parts: BlobPart[]): Promise<void> {
  await until(() => stage.view()?.querySelector('input[type=file]'));
  const files = stage.view()!.querySelector<HTMLInputElement>('input[type=file]')!;
  const file = new File(parts, name);
  Object.defineProperty(files, 'files', { value: [file], configurable: true });
  await act(async () => files.dispatchEvent(new Event('change', { bubbles: true })));
}

async function openTrace(): Promise<void> {
  await stage.open(withTab);
  await give('hand-over.txt', traceText());
  await stage.says(stage.view, 'hand-over.txt: 1,200 events on 2 CPUs, 2 tasks');
  await stage.press('button', 'Simulate it beside the trace');
  await stage.says(() => stage.region('Machine R'), 'a trace, not a run');
  expect(stage.machine('A')).toBeDefined();
}

test('each view shows of R what a trace tells, and says the rest in a sentence', async () => {
  await openTrace();
  await until(() => stage.all('tab').length > 4);
  const near = allOf(stage.region('Views')!, 'tab').map(textOf);
  await stage.press('button', 'More views');
  const far = stage.all('menuitem').map(textOf);
  await stage.key('Escape');
  const names = [...near, ...far];
  expect(names.length).toBeGreaterThan(8);
  let all = '';
  for (const name of names) {
    await stage.openView(name);
    await until(stage.view);
    const ofR = allOf(stage.view()!, 'radio', /R$/)[0];
    if (ofR) await act(async () => ofR.click());
    const said = () => textOf(stage.view()!);
    await until(() => said().length > 20);
    all += said();
    expect(said(), name).not.toMatch(/NaN|undefined|Infinity|\[object/);
    expect(allOf(stage.view()!, 'alert'), name).toHaveLength(0);
  }
  // A name that would be code on a careless page.
  expect(all).toContain(hostile);
});

test('a file that is none, too large or a bomb is refused in a sentence, and the page goes on', async () => {
  await stage.open(withTab);
  const lines = Buffer.from(`${'#'.repeat(1023)}\n`.repeat(1024));
  const bomb = gzipSync(Buffer.concat(Array.from({ length: 64 }, () => lines)), { level: 9 });
  await give('bomb.gz', Uint8Array.from(bomb));
  await stage.says(refused, 'unpacks to more than 100 times its size');
  await give('large.txt', new Uint8Array(130 * 2 ** 20));
  await stage.says(refused, 'more than 128 MiB of text');
  await give('trace.dat', '\u0017\u0008Dtracing');
  await stage.says(refused, 'trace-cmd report');
  await give('hand-over.txt', traceText());
  await stage.says(stage.view, '1,200 events on 2 CPUs');
  expect(refused()).toBeUndefined();
});

test('what was recorded is not forked and not exported as a run', async () => {
  await openTrace();
  await stage.press('button', 'Branch');
  const fork = await stage.there('dialog');
  await stage.says(() => fork, 'R is a trace, and what was recorded cannot be changed.');
  expect(allOf(fork, 'radio', /^[ABCR] /)).toHaveLength(1);
  await press(fork, 'button', 'Cancel');
  await stage.press('button', 'More');
  await stage.press('button', 'Export');
  await stage.press('menuitem', 'Run, ftrace text …');
  const dialog = await stage.there('dialog', 'Export a trace');
  await stage.says(() => dialog, 'R is a trace already');
  expect(textOf(dialog)).not.toContain('Recorded:');
  await press(dialog, 'button', /^(Cancel|Close)$/);
});

test('its link holds the name of the file and asks for it again', async () => {
  await openTrace();
  await until(() => stage.recipe()?.recording);
  expect(stage.recipe()!.recording).toMatchObject({
    kind: 'recording',
    name: 'hand-over.txt',
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
  await stage.again();
  // The story's panel says it lastingly, the news once.
  await stage.says(() => oneOf(stage.page.host, 'region', 'Story'), 'made beside a trace');
  await stage.says(() => stage.page.host, '"hand-over.txt": open that file');
  expect(stage.region('Machine R')).toBeUndefined();
});
