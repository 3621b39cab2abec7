// Machines described in one line, and a tar of sysfs.

import { describe, expect, it } from 'vitest';
import { machineTextsOf } from '../pasted.ts';
import { textOfFile } from '../text.ts';
import { readMachineTexts } from './join.ts';
import { machineKindOf } from './kinds.ts';
import { listingOf } from './tar.ts';
import { tarOf } from './testing-tar.ts';

const read = (text: string) => readMachineTexts([{ text }]);

describe('a synthetic description', () => {
  it('is told from other kinds, and makes the machine it says', () => {
    const text = 'pack:2 [numa] l3:2 l2:2 core:1 pu:2';
    expect(machineKindOf(text)).toBe('synthetic');
    const { machine, topology } = read(text);
    expect(machine).toMatchObject({ cpus: 16, packages: 2, nodes: 2, llcs: 4 });
    expect([...machine.core].slice(0, 4)).toEqual([0, 0, 1, 1]);
    expect(topology).toMatchObject({ packages: ['0-7', '8-15'] });
  });

  it('has memory where brackets stand, or as a level, or once for all', () => {
    expect(read('pack:1 l3:2 [numa] core:2 pu:1').machine).toMatchObject({ nodes: 2, llcs: 2 });
    expect(read('numa:4 core:2 pu:1').machine.nodes).toBe(4);
    const { machine, notes } = read('Package:2 L3Cache:1 Core:2 PU:1');
    expect(machine.nodes).toBe(1);
    expect(notes.join()).toContain('all CPUs are on one node');
  });

  it('numbers its CPUs as it says, and takes its cache sizes', () => {
    const { machine, measured } = read(
      'pack:1 l3:1(size=32MB) l2:2(size=1024kB) core:1 pu:2(indexes=core:pu)',
    );
    // Neighbours in number are on different cores: there are two.
    expect([...machine.core]).toEqual([0, 1, 0, 1]);
    expect(measured.cache).toMatchObject({
      llc_mb_per_domain: { value: 32 },
      l2_kb: { value: 1024 },
    });
    const listed = read('core:2 pu:2(indexes=0,2,1,3)');
    expect([...listed.machine.core]).toEqual([0, 1, 0, 1]);
  });

  it('is refused by its part where it says nothing that is known', () => {
    expect(() => readMachineTexts([{ text: 'pack:2 disk:2 pu:2', kind: 'synthetic' }])).toThrow(
      'has "disk:2"',
    );
    expect(() => readMachineTexts([{ text: 'pack:2 core:2', kind: 'synthetic' }])).toThrow(
      'end it with pu:1',
    );
    expect(() => read('pack:64 core:64 pu:2')).toThrow('describes 8192 CPUs');
    expect(() => read('core:2 pu:2(indexes=0,0,1,1)')).toThrow('list 4 numbers');
  });
});

describe('a tar of sysfs', () => {
  const cpu = (number: number, cache: string) => ({
    [`cpu/cpu${number}/topology/core_id`]: `${number}\n`,
    [`cpu/cpu${number}/topology/physical_package_id`]: '0\n',
    [`sys/devices/system/cpu/cpu${number}/cache/index3/level`]: '3\n',
    [`/sys/devices/system/cpu/cpu${number}/cache/index3/type`]: 'Unified\n',
    [`./cpu/cpu${number}/cache/index3/shared_cpu_list`]: `${cache}\n`,
  });
  const files = { ...cpu(0, '0-1'), ...cpu(1, '0-1'), ...cpu(2, '2-3'), ...cpu(3, '2-3') };

  it('tells what its files tell, wherever it was packed', () => {
    const text = textOfFile(tarOf(files), 2 ** 24, listingOf);
    expect(machineKindOf(text)).toBe('sysfs');
    expect(read(text).machine).toMatchObject({ cpus: 4, llcs: 2 });
  });

  describe('packed in a cgroup', () => {
    const packed = (more: Readonly<Record<string, string>>) =>
      textOfFile(tarOf({ ...files, ...more }), 2 ** 24, listingOf);
    const group = { 'm/proc/self/cpuset': '/jobs/one\n' };
    const allowed = (more: Readonly<Record<string, string>>, answers = {}) => {
      const texts = machineTextsOf({ text: packed({ ...group, ...more }) });
      const { topology, notes } = readMachineTexts(texts, { answers });
      return { cpus: topology.cpus, notes: notes.join(' ') };
    };
    const lists = {
      'm/dev/cpuset/cpus': '0-3\n',
      'm/dev/cpuset/jobs/one/cpus': '1-3\n',
      'm/dev/cpuset/jobs/two/cpus': '0\n',
    };

    it('has the CPUs that the group allows, or all where somebody wants them', () => {
      const own = allowed(lists);
      expect(own.cpus).toBe(3);
      expect(own.notes).toContain('packed in a cgroup that allows 3 of 4 CPUs: 1 CPU left out.');
      expect(allowed(lists, { allowed: 'all' }).cpus).toBe(4);
    });

    it('by the list of version 2 where there are several; an empty one says nothing', () => {
      const two = {
        'm/sys/fs/cgroup/jobs/one/cpuset.cpus': '\n',
        'm/sys/fs/cgroup/jobs/one/cpuset.cpus.effective': '0-1\n',
      };
      expect(allowed(two).cpus).toBe(2);
      expect(allowed({ 'm/sys/fs/cgroup/jobs/one/cpuset.cpus': '\n' }).cpus).toBe(4);
    });

    it('named in /proc/self/cgroup, or that of all', () => {
      const text = (own: Readonly<Record<string, string>>) =>
        readMachineTexts([{ text: packed({ ...lists, ...own }) }]).topology.cpus;
      expect(text({ 'm/proc/self/cgroup': '4:memory:/\n3:cpuset:/jobs/one\n' })).toBe(3);
      expect(text({ 'm/proc/self/cpuset': '/\n' })).toBe(4);
    });
  });

  it('tells the processor, and says that the kernel takes compute units for cores', () => {
    const cpuinfo = 'processor\t: 0\nvendor_id\t: AuthenticAMD\ncpu family\t: 21\nmodel\t\t: 1\n';
    const siblings = Object.fromEntries(
      [0, 1, 2, 3].map((cpu) => [
        `cpu/cpu${cpu}/topology/thread_siblings_list`,
        cpu < 2 ? '0-1\n' : '2-3\n',
      ]),
    );
    const all = { 'proc/cpuinfo': cpuinfo, ...files, ...siblings };
    const own = readMachineTexts(
      machineTextsOf({ text: textOfFile(tarOf(all), 2 ** 24, listingOf) }),
    );
    expect(own.topology).toMatchObject({ vendor: 'amd', cores: 2 });
    expect(own.notes.join(' ')).toContain('two cores of a compute unit are siblings');
  });

  it('steps over long names and large files, and refuses a damaged one', () => {
    const tar = tarOf({ ...files, [`${'x'.repeat(90)}`]: 'y' });
    expect(textOfFile(tar, 2 ** 24, listingOf)).toContain('cpu/cpu0/topology/core_id:0');
    tar[512 + 4096 + 124] = 0x7a;
    expect(() => textOfFile(tar, 2 ** 24, listingOf)).toThrow('is a damaged tar archive');
  });
});
