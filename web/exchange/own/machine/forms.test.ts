// The forms in which people post their machines: what lscpu, lstopo and numactl print to a terminal, /proc/cpuinfo, a
// matrix alone, archives of /sys in the layouts of hwloc and util-linux. Spec "Own machine"; the samples are our own.

import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { refusal } from '../../../scenario/testing.ts';
import { textOfFile } from '../text.ts';
import { readMachineTexts } from './join.ts';
import { machineKindOf } from './kinds.ts';
import { listingOf } from './tar.ts';
import { archiveOf } from './testing-tar.ts';

const sample = (name: string) => readFileSync(`tests/fixtures/own/${name}`, 'utf8');
const read = (...texts: string[]) => readMachineTexts(texts.map((text) => ({ text })));

/** What a person checks first: CPUs, cores, packages, nodes, last-level caches. */
function countsOf(text: string) {
  const { topology, kind, notes } = read(text);
  const { cpus, cores, packages, nodes, llcs } = topology;
  const counts = [cpus, cores, packages.length, nodes.length, llcs.length];
  return { kind, counts, topology, notes: notes.join(' ') };
}

describe('what turbostat prints', () => {
  it('names packages and cores by its first columns', () => {
    const { counts, topology, notes } = countsOf(`Package\tCore\tCPU\tAvg_MHz\tBusy%\tIRQ
-\t-\t-\t12\t0.40\t99
0\t0\t0\t12\t0.40\t99
0\t0\t2\t12\t0.40
1\t0\t1\t12\t0.40\t99
1\t0\t3\t12\t0.40
`);
    expect(counts).toEqual([4, 2, 2, 1, 2]);
    expect(topology.packages).toEqual(['0,2', '1,3']);
    expect(notes).toContain('The table of turbostat has no column for caches: one L3 per package');
  });
});

