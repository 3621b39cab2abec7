import { describe, expect, it } from 'vitest';
import { longWords, ProbeAnswer, setWords } from './probe-words.ts';

const answer = (...words: number[]) => new ProbeAnswer(Int32Array.from(words));

describe('words of a probe', () => {
  it.each([0, 1, -1, 2 ** 31, 2 ** 32 - 1, -(2 ** 32), 2 ** 40 + 7, Number.MAX_SAFE_INTEGER])(
    'carry %d there and back',
    (value) => {
      expect(answer(...longWords(value)).long()).toBe(value);
    },
  );

  it('hold numbers without a sign to the last bit of their order', () => {
    expect(answer(5, 1).unsignedLong()).toBe(2 ** 32 + 5);
    expect(answer(-1, -1).unsignedLong()).toBe(2 ** 64);
    expect(answer(-1, -1).long()).toBe(-1);
  });

  it('carry sets of CPUs there and back', () => {
    const cpus = [0, 31, 32, 63, 64, 127];
    expect(answer(...setWords(cpus, 2)).set(2)).toEqual(cpus);
    expect(answer(...setWords([], 1)).set(1)).toEqual([]);
  });

  it('are read one behind the other, with lists and texts behind their lengths', () => {
    const read = answer(7, 1, 2, 2, 65, 66, 2, 8, 9, 1, 3);
    expect(read.next()).toBe(7);
    expect(read.many(2)).toEqual([1, 2]);
    expect(read.text()).toBe('AB');
    expect(read.words()).toEqual([8, 9]);
    expect(read.list(() => read.next() * 2)).toEqual([6]);
  });

  it('are not read past their end', () => {
    const read = answer(1);
    read.next();
    expect(() => read.next()).toThrow('the core wrote fewer words than the probe promises');
  });
});
