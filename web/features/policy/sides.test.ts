// Where the machine of a policy of one's own stands on stage.

import { describe, expect, it } from 'vitest';
import { stageWith } from './sides.ts';

describe('the machine of a policy', () => {
  it('stands beside the one that it is compared with', () => {
    expect(stageWith('A | B', 'C')).toBe('A | C');
    expect(stageWith('B', 'D')).toBe('B | D');
    expect(stageWith('B | C', 'C')).toBe('B | C');
  });
});
