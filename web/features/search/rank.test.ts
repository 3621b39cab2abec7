import { expect, it } from 'vitest';
import { rankedFindings, scoreOf } from './rank.ts';

const item = (name: string, text?: string, weight = 0) => ({ name, text, weight });
const names = (items: readonly { name: string }[]) => items.map(({ name }) => name);

it('finds a name of the kernel however its words are parted', () => {
  const set = item('cpupri_set');
  for (const query of ['cpupri_set', 'cpupri set', 'CPUPRI-SET', 'cpupri_set()', 'set cpupri'])
    expect(scoreOf(set, query), query).toBeGreaterThan(0);
  expect(scoreOf(set, 'cpupri_find')).toBe(0);
});

it('puts a name before a word of it, a word before a part, and what is said of it last', () => {
  const items = [
    item('something else', 'where a task goes'),
    item('multitasking'),
    item('the task'),
    item('task group'),
    item('task'),
  ];
  expect(names(rankedFindings(items, 'task', 9))).toEqual([
    'task',
    'task group',
    'the task',
    'multitasking',
    'something else',
  ]);
});

it('wants every word', () => {
  const items = [item('rq.lock'), item('zone.lock'), item('rq.nr_running')];
  expect(names(rankedFindings(items, 'rq lock', 9))).toEqual(['rq.lock']);
});

it('keeps to its number, and without a query to the weights', () => {
  const items = [item('a', '', 1), item('b', '', 5), item('c', '', 3)];
  expect(names(rankedFindings(items, '', 2))).toEqual(['b', 'c']);
});
