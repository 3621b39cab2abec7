// The acceptance cases 1 to 13 of the spec "Own machine" section 9.3, and what else a file of a stranger may hold. The
// files are written here by hand, after the real ones; tests/fixtures/own has the longer ones.

import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { refusal } from '../../../scenario/testing.ts';
import { buildMachine } from '../../../scenario/topology.ts';
import type { ListedTopology } from '../../../scenario/topology-schema.ts';
import { bitmapText } from './bitmaps.ts';
import { readMachineTexts } from './join.ts';
import { machineKindOf } from './kinds.ts';
import { hwlocXml, lscpuText } from './write.ts';

const twoPackages = readFileSync('tests/fixtures/own/two-packages.xml', 'utf8');
const presets = (
  JSON.parse(readFileSync('scenarios/platforms/topologies.json', 'utf8')) as {
    topologies: (ListedTopology & { id: string })[];
  }
).topologies;

const read = (...texts: string[]) => readMachineTexts(texts.map((text) => ({ text })));
const rowsOf = (text: string) => {
  const { machine } = read(text);
  const { core, l2, llc, node, package: packages, distance } = machine;
  return { core, l2, llc, node, packages, distance };
};

describe('a machine of hwloc', () => {
  it('has packages, nodes, caches, cores and distances as the file says', () => {
    const own = read(twoPackages);
    expect(own.topology).toMatchObject({
      cpus: 8,
      cores: 4,
      threads_per_core: 2,
      packages: ['0-1,4-5', '2-3,6-7'],
      nodes: ['0,4', '1,5', '2,6', '3,7'],
      llcs: ['0,4', '1,5', '2,6', '3,7'],
      distance: [
        [10, 12, 21, 21],
        [12, 10, 21, 21],
        [21, 21, 10, 12],
        [21, 21, 12, 10],
      ],
    });
    expect(own.timings).toBe('spr-2s-30c');
    const notes = own.notes.join(' ');
    expect(notes).toMatch(/split by node/);
    expect(notes).toMatch(/2 CPUs are offline or not allowed/);
    expect(notes).toMatch(/Timings are those of spr-2s-30c .*cache sizes come from the file/);
    expect(own.measured.cache).toEqual({ llc_mb_per_domain: { value: 32, quality: 'quoted' } });
  });

  it('keeps nothing of what a file says of its host', () => {
    expect(JSON.stringify(read(twoPackages))).not.toContain('not-to-be-kept');
  });

  const outside: [string, string, RegExp][] = [
    [
      '<!DOCTYPE topology SYSTEM "hwloc2.dtd">',
      '<!DOCTYPE topology [<!ENTITY a "b">]>',
      /entities/,
    ],
    ['value="not-to-be-kept"', 'value="&a;"', /reference "&a;"/],
    ['<!-- the second package -->', '<![CDATA[x]]>', /CDATA/],
    ['<!-- the second package -->', '<?run it?>', /processing instruction/],
  ];
  it.each(outside)('with %s replaced by %s is refused at its line', async (from, to, problem) => {
    const text = twoPackages.replace(from, to);
    const asked = vi.spyOn(globalThis, 'fetch');
    const error = await refusal(() => read(text));
    // Nothing that a file names is looked for: neither what it is a document of, nor an entity.
    expect(read(twoPackages).topology.cpus).toBe(8);
    expect(asked).not.toHaveBeenCalled();
    asked.mockRestore();
    expect(error.path).toBe(`line ${text.slice(0, text.indexOf(to)).split('\n').length}`);
    expect(error.problem).toMatch(problem);
  });

  it('of hwloc 1, or of a version to come, is refused', async () => {
    const version = (text: string) => twoPackages.replace('topology version="2.0"', text);
    expect((await refusal(() => read(version('topology')))).remedy).toContain('version 2 or later');
    expect((await refusal(() => read(version('topology version="4.0"')))).problem).toContain(
      '"4.0"',
    );
    expect((await refusal(() => read('<root/>'))).problem).toContain('not with <topology>');
  });

  it('takes the plain memory of a CPU and leaves HBM beside it out, of the distances, too', () => {
    const hbm = '<object type="NUMANode" os_index="4" subtype="HBM" cpuset="0x11"/>';
    const text = twoPackages
      .replace(
        '<object type="NUMANode" os_index="0"',
        `${hbm}\n<object type="NUMANode" os_index="0"`,
      )
      .replace('nbobjs="4"', 'nbobjs="5"')
      .replace('0 1 2 3 </indexes>', '0 1 2 3 4 </indexes>')
      .replace(
        '10 12 21 21 12 10 21 21 </u64values><u64values length="24">21 21 10 12 21 21 12 10 ',
        '10 12 21 21 13 12 10 21 21 13 21 21 10 12 29 21 21 12 10 29 13 13 29 29 10',
      );
    const own = read(text);
    expect(own.topology.distance).toEqual(read(twoPackages).topology.distance);
    expect(own.notes.join(' ')).toContain('1 node of HBM (4) left out');
  });

  it('with cores of two kinds keeps all their threads, and says both', () => {
    const unit = (cpu: number) => `<object type="PU" os_index="${cpu}"/>`;
    const core = (...cpus: number[]) => `<object type="Core">${cpus.map(unit).join('')}</object>`;
    const cores = [core(0, 1), core(2), core(3), core(4), core(5)].join('');
    const text = `<topology version="2.0"><object type="Machine"><object type="Package">
      <object type="NUMANode" os_index="0" cpuset="0x3f"/>
      <object type="L3Cache" cache_type="0">${cores}</object></object></object>
      <cpukind cpuset="0x3" forced_efficiency="1"/><cpukind cpuset="0x3c" forced_efficiency="0"/></topology>`;
    const { topology, notes, rows } = read(text);
    expect(topology).toMatchObject({
      cpus: 6,
      cores: 5,
      threads_per_core: 2,
      numbering: ['0-1', '2', '3', '4', '5'],
    });
    expect(notes.join(' ')).toMatch(
      /2 kinds of cores.*simulated that way: 1 core with 2 threads, 4 cores with 1 thread/,
    );
    // A trace of the machine still finds all of them.
    expect(rows).toHaveLength(6);
  });

  it('of too many CPUs, nodes, levels or letters is refused with its limit', async () => {
    const machine = (inside: string) =>
      `<topology version="2.0"><object type="Machine">${inside}</object></topology>`;
    const many = (count: number, one: (index: number) => string) =>
      Array.from({ length: count }, (_, index) => one(index)).join('');
    const pu = (index: number) => `<object type="PU" os_index="${index}"/>`;
    const node = (index: number, cpus = [index]) =>
      `<object type="NUMANode" os_index="${index}" cpuset="${bitmapText(cpus)}"/>`;
    const ofGraphics = (index: number) => node(index, []);
    const cases: [string, RegExp][] = [
      [machine(many(1025, pu)), /more than 1024 PUs/],
      [machine(many(65, (index) => node(index) + pu(index))), /65 nodes/],
      [machine(many(257, ofGraphics) + pu(0)), /more than 256 NUMA nodes/],
      [machine('<object type="Group">'.repeat(65) + '</object>'.repeat(65)), /deeper than 64/],
      [machine(`<object type="PU" os_index="0" x="${'y'.repeat(5000)}"/>`), /5000 characters/],
      [machine('<info name="a"'.padEnd(400, ' b="c"').replace(/b/g, 'b')), /twice|line/],
    ];
    for (const [text, problem] of cases) {
      expect((await refusal(() => read(text))).message).toMatch(problem);
    }
    expect(read(machine(many(100, ofGraphics) + pu(0))).topology.nodes).toHaveLength(1);
    // A bound of ours is no fault of the file: the remedy is not to write it anew.
    const bounded: [string, RegExp][] = [
      [machine('<object type="Group">'.repeat(65) + '</object>'.repeat(65)), /^at most 64/],
      [machine(`<object type="PU" os_index="0" x="${'y'.repeat(5000)}"/>`), /^at most 4096/],
      [machine(`<object type="PU" os_index="0" cpuset="${'0,'.repeat(200)}1"/>`), /^leave those/],
      ['available: 1 nodes (0)\nnode 0 cpus: 0-99999\n', /^at most 4096 are read/],
      ['CPU(s): 8\nOn-line CPU(s) list: 0-99999\nSocket(s): 1\nModel: 1\n', /^at most 4096/],
      ['Node 0, zone Normal 1\n'.repeat(513), /^at most 512/],
    ];
    for (const [text, remedy] of bounded) {
      expect((await refusal(() => read(text))).remedy).toMatch(remedy);
    }
  });

  it('with CPUs whose memory is not in the file takes that of a neighbour, and says so', () => {
    const text = twoPackages.replace(/<object type="NUMANode" os_index="0"[^>]*\/>/, '');
    const whole = read(text);
    expect(whole.topology.nodes).toEqual(['0-1,4-5', '2,6', '3,7']);
    expect(whole.notes.join(' ')).toContain('CPUs 0,4 are local to no memory');
    const own = readMachineTexts([{ text }], { cpus: '1-3,5-7' });
    expect(own.topology.nodes).toEqual(['0,3', '1,4', '2,5']);
  });

  it('whose nodes are all local to other CPUs has one, and says so', () => {
    const units = [0, 1].map((cpu) => `<object type="PU" os_index="${cpu}"/>`).join('');
    const node = '<object type="NUMANode" os_index="0" cpuset="0x00000030"/>';
    const own = read(
      `<topology version="3.0"><object type="Machine">${node}${units}</object></topology>`,
    );
    expect(own.topology.nodes).toEqual(['0-1']);
    expect(own.notes.join(' ')).toContain(
      'No NUMA node of the file is local to its CPUs: one is assumed.',
    );
  });

  it('without cores, packages or nodes is taken for what is left, and says so', () => {
    const units = [0, 1].map((cpu) => `<object type="PU" os_index="${cpu}"/>`).join('');
    const own = read(`<topology version="3.0"><object type="Machine">${units}</object></topology>`);
    expect(own.topology).toMatchObject({ cpus: 2, cores: 2, llcs: ['0', '1'], nodes: ['0-1'] });
    expect(own.notes.join(' ')).toMatch(/no cores.*no packages.*no NUMA nodes.*no shared cache/);
  });

  it('steps over devices, and over names that would reach into the language', () => {
    const besides =
      '<object type="Bridge"><object type="PCIDev"><object type="PU" os_index="77"/></object></object>';
    const text = twoPackages
      .replace('<!-- the second package -->', besides)
      .replace('name="HostName"', 'name="__proto__"');
    expect(read(text).topology.cpus).toBe(8);
    expect(({} as Record<string, unknown>)['not-to-be-kept']).toBeUndefined();
  });
});

