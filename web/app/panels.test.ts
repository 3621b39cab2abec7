import { describe, expect, it } from 'vitest';
import { panelsThatFit } from './panels.ts';

describe('side panels', () => {
  it('leave two machines 520 px each on a screen of 1280 px', () => {
    expect(panelsThatFit(1280, 2)).toBe(1);
    expect(panelsThatFit(1280, 1)).toBe(2);
    expect(panelsThatFit(1920, 2)).toBe(2);
  });
  it('are sheets, one at a time, on a small screen', () => {
    expect(panelsThatFit(820, 1)).toBe(1);
    expect(panelsThatFit(390, 2)).toBe(1);
  });
});
