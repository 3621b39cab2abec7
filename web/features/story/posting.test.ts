import { describe, expect, it } from 'vitest';
import { postingAddress } from './posting.ts';

describe('the address of a posting', () => {
  it('is that of a message in the archive of the list', () => {
    expect(postingAddress('cover.1753076363.git.pan.deng@intel.com')).toBe(
      'https://lore.kernel.org/r/cover.1753076363.git.pan.deng%40intel.com',
    );
  });

  it('is that of a commit', () => {
    expect(postingAddress('commit d8a759b57035')).toBe('https://git.kernel.org/linus/d8a759b57035');
  });

  it('is none for anything else that a scenario may say', () => {
    for (const said of [
      'the slides',
      'javascript:alert(1)@x',
      'a/../b@c',
      'commit d8a?q',
      '@',
      'a@b#c',
    ]) {
      expect(postingAddress(said), said).toBeUndefined();
    }
  });
});