describe('a machine written and read again', () => {
  for (const preset of presets) {
    it(`is the same by hwloc and by lscpu: ${preset.id}`, () => {
      const machine = buildMachine(preset, '');
      const { core, l2, llc, node, package: packages, distance } = machine;
      expect(rowsOf(hwlocXml(machine))).toEqual({ core, l2, llc, node, packages, distance });
      expect(rowsOf(lscpuText(machine))).toMatchObject({ core, l2, llc, node, packages });
    });
  }
});

describe('a machine of lscpu -J', () => {
  const rows = [
    [0, 0, 0, 0, '0:0:0:0', true],
    [1, 1, 0, 0, '1:1:1:0', true],
    [2, 2, 1, 1, '2:2:2:1', true],
    [3, 3, 1, 1, '3:3:3:1', false],
    [4, 0, 0, 0, '0:0:0:0', true],
    [5, 1, 0, 0, '1:1:1:0', true],
    [6, 2, 1, 1, '2:2:2:1', true],
  ] as const;
  const json = JSON.stringify({
    cpus: rows.map(([cpu, core, socket, node, caches, online]) => ({
      cpu: String(cpu),
      core: String(core),
      socket: String(socket),
      node,
      'l1d:l1i:l2:l3': caches,
      online,
    })),
  });

  it('is that of -p without the CPUs that are offline, whose numbers it keeps', () => {
    const parsable = rows
      .filter(([cpu]) => cpu !== 3)
      .map(([cpu, core, socket, node, caches]) =>
        [cpu, core, socket, node, '', ...caches.split(':')].join(','),
      );
    const text = ['# CPU,Core,Socket,Node,,L1d,L1i,L2,L3', ...parsable].join('\n');
    const own = read(json);
    expect(own.topology).toEqual(read(text).topology);
    expect(own.notes.join(' ')).toContain('1 CPU offline and left out: 3.');
    expect(own.cpuNumbers).toEqual([0, 1, 2, 4, 5, 6]);
  });

  it('takes vendor, model and sizes from the plain form, which alone makes no machine without counts', async () => {
    const facts = JSON.stringify({
      lscpu: [
        {
          field: 'Vendor ID:',
          data: 'AuthenticAMD',
          children: [
            {
              field: 'Model name:',
              data: 'x',
              children: [
                { field: 'CPU family:', data: '25' },
                { field: 'Model:', data: '17' },
              ],
            },
          ],
        },
        {
          field: 'Caches (sum of all):',
          data: null,
          children: [{ field: 'L3:', data: '64 MiB (2 instances)' }],
        },
      ],
    });
    const own = read(json, facts);
    expect(own.timings).toBe('genoa-2s');
    expect(own.topology.vendor).toBe('amd');
    expect(own.measured.cache?.llc_mb_per_domain).toEqual({ value: 32, quality: 'quoted' });
    expect((await refusal(() => read(facts))).problem).toBe('lists no CPU');
  });
});

