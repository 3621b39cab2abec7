// The answers of runs as a reader gets them.

import { expect, it } from 'vitest';
import { figureText, relationText } from './say.ts';

it('a run that has none is not called 100 % less than another', () => {
  expect(relationText(0, 'A')).toBe('none, where A has some');
  expect(relationText(0.936, 'A')).toBe('6.4 % less than A');
  expect(relationText(1, 'A')).toBe('as much as A');
});

it('a share that is next to nothing has no digits', () => {
  expect(figureText({ metric: 'kernel_share', variant: 'A' }, 0.005244)).toBe('less than 0.01 %');
  expect(figureText({ metric: 'kernel_share', variant: 'A' }, 0)).toBe('0 %');
  expect(figureText({ metric: 'kernel_share', variant: 'A' }, 19.62)).toBe('19.62 %');
});

it('one of what is counted is one', () => {
  expect(figureText({ metric: 'migrations_balance', variant: 'A' }, 1)).toBe('1 move');
  expect(figureText({ metric: 'migrations_balance', variant: 'A' }, 12)).toBe('12 moves');
});
