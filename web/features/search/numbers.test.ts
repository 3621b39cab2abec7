// What is found by its number, and what is said where nothing has it.

import { describe, expect, it } from 'vitest';
import { askedNumber, hintOf, noSuchNumber } from './numbers.ts';

const eight = { topology: { cpus: 8 }, tasks: 17 };

describe('a number in the search', () => {
  it('names a CPU or a task of the machine on stage', () => {
    expect(askedNumber('CPU 7', eight)).toEqual({ isCpu: true, number: 7, count: 8 });
    expect(askedNumber('thread #16', eight)).toEqual({ isCpu: false, number: 16, count: 17 });
    expect(askedNumber('cpupri', eight)).toBeUndefined();
    expect(askedNumber('CPU 7', undefined)).toBeUndefined();
  });
  it('that nothing has is told which there are', () => {
    expect(noSuchNumber('CPU 123', eight)).toBe('The CPUs here are 0 to 7.');
    expect(noSuchNumber('task 17', eight)).toBe('The tasks here are 0 to 16.');
    expect(noSuchNumber('CPU 7', eight)).toBeUndefined();
    expect(noSuchNumber('nonsense', eight)).toBeUndefined();
  });
  it('stands as an example only where there is such a one', () => {
    expect(hintOf(eight)).toBe('A name, or “CPU 7”, “task 7”');
    expect(hintOf({ topology: { cpus: 480 }, tasks: 3 })).toBe('A name, or “CPU 123”, “task 2”');
    expect(hintOf(undefined)).not.toMatch(/\d/);
  });
});
