import { describe, expect, it } from 'vitest';
import type { Domain } from '../../engine/domains/words.ts';
import { nestedDomains } from './nested.ts';

const domain = (name: string, span: string, weight: number, groups: readonly string[]): Domain =>
  ({
    name,
    span,
    span_weight: weight,
    groups: groups.map((group) => ({ span: group, weight: weight / groups.length })),
  }) as unknown as Domain;

describe('the domains of a CPU as a whole and its parts', () => {
  const domains = [
    domain('SMT', '2-3', 2, ['2', '3']),
    domain('MC', '0-3', 4, ['0-1', '2-3']),
    domain('PKG', '0-7', 8, ['0-3', '4-7']),
  ];

  it('divide the widest, and in each row only the group of the CPU', () => {
    const whole = nestedDomains(domains, 3)!;
    expect(whole.label).toBe('PKG 0-7');
    expect(whole.parts?.map(({ label, value }) => [label, value])).toEqual([
      ['0-3', 0],
      ['4-7', 4],
    ]);
    const [mine] = whole.parts!;
    const [other, core] = mine!.parts!;
    expect([other!.parts, core!.parts?.map(({ label }) => label)]).toEqual([undefined, ['2', '3']]);
  });

  it('mark the groups of the CPU alone', () => {
    const marked: string[] = [];
    const walk = (part: NonNullable<ReturnType<typeof nestedDomains>>) => {
      if (part.isMarked) marked.push(part.label);
      part.parts?.forEach(walk);
    };
    walk(nestedDomains(domains, 3)!);
    expect(marked).toEqual(['0-3', '2-3', '3']);
  });

  it('are none where a CPU has no domain', () => {
    expect(nestedDomains([], 0)).toBeUndefined();
  });
});
