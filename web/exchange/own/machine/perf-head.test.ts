// The machine that perf names in front of a trace or a report, held to heads written by hand.

import { describe, expect, test } from 'vitest';
import { ReaderNotes } from '../notes.ts';
import { readMachineTexts } from './join.ts';
import { machineKindOf } from './kinds.ts';
import { readPerfHead } from './perf-head.ts';

const head = `# ========
# captured on    : Mon Jan  1 00:00:00 2024
# hostname : secret
# os release : 6.8.0
# arch : x86_64
# nrcpus online : 7
# nrcpus avail : 8
# cpudesc : Intel(R) Xeon(R)
# cpuid : GenuineIntel,6,85,4
# cmdline : /usr/bin/perf sched record
# sibling sockets : 0-1,4-5
# sibling sockets : 2-3,6
# sibling dies    : 0-1,4-5
# sibling dies    : 2-3,6
# sibling threads : 0,4
# sibling threads : 1,5
# sibling threads : 2,6
# sibling threads : 3
# CPU 0: Core ID 0, Die ID 0, Socket ID 0
# CPU 1: Core ID 1, Die ID 0, Socket ID 0
# CPU 2: Core ID 0, Die ID 0, Socket ID 1
# CPU 3: Core ID 1, Die ID 0, Socket ID 1
# CPU 4: Core ID 0, Die ID 0, Socket ID 0
# CPU 5: Core ID 1, Die ID 0, Socket ID 0
# CPU 6: Core ID 0, Die ID 0, Socket ID 1
# CPU 7: Core ID -1, Die ID -1, Socket ID -1
# node0 meminfo  : total = 47391616 kB, free = 46536844 kB
# node0 cpu list : 0-1,4-5
# node1 meminfo  : total = 47391616 kB, free = 46536844 kB
# node1 cpu list : 2-3,6
# CPU cache info:
#  L1 Data                 32K [0,4]
#  L1 Instruction          32K [0,4]
#  L2 Unified            1024K [0,4]
#  L2 Unified            1024K [1,5]
#  L2 Unified            1024K [2,6]
#  L2 Unified            1024K [3]
#  L3 Unified           11264K [0-1,4-5]
#  L3 Unified           11264K [2-3,6]
# ========
`;

describe('the head of perf', () => {
  test('is a machine: CPUs that are online, cores, packages, nodes, caches and their sizes', () => {
    expect(machineKindOf(head)).toBe('perf-head');
    const own = readMachineTexts([{ text: head }]);
    const { topology, measured } = own;
    expect(topology.cpus).toBe(7);
    expect(topology.cores).toBe(4);
    expect(topology.packages).toEqual(['0-1,4-5', '2-3,6']);
    expect(topology.nodes).toEqual(['0-1,4-5', '2-3,6']);
    expect(topology.llcs).toEqual(['0-1,4-5', '2-3,6']);
    expect(measured.cache?.llc_mb_per_domain?.value).toBe(11);
    expect(measured.cache?.l2_kb?.value).toBe(1024);
    expect(JSON.stringify(own)).not.toContain('secret');
  });

  test('of an older perf, without CPUs and caches, is as much as it says', () => {
    const old = `# nrcpus online : 4\n# nrcpus avail : 4\n# sibling cores   : 0-3\n# sibling threads : 0-1\n# sibling threads : 2-3\n`;
    const own = readMachineTexts([{ text: old }]);
    expect([own.topology.cpus, own.topology.cores, own.topology.llcs.length]).toEqual([4, 2, 1]);
    expect(own.notes.join()).toContain('lists no caches');
    expect(own.notes.join()).toContain('lists no nodes');
  });

  test('that lists no CPU, or of CPUs in no list, is refused', () => {
    expect(() => readMachineTexts([{ text: '# nrcpus online : 4\n' }])).toThrow('lists no CPU');
    const wrong = head.replace('sibling threads : 3', 'sibling threads : 9-2');
    expect(() => readMachineTexts([{ text: wrong }])).toThrow(/line 18.*is not a list of CPUs/);
  });

  test.each([
    '# sibling threads : 0-4094',
    '# sibling sockets : 0-4094',
    '# node0 cpu list : 0-4094',
    '#  L3 Unified           11264K [0-4094]',
  ])('that names the same CPUs on every line is refused at the second of "%s"', (line) => {
    const before = performance.now();
    // 75 million CPUs, were all of them worked out.
    const text = `# sibling threads : 0\n${`${line}\n`.repeat(18_000)}`;
    const refusal = /line 3.*is one of too many lists of CPUs for 1024 CPUs/;
    expect(() => readPerfHead(text, new ReaderNotes())).toThrow(refusal);
    expect(performance.now() - before).toBeLessThan(5_000);
  });

  test('that has more groups than CPUs can make is refused', () => {
    const text = '# sibling threads : 7\n'.repeat(1025);
    expect(() => readPerfHead(text, new ReaderNotes())).toThrow(
      /line 1025.*too many lists of CPUs/,
    );
  });
});
