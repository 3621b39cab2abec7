import { describe, expect, it } from 'vitest';
import { leftOf, progress, tableOf } from './progress.mjs';

describe('what is left of a run', () => {
  const last = { build: 60, tests: 100, page: 20 };

  it('is by how long the steps took the last time, less what the running ones have taken', () => {
    const left = leftOf(['tests', 'page'], new Map([['tests', 70]]), last);
    expect(left).toBe('1 step left, at most 50 s');
  });

  it('is the number of steps where one has never run, and nothing beyond the last', () => {
    expect(leftOf(['tests', 'strange', 'page'], new Map([['tests', 1]]), last)).toBe(
      '2 steps left',
    );
    expect(leftOf(['page'], new Map([['page', 30]]), last)).toBe('the last step, at most 0 s');
  });
});

describe('the progress of a run', () => {
  it('is a line when a step begins, with the seconds so far, where nobody watches a terminal', () => {
    const written = [];
    let time = 5;
    const watcher = progress(['a', 'b'], { write: (text) => written.push(text) }, () => time);
    watcher.begin('a');
    time = 12;
    watcher.end('a');
    watcher.begin('b');
    watcher.end('b');
    expect(written).toEqual([
      '...    a 0 s; 0 s so far, 1 step left\n',
      '...    b 0 s; 7 s so far, the last step\n',
    ]);
  });

  it('is one line of a terminal that is taken away at the end', () => {
    const written = [];
    const output = { isTTY: true, columns: 20, write: (text) => written.push(text) };
    const watcher = progress(['a'], output, () => 0);
    watcher.begin('a');
    watcher.end('a');
    expect(written.at(-1)).toBe('\r\x1b[2K');
    expect(written.join('')).toContain('a 0 s; 0 s');
    expect(written.some((text) => text.includes('\n'))).toBe(false);
  });
});

it('lists the steps that ran, the longest first, with their share', () => {
  const times = [
    { name: 'types', seconds: 10 },
    { name: 'tests', seconds: 30 },
  ];
  expect(tableOf(times)).toEqual(['    30.0 s   75 %  tests', '    10.0 s   25 %  types']);
});
