// What a file counts itself is said where the machine that is simulated has another number, and memory that a CPU does not have is
// said and asked.

import { describe, expect, it } from 'vitest';
import { machineTextsOf } from '../pasted.ts';
import { textOfFile } from '../text.ts';
import { readMachineTexts } from './join.ts';
import { listingOf } from './tar.ts';
import { tarOf } from './testing-tar.ts';

/** Files of a CPU below /sys, each a core and an L3 of its own unless said otherwise. */
const cpu = (number: number, more: Readonly<Record<string, string>> = {}) =>
  Object.fromEntries(
    Object.entries({
      'topology/core_id': `${number}`,
      'topology/physical_package_id': '0',
      'cache/index3/level': '3',
      'cache/index3/type': 'Unified',
      'cache/index3/shared_cpu_list': '0-3',
      ...more,
    }).map(([path, value]) => [`m/sys/devices/system/cpu/cpu${number}/${path}`, `${value}\n`]),
  );
const four = Object.assign({}, ...[0, 1, 2, 3].map((number) => cpu(number)));
const node = (number: number, cpus: string, distance: string) => ({
  [`m/sys/devices/system/node/node${number}/cpulist`]: `${cpus}\n`,
  [`m/sys/devices/system/node/node${number}/distance`]: `${distance}\n`,
});

const read = (files: Readonly<Record<string, string>>, answers = {}) => {
  const texts = machineTextsOf({ text: textOfFile(tarOf(files), 2 ** 24, listingOf) });
  const { topology, notes, questions } = readMachineTexts(texts, { answers });
  return { topology, notes: notes.join('\n'), asked: questions.map(({ about }) => about) };
};

describe('the own count of an archive', () => {
  it('names nodes of memory alone and a cache that nodes part', () => {
    const nodes = {
      ...node(0, '0-1', '10 12 20'),
      ...node(1, '2-3', '12 10 20'),
      ...node(2, '', '20 20 10'),
    };
    const { topology, notes } = read({ ...four, ...nodes });
    expect([topology.nodes.length, topology.llcs.length]).toEqual([2, 2]);
    expect(notes).toContain(
      'By its own count the file has 3 nodes of memory and 1 last-level cache.',
    );
  });

  it('is silent where it is that of the machine', () => {
    expect(read({ ...four, ...node(0, '0-3', '10') }).notes).not.toContain('own count');
  });

  it('names the cores that the kernel takes together, whichever node numbers them anew', () => {
    const files = [0, 1, 2, 3].map((number) =>
      cpu(number, {
        'topology/core_id': `${number % 2}`,
        'topology/thread_siblings_list': number < 2 ? '0-1' : '2-3',
      }),
    );
    const nodes = { ...node(0, '0-1', '10 16'), ...node(1, '2-3', '16 10') };
    const { topology, notes } = read({ ...Object.assign({}, ...files), ...nodes });
    expect(topology.cores).toBe(2);
    expect(notes).toContain('By its own count the file has 4 cores');
  });

  it('counts the memory that its cgroup allows', () => {
    const group = {
      'm/proc/self/cpuset': '/one\n',
      'm/dev/cpuset/one/cpus': '0-1\n',
      'm/dev/cpuset/one/mems': '1-2\n',
    };
    const nodes = {
      ...node(0, '0-1', '10 12 20'),
      ...node(1, '2-3', '12 10 20'),
      ...node(2, '', '20 20 10'),
    };
    const { topology, notes } = read({ ...four, ...nodes, ...group });
    expect([topology.cpus, topology.nodes.length]).toEqual([2, 1]);
    expect(notes).toContain('The cgroup allows memory of 2 of 3 nodes.');
    expect(notes).toContain('By its own count the file has 2 nodes of memory.');
  });
});

describe('memory that the CPUs of a node do not have', () => {
  const files = {
    ...four,
    ...node(0, '0-1', '10 20 11'),
    ...node(1, '2-3', '20 10 21'),
    ...node(2, '', '11 21 10'),
    'm/sys/devices/system/node/has_memory': '1-2\n',
  };

  it('is said, and asked with their own as proposal', () => {
    const { topology, notes, asked } = read(files);
    expect(topology.nodes).toEqual(['0-1', '2-3']);
    expect(asked).toContain('memory');
    expect(notes).toContain('Node 0 has CPUs and no memory: Linux takes its memory from node 2.');
  });

  it('is that of the nearest node where somebody wants it', () => {
    expect(read(files, { memory: 'near' }).topology.distance).toEqual([
      [10, 21],
      [21, 10],
    ]);
  });
});

describe('of nodes that reach over each other', () => {
  it('the one with the fewest CPUs is the local one', () => {
    const nodes = { ...node(0, '0-1', '10 12'), ...node(1, '0-3', '12 10') };
    expect(read({ ...four, ...nodes }).topology.nodes).toEqual(['0-1', '2-3']);
  });
});
