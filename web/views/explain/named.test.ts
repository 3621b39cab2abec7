// One name a task: a story has the one of the stage, with the number of the kernel's records in brackets.

import { describe, expect, it } from 'vitest';
import type { Catalog } from '../../engine/types.ts';
import { named, withTaskNames } from './named.ts';
import { task } from './words.ts';

const catalog = {
  taskRoles: { name: ['idle', 'faulter', 'main'], role: [0, 0, 1, 1, 2], number: [0, 0, 0, 1, 0] },
} as unknown as Catalog;

describe('a task in a story', () => {
  it('has its name of the stage, in the middle of a sentence as at its beginning', () => {
    expect(withTaskNames(catalog, `${task(3)} was woken. ${task(4)} ran, not ${task(2)}.`)).toBe(
      '[Faulter 1 (task 3)|task:3] was woken. [Main (task 4)|task:4] ran, not [faulter 0 (task 2)|task:2].',
    );
    expect(withTaskNames(catalog, `${task(7)} goes to ${task(8)}.`)).toBe(
      '[Task 7|task:7] goes to [task 8|task:8].',
    );
  });

  it('has it in all that is told, and nothing else is changed', () => {
    const told = {
      asked: [task(2)],
      lines: [{ name: 'zone line 1', text: `of ${task(3)}` }],
      at: 2,
    };
    expect(named(catalog, told)).toEqual({
      asked: ['[Faulter 0 (task 2)|task:2]'],
      lines: [{ name: 'zone line 1', text: 'of [faulter 1 (task 3)|task:3]' }],
      at: 2,
    });
  });
});
