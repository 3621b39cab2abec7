// Whatever the text of a machine: each of its readers refuses it in words or gives a machine that can be built. Runs longer with
// SCHEDSCAPE_MACHINE_TEXTS=1000000, which is that many texts for each reader.

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { buildMachine } from '../../../scenario/topology.ts';
import { machineTextsOf } from '../pasted.ts';
import { takenOf } from '../testing-torn.ts';
import { type OwnMachine, readMachineTexts } from './join.ts';
import { type MachineKind, machineKinds } from './reading.ts';

const texts = Number(process.env.SCHEDSCAPE_MACHINE_TEXTS ?? 300);

const sample = (name: string) => readFileSync(`tests/fixtures/own/${name}`, 'utf8');
const perfHead = `# sibling sockets : 0-1,4-5
# sibling sockets : 2-3,6
# sibling threads : 0,4
# sibling threads : 1,5
# CPU 0: Core ID 0, Die ID 0, Socket ID 0
# CPU 1: Core ID 1, Die ID 0, Socket ID 0
# node0 meminfo  : total = 47391616 kB, free = 46536844 kB
# node0 cpu list : 0-1,4-5
# node1 cpu list : 2-3,6
# CPU cache info:
#  L2 Unified            1024K [0,4]
#  L3 Unified           11264K [0-1,4-5]
`;
const zoneinfo = `Node 0, zone   Normal
  pages free 5
        managed 900
  pagesets
    cpu: 0
              count: 3
              high:  5
              batch: 3
    cpu: 1
              high:  5
              batch: 3
Node 1, zone   Normal
  pages free 5
        managed 900
    cpu: 2
              high:  5
`;
const buddyinfo = `Node 0, zone      DMA      1      0      1      0      2      1      1      0      1      1      3
Node 0, zone   Normal   9999  99999      1      0      2      1      1      0      1      1      3
`;
const cpuid = `cpuid/pu0:5 0 0 0 0 => b 756e6547 6c65746e 49656e69
cpuid/pu0:5 1 0 0 0 => 50654 40800 0 10000000
cpuid/pu0:5 4 0 2 0 => 400c163 3c0003f 1fff 0
`;
const magnyCours = ['0', '6', '10', '16']
  .map(
    (id) => `cpuid/pu${id}:5 0 0 0 0 => 5 68747541 444d4163 69746e65
cpuid/pu${id}:5 1 0 0 0 => 100f91 ${id}0c0800 0 10000000
cpuid/pu${id}:5 80000006 0 0 0 => 0 0 0 100000
cpuid/pu${id}:5 80000008 0 0 0 => 3030 0 400b 0
`,
  )
  .join('');
const archived = `cpu/cpu0/topology/thread_siblings_list:0-1
cpu/cpu1/topology/thread_siblings_list:0-1
cpu/cpu2/topology/core_id:2
cpu/online:0-2
proc/cpuinfo/vendor_id:AuthenticAMD
proc/cpuinfo/cpu_family:21
proc/self/cpus:0-1
proc/self/mems:1
node/has_memory:1
node/node0/cpulist:0-2
node/node1/cpulist:
`;

const schedstat = `version 15
timestamp 4295083927
cpu0 0 0 0 0 0 0 123 456 7
domain0 00000003 0 0 0
domain1 0000000f 0 0 0
cpu1 0 0 0 0 0 0 123 456 7
domain0 00000003 0 0 0
domain1 0000000f 0 0 0
cpu2 0 0 0 0 0 0 123 456 7
domain0 0000000c 0 0 0
domain1 0000000f 0 0 0
`;
const attaching = `[ 0.4] CPU0 attaching sched-domain(s):
[ 0.5]  domain-0: span=0-1 level=SMT
[ 0.5]   groups: 0:{ span=0 }, 1:{ span=1 }
[ 0.5]   domain-1: span=0-3 level=NUMA
[ 0.6] CPU5 attaching NULL sched-domain.
`;

const likwid = `CPU name:\tIntel(R) Xeon(R) CPU E5-2640 v4 @ 2.40GHz
HWThread\tThread\t\tCore\t\tSocket\t\tAvailable
0\t\t0\t\t0\t\t0\t\t*
1\t\t0\t\t1\t\t1\t\t*
Level:\t\t\t3
Size:\t\t\t25 MB
Cache groups:\t\t( 0 ) ( 1 )
Domain:\t\t\t0
Processors:\t\t( 0 )
Distances:\t\t10 21
Domain:\t\t\t1
Processors:\t\t( 1 )
Distances:\t\t21 10
`;

/** True texts of each reader; of zones the kernel has two. */
const given: Readonly<Record<MachineKind, readonly string[]>> = {
  hwloc: [sample('two-packages.xml')],
  lstopo: [sample('lstopo-tree.txt'), sample('lstopo-tree-merged.txt')],
  lscpu: ['# CPU,Core,Socket,Node,,L1d,L1i,L2,L3\n0,0,0,0,,0,0,0,0\n1,1,0,0,,1,1,1,0\n'],
  'lscpu-table': [sample('lscpu-e.txt')],
  'lscpu-text': [sample('lscpu-plain-2s-genoa-like.txt'), sample('lscpu-plain-old-1s.txt')],
  'lscpu-json': [
    '{"cpus":[{"cpu":0,"core":0,"socket":0,"node":0,"l1d:l1i:l2:l3":"0:0:0:0"}]}',
    '{"lscpu":[{"field":"CPU(s):","data":"8","children":[{"field":"Thread(s) per core:","data":"2"}]},{"field":"Core(s) per socket:","data":"4"},{"field":"Socket(s):","data":"1"}]}',
  ],
  cpuinfo: [sample('cpuinfo-short.txt')],
  'perf-head': [perfHead],
  zones: [zoneinfo, buddyinfo, zoneinfo + buddyinfo],
  domains: [schedstat, attaching],
  likwid: [likwid],
  cpuid: [cpuid, magnyCours],
  numactl: [sample('numactl-cpu-compress.txt'), sample('numactl-alone-memoryless.txt')],
  sysfs: ['cpu/cpu0/topology/core_id:0\ncpu/online:0\nnode/node0/cpulist:0\n', archived],
  synthetic: ['pack:2 [numa(memory=4GB)] l3:2(size=32MB) l2:2 core:1 pu:2\n'],
  matrix: [',,\n7,,\n8,9,\n', sample('matrix-alone-2s-4llc.csv')],
};

const scraps = ['&amp;', '<object ', 'pu:9', '1023', '0-1023', 'Node 9, ', '(x9)', 'PU L#', 'L3'];

/** Every CPU stands in one core, one cache and one node of what is built. */
function built({ topology, rows }: OwnMachine): void {
  const { cpus } = buildMachine(topology, '');
  if (cpus > rows.length) throw new Error(`${cpus} CPUs of ${rows.length} rows`);
}

describe('a hostile text of a machine', { timeout: 0 }, () => {
  test.each(machineKinds)('is refused in words, or is one: %s', (kind) => {
    // Of a paste that says nothing of its kind, and of a file whose kind is said.
    let isSaid = false;
    const read = (text: string) => {
      isSaid = !isSaid;
      built(readMachineTexts(isSaid ? [{ text, kind }] : machineTextsOf({ text })));
    };
    expect(takenOf(texts, given[kind], read, scraps, kind)).toBeGreaterThan(0);
  });
});
