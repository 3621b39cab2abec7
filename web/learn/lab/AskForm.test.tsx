// Every question of every lab can be found and answered by the names of its controls, as a screen-reader user does;
// the answer is one that a sheet may hold. tests/engine/labs tests what the runs say to it.

import { act } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { labNames, loadLab, recipeOfStep, seedOf } from '../../scenario/lab/lab.ts';
import { checkSheet, type Sheet, sealOf } from '../../scenario/lab/sheet.ts';
import { nodeReader } from '../../scenario/node.ts';
import { testPage } from '../../ui/testing/page.ts';
import { AskForm } from './AskForm.tsx';
import { words } from './words.ts';

vi.mock('../../scenario/browser.ts', async () => {
  const { nodeReader: read } = await import('../../scenario/node.ts');
  return { browserReader: read('scenarios') };
});

const reader = nodeReader('scenarios');
const labs = await Promise.all(
  labNames(reader).map(async (name) => ({ name, lab: await loadLab(name, reader) })),
);
const page = testPage();
const onSay = vi.fn();
afterEach(() => onSay.mockClear());

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
const controls = () => [...page.host.querySelectorAll<Control>('input, select, textarea')];
const nameOf = (control: Control): string =>
  control.getAttribute('aria-label') ??
  control.closest('label')?.querySelector('span')?.textContent ??
  [...(control.closest('label')?.childNodes ?? [])]
    .filter(({ nodeName }) => nodeName === '#text')
    .map(({ textContent }) => textContent)
    .join('');
const button = (name: string) =>
  [...page.host.querySelectorAll('button')].find(({ textContent }) => textContent === name);

/** As React hears it: by the setter of the element, then the event. */
function write(control: Control, value: string): void {
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value')!;
  act(() => {
    set!.call(control, value);
    control.dispatchEvent(new Event('input', { bubbles: true }));
  });
}

/** Answers with the first control there is, whatever it is for. */
function answer(): void {
  const [first] = controls();
  if (first?.type === 'radio') act(() => first.click());
  else if (first?.type === 'range') write(first, first.getAttribute('max')!);
  else if (first?.tagName === 'INPUT') write(first, '3');
}

describe.each(labs)('the lab $name', ({ name, lab }) => {
  const who = { lab: name, course: 'Operating systems', name: 'Ada' };
  const seed = seedOf(name, who.course, who.name);

  it.each(lab.steps.map((step) => [step.title, step] as const))(
    'asks by name: %s',
    async (_, step) => {
      const { ask } = step;
      page.show(<AskForm ask={ask} recipe={recipeOfStep(step, seed)} busy={false} onSay={onSay} />);
      // The editor of a policy and the machine of a question come a little later.
      while (controls().length === 0) {
        await act(() => new Promise((resolve) => setTimeout(resolve, 10)));
      }
      expect(controls().length).toBeGreaterThan(0);
      const names = controls().map(nameOf);
      expect(names.filter((each) => each.trim() === '')).toEqual([]);
      expect(new Set(names).size).toBe(names.length);
      expect(page.host.textContent).toContain(ask.question);
      const isTask = ask.kind === 'design' || ask.kind === 'policy';
      const run = button(
        isTask ? (ask.kind === 'design' ? words.tryDesign : words.runPolicy) : words.submit,
      )!;
      if (!isTask) {
        expect(run.disabled).toBe(true);
        answer();
      }
      expect(run.disabled).toBe(false);
      act(() => run.click());
      expect(onSay).toHaveBeenCalledTimes(1);
      const sheet: Sheet = { format: 'schedscape-sheet/1', ...who, seed, answers: {} };
      const said = { said: onSay.mock.calls[0]![0], hints: 0, runs: {} };
      sheet.answers[ask.id] = { ...said, seal: sealOf(sheet, ask.id, said) };
      checkSheet(sheet, lab);
    },
  );
});
