// Where the machine of a policy of one's own stands on stage.

import { afterEach, describe, expect, it, vi } from 'vitest';
import { stageWith } from './sides.ts';

const inWindow = (innerWidth: number) => vi.stubGlobal('window', { innerWidth });
afterEach(() => void vi.unstubAllGlobals());

describe('the machine of a policy', () => {
  it('stands beside the one that it is compared with', () => {
    inWindow(1280);
    expect(stageWith('A | B', 'C')).toBe('A | C');
    expect(stageWith('B', 'D')).toBe('B | D');
    expect(stageWith('B | C', 'C')).toBe('B | C');
  });

  it('stands alone on a phone, where one machine fits', () => {
    inWindow(390);
    expect(stageWith('A', 'C')).toBe('C');
    expect(stageWith('B', 'D')).toBe('D');
  });
});
