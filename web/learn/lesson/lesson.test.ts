import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Scenario } from '../../scenario/index.ts';
import type { Check } from '../../scenario/step-schema.ts';
import {
  isAnswered,
  judgeCheck,
  judgePrediction,
  lessonOfRecipe,
  newLesson,
  numberIn,
  type Prediction,
  questionsOf,
} from './lesson.ts';

const asked = {
  ...{ id: 'share', question: 'What share remains?', points: 1 },
  about: { metric: 'kernel_share', variant: 'B' },
} as const;
const chosen: Prediction = {
  kind: 'choice',
  ...asked,
  choices: [
    { id: 'most', says: 'about 20 %', at_least: 15.5 },
    { id: 'half', says: 'about 11 %', at_least: 6.5, at_most: 15.5 },
    { id: 'none', says: 'about 2 %', at_most: 6.5 },
  ],
};
const typed: Prediction = { kind: 'number', ...asked, within: 25 };
const told = (...asks: readonly Prediction[]) =>
  ({ steps: asks.map((ask) => ({ ask })) }) as Pick<Scenario, 'steps'>;

const scenario = (name: string) =>
  JSON.parse(readFileSync(`scenarios/cpupri/${name}.json`, 'utf8')) as Scenario;

describe('a prediction', () => {
  it('by choice is right where what was simulated lies within its bounds', () => {
    expect(judgePrediction(chosen, 'about 11 %', 12.3)).toEqual({
      met: 'right',
      best: 'about 11 %',
    });
    expect(judgePrediction(chosen, 'about 20 %', 12.3)).toEqual({ met: 'off', best: 'about 11 %' });
  });
  it('by number is close within as many per cent as its question says', () => {
    expect(judgePrediction(typed, '4,000', 5000)?.met).toBe('close');
    expect(judgePrediction(typed, '3 000 cycles', 5000)?.met).toBe('off');
    expect(judgePrediction(typed, 'no idea', 5000)).toBeUndefined();
  });
  it('to a question named as what every object has is asked for like any other', () => {
    const odd = { ...typed, id: 'constructor' };
    expect(isAnswered(odd, newLesson)).toBe(false);
    const said = { phase: 'predict' } as const;
    expect(lessonOfRecipe(said, told(odd))?.answers).toEqual({});
    expect(isAnswered(odd, { answers: Object.fromEntries([['constructor', '7']]) })).toBe(true);
  });
  it('counts as given only when it can be judged', () => {
    const given = (share: string) => ({ ...newLesson, answers: { share } });
    expect(isAnswered(chosen, newLesson)).toBe(false);
    expect(isAnswered(chosen, given('about 3 %'))).toBe(false);
    expect(isAnswered(chosen, given('about 2 %'))).toBe(true);
    expect(isAnswered(typed, given('many'))).toBe(false);
    expect(isAnswered(typed, given('12.5'))).toBe(true);
  });
  it('reads numbers as people write them', () => {
    expect(['1,234.5 cycles', '−3 %', 'about 11 %'].map(numberIn)).toEqual([1234.5, -3, 11]);
  });
});

describe('a check', () => {
  const check = (bounds: Partial<Check>) =>
    ({ id: 'c', says: 's', metric: 'kernel_share', variant: 'B', ...bounds }) as Check;
  it('holds within its bounds, ends included, and is open without a value', () => {
    expect(judgeCheck(check({ at_least: 9 }), 9)).toBe(true);
    expect(judgeCheck(check({ at_least: 9, at_most: 10 }), 10.1)).toBe(false);
    expect(judgeCheck(check({ at_most: 10 }), undefined)).toBeUndefined();
  });
});

describe('the scenarios', () => {
  it('of the FFmpeg story ask two things that its own run answers', () => {
    expect(questionsOf(scenario('ffmpeg-480')).map(({ id }) => id)).toEqual([
      'kernel-share-after',
      'line3-after',
    ]);
  });
  it('that ask about other settings only have a lesson, too', () => {
    for (const name of ['cyclic', 'pi-stress', 'ffmpeg-fork-join']) {
      const { steps } = scenario(name);
      const questions = questionsOf({ steps });
      expect(questions.length).toBeGreaterThan(0);
      expect(questions.every(({ set }) => set)).toBe(true);
      expect(lessonOfRecipe({ phase: 'predict' }, { steps })).toEqual(newLesson);
    }
  });
});