describe('lscpu without options', () => {
  it('of two sockets gives its counts, and says what is inferred of them', () => {
    const { kind, counts, topology, notes } = countsOf(sample('lscpu-plain-2s-genoa-like.txt'));
    expect(kind).toBe('lscpu-text');
    expect(counts).toEqual([128, 64, 2, 2, 8]);
    expect(topology.nodes).toEqual(['0-31,64-95', '32-63,96-127']);
    expect(topology.llcs[0]).toBe('0-7,64-71');
    expect(notes).toContain('CPUs 0 and 64 are siblings');
    expect(notes).toContain('Which cores share each of the 8 L3 caches lscpu does not say');
  });

  it('of an old version with CPUs offline keeps cores of which one thread runs', () => {
    const { counts, notes } = countsOf(sample('lscpu-plain-old-1s.txt'));
    expect(counts).toEqual([20, 12, 1, 1, 1]);
    expect(notes).toContain('4 CPUs offline and left out');
    expect(notes).toContain('8 cores with 2 threads, 4 cores with 1 thread');
  });

  it('of a guest takes neighbouring CPUs for siblings, as hypervisors number them', () => {
    const guest = sample('lscpu-plain-old-1s.txt')
      .replace(/^(On|Off)-line.*\n/gm, '')
      .replace('0-11,16-23', '0-23');
    const siblings = (text: string) => countsOf(text).topology.numbering;
    expect(siblings(guest)).toBe('block');
    expect(siblings(`${guest}Hypervisor vendor: KVM\n`)).toBe('adjacent');
  });

  it('with CPUs that do not run has the cores of those that do', () => {
    const { topology, notes } = read(
      'CPU(s): 16\nOn-line CPU(s) list: 0-7\nOff-line CPU(s) list: 8-15\nThread(s) per core: 1\nCore(s) per socket: 8\nSocket(s): 1\nL3 cache: 16 MiB (2 instances)\n',
    );
    expect([topology.cpus, topology.cores, topology.llcs.length]).toEqual([8, 8, 2]);
    expect(notes.join(' ')).toContain('8 CPUs offline and left out');
  });

  it('cut before its caches leaves them open, and tells its vendor by the name of its model', () => {
    const cut = 'CPU(s): 16\nThread(s) per core: 2\nModel name: AMD EPYC 9124 16-Core Processor\n';
    const own = read(cut);
    expect([own.topology.vendor, own.topology.llcs.length]).toEqual(['amd', 1]);
    expect(own.questions.map(({ about }) => about)).toContain('caches');
  });

  it('cut to its nodes proposes what numactl would', () => {
    const { kind, counts, notes } = countsOf(
      'NUMA node(s): 2\nNUMA node0 CPU(s): 0-3,8-11\nNUMA node1 CPU(s): 4-7,12-15\n',
    );
    expect(kind).toBe('lscpu-text');
    expect(counts).toEqual([16, 8, 2, 2, 2]);
    expect(notes).toContain('lscpu lists only nodes');
  });

  it('of books and drawers takes the fewest sockets that hold the cores, and asks', () => {
    const own = read(
      'CPU(s): 10\nThread(s) per core: 1\nCore(s) per socket: 4\nSocket(s) per book: 6\nBook(s): 4\n',
    );
    expect(own.topology.packages).toHaveLength(3);
    expect(own.questions.find(({ about }) => about === 'packages')?.offers[0]?.key).toBe('3');
    expect(own.notes.join(' ')).toContain('counts all 24 sockets');
  });

  it('of more CPUs than cores with threads is refused by its line', async () => {
    const error = await refusal(() =>
      read('CPU(s): 9\nThread(s) per core: 1\nCore(s) per socket: 4\nSocket(s): 2\n'),
    );
    expect(error.path).toBe('CPU(s)');
    expect(error.problem).toContain('has 9 that run, more than 8 cores of 1 thread');
  });

  it('as JSON, without a list of CPUs, gives the same machine', () => {
    const text = sample('lscpu-plain-2s-genoa-like.txt');
    const lscpu = text
      .trim()
      .split('\n')
      .map((line) => line.split(/:\s+/))
      .map(([field, data]) => ({ field: `${field}:`, data }));
    expect(countsOf(JSON.stringify({ lscpu })).topology).toEqual(countsOf(text).topology);
  });

  it('beside a whole list of its CPUs gives way to it', () => {
    const rows = Array.from(
      { length: 128 },
      (_, cpu) => `${cpu},${cpu},0,0,,${cpu},${cpu},${cpu},0`,
    );
    const list = `# CPU,Core,Socket,Node,,L1d,L1i,L2,L3\n${rows.join('\n')}\n`;
    const own = read(sample('lscpu-plain-2s-genoa-like.txt'), list);
    expect(own.topology.packages ?? ['0-127']).toEqual(['0-127']);
    expect(own.topology.cores).toBe(128);
    expect(own.timings).toBe('genoa-2s');
    expect(own.notes.join(' ')).not.toContain('inferred');
  });
});

it('the table of lscpu -e gives cores, caches, and a core of which one thread runs', () => {
  const { kind, counts, notes } = countsOf(sample('lscpu-e.txt'));
  expect(kind).toBe('lscpu-table');
  expect(counts).toEqual([7, 4, 1, 1, 2]);
  expect(notes).toContain('1 CPU offline and left out: 7');
});

