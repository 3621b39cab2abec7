// Whatever the text of a workload: it is refused in words, or it is one that the core's compiler takes. Runs longer with
// SCHEDSCAPE_WORKLOAD_TEXTS=1000000.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ScenarioError } from '../../../scenario/index.ts';
import { compileWorkload, parseWorkload } from '../../../scenario/program/compile.ts';
import { buildMachine } from '../../../scenario/topology.ts';
import { inputSeed } from '../testing-torn.ts';
import { readWorkload, type WorkloadKind } from './read.ts';
import { shortExample } from './short.ts';

const texts = Number(process.env.SCHEDSCAPE_WORKLOAD_TEXTS ?? 3000);
const machine = buildMachine(
  {
    title: 'm',
    vendor: 'intel',
    packages: 1,
    nodes_per_package: 1,
    llcs_per_node: 1,
    cores_per_llc: 8,
    threads_per_core: 1,
  },
  '',
);
const speeds = { clock_mhz: 3000, l1_ns: 1.3 };

/** Numbers that look random and are the same each time. */
function numbers(seed: number) {
  let state = seed >>> 0;
  return (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const pieces = [
  ...[
    '{',
    '}',
    '[',
    ']',
    '"',
    ',',
    ':',
    ';',
    '#',
    '/*',
    '*/',
    '//',
    '\\',
    '\n',
    ' ',
    '~',
    '@',
    '..',
  ],
  ...[
    '-1',
    '0',
    '99999999999999999999',
    '1.5',
    '10ms',
    '1e9',
    'true',
    'null',
    '"__proto__"',
    '\u202e',
    '\u0000',
  ],
  ...[
    '"run"',
    '"loop"',
    '"phases"',
    '"tasks"',
    '"instance": 9999',
    '"fork": "ping"',
    '"cpus": [9999]',
    '"access": ["filled", "both"]',
  ],
  ...[
    'run',
    'lock m',
    'wait c m',
    'every 1ns t',
    'x99999',
    'on 0-9999',
    'fifo 99',
    'mem 999999999MiB',
    'yield',
  ],
];

/** A text with a few parts taken out, doubled or put in. */
function mutated(text: string, draw: (below: number) => number): string {
  let now = text;
  for (let changes = 1 + draw(6); changes > 0; changes--) {
    const at = draw(now.length + 1);
    const end = Math.min(now.length, at + draw(12));
    const how = draw(4);
    if (how === 0) now = now.slice(0, at) + now.slice(end);
    else if (how === 1) now = now.slice(0, end) + now.slice(at);
    else now = now.slice(0, at) + pieces[draw(pieces.length)] + now.slice(how === 2 ? at : end);
  }
  return now;
}

/** Whether it is taken; anything but a refusal in words fails the test. */
function isTaken(text: string, kind?: WorkloadKind): boolean {
  try {
    const form = parseWorkload(readWorkload(text, {}, kind).form);
    const { values } = compileWorkload(form, machine, speeds);
    expect(values.program_words).toBe(values.program.length);
    expect(
      values.program.every((word) => Number.isInteger(word) && word >= 0 && word < 2 ** 32),
    ).toBe(true);
    return true;
  } catch (cause) {
    if (!(cause instanceof ScenarioError)) throw cause;
    expect(cause.message.length).toBeLessThan(1000);
    return false;
  }
}

const rtApp = readFileSync('tests/fixtures/own/hand-over.json', 'utf8');
const old = readFileSync('tests/fixtures/own/rt-app-before-1.0.json', 'utf8');
const long = JSON.stringify(readWorkload(rtApp).form);
const bench = `struct queue {
  unsigned long head; /* { */
  union { int tail; char names[72]; };
} ____cacheline_aligned;
w : store head; run 100ns
r x4 on 0-3 : load tail; run 100ns
a : add head; run 1us
`;

describe('any text', () => {
  it.each([
    ['rt-app', 'a file of rt-app', rtApp],
    ['rt-app', 'a file of rt-app before 1.0', old],
    ['short', 'the short form', shortExample],
    ['short', 'the short form with a structure', bench],
    ['workload', 'the own form', long],
  ] as const)('as %s is refused in words or taken: %s', { timeout: 0 }, (kind, _, text) => {
    const draw = numbers(inputSeed);
    let taken = 0;
    for (let at = 0; at < texts / 5; at++) taken += Number(isTaken(mutated(text, draw), kind));
    // Else nothing but the first look would be tried.
    expect(taken).toBeGreaterThan(texts / 400);
  });

  it('is read in time that grows as it does', () => {
    const many = 'a'.repeat(100_000);
    const hostile = [
      `{ "tasks": ${'{"a":'.repeat(50_000)}`,
      `{ "tasks": { "t": { "run": ${'1'.repeat(100_000)} } } }`,
      `{ ${'/*'.repeat(50_000)} "tasks": 1 }`,
      `{ "tasks": { "${many}": 1 } }`,
      `web : ${'run 1ms;'.repeat(12_000)}`,
      `web : run ${'1'.repeat(100_000)}ms`,
      `${' '.repeat(100_000)}web : run 1ms`,
      `web ${'x1 '.repeat(30_000)}: run 1ms`,
    ];
    for (const text of hostile) isTaken(text, text.startsWith('{') ? 'rt-app' : 'short');
  });
});

describe('a workload that could not run', () => {
  const short = (text: string) => compileWorkload(readWorkload(text).form, machine, speeds);

  it('is refused where it turns for good without time, and where it would never end too early', () => {
    expect(() => short('a : signal c')).toThrow('takes no time and never ends');
    expect(() => short('a loops 5 : signal c')).not.toThrow();
    const phases = { loops: 0, steps: ['run 1ms'] };
    const form = {
      format: 'schedscape-workload/1' as const,
      tasks: [{ name: 'a', phases: [phases, phases] }],
    };
    expect(() => compileWorkload(form, machine, speeds)).toThrow(
      'tasks[0].phases[0].loops: never ends, and phases follow',
    );
  });

  it('is refused where it names what is not there', () => {
    expect(() => short('a : fork b; run 1ms')).toThrow('"b" is not a task');
    expect(() => short('a : unlock m; run 1ms')).toThrow('no step locks "m"');
    expect(() => short('a : run @q')).toThrow('@q is not there');
    expect(() => short('a x0 : run 1ms')).toThrow('none of them begins by itself');
    expect(() => short('a x16384 : run 1ms')).toThrow('are 16385 including all that can be forked');
    expect(() => short('a loops 2000 : run 1ms; fork b\nb x0 : run 1ms')).toThrow(
      'is done 2000 times',
    );
  });

  it('draws quantiles from a table, and refuses one that does not ascend', () => {
    const with_ = (values: string[]) => ({
      format: 'schedscape-workload/1' as const,
      resources: [{ name: 'q', kind: 'quantiles' as const, values }],
      tasks: [{ name: 'a', phases: [{ steps: ['run @q'] }] }],
    });
    const { kinds } = compileWorkload(with_(['80us', '120us', '300us']), machine, speeds);
    expect(kinds[0]!.phases[0]!.duration).toBeGreaterThan(140_000);
    expect(kinds[0]!.phases[0]!.duration).toBeLessThan(165_000);
    expect(() => compileWorkload(with_(['120us', '80us']), machine, speeds)).toThrow(
      'do not ascend',
    );
  });
});
