// Sched domains, as kernels give them in /proc/schedstat and in what they say when they start, tell a machine.

import { describe, expect, test } from 'vitest';
import { refusal } from '../../../scenario/testing.ts';
import type { ReaderAnswers } from '../notes.ts';
import { recognised } from '../recognised.ts';
import { readMachineTexts } from './join.ts';

const numbers = (cpus: number) => Array.from({ length: cpus }, (_, cpu) => cpu);
const mask = (cpus: readonly number[]) =>
  cpus
    .reduce((sum, cpu) => sum + 2 ** cpu, 0)
    .toString(16)
    .padStart(8, '0');
const counters = ` ${Array(36).fill(0).join(' ')}`;

type Spans = (cpu: number) => readonly (readonly [name: string, cpus: readonly number[]])[];

const schedstat = (cpus: number, spans: Spans, isNamed: boolean) =>
  `version ${isNamed ? 17 : 15}\ntimestamp 4295083927\n${numbers(cpus)
    .map(
      (cpu) =>
        `cpu${cpu} 0 0 0 0 0 0 123456 7890 12\n${spans(cpu)
          .map(([name, own], level) => {
            const words = isNamed ? ` ${name}` : '';
            return `domain${level}${words} ${mask(own)}${counters}\n`;
          })
          .join('')}`,
    )
    .join('')}`;

/** Two sockets of 8 CPUs each: threads c and c + 8 of a core, an L3 a socket. */
const twoSockets: Spans = (cpu) => {
  const socket = numbers(16).filter((other) => other % 8 < 4 === cpu % 8 < 4);
  return [
    ['SMT', [cpu % 8, (cpu % 8) + 8]],
    ['MC', socket],
    ['NUMA', numbers(16)],
  ];
};

function read(text: string, answers: ReaderAnswers = {}) {
  const { topology, notes, questions } = readMachineTexts([{ text }], { answers });
  const { cpus, cores, packages, nodes, llcs } = topology;
  return {
    topology,
    counts: [cpus, cores, packages.length, nodes.length, llcs.length],
    notes: notes.join('\n'),
    asked: questions.map(({ about }) => about),
  };
}

describe('/proc/schedstat', () => {
  test('with names gives threads, caches and nodes', () => {
    const { counts, topology, asked } = read(schedstat(16, twoSockets, true));
    expect(counts).toEqual([16, 8, 2, 2, 2]);
    expect(topology.nodes).toEqual(['0-3,8-11', '4-7,12-15']);
    expect(asked).toEqual(['distances']);
  });

  test('with a domain of the package keeps several caches in one node', () => {
    const spans: Spans = (cpu) => [
      ['CLS', [cpu - (cpu % 2), cpu - (cpu % 2) + 1]],
      ['MC', numbers(4).map((other) => cpu - (cpu % 4) + other)],
      ['PKG', numbers(16)],
    ];
    const { counts, topology } = read(schedstat(16, spans, true));
    expect(counts).toEqual([16, 16, 1, 1, 4]);
    expect(topology.l2_clusters).toHaveLength(8);
  });

  test('without names asks what each level is', () => {
    const text = schedstat(16, twoSockets, false);
    const { counts, notes, asked } = read(text);
    expect(counts).toEqual([16, 8, 1, 1, 2]);
    expect(asked).toEqual(['threads', 'caches', 'packages']);
    expect(notes).toContain('gives its sched domains no names');
    expect(read(text, { packages: '2' }).counts).toEqual([16, 8, 2, 2, 2]);
  });

  test('takes the names that the files of one CPU have', () => {
    const names = ['SMT', 'MC', 'NUMA']
      .map((name, level) => `/sys/kernel/debug/sched/domains/cpu0/domain${level}/name:${name}\n`)
      .join('');
    const { counts, notes } = read(schedstat(16, twoSockets, false) + names);
    expect(counts).toEqual([16, 8, 2, 2, 2]);
    expect(notes).not.toContain('no names');
  });

  test('of nodes at two distances takes the nearer ones for a package', () => {
    const spans: Spans = (cpu) => [
      ['MC', numbers(2).map((other) => cpu - (cpu % 2) + other)],
      ['NUMA', numbers(4).map((other) => cpu - (cpu % 4) + other)],
      ['NUMA', numbers(8)],
    ];
    const { counts, notes } = read(schedstat(8, spans, true));
    expect(counts).toEqual([8, 8, 2, 4, 4]);
    expect(notes).toContain('2 packages for 4 nodes are inferred');
  });

  test('leaves CPUs without domains out, and says so', () => {
    const spans: Spans = (cpu) => (cpu < 2 ? [['MC', [0, 1]]] : []);
    const { counts, notes } = read(schedstat(3, spans, true));
    expect(counts.slice(0, 2)).toEqual([2, 2]);
    expect(notes).toContain('1 CPU without sched domains (isolated, or alone) left out: 2.');
  });

  test('without any domain is refused with what would help', () => {
    const { parts, problem } = recognised(schedstat(2, () => [], true));
    expect(parts).toEqual([]);
    expect(problem).toContain('lscpu');
  });
});