describe('nodes of numactl', () => {
  const lscpu =
    '# CPU,Core,Socket,L1d,L1i,L2,L3\n0,0,0,0,0,0,0\n1,1,0,1,1,1,0\n2,2,1,2,2,2,1\n3,3,1,3,3,3,1\n';
  const numactl = `available: 2 nodes (0-1)
node 0 cpus: 0 1
node 0 size: 64000 MB
node 1 cpus: 2 3
node distances:
node   0   1
  0:  10  20
  1:  20  10
`;

  it('complete a listing that has none', () => {
    const { topology } = read(lscpu, numactl);
    expect(topology.nodes).toEqual(['0-1', '2-3']);
    expect(topology.distance).toEqual([
      [10, 20],
      [20, 10],
    ]);
  });

  it('that contradict the listing are refused, with the CPU and both nodes', async () => {
    const other = lscpuText(read(lscpu, numactl).machine).replace('2,2,1,1,', '2,2,1,0,');
    const error = await refusal(() => read(other, numactl));
    expect(error.problem).toBe('CPU 2 is on node 1 here and node 0 there');
  });

  it('alone propose a machine; one without NUMA is refused', async () => {
    const own = read(numactl);
    expect(own.topology).toMatchObject({
      cores: 4,
      packages: ['0-1', '2-3'],
      llcs: ['0-1', '2-3'],
    });
    expect(own.notes.join(' ')).toContain('numactl lists only nodes');
    expect((await refusal(() => read('No NUMA available on this system\n'))).remedy).toContain(
      'leave it out',
    );
  });
});

