import { describe, expect, it } from 'vitest';
import { formatCpuList, MOST_CALLS, normalCpuList, readCpuCalls, readCpuList } from './cpu-list.ts';
import { JsonField } from './json-fields.ts';

const list = (value: unknown, cpus = 512) => readCpuList(new JsonField(value, 'llcs[0]'), cpus);

describe('a CPU list', () => {
  it('is read as single CPUs and ranges', () => {
    expect(list('0-2,8,240-241')).toEqual([0, 1, 2, 8, 240, 241]);
    expect(list('')).toEqual([]);
  });

  it('is written with the longest ranges', () => {
    expect(formatCpuList([0, 1, 2, 8, 240, 241])).toBe('0-2,8,240-241');
    expect(formatCpuList([])).toBe('');
  });

  it('has one normal form however it was written', () => {
    expect(normalCpuList(new JsonField('3,0-1,2,2', 'span'), 8)).toBe('0-3');
  });

  it.each(['0-', '-1', 'a', '1,,2', '1 2', '3-1', '0x1', '1-2-3'])('refuses "%s"', (text) => {
    expect(() => list(text)).toThrow(/llcs\[0\]: found ".*"; write CPUs as the kernel lists them/);
  });

  it('refuses CPUs the machine does not have, without making room for them first', () => {
    expect(() => list('0-9999999', 480)).toThrow('name CPUs from 0 to 479');
  });

  it('refuses to name more CPUs than the machine has, however often a range repeats', () => {
    expect(list('0-511')).toHaveLength(512);
    const repeated = '0-511,'.repeat(100_000);
    expect(() => list(`${repeated}0`)).toThrow(
      /^llcs\[0\]: found "0-511,.*; name each CPU once, at most 512 in all$/,
    );
  });

  it('refuses what is not text', () => {
    expect(() => list(5)).toThrow('llcs[0]: found 5; write a text in quotes');
  });

  it('may stand for calls in an order, several of them on one CPU', () => {
    expect(readCpuCalls(new JsonField('5,0-2,5,1-2', 'cpus'), 8)).toEqual([5, 0, 1, 2, 5, 1, 2]);
  });

  it('stands for no more calls than the bound', () => {
    const calls = (count: number) =>
      readCpuCalls(new JsonField(`${'3,'.repeat(count - 1)}3`, 'cpus'), 8);
    expect(calls(MOST_CALLS)).toHaveLength(MOST_CALLS);
    expect(() => calls(MOST_CALLS + 1)).toThrow(`name at most ${MOST_CALLS} CPUs`);
  });
});
