import { describe, expect, it } from 'vitest';
import { fetched, read, reasonOf } from './testing.ts';

describe('the story of other decisions', () => {
  it('tells a pull by the overload count and where the walk begins', () => {
    const { looked, chosen } = read({
      decision: 3,
      reason: reasonOf('walk'),
      facts: { form: 'walk', overloaded: 5 },
    });
    expect(looked[0]).toContain(
      'It read the overload count of the root domain: 5 CPUs were marked as overloaded.',
    );
    expect(chosen.at(-1)).toBe('The walk begins at CPU 4.');
  });
  it('tells a task that the CPU took itself, where no push IPI is sent', () => {
    const { asked, looked, chosen } = read({
      decision: 3,
      reason: reasonOf('none'),
      previous: 2,
      cpu: 4,
      chosen: 4,
    });
    expect(asked[0]).toContain('CPU 4 had just dropped to a lower cpupri level');
    expect(looked[0]).toContain('CPU 4 locked the runqueue of CPU 2 besides its own');
    expect(chosen.at(-1)).toBe('Task 7 goes to CPU 4.');
  });
  it('tells a push that found nobody', () => {
    const { asked, chosen } = read({
      decision: 2,
      reason: reasonOf('none'),
      chosen: -1,
      previous: 2,
    });
    expect(asked[0]).toContain(
      'Task 7 (RT99) was runnable on CPU 2 but not running: the CPU was RT overloaded. Could the task run elsewhere at once?',
    );
    expect(chosen.at(-1)).toBe('Task 7 stays on CPU 2.');
  });
  it('tells a refill in pages', () => {
    const { looked, chosen } = read({
      decision: 4,
      reason: reasonOf('empty'),
      facts: {
        form: 'hold',
        ...{ first: 0, wanted: 63, pages: 63, single: 0, work: 4, order: 5, listed: 63 },
        stopped: [],
      },
    });
    expect(looked[0]).toContain('63 pages were asked for under one hold');
    expect(looked[1]).toContain('4 blocks; the largest had order 5');
    expect(chosen.at(-1)).toBe('63 pages moved.');
  });
});

describe('what a decision cost', () => {
  it('is told by line, in the order of the first fetch, with fields and functions', () => {
    const steps = [fetched(64, 0, 40), fetched(56, 300, 400), fetched(56, 100, 200, 2)];
    const { cost, lines } = read({}, { steps });
    expect(cost[0]).toBe('2.5 µs, in which 20 shared fields were touched.');
    expect(cost[1]).toContain('3 cache lines had to be fetched');
    expect(cost[1]).toContain('stalled 640 ns');
    expect(cost[1]).toContain('queued 400 ns');
    expect(lines.map(({ fields, symbols, text }) => [fields, symbols, text])).toEqual([
      [['0x0'], ['cpupri_find_fitness'], 'stalled 40 ns'],
      [
        ['count[0]'],
        ['cpupri_find_fitness', 'cpupri_set'],
        '2 times, stalled 600 ns, queued 400 ns',
      ],
    ]);
  });
  it('says so when nothing had to be fetched, and what is left out', () => {
    expect(read({}).cost[1]).toContain('in the core’s own caches');
    const steps = Array.from({ length: 12 }, (_, line) => fetched(line * 64, 0, 1));
    const { lines, afterLines } = read({}, { steps, leftOut: 3 });
    expect(lines).toHaveLength(8);
    expect(afterLines).toEqual(['4 more lines.', '3 later steps are not listed.']);
  });
});
