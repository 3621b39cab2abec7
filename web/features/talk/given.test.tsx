// A talk on a real stage: a remote walks its steps and starts over, and the stage comes back as it was. Type,
// a view as a step, the black screen, the window of the speaker and addresses: tests/e2e/talk.spec.ts.

import { expect, test } from 'vitest';
import { wholePage } from '../../../tests/dom/whole-page.tsx';
import { press, textOf, until } from '../../ui/testing/person.ts';

const stage = wholePage();
const talk = () => stage.all('navigation', 'Talk')[0];
const status = () => talk()?.querySelector(':scope > [role=status]');
const isAt = (step: number, of = 6) => stage.says(status, `Step ${step} of ${of}`);
const titled = (title: string) => stage.says(() => talk()?.querySelector('h1'), title);

const titles = [
  'Eight CPUs, eight runnable threads',
  'What a search answers',
  'A mask that starts full',
] as const;

/** Gives the steps of the story as a talk. */
async function begin() {
  await stage.open();
  await stage.momentOf();
  await stage.press('button', 'Present');
  await isAt(1);
}

test('a remote walks the steps forward and back, with a title each', async () => {
  await begin();
  await titled(titles[0]);
  await stage.key('PageDown');
  await isAt(2);
  await titled(titles[1]);
  await stage.key('PageDown');
  await isAt(3);
  await titled(titles[2]);
  await stage.key('PageUp');
  await isAt(2);
  await titled(titles[1]);
});

test('a number and Enter jump, Home starts over', async () => {
  await begin();
  await stage.key('4');
  await stage.says(status, 'Go to step 4: Enter');
  await stage.key('Enter');
  await isAt(4);
  await stage.key('Home');
  await isAt(1);
});

test('the keys of a talk are in the help, and Escape gives the stage back as it was', async () => {
  await begin();
  await stage.key('?');
  const help = await stage.there('dialog', 'Keys');
  await stage.says(() => help, 'leave the talk');
  expect(textOf(help)).not.toContain('half or double speed');
  await press(help, 'button', 'Close');
  await until(() => !stage.all('dialog').length);
  await stage.key('Escape');
  await until(() => !talk());
  await until(() => stage.region('Views') && stage.all('slider', 'Playhead').length);
  expect(document.documentElement.dataset.theme).not.toBe('projector');
});

test('a talk that nobody wrote is refused with the names of those that are there', async () => {
  await stage.at('#/talks/cpupry');
  await stage.says(() => stage.all('alert')[0], 'Did you mean "cpupri"');
});
