// What a wrong policy is told, and the bounds of a right one (acceptance 14 and 30 of spec "The policy bench").

import { describe, expect, it } from 'vitest';
import { classStarters } from './class-starters.ts';
import { compilePolicy } from './compile.ts';
import { PolicyError } from './error.ts';
import {
  ARRAY_WORDS,
  CODE_WORDS,
  NESTING,
  SOURCE_CHARACTERS,
  VALUES,
  VARIABLES,
} from './limits.ts';
import { starters } from './starters.ts';

const said = (source: string): string => {
  try {
    compilePolicy(source);
  } catch (error) {
    if (error instanceof PolicyError) return error.message;
    throw error;
  }
  return 'accepted';
};
const point = (body: string, top = '') => `${top}function select_cpu(p, prev_cpu) {\n${body}\n}`;

/** Wrong texts, with what is said of them. */
const wrong: readonly (readonly [string, string])[] = [
  [point('return nr_runing(0);'), 'line 2, column 8: there is no function nr_runing; nr_running?'],
  [point('return prev_cp;'), 'line 2, column 8: there is no prev_cp; prev_cpu?'],
  [point('m = 1;'), 'line 2, column 1: there is no m; declare it with let'],
  [
    point('return p.nice;'),
    'line 2, column 8: a task has no nice; it has cpu, weight, util, load, wakee_flips, tgid, llc, slice',
  ],
  [point('return p;'), 'line 2, column 8: this has to be a number and is a task'],
  [point('return 1 + (2 < 3);'), 'line 2, column 13: this has to be a number and is a boolean'],
  [point('return 1 / 2;'), 'line 2, column 8: a / b may be a fraction: write Math.floor(a / b)'],
  [point('if (prev_cpu == 1) return 1;'), 'line 2, column 14: write ==='],
  [point('return 1.5;'), 'line 2, column 8: numbers are whole and written 12, 1_000 or 0xff'],
  [point('return 9007199254740992;'), 'line 2, column 8: this number is beyond 2^53 − 1'],
  [point('const f = x => x;'), 'line 2, column 13: write a function with a name'],
  [point('var x = 1;'), 'line 2, column 1: var is not part of the language: write let or const'],
  [point('let p = 1;'), 'line 2, column 5: there is a p already: use another name'],
  [point('const x = 1; x = 2;'), 'line 2, column 14: x does not change: declare it with let'],
  [
    point('return f(1);', 'function f(x) { return f(x); }\n'),
    'line 1, column 24: f calls itself; policies have no recursion',
  ],
  [point('return prev_cpu'), 'line 2, column 16: a ; is missing here'],
  [point('return\nprev_cpu;'), 'line 2, column 1: return and what follows it stand on one line'],
  [
    point('if (true) let x = 1;'),
    'line 2, column 11: a let does not stand here alone; write { … } around it',
  ],
  [
    point('if (prev_cpu = 1) return 1;'),
    'line 2, column 14: an expression cannot assign; write the assignment as a statement before it',
  ],
  ['function select_cpu(p) {\nreturn 1;', 'line 1, column 24: a } is missing: this { has no end'],
  ['/* no end', 'line 1, column 1: this comment has no end; write */ behind it'],
  [
    'let n = 0;',
    'line 1, column 1: a policy is never called without one of the functions select_cpu, balance, enqueue, find_lowest_rq, prefer_llc, pcp_refill, pcp_flush, dispatch, running, stopping, tick',
  ],
  [
    point('return 1;', 'function helper() {}\n'),
    'line 1, column 10: nobody calls helper; the points at which a policy is asked are select_cpu, balance, enqueue, find_lowest_rq, prefer_llc, pcp_refill, pcp_flush, dispatch, running, stopping, tick',
  ],
  [point('return a;', 'const a = percpu(0);\n'), 'line 3, column 8: a has elements: write a[…]'],
  [
    point('a[0] = 1;', 'const a = pertask(0);\n'),
    'line 3, column 3: this has to be a task and is a number',
  ],
  [
    point('return f();', 'function f() { if (now() > 5) { return 1; } }\n'),
    'line 3, column 8: f returns no value on some path',
  ],
  [point('break;'), 'line 2, column 1: there is no loop around this break'],
  [
    'function balance(cpu) { return select_cpu_dfl(); }',
    'line 1, column 32: select_cpu_dfl gives Linux’s answer in select_cpu: call it only there',
  ],
  [
    point('for (const c of 5) {}'),
    'line 2, column 17: this is not a set of CPUs; there are all_cpus(), llc_cpus(c), core_cpus(c), node_cpus(c)',
  ],
  [point('return "a";'), 'line 2, column 8: a policy has no strings: values are whole numbers'],
  [
    point('Atomics.exchange(a, 0);', 'const a = array(1, 0);\n'),
    'line 3, column 1: Atomics.exchange is given 3 values, not 2',
  ],
  [
    point('return 1;', 'const ops_flags = 2;\n'),
    'line 1, column 7: ops_flags is 0 or OPS_NO_PERIODIC',
  ],
  [
    'function dispatch(cpu) { dsq_insert(cpu, 0, SLICE_DFL); }',
    'line 1, column 37: this has to be a task and is a number',
  ],
  [point('n++\n++n;', 'let n = 0;\n'), 'line 3, column 4: a ; is missing here'],
];

