import { describe, expect, it } from 'vitest';
import { parseWorkload } from '../../../scenario/program/compile.ts';
import { readWorkload } from './read.ts';
import { shortExample } from './short.ts';
import { writtenWorkload } from './write-short.ts';

const again = (text: string) => readWorkload(writtenWorkload(readWorkload(text).form)).form;

describe('a workload as text', () => {
  it('is in the short form where that says all of it, and reads as the same', () => {
    const { form } = readWorkload(shortExample);
    expect(writtenWorkload(form)).toContain(
      'worker x2 on 0-3 : await go; lock m; run 50us; unlock m',
    );
    expect(again(shortExample)).toEqual(form);
    const pi = 'duration 1s\na loops 3 pi : lock m; run 1ms; unlock m\n';
    expect(again(pi)).toEqual(readWorkload(pi).form);
  });

  it('is JSON where the short form would lose something', () => {
    const phases = `{ "tasks": { "t": { "phases": { "a": { "run": 1 }, "b": { "run": 2 } } } } }`;
    const { form } = readWorkload(phases);
    const text = writtenWorkload(form);
    expect(text).toMatch(/^\{/);
    expect(parseWorkload(text)).toEqual(parseWorkload(form));
  });
});