test('perf sched stats names the domains of a CPU, too', () => {
  const text = `CPU: 0 | DOMAIN: SMT | DOMAIN_CPUS: 0, 4
DESC                       COUNT    AVG_JIFFIES
CPU: 0 | DOMAIN: MC | DOMAIN_CPUS: 0, 1, 4, 5
CPU: 0 | DOMAIN: PKG | DOMAIN_CPUS: 0, 1, 2, 3, 4, 5, 6, 7
`;
  expect(read(text).counts).toEqual([8, 4, 1, 1, 2]);
});

describe('what the kernel says of its domains', () => {
  const first = `[    0.499748] CPU0 attaching sched-domain(s):
[    0.500207]  domain-0: span=0,8 level=SMT
[    0.501012]   groups: 0:{ span=0 }, 8:{ span=8 }
[    0.501200]   domain-1: span=0-3,8-11 level=MC
[    0.502207]    domain-2: span=0-15 level=NUMA
[    0.503213]     groups: 0:{ span=0-3,8-11 cap=4096 }, 4:{ span=4-7,12-15 cap=4096 }
`;

  test('of one CPU is repeated for those that its domains name', () => {
    const { counts, topology, notes } = read(first);
    expect(counts).toEqual([16, 8, 2, 2, 2]);
    expect(topology.llcs).toEqual(['0-3,8-11', '4-7,12-15']);
    expect(notes).toContain('those of 15 others are inferred to repeat the ones of CPU 0');
  });

  test('in a mail, in the form of older kernels, is found between words', () => {
    const old = [0, 1]
      .map(
        (cpu) => `> Feb 26 19:37:01 box kernel: CPU${cpu} attaching sched-domain:
> Feb 26 19:37:01 box kernel:  domain 0: span 0-1 level SIBLING
> Feb 26 19:37:01 box kernel:   groups: ${cpu} ${1 - cpu}
`,
      )
      .join('');
    const { parts, others } = recognised(`On this laptop:\n\n${old}\nThanks\n`);
    expect(parts.map(({ says }) => says)).toEqual([
      '2 CPUs, 1 core, 1 package, 1 node, 1 LLC (domains).',
    ]);
    expect(others).toBe(2);
  });

  test('is refused where the others cannot repeat it', async () => {
    const error = await refusal(() => read(first.replace('span=0-15', 'span=0-14')));
    expect(error.problem).toBe('gives the sched domains of 1 of 15 CPUs');
  });

  test('is refused by the line of a domain of no CPU', async () => {
    const error = await refusal(() => read(' domain-0: span=0-1 level=SMT\n'));
    expect([error.path, error.problem]).toEqual(['line 1', 'is a domain of no CPU']);
  });
});
