// What people paste that tells nothing here is named, with what would tell something.

import { describe, expect, test } from 'vitest';
import { recognised } from './recognised.ts';

const problemOf = (text: string) => recognised(text).problem ?? '';

describe('a text that is known by sight', () => {
  test.each([
    ['  Task   |  Runtime ms | Count | Avg delay ms | Max delay ms |\n', 'perf sched timehist'],
    ['T: 0 ( 4408) P:80 I:1000 C:  10000 Min:      2\n', 'trace-cmd record -e sched_switch'],
    ['/sys/kernel/debug/sched/domains/cpu0/domain0/name:SMT\n', '/proc/schedstat beside it'],
    ['version 17\ntimestamp 4295\ncpu0 0 0 0\n', '/proc/schedstat'],
    ['[    1.5] smp: Brought up 2 nodes, 64 CPUs\n', 'lscpu or lstopo'],
    [' Performance counter stats for ‘make’:\n\n   12 cache-misses\n', 'perf c2c report'],
    ['  *A0           12345.678901 secs A0 => worker:4242\n', 'perf sched timehist'],
    ['@usecs:\n[1]                  311 |@@@@@@@@  |\n', 'trace-cmd record'],
    ['# Timer Latency   \n  0 00:01:00   |  IRQ Timer Latency (us)\n', 'trace-cmd record'],
    ['# tracer: function_graph\n#\n', 'trace-cmd record'],
    ['     usecs               : count     distribution\n', 'trace-cmd record'],
    ['Wakeup Latencies percentiles (usec) runtime 30 (s)\n', 'a trace of the run'],
    ['Each sender will pass 100 messages of 100 bytes\n', 'a trace of the run'],
    ['Sched Debug Version: v0.11, 6.1.0\n', 'perf sched timehist'],
    ['12:00:01 PM  CPU    %usr   %nice    %sys\n', 'lscpu for the machine'],
    ['policy: default\npreferred node: current\n', 'numactl --hardware'],
    ['                 node0           node1\nnuma_hit         12\n', 'numactl --hardware'],
    ['\tCore Enabled: 64\n\tThread Count: 128\n', 'lscpu or lstopo'],
    ['  Info: 16-core model: AMD Ryzen 9 5950X bits: 64\n', 'lscpu or lstopo'],
    ['NAME ONE-SIZE ALL-SIZE WAYS TYPE        LEVEL\n', 'lscpu -p=CPU,CORE'],
    ["<topology>\n  <cells num='2'>\n  </cells>\n</topology>\n", 'on that host'],
    ['$ cat /sys/devices/system/cpu/cpu*/cache/index3/shared_cpu_list\n0-7\n', 'grep . in place'],
    ['# Samples: 12K of event ‘cycles’\n# Overhead  Command\n', 'perf c2c report'],
  ])('says what would tell something: %s', (text, remedy) => {
    expect(problemOf(`Hello,\n\n${text}`)).toContain(remedy);
    expect(recognised(text).parts).toEqual([]);
  });

  test('says nothing of words', () => {
    expect(problemOf('Version 17 of the patch is faster.\n')).toBe('');
  });

  test('is read where something in it can be', () => {
    const machine = '# CPU,Core,Socket,Node\n0,0,0,0\n1,1,0,0\n';
    const { parts, problem } = recognised(`smp: Brought up 1 node, 2 CPUs\n\n${machine}`);
    expect([parts.length, problem]).toEqual([1, undefined]);
  });
});
