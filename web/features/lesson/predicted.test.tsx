// A lesson on a real stage: a question about other settings has a run of its own, and answers are kept. What is hidden before
// the predictions, and axe: tests/e2e/lesson.spec.ts.

import { expect, test } from 'vitest';
import { shortRun, wholePage } from '../../../tests/dom/whole-page.tsx';
import { allOf, fill, oneOf, press, textOf, until } from '../../ui/testing/person.ts';

const stage = wholePage();
const lesson = () => stage.region('Lesson')!;
const begin = async (recipe: Parameters<typeof stage.open>[0]) => {
  await stage.open(recipe);
  await stage.momentOf();
  await stage.press('button', 'Lesson: predict first');
  await until(() => stage.region('Lesson') && allOf(lesson(), 'button', 'Run it').length);
};

test('a question about other settings is answered by a run of its own', async () => {
  const set = { duration: '3 ms', warmup: '1 ms' };
  await begin({ scenario: 'cpupri/cyclic', set, playhead: '500 µs' });
  await press(lesson(), 'radio', 'more than 6 %');
  await press(lesson(), 'button', 'Run it');
  await stage.says(lesson, 'What you predicted');
  await stage.says(lesson, /Correct|Incorrect; nearest: /);
  const shares = [...lesson().querySelectorAll('*')]
    .filter((each) => each.children.length === 0)
    .filter((each) => /^[+−]?[\d.]+ %$/.test(textOf(each)));
  expect(shares).toHaveLength(1);
});

test('a reload keeps the answers of a lesson, and a link hands them on', async () => {
  await begin({ ...shortRun, scenario: 'cpupri/ffmpeg-480' });
  await press(lesson(), 'radio', 'about 11 %');
  await fill(oneOf(lesson(), 'textbox', 'Your answer, in cycles'), '2,000');
  const kept = () => stage.recipe()?.lesson;
  await until(() => kept()?.answers?.['line3-after']);
  expect(kept()).toMatchObject({
    phase: 'predict',
    answers: { 'kernel-share-after': 'about 11 %', 'line3-after': '2,000' },
  });
  await stage.again('Lesson');
  await until(() => oneOf<HTMLInputElement>(lesson(), 'radio', 'about 11 %').checked);
  expect(oneOf<HTMLInputElement>(lesson(), 'textbox').value).toBe('2,000');
  expect(stage.region('Machine A')).toBeUndefined();
});
