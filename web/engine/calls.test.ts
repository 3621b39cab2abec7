import { MessageChannel } from 'node:worker_threads';
import { afterEach, describe, expect, it } from 'vitest';
import { callsTo, handOver, serve } from './calls.ts';

const service = {
  sum: async (a: number, b: number) => a + b,
  nothing: () => {},
  fail: async () => {
    throw new RangeError('line 3 has two owners');
  },
  bytes: () => {
    const buffer = new ArrayBuffer(8);
    kept = buffer;
    return handOver(buffer, [buffer]);
  },
};
let kept = new ArrayBuffer(0);

const open: (() => void)[] = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

function connected() {
  const { port1, port2 } = new MessageChannel();
  open.push(() => port1.close());
  serve(port1 as never, service);
  return callsTo<typeof service>(port2 as never);
}

describe('calls to another thread', () => {
  it('give each question its own answer, whatever the order', async () => {
    const calls = connected();
    expect(await Promise.all([calls.sum(1, 2), calls.nothing(), calls.sum(3, 4)])).toEqual([
      3,
      undefined,
      7,
    ]);
  });
  it('reject with what went wrong over there', async () => {
    await expect(connected().fail()).rejects.toThrow('line 3 has two owners');
  });
  it('reject a question nobody answers there', async () => {
    const calls = connected() as unknown as Record<string, () => Promise<unknown>>;
    await expect(calls.toString!()).rejects.toThrow();
    await expect(calls.constructor!()).rejects.toThrow();
  });
  it('hand over what is marked, so that nothing is copied', async () => {
    const received = await connected().bytes();
    expect(received.byteLength).toBe(8);
    expect(kept.byteLength).toBe(0);
  });
  it('can be passed around as values: the far object is no promise', async () => {
    const calls = await Promise.resolve(connected());
    expect(await calls.sum(2, 2)).toBe(4);
  });
});
