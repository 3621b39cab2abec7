import { describe, expect, it } from 'vitest';
import type { IciclePart } from '../../ui/Icicle.tsx';
import { spentOf } from './spent.ts';

const fills = { idle: 'i', user: 'u', kernel: 'k', stalled: 's', spinning: 'p' };
const rest = { from: 0, to: 100, cpus: 10, switches: 0, wakeups: 0, migrations: 0, misses: 0 };

const find = (part: IciclePart, key: string): IciclePart | undefined =>
  part.key === key ? part : part.parts?.map((each) => find(each, key)).find((found) => found);

const sum = ({ value = 0, parts = [] }: IciclePart): number =>
  value + parts.reduce((total, part) => total + sum(part), 0);

describe('where the CPU time of a range goes', () => {
  const spent = { idle: 100, user: 300, kernel: 100, stalled: 400, spinning: 100 };
  const whole = spentOf({ ...rest, spent, waited: 250 }, fills);

  it('adds up to all of it, each nanosecond once', () => {
    expect(sum(whole)).toBe(1000);
    expect(sum(find(whole, 'work')!)).toBe(400);
    expect(sum(find(whole, 'wait')!)).toBe(500);
  });

  it('parts the waits for lines into those behind others and the transfers themselves', () => {
    expect(find(whole, 'behind')).toMatchObject({ value: 250 });
    expect(find(whole, 'behind')!.label).toMatch(/^behind others 25\.0\s%$/);
    expect(find(whole, 'transfer')).toMatchObject({ value: 150 });
  });

  it('leaves out what takes no time', () => {
    const idle = { idle: 1000, user: 0, kernel: 0, stalled: 0, spinning: 0 };
    expect(
      spentOf({ ...rest, spent: idle, waited: 0 }, fills).parts?.map(({ key }) => key),
    ).toEqual(['idle']);
  });
});
