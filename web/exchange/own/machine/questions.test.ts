// A gap in the texts of a machine raises one question, with a proposed answer that holds until another one is
// given.

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { ReaderAnswers } from '../notes.ts';
import { machineTextsOf } from '../pasted.ts';
import { readMachineTexts } from './join.ts';

const sample = (name: string) => readFileSync(`tests/fixtures/own/${name}`, 'utf8');
const read = (name: string, answers: ReaderAnswers = {}) =>
  readMachineTexts(machineTextsOf({ text: sample(name) }), { answers });
const asked = (name: string, answers: ReaderAnswers = {}) =>
  read(name, answers).questions.map(({ about, answer }) => [about, answer]);

describe('what is left open', () => {
  test('by numactl alone: threads, caches, and whose memory a node without any uses', () => {
    const name = 'numactl-alone-memoryless.txt';
    expect(asked(name)).toEqual([
      ['memory', 'own'],
      ['threads', '2'],
      ['packages', '2'],
      ['caches', '2'],
      ['siblings', 'block'],
    ]);
    expect(read(name).topology.nodes).toHaveLength(2);
    const near = read(name, { memory: 'near', threads: '1' });
    expect(near.topology).toMatchObject({ cores: 16 });
    expect(near.topology.nodes).toHaveLength(1);
  });

  test('and the memory of the nearest node is taken beside a listing that names the nodes', () => {
    const listing =
      '# CPU,Core,Socket,Node\n' +
      Array.from({ length: 16 }, (_, cpu) => {
        const node = cpu % 8 < 4 ? 0 : 1;
        return `${cpu},${cpu % 8},${node},${node}\n`;
      }).join('');
    const both = [{ text: listing }, { text: sample('numactl-alone-memoryless.txt') }];
    const nodesBy = (memory: string) =>
      readMachineTexts(both, { answers: { memory } }).topology.nodes.length;
    expect([nodesBy('own'), nodesBy('near')]).toEqual([2, 1]);
  });

  test('by a matrix alone: which of its clusters share a cache, and which are packages', () => {
    const name = 'matrix-alone-2s-4llc.csv';
    expect(asked(name)).toEqual([
      ['caches', '4'],
      ['packages', '2'],
      ['distances', '12 21'],
    ]);
    const one = read(name, { caches: '2', packages: '1' }).topology;
    expect([one.llcs.length, one.packages.length]).toEqual([2, 1]);
  });

  test('by /proc/cpuinfo: its caches', () => {
    expect(read('cpuinfo-short.txt', { caches: '1' }).topology.llcs).toHaveLength(1);
    const four = sample('cpuinfo-short.txt');
    expect(four).toContain('physical id');
    expect(asked('cpuinfo-short.txt').length).toBeLessThan(2);
  });

  test('and answered is noted no more; an answer that is none is as if there were none', () => {
    const name = 'numactl-cpu-compress.txt';
    const [before, after] = [read(name), read(name, { caches: '4', threads: '2' })];
    expect(before.notes.join(' ')).toContain('one last-level cache per node is proposed');
    expect(after.notes.join(' ')).not.toContain('one last-level cache per node is proposed');
    expect(after.topology.llcs).toHaveLength(4);
    expect(read(name, { caches: '3' }).topology).toEqual(before.topology);
  });
});
