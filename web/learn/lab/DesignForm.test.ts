// The order in which a design task lists its values.

import { describe, expect, it } from 'vitest';
import { inOrder } from './DesignForm.tsx';

describe('the values of a design', () => {
  it('stand in their order where they are numbers, wherever one begins', () => {
    expect(inOrder([31, 7, 15, 127, 63])).toEqual([7, 15, 31, 63, 127]);
    expect(inOrder([0.5, 10, 9])).toEqual([0.5, 9, 10]);
  });
  it('stay as they were written where some are not', () => {
    expect(inOrder(['merged', 'v1', 'v4'])).toEqual(['merged', 'v1', 'v4']);
    expect(inOrder([true, false])).toEqual([true, false]);
    expect(inOrder(['10 ms', '2 ms'])).toEqual(['10 ms', '2 ms']);
  });
});
