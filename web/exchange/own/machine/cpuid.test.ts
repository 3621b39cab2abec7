// What hwloc-gather-cpuid keeps, held to leaves written by hand: two packages of two cores with two threads, and older ways to say so.

import { describe, expect, test } from 'vitest';
import { textOfFile } from '../text.ts';
import { readMachineTexts } from './join.ts';
import { listingOf } from './tar.ts';
import { tarOf } from './testing-tar.ts';

const hex = (value: number) => value.toString(16);
const leaf = (a: number, c: number, ...out: readonly number[]) =>
  `5 ${hex(a)} 0 ${hex(c)} 0 => ${out.map(hex).join(' ')}`;
const intel = leaf(0, 0, 0xb, 0x756e6547, 0x6c65746e, 0x49656e69);
const amd = leaf(0, 0, 0x10, 0x68747541, 0x444d4163, 0x69746e65);
const head = '# mask e[abcd]x => e[abcd]x';
const brand = leaf(0x80000002, 0, 0x65746e49, 0x2952286c, 0x6f655820, 0x2952286e);

/** L1, L2 of a core, L3 of a package. */
const caches = [
  leaf(4, 0, 0x04004121, 0x01c0003f, 0x3f, 0),
  leaf(4, 1, 0x04004143, 0x01c0003f, 0x1ff, 0),
  leaf(4, 2, 0x0400c163, 0x03c0003f, 0x1fff, 0),
];
const topology = (id: number) => [
  leaf(0xb, 0, 1, 2, 0x100, id),
  leaf(0xb, 1, 2, 4, 0x201, id),
  leaf(0xb, 2, 0, 0, 2, id),
];
const one = (id: number) => leaf(1, 0, 0x50654, id * 2 ** 24 + 0x40800, 0, 2 ** 28);

const read = (lines: (cpu: number) => readonly string[], cpus = 8) =>
  readMachineTexts([
    {
      text: textOfFile(
        tarOf(
          Object.fromEntries(
            Array.from({ length: cpus }, (_, cpu) => [
              `Some-Machine/pu${cpu}`,
              `${lines(cpu).join('\n')}\n`,
            ]),
          ),
        ),
        1 << 20,
        listingOf,
      ),
    },
  ]);

describe('an archive of what CPUID says', () => {
  test('by leaf 0xb is cores, packages, caches and their sizes', () => {
    const own = read((cpu) => [head, intel, one(cpu), ...caches, ...topology(cpu), brand]);
    expect(own.kind).toBe('cpuid');
    expect(own.topology).toMatchObject({
      ...{ cpus: 8, cores: 4, packages: ['0-3', '4-7'], llcs: ['0-3', '4-7'], vendor: 'intel' },
    });
    expect(own.measured.cache?.llc_mb_per_domain?.value).toBe(8);
    expect(own.measured.cache?.l2_kb?.value).toBe(256);
    expect(own.notes.join()).toContain('one per package is assumed');
  });

  test('of an older processor is told by leaves 1 and 4', () => {
    const own = read((cpu) => [head, intel, one(cpu), ...caches], 8);
    // Four numbers a package, two cores of two threads.
    expect(own.topology.packages).toEqual(['0-3', '4-7']);
    expect(own.topology.cores).toBe(4);
  });

  test('of AMD has its nodes, and what Bulldozer counts as threads are cores', () => {
    const ids = (cpu: number) => [
      leaf(0x80000008, 0, 0x3030, 0, 0x3007, 0),
      leaf(0x8000001e, 0, cpu, 0x100 + (cpu >> 1), cpu >> 2, 0),
      leaf(0x8000001d, 0, 0x00004121, 0x01c0003f, 0x3f, 0),
      leaf(0x8000001d, 1, 0x00004143, 0x01c0003f, 0x1ff, 0),
      leaf(0x8000001d, 2, 0x0000c163, 0x03c0003f, 0x1fff, 0),
    ];
    const family = (text: number, cpu: number) =>
      leaf(1, 0, text, cpu * 2 ** 24 + 0x80800, 0, 2 ** 28);
    const zen = read((cpu) => [amd, family(0x800f12, cpu), ...ids(cpu)]);
    expect(zen.topology).toMatchObject({ cores: 4, nodes: ['0-3', '4-7'], vendor: 'amd' });
    const bulldozer = read((cpu) => [amd, family(0x600f12, cpu), ...ids(cpu)]);
    expect(bulldozer.topology.cores).toBe(8);
  });

  test('of Magny-Cours has two L3 in a package, and one node where somebody says so', () => {
    const lines = (cpu: number) => [
      amd,
      leaf(1, 0, 0x100f91, cpu * 2 ** 24 + 0xc0800, 0, 2 ** 28),
      leaf(0x80000006, 0, 0, 0, 0, 2 ** 20),
      leaf(0x80000008, 0, 0x3030, 0, 0x400b, 0),
    ];
    const own = (ids: readonly number[], answers = {}) => {
      const listed = ids.flatMap((id) => lines(id).map((line) => `cpuid/pu${id}:${line}\n`));
      return readMachineTexts([{ text: listed.join('') }], { answers }).topology;
    };
    expect(own([0, 5, 6, 11]).llcs).toEqual(['0-1', '2-3']);
    const two = [0, 6, 16, 22];
    expect(own(two).nodes).toEqual(['0-1', '2-3']);
    expect(own(two, { memory: 'one' }).nodes).toEqual(['0-3']);
  });

  test('beside what the kernel says of the machine is left to that', () => {
    const files = {
      'm/sys/devices/system/cpu/cpu0/topology/core_id': '0\n',
      'm/sys/devices/system/cpu/cpu0/topology/physical_package_id': '0\n',
      'm/sys/devices/system/cpu/online': '0\n',
      'm/cpuid/pu0': `${[intel, one(0), ...topology(0)].join('\n')}\n`,
      'm/cpuid/pu1': `${[intel, one(1), ...topology(1)].join('\n')}\n`,
    };
    const own = readMachineTexts([{ text: textOfFile(tarOf(files), 1 << 20, listingOf) }]);
    expect([own.kind, own.topology.cpus]).toEqual(['sysfs', 1]);
  });

  test('of no APIC, or of nothing, is refused', () => {
    expect(() => read(() => [intel], 1)).toThrow('lists no APIC');
    expect(() => read(() => ['5 x => nothing'], 1)).toThrow('lists no CPU');
  });
});
