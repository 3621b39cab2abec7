import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startAhead, startWorker } from './start-worker.ts';

class FakeWorker extends EventTarget {
  static made: FakeWorker[] = [];
  readonly name: string;
  isEnded = false;
  constructor(_: URL, { name }: { readonly name: string }) {
    super();
    this.name = name;
    FakeWorker.made.push(this);
  }
  terminate(): void {
    this.isEnded = true;
  }
  say(data: unknown): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  FakeWorker.made = [];
  vi.stubGlobal('Worker', FakeWorker);
});

afterEach(() => {
  vi.runAllTimers();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('workers started ahead', () => {
  it('are given out once each by their kind, then new ones are made', () => {
    startAhead('variant', 'variant', 'conductor');
    const [a, b, conductor] = FakeWorker.made;
    expect(startWorker('conductor')).toBe(conductor);
    expect(startWorker('variant')).toBe(a);
    expect(startWorker('variant')).toBe(b);
    expect(startWorker('variant')).toBe(FakeWorker.made[3]);
    expect(FakeWorker.made.map(({ name }) => name)).toEqual([
      'schedscape variant',
      'schedscape variant',
      'schedscape conductor',
      'schedscape variant',
    ]);
  });

  it('tell who asks for them what they have said before, and nothing twice', async () => {
    startAhead('picture');
    FakeWorker.made[0]!.say({ life: 'one' });
    const worker = startWorker('picture');
    const heard: unknown[] = [];
    worker.addEventListener('message', ({ data }) => heard.push(data));
    await Promise.resolve();
    FakeWorker.made[0]!.say('after');
    expect(heard).toEqual([{ life: 'one' }, 'after']);
  });

  it('are made anew where one could not start, so that who needs it hears of that', () => {
    startAhead('variant');
    FakeWorker.made[0]!.dispatchEvent(new Event('error'));
    expect(FakeWorker.made[0]!.isEnded).toBe(true);
    expect(startWorker('variant')).toBe(FakeWorker.made[1]);
  });

  it('end where nobody has a use for them, and never once they have', () => {
    startAhead('picture', 'picture');
    startWorker('picture');
    vi.runAllTimers();
    expect(FakeWorker.made.map(({ isEnded }) => isEnded)).toEqual([false, true]);
  });
});