describe('a listing of sysfs', () => {
  it('without cores has one for each CPU, and says so', () => {
    const cpu = (n: number) =>
      `cpu/cpu${n}/topology/physical_package_id:${n}\nnode/node${n}/cpulist:${n}\n`;
    const own = read(`${cpu(0)}${cpu(1)}`);
    expect(own.topology).toMatchObject({ cores: 2, packages: ['0', '1'], nodes: ['0', '1'] });
    expect(own.notes.join(' ')).toContain('do not give the cores of all CPUs');
  });

  it('gives caches, and idle states with their times', () => {
    const cpu = (n: number, l3: string) => [
      `cpu/cpu${n}/topology/core_id:${n}`,
      `cpu/cpu${n}/topology/physical_package_id:0`,
      `cpu/cpu${n}/topology/core_cpus_list:${n}`,
      `cpu/cpu${n}/cache/index3/level:3`,
      `/sys/devices/system/cpu/cpu${n}/cache/index3/type:Unified`,
      `cpu/cpu${n}/cache/index3/size:16384K`,
      `cpu/cpu${n}/cache/index3/shared_cpu_list:${l3}`,
    ];
    const idle = [
      ['POLL', 0, 0],
      ['C1', 2, 4],
      ['C6', 170, 600],
    ].flatMap(([name, latency, residency], state) => [
      `cpu/cpu0/cpuidle/state${state}/name:${name}`,
      `cpu/cpu0/cpuidle/state${state}/latency:${latency}`,
      `cpu/cpu0/cpuidle/state${state}/residency:${residency}`,
      `cpu/cpu0/cpuidle/state${state}/disable:0`,
    ]);
    const text = [
      'cpu/online:0-3',
      ...cpu(0, '0-1'),
      ...cpu(1, '0-1'),
      ...cpu(2, '2-3'),
      ...cpu(3, '2-3'),
      ...idle,
      'node/node0/cpulist:0-3',
      'node/node0/distance:10',
    ].join('\n');
    const own = read(text);
    expect(own.topology.llcs).toEqual(['0-1', '2-3']);
    expect(own.measured.os).toEqual({
      idle_exit_c1: { value: 2000, quality: 'quoted' },
      idle_residency_c1: { value: 4000, quality: 'quoted' },
      idle_exit_c6: { value: 170_000, quality: 'quoted' },
      idle_residency_c6: { value: 600_000, quality: 'quoted' },
    });
    expect(own.measured.cache?.llc_mb_per_domain?.value).toBe(16);
  });
});

describe('the kind of a file', () => {
  it('is told by how it begins', async () => {
    expect(machineKindOf(twoPackages)).toBe('hwloc');
    expect(machineKindOf('{ "lscpu": [] }')).toBe('lscpu-json');
    expect(machineKindOf('0,0,0,0,,0,0,0,0\n1,1,0,0,,1,1,1,0\n')).toBe('lscpu');
    expect(machineKindOf(',1.5\n2.5,\n')).toBe('matrix');
    const error = await refusal(() => machineKindOf('hello'));
    expect(error.remedy).toContain('--as: hwloc, lstopo, lscpu');
  });
});
