import { describe, expect, it } from 'vitest';
import type { Catalog } from '../engine/types.ts';
import { lineOnSide } from './selection.ts';

/** A catalog with lines given as [structure, instance, number]. */
function catalog(structures: string[], lines: (readonly [number, number, number])[]): Catalog {
  return {
    structures,
    lines: {
      count: lines.length,
      structure: new Uint32Array(lines.map(([structure]) => structure)),
      instance: new Uint32Array(lines.map(([, instance]) => instance)),
      lineNumber: new Uint32Array(lines.map(([, , number]) => number)),
    },
  } as unknown as Catalog;
}

const a = catalog(
  ['root_domain', 'rq'],
  [
    [0, 0, 1],
    [0, 0, 2],
    [1, 0, 1],
    [1, 1, 1],
  ],
);
const b = catalog(
  ['rq', 'root_domain'],
  [
    [0, 0, 1],
    [0, 1, 1],
    [1, 0, 1],
    [1, 0, 2],
    [1, 0, 3],
  ],
);

describe('a selected line', () => {
  it('is the line of the same structure, instance and number on the other side', () => {
    expect(lineOnSide(1, a, b)).toBe(3);
    expect(lineOnSide(3, a, b)).toBe(1);
    expect(lineOnSide(2, a, a)).toBe(2);
  });
  it('is nowhere if the other layout has no such line', () => {
    expect(lineOnSide(4, b, a)).toBeUndefined();
    expect(lineOnSide(99, b, a)).toBeUndefined();
  });
});
