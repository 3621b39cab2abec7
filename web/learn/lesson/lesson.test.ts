import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Scenario } from '../../scenario/index.ts';
import {
  type Check,
  isAnswered,
  judgeCheck,
  judgePrediction,
  lessonOfRecipe,
  newLesson,
  numberIn,
  type Prediction,
  questionsOf,
} from './lesson.ts';

const chosen: Prediction = {
  id: 'share',
  question: 'What share remains?',
  metric: 'kernel_share',
  variant: 'B',
  choices: ['about 20 %', 'about 11 %', 'about 2 %'],
};
const { choices: _, ...typed } = chosen;

const scenario = (name: string) =>
  JSON.parse(readFileSync(`scenarios/cpupri/${name}.json`, 'utf8')) as Scenario;

describe('a prediction', () => {
  it('by choice is right if no other choice is nearer to what was simulated', () => {
    expect(judgePrediction(chosen, 'about 11 %', 12.3)).toEqual({
      met: 'right',
      best: 'about 11 %',
    });
    expect(judgePrediction(chosen, 'about 20 %', 12.3)).toEqual({ met: 'off', best: 'about 11 %' });
  });
  it('by number is close within a quarter of what was simulated', () => {
    expect(judgePrediction(typed, '4,000', 5000)?.met).toBe('close');
    expect(judgePrediction(typed, '3 000 cycles', 5000)?.met).toBe('off');
    expect(judgePrediction(typed, 'no idea', 5000)).toBeUndefined();
  });
  it('to a question named as what every object has is asked for like any other', () => {
    const odd = { ...typed, id: 'constructor' };
    expect(isAnswered(odd, newLesson)).toBe(false);
    const said = { phase: 'predict' } as const;
    expect(lessonOfRecipe(said, { predict: [odd] })?.answers).toEqual({});
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
      const { predict } = scenario(name);
      expect(predict!.every(({ set }) => set)).toBe(true);
      expect(lessonOfRecipe({ phase: 'predict' }, { predict })).toEqual(newLesson);
    }
  });
});