describe('a wrong text', () => {
  it.each(wrong)('case 14: %j is told where and what would be right', (source, sentence) => {
    expect(said(source)).toBe(sentence);
  });
});

describe('what comes with a text', () => {
  it('is what its world must have, with the place that asks for it', () => {
    const { needs, flags } = compilePolicy(
      'const ops_flags = OPS_NO_PERIODIC;\nfunction dispatch(cpu) {\n  if (cpu_util(cpu) > 5) dsq_move_to_local(0);\n}',
    );
    expect(flags).toBe(1);
    expect(needs.map(({ name, need, at }) => [name, need, at.line])).toEqual([
      ['dispatch', 'ext', 2],
      ['cpu_util', 'fair', 3],
      ['dsq_move_to_local', 'ext', 3],
    ]);
  });

  it.each([...starters, ...classStarters])(
    '$id: is at most twenty lines with a comment on top',
    ({ source }) => {
      expect(compilePolicy(source).code.length).toBeGreaterThan(0);
      expect(source.startsWith('// ')).toBe(true);
      expect(source.trimEnd().split('\n').length).toBeLessThanOrEqual(20);
    },
  );
});

describe('how much a policy may be', () => {
  const repeated = (text: string, times: number) =>
    Array.from({ length: times }, () => text).join('');

  it('is bounded in characters, variables, elements and values at once', () => {
    const padded = (length: number) => point('return 1;').padEnd(length, ' ');
    expect(said(padded(SOURCE_CHARACTERS))).toBe('accepted');
    expect(said(padded(SOURCE_CHARACTERS + 1))).toContain(
      `at most ${SOURCE_CHARACTERS} characters`,
    );
    const variables = (count: number) =>
      point('return 1;', Array.from({ length: count }, (_, i) => `let n${i} = 0;\n`).join(''));
    expect(said(variables(VARIABLES))).toBe('accepted');
    expect(said(variables(VARIABLES + 1))).toContain(`at most ${VARIABLES} variables`);
    const array = (length: number) => point('return 1;', `const a = array(${length}, 0);\n`);
    expect(said(array(ARRAY_WORDS))).toBe('accepted');
    expect(said(array(ARRAY_WORDS + 1))).toContain(`between 1 and ${ARRAY_WORDS} elements`);
    expect(said(array(0))).toContain('between 1');
    const locals = (count: number) =>
      point(Array.from({ length: count }, (_, i) => `let v${i} = 1;`).join('\n'));
    expect(said(locals(VALUES - 2))).toBe('accepted');
    expect(said(locals(VALUES - 1))).toContain(`more than ${VALUES} values at once`);
  });

  it('is bounded in nesting and in code, however functions call each other', () => {
    const nested = (depth: number) =>
      point(`return ${repeated('(', depth)}1${repeated(')', depth)};`);
    expect(said(nested(NESTING - 1))).toBe('accepted');
    expect(said(nested(NESTING + 1))).toContain(`more than ${NESTING} things inside each other`);
    const doubling = (last: string) => {
      const functions = Array.from(
        { length: 20 },
        (_, i) => `function f${i}() { f${i + 1}(); f${i + 1}(); }\n`,
      );
      return point('f0();', `${functions.join('')}function f20() { ${last} }\n`);
    };
    expect(said(doubling(''))).toContain('functions call each other too often');
    expect(said(doubling('select_cpu_dfl();'))).toContain('too often');
    const long = point(repeated('prev_cpu += 70000;', 450));
    expect(compilePolicy(point(repeated('prev_cpu += 70000;', 400))).code.length).toBeLessThan(
      CODE_WORDS,
    );
    expect(said(long).length).toBeGreaterThan(0);
  });

  it('says for each word of code where in the text it is from', () => {
    const { code, places, entries } = compilePolicy(point('const a = 1;\nreturn nr_running(a);'));
    expect(places).toHaveLength(code.length);
    expect(entries[0]).toBe(1);
    expect(places.map(({ line }) => line)).toEqual([2, 3, 3, 1]);
  });
});