describe('the tree of lstopo', () => {
  it.each(['lstopo-tree.txt', 'lstopo-tree-merged.txt'])('%s gives nodes and caches', (name) => {
    const { kind, counts } = countsOf(sample(name));
    expect(kind).toBe('lstopo');
    expect(counts).toEqual([64, 32, 2, 4, 8]);
  });

  it('verbose, with CPUs below their node and joined by "+", gives processor, kinds and sizes', () => {
    const tree = `Machine (P#0 total=8GB)
  NUMANode L#0 (P#0 local=4GB) + Socket L#0 (P#0 CPUVendor=GenuineIntel CPUFamilyNumber=6 CPUModelNumber=143) + L3Cache L#0 (size=24MiB)
    L2Cache L#0 (size=2048KiB) + Core L#0 (P#0 cpukind=1)
      PU L#0 (P#0)
      PU L#1 (P#4)
    L2Cache L#1 (size=2048KiB) + Core L#1 (P#1 cpukind=0) + PU L#2 (P#1)
  NUMANode L#1 (P#1 local=4GB) + Socket L#1 + L3Cache L#1 (size=24MiB) + Core L#2 + PU L#3 (P#2)
  HostBridge L#0
    PCI 00:1f.2 (SATA)
      Block(Disk) "sda"
`;
    const own = read(tree);
    expect(own.topology).toMatchObject({ cpus: 4, cores: 3, nodes: ['0-1,3', '2'] });
    expect(own.topology.numbering).toEqual(['0,3', '1', '2']);
    expect(own.timings).toBe('spr-2s-30c');
    expect(own.notes.join(' ')).toContain('3 kinds of cores');
    expect(own.measured.cache?.llc_mb_per_domain?.value).toBe(24);
  });

  it('takes more kinds of cores than two, and says how many CPUs make few enough caches', async () => {
    const cores = (count: number, kind: (core: number) => string) =>
      Array.from(
        { length: count },
        (_, core) => `    Core L#${core}${kind(core)}\n      PU L#${core} (P#${core})\n`,
      ).join('');
    const head = 'Machine\n  Package L#0\n    NUMANode L#0 (P#0 32GB)\n';
    const five = read(head + cores(5, (core) => ` (cpukind=${core})`));
    expect(five.notes.join(' ')).toContain('5 kinds of cores');
    const own = read(head + cores(256, () => ''));
    expect(own.topology.llcs).toEqual(['0-255']);
    expect(own.notes.join(' ')).toContain('its own last-level cache, 256 in all');
    const rows = Array.from(
      { length: 512 },
      (_, cpu) => `${cpu},${cpu},0,0,,${cpu},${cpu},${cpu},${cpu >> 1}\n`,
    );
    const pairs = `# CPU,Core,Socket,Node,,L1d,L1i,L2,L3\n${rows.join('')}`;
    const { problem, remedy } = await refusal(() => read(pairs));
    expect(problem).toBe('lists 256 last-level caches');
    expect(remedy).toContain('--cpus 0-255');
  });

  it('leaves out memory of devices and memory without CPUs', () => {
    const tree = `Machine
  Package L#0
    NUMANode L#0 (P#0 32GB)
    NUMANode(HBM) L#1 (P#1 16GB)
    Core L#0
      PU L#0 (P#0)
    Core L#1
      PU L#1 (P#1)
`;
    const { topology, notes } = read(tree);
    expect(notes.join(' ')).not.toContain('no package');
    const outside = read(`${tree}  Core L#2\n    PU L#2 (P#2)\n`);
    expect(outside.notes.join(' ')).toContain('puts into no package are treated as one package');
    expect(topology.nodes).toEqual(['0-1']);
    expect(notes.join(' ')).toContain('1 NUMA node without CPUs of its own left out');
  });
});

it('/proc/cpuinfo gives cores and packages, and says that it lists no nodes', () => {
  const { kind, counts, notes } = countsOf(sample('cpuinfo-short.txt'));
  expect(kind).toBe('cpuinfo');
  expect(counts).toEqual([4, 2, 1, 1, 1]);
  expect(notes).toContain('no nodes and no caches');
});

describe('numactl alone', () => {
  it('with compressed lists proposes cores, caches and packages', () => {
    const { counts, topology, notes } = countsOf(sample('numactl-cpu-compress.txt'));
    expect(counts).toEqual([32, 16, 2, 2, 2]);
    expect(topology.distance).toEqual([
      [10, 21],
      [21, 10],
    ]);
    expect(topology.numbering).toBe('block');
    expect(notes).toContain('Give lscpu or lstopo as well');
  });

  it('says where the memory of a node without any comes from, and leaves out one without CPUs', () => {
    const { counts, topology, notes } = countsOf(sample('numactl-alone-memoryless.txt'));
    expect(counts).toEqual([16, 8, 2, 2, 2]);
    expect(topology.distance).toEqual([
      [10, 16],
      [16, 10],
    ]);
    expect(notes).toContain('Node 1 has CPUs and no memory: Linux takes its memory from node 0');
    expect(notes).toContain('Node 2 has no CPUs and is left out, also of the distances.');
  });
});

