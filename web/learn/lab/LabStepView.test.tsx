// The moment when a lab tells why: for a question with its verdict, for a task once all conditions hold or on
// request. runs.ts, which is a stub here, computes the answers of runs.

import { act } from 'react';
import { expect, it, vi } from 'vitest';
import type { RunMeasures } from '../../engine/sweep/measure.ts';
import { loadLab } from '../../scenario/lab/lab.ts';
import type { Sheet } from '../../scenario/lab/sheet.ts';
import { nodeReader } from '../../scenario/node.ts';
import { testPage } from '../../ui/testing/page.ts';
import { LabStepView } from './LabStepView.tsx';
import { words } from './words.ts';

let measured: Readonly<Record<string, RunMeasures>> = {};
vi.mock('./runs.ts', () => ({ runStep: async () => measured }));

const lab = await loadLab('batch-size', nodeReader('scenarios'));
const step = lab.steps.find(({ ask }) => ask.kind === 'design')!;
const page = testPage();
const sheet: Sheet = {
  ...{ format: 'schedscape-sheet/1', lab: 'batch-size', course: 'OS', name: 'Ada' },
  ...{ seed: 1, answers: {} },
};
const button = (name: string) =>
  [...page.host.querySelectorAll('button')].find(({ textContent }) => textContent === name);
const tell = () => page.host.textContent ?? '';

/** Runs of which every figure is `value`. */
const runsOf = (value: number) => {
  const metrics = new Proxy({}, { get: () => value });
  const run = { metrics, lines: [{ metrics }], trace_hash: '0' } as unknown as RunMeasures;
  return { A: run, B: run };
};

/** Runs a design of which every figure comes out as `value`; two of 4 and less hold. */
async function tryWith(value: number) {
  measured = runsOf(value);
  await act(async () => button(words.tryDesign)!.click());
  await vi.waitFor(async () => {
    await act(async () => {});
    expect(tell()).toContain(value <= 4 ? `${value} %: ${words.holds}` : words.fails);
  });
}

const show = () => {
  const none = () => {};
  page.show(
    <LabStepView {...{ step, sheet }} number={1} of={1} onAnswer={none} onVerdicts={none} />,
  );
};

it('keeps its reason after a try that fails, and tells it to who asks', async () => {
  show();
  await tryWith(5000);
  expect(tell()).not.toContain(step.why);
  await act(async () => button(words.showWhy)!.click());
  expect(tell()).toContain(step.why);
});

it('tells its reason once all holds', async () => {
  show();
  await tryWith(5000);
  expect(tell()).not.toContain(step.why);
  await tryWith(1);
  expect(tell()).toContain(step.why);
  expect(button(words.showWhy)).toBeUndefined();
});
