import { describe, expect, it } from 'vitest';
import { catalog, read, reasonOf, search } from '../testing.ts';
import { nearness } from './rt.ts';

describe('the story of a wake-up', () => {
  it('says what ran before, what the search found, and where the task goes', () => {
    const { asked, looked, chosen } = read({});
    expect(asked[0]).toBe(
      'Task 7 (RT99) was woken. CPU 3 executed the wake-up and had to choose a CPU for it; the task last ran on CPU 0.',
    );
    expect(looked[0]).toContain(
      'The previous CPU, CPU 0, was checked first and had RT99, behind which the wakee would have to wait. So the search began.',
    );
    expect(looked[2]).toBe('Level NORMAL had 3 CPUs that the task may use: CPU 1, CPU 4, CPU 6.');
    expect(looked[3]).toContain('CPU 4 was the first CPU found (same core)');
    expect(looked.at(-1)).toContain(
      'the top priority of CPU 4 was read again and was no real-time',
    );
    expect(chosen.at(-1)).toBe('Task 7 goes to CPU 4.');
  });
  it('says of each other candidate why it was not taken', () => {
    expect(read({}).refused).toEqual([
      'CPU 1: same LLC, farther away.',
      'CPU 6: other socket, farther away.',
    ]);
    expect(read(search({ candidates: 9 })).refused.at(-1)).toBe(
      'And 6 more that the record does not name.',
    );
    expect(read({ chosen: 1, ...search({ found: [1, 5], candidates: 2 }) }).refused).toEqual([
      'CPU 5: same LLC, equally near, but not next in turn.',
    ]);
  });
  it('tells no search where there was none', () => {
    const { looked, refused, chosen } = read({
      reason: reasonOf('free'),
      chosen: 0,
      ...search({ probed: 0, found: [], foundLevel: -1, runningPriority: 120 }),
    });
    expect(looked).toHaveLength(1);
    expect(looked[0]).toContain(
      'The previous CPU, CPU 0, was checked first and had no real-time task. The wakee need not wait there, so cpupri was not searched.',
    );
    expect(refused).toEqual([]);
    expect(chosen.at(-1)).toBe('Task 7 stays on CPU 0.');
  });
  it('counts ghosts among the CPUs found, and tells that one of them was named', () => {
    const { looked, refused, chosen } = read({
      ...{ reason: reasonOf('ghost'), chosen: 0 },
      ...search({ otherPriority: 0, ghosts: 2, foundLevel: 50, probed: 51, found: [0, 1, 4] }),
    });
    expect(looked[3]).toBe(
      '2 of them are ghosts: listed at RT50 since the masks were made, although not at that level.',
    );
    expect(looked[4]).toContain('CPU 0 is the task');
    expect(looked[5]).toContain('the top priority of CPU 0 was read again and was RT99');
    expect(refused[0]).toBe('CPU 1: same LLC, farther away.');
    expect(chosen.at(-1)).toBe('Task 7 stays on CPU 0.');
  });
  it('says that nobody was lower after all levels were read', () => {
    const none = search({ foundLevel: -1, found: [], candidates: 0, probed: 99, refused: 2 });
    const { looked } = read({ ...none, chosen: 0, reason: reasonOf('none') });
    expect(looked[1]).toContain('the counts of 99 levels were read, up to RT98');
    expect(looked[2]).toContain('2 levels were populated, but none of the CPUs');
    expect(looked[3]).toBe('No level below its own has a CPU that the task may use.');
  });
});

describe('words for places', () => {
  it('say the closest thing two CPUs share', () => {
    expect([0, 4, 1, 3].map((to) => nearness(catalog, 0, to))).toEqual([
      'itself',
      'core',
      'llc',
      'other',
    ]);
  });
});