describe('numactl of several nodes in a package', () => {
  /** Nodes of four CPUs: `near` as far apart as the nodes of a package, 32 else. */
  const nodes = (count: number, near: number, each: number) =>
    [
      `available: ${count} nodes (0-${count - 1})`,
      ...Array.from({ length: count }, (_, node) => {
        const cpus = [0, 1, 2, 3].map((cpu) => 4 * node + cpu).join(' ');
        return `node ${node} cpus: ${cpus}\nnode ${node} size: 64000 MB`;
      }),
      'node distances:',
      `node ${Array.from({ length: count }, (_, node) => node).join(' ')}`,
      ...Array.from({ length: count }, (_, row) => {
        const far = (column: number) =>
          Math.floor(row / each) === Math.floor(column / each) ? near : 32;
        const cells = Array.from({ length: count }, (_, at) => (at === row ? 10 : far(at)));
        return `  ${row}: ${cells.join(' ')}`;
      }),
    ].join('\n');

  it('proposes packages by the distances, and asks', () => {
    const two = read(nodes(4, 12, 2));
    expect(two.topology.packages).toEqual(['0-7', '8-15']);
    expect(two.notes.join(' ')).toContain('2 packages by the distances of the nodes are proposed');
    const asked = two.questions.find(({ about }) => about === 'packages');
    expect(asked?.offers.map(({ key }) => key)).toEqual(['1', '2', '4']);
    expect(read(nodes(4, 12, 4)).topology.packages).toEqual(['0-15']);
  });

  it('proposes one a node where no node is as near as in a package', () => {
    expect(read(nodes(4, 20, 2)).topology.packages).toHaveLength(4);
  });
});

describe('a table without a column for caches', () => {
  const cpus = Array.from({ length: 8 }, (_, cpu) => cpu);
  const table = `CPU NODE SOCKET CORE ONLINE\n${cpus.map((cpu) => `${cpu} 0 0 ${cpu >> 1} yes\n`).join('')}`;
  const rows = `# CPU,Core,Socket,Node\n${cpus.map((cpu) => `${cpu},${cpu >> 1},0,0\n`).join('')}`;

  it.each([
    ['lscpu -e', table],
    ['lscpu -p', rows],
  ])('%s has one L3 per package and node, and asks how many there are', (_, text) => {
    expect(countsOf(text).counts).toEqual([8, 4, 1, 1, 1]);
    const own = readMachineTexts([{ text }], { answers: { caches: '2' } });
    expect(own.questions.map(({ about }) => about)).toEqual(['caches']);
    expect(own.topology.llcs).toEqual(['0-3', '4-7']);
  });
});

describe('the nodes of /proc/cpuinfo', () => {
  it('give way to those that numactl tells', () => {
    const block = (cpu: number) =>
      `processor\t: ${cpu}\nvendor_id\t: AuthenticAMD\nphysical id\t: 0\ncore id\t\t: ${cpu}\ncache size\t: 512 KB\n\n`;
    const nodes = 'available: 2 nodes (0-1)\nnode 0 cpus: 0 1\nnode 1 cpus: 2 3\n';
    const own = read([0, 1, 2, 3].map(block).join(''), nodes);
    expect(own.topology).toMatchObject({ packages: ['0-3'], nodes: ['0-1', '2-3'] });
  });
});

describe('latencies alone', () => {
  it('propose caches and packages, with the latencies as measured', () => {
    const own = read(sample('matrix-alone-2s-4llc.csv'));
    expect(own.topology).toMatchObject({
      cores: 16,
      packages: ['0-7', '8-15'],
      llcs: ['0-3', '4-7', '8-11', '12-15'],
    });
    expect(own.measured.hitm?.same_llc?.value).toBeCloseTo(25.55);
    expect(own.measured.hitm?.other_socket?.value).toBeCloseTo(189.6);
  });

  it('propose siblings where two CPUs are nearer than caches are', () => {
    const ns = (a: number, b: number) => (a % 4 === b % 4 ? 7 : 40);
    const rows = Array.from({ length: 8 }, (_, a) =>
      Array.from({ length: 8 }, (__, b) => (b < a ? `${ns(a, b)}` : '')).join(','),
    );
    const { topology } = read(`${rows.join('\n')}\n`);
    expect(topology).toMatchObject({ cores: 4, threads_per_core: 2, llcs: ['0-7'] });
  });
});

