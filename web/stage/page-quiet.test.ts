import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { quietOf } from './page-quiet.ts';

describe('a page is built', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('when its thread has answered at once for half a second, and not while it is kept', async () => {
    let lost = 0;
    let isQuiet = false;
    const now = () => Date.now() + lost;
    void quietOf(now).then(() => {
      isQuiet = true;
    });
    await vi.advanceTimersByTimeAsync(450);
    // Something long came between: the next look is late.
    lost += 80;
    await vi.advanceTimersByTimeAsync(450);
    expect(isQuiet).toBe(false);
    await vi.advanceTimersByTimeAsync(150);
    expect(isQuiet).toBe(true);
  });
});
