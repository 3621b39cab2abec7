// The domains of a CPU as a whole and its parts: the widest domain, its groups, and in the group of the CPU the groups of the
// next domain inside, down to the CPU.

import type { Domain } from '../../engine/domains/words.ts';
import type { IciclePart } from '../../ui/Icicle.tsx';
import { rangesOf } from './Strip.tsx';
import { words } from './words.ts';

const holds = (span: string, cpu: number): boolean =>
  rangesOf(span).some(({ first, last }) => first <= cpu && cpu <= last);

/** Innermost first, as the kernel has them. Groups that overlap (NUMA at several distances) each count in full. */
export function nestedDomains(domains: readonly Domain[], cpu: number): IciclePart | undefined {
  const widest = domains.at(-1);
  if (!widest) return undefined;
  const partsOf = (level: number): IciclePart[] =>
    domains[level]!.groups.map(({ span, weight }) => {
      const isMarked = holds(span, cpu);
      const parts = isMarked && level > 0 ? partsOf(level - 1) : undefined;
      return {
        key: `${level} ${span}`,
        label: span,
        title: words.groupOf(domains[level]!.name, span, weight),
        value: parts ? 0 : weight,
        ...(parts && { parts }),
        isMarked,
      };
    });
  const { name, span, span_weight } = widest;
  return {
    key: 'all',
    label: `${name} ${span}`,
    title: words.groupOf(name, span, span_weight),
    parts: partsOf(domains.length - 1),
  };
}