describe('an archive of /sys', () => {
  const topologyOf = (root: string, cpu: number) => [
    { name: `${root}sys/devices/system/cpu/cpu${cpu}/`, type: '5' as const },
    {
      name: `${root}sys/devices/system/cpu/cpu${cpu}/topology/core_id`,
      content: `${cpu >> 1}\n`,
    },
    {
      name: `${root}sys/devices/system/cpu/cpu${cpu}/topology/physical_package_id`,
      content: '-1\n',
    },
    // Kernels before 2.6.30 print masks alone.
    {
      name: `${root}sys/devices/system/cpu/cpu${cpu}/topology/thread_siblings`,
      content: `00000000,0000000${cpu < 2 ? '3' : 'c'}\n`,
    },
    { name: `${root}sys/devices/system/cpu/cpu${cpu}/node0`, type: '2' as const },
  ];
  const machine = (root: string) => [
    { name: root === '' ? './' : root, type: '5' as const },
    { name: `${root}proc/cpuinfo`, content: sample('cpuinfo-short.txt') },
    ...[0, 1, 2, 3].flatMap((cpu) => topologyOf(root, cpu)),
    { name: `${root}sys/devices/system/node/node0/cpumap`, content: '0000000f\n' },
  ];
  const listed = (bytes: Uint8Array<ArrayBuffer>) => textOfFile(bytes, 2 ** 24, listingOf);

  it('below a folder of any name, as hwloc and util-linux keep it, gives the machine', () => {
    const text = listed(archiveOf(machine('host-of-a-stranger/')));
    expect(text).not.toContain('stranger');
    expect(machineKindOf(text)).toBe('sysfs');
    const own = read(text);
    expect(own.topology).toMatchObject({ cpus: 4, cores: 2, threads_per_core: 2 });
    expect(own.timings).toBe('spr-2s-30c');
  });

  it('with names in pax heads or GNU entries gives the same', () => {
    const plain = machine('a/');
    const paths = (name: string) => `${`${name.length + 10}`.padStart(2)} path=${name}\n`;
    const pax = plain.flatMap((entry) => [
      { name: 'a/PaxHeaders/x', type: 'x' as const, content: paths(entry.name) },
      { ...entry, name: 'a/short' },
    ]);
    const gnu = plain.flatMap((entry) => [
      { name: '././@LongLink', type: 'L' as const, content: `${entry.name}\0` },
      { ...entry, name: 'a/short' },
    ]);
    for (const entries of [pax, gnu]) {
      expect(listed(archiveOf(entries))).toBe(listed(archiveOf(plain)));
    }
  });

  it('packed is measured by its whole size, not by what of it was seen first', () => {
    const empty = Array.from({ length: 4000 }, (_, at) => ({ name: `a/${at}`, content: '' }));
    const packed = gzipSync(archiveOf([...empty, ...machine('a/')]), { level: 9 });
    expect(listed(new Uint8Array(packed))).toBe(listed(archiveOf(machine('a/'))));
  });

  it('of two machines is refused', async () => {
    // Before something and after it: one machine as long as nothing of its shape has changed.
    const same = archiveOf([...machine('before/'), ...machine('after/')]);
    expect(listed(same)).toBe(listed(archiveOf(machine('before/'))));
    const other = machine('b/').map((entry) => ({
      ...entry,
      ...(entry.content !== undefined && { content: `${entry.content}9` }),
    }));
    const two = archiveOf([...machine('a/'), ...other]);
    expect((await refusal(() => listed(two))).problem).toBe('holds more than one machine');
    // What differs between the two, as workload-automation keeps it, is no machine.
    const difference = other.map((entry) => ({
      ...entry,
      name: entry.name.replace('b/', 'diff/'),
    }));
    const kept = archiveOf([...machine('after/'), ...machine('before/'), ...difference]);
    expect(listed(kept)).toBe(listed(archiveOf(machine('after/'))));
  });
});
