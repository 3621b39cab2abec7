// How much of a line of the map has room in frames of several widths.

import { expect, it } from 'vitest';
import { geometryOf, xOfByte } from './geometry.ts';
import type { LayoutRow } from './lines.ts';

const rows: readonly LayoutRow[] = [];

it('leaves room for the share of a line where its names have theirs', () => {
  const wide = geometryOf(rows, 800, 1);
  expect(wide.hasShares).toBe(true);
  expect(xOfByte(wide, 64)).toBeLessThan(800 - 50);
});

it('shows all of a line on a phone, without its share', () => {
  for (const width of [320, 360, 412]) {
    const phone = geometryOf(rows, width, 1.17);
    expect(phone.hasShares).toBe(false);
    expect(xOfByte(phone, 64), `${width} px`).toBeLessThanOrEqual(width);
  }
});
