// A real compiler judges the layout rules: what we say of a layout must be what it makes of our C.

import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import {
  builtInLayout,
  layoutNames,
  pictureOf,
  type RootDomain,
} from '../../scenario/layout/index.ts';
import { cText } from './c-text.ts';
import { declarationsOf } from './declarations.ts';
import { paholeText } from './pahole-text.ts';
import { kernelTypes, randomLayout } from './testing.ts';

const compiler = ['cc', 'gcc', 'clang'].find((name) => spawnSync(name, ['--version']).status === 0);

/**
 * A build machine has the compilers that our own setup installs: there, a missing one is a failure.
 * Elsewhere the title says what was left out.
 */
const isJudged = process.arch === 'x64' && (compiler !== undefined || process.env.CI === 'true');
const leftOut = isJudged ? '' : ' (left out: no C compiler for x86-64 here)';

/** What a compiler for x86-64 has to say about C; empty when it agrees. */
function complaintsOf(source: string): string {
  if (!compiler) throw new Error('no C compiler is installed: npm run setup');
  const { stderr } = spawnSync(compiler, ['-std=gnu17', '-fsyntax-only', '-xc', '-'], {
    input: source,
    encoding: 'utf8',
  });
  return stderr;
}

/** The exported C with one assertion for each offset, size and alignment that we claim. */
function withAssertions(layout: RootDomain): string {
  const claims = declarationsOf(layout).flatMap(({ name, laid, members }) => [
    `sizeof(struct ${name}) == ${laid.size}`,
    `_Alignof(struct ${name}) == ${laid.alignment}`,
    ...members.map(({ declarator, offset }) => {
      const member = declarator.replace(/\[.*$/, '');
      return `__builtin_offsetof(struct ${name}, ${member}) == ${offset}`;
    }),
  ]);
  const assertions = claims.map((claim) => `_Static_assert(${claim}, "${claim}");`);
  return `${cText(layout)}${assertions.join('\n')}\n`;
}

describe.skipIf(!isJudged)(`the exported C${leftOut}`, () => {
  it.each(layoutNames)('of %s compiles to the offsets we claim', (name) => {
    expect(complaintsOf(kernelTypes + withAssertions(builtInLayout(name)))).toBe('');
  });

  it('of sixty random edits compiles to the offsets we claim', () => {
    const seeds = Array.from({ length: 60 }, (_, at) => at + 1);
    const named = seeds.map((seed) => {
      const source = withAssertions(randomLayout(seed, seed));
      return source.replace(/struct (root_domain|cpupri_vec|cpupri)\b/g, `struct $1_${seed}`);
    });
    expect(complaintsOf(`${kernelTypes}${named.join('\n')}`)).toBe('');
  });

  it('would not pass if one offset were wrong', () => {
    const source = withAssertions(builtInLayout('p1')).replace('pd) == 13184', 'pd) == 13192');
    expect(complaintsOf(kernelTypes + source)).toContain('static assertion failed');
  });
});

describe('C declarations', () => {
  it('are written as in the kernel: attributes behind the name, stars with the name', () => {
    const text = cText(builtInLayout('p1+p2+p3'));
    expect(text).toContain('struct cpupri_vec {\n\tatomic_t\t\tcount;\n');
    expect(text).toContain('\tcpumask_var_t\t\tmask ____cacheline_aligned;\n');
    expect(text).toContain('\tstruct cpupri_vec\tpri_to_cpu[101];\n\tint\t\t\t*cpu_to_pri;\n');
    expect(text).toContain('\tatomic_t\t\t**rto_counts;\n');
    expect(text).toContain('\tstruct perf_domain\t*pd ____cacheline_aligned;\n');
  });

  it('name padding after the member it stands before', () => {
    const text = cText(builtInLayout('p1alt'));
    expect(text).toContain('\tatomic_t\t\tcounts_0[1];\n\tchar\t\t\tpad_counts_1_100[60];\n');
    expect(text).toContain('\tcpumask_var_t\t\tmasks[101];\n');
    expect(text).not.toContain('cpupri_vec');
  });
});

describe('pahole text', () => {
  const structOf = (text: string, name: string) =>
    text
      .slice(text.indexOf(`struct ${name} {`))
      .split(/\n(?=struct )/)[0]!
      .trimEnd();

  it('of a vector of patch 1 is what pahole prints', () => {
    expect(structOf(paholeText(builtInLayout('p1')), 'cpupri_vec')).toBe(
      [
        'struct cpupri_vec {',
        '\tatomic_t                   count;                /*     0     4 */',
        '',
        '\t/* XXX 60 bytes hole, try to pack */',
        '',
        '\t/* --- cacheline 1 boundary (64 bytes) --- */',
        '\tcpumask_var_t              mask __attribute__((__aligned__(64))); /*    64     8 */',
        '',
        '\t/* size: 128, cachelines: 2, members: 2 */',
        '\t/* sum members: 12, holes: 1, sum holes: 60 */',
        '\t/* padding: 56 */',
        '\t/* forced alignments: 1, forced holes: 1, sum forced holes: 60 */',
        '} __attribute__((__aligned__(64)));',
      ].join('\n'),
    );
  });

  it('ends with the sums, paddings of inner structures included', () => {
    const text = structOf(paholeText(builtInLayout('p1')), 'root_domain');
    expect(text.split('\n').slice(-11)).toEqual([
      '\t/* XXX last struct has 56 bytes of padding */',
      '',
      '\t/* --- cacheline 206 boundary (13184 bytes) --- */',
      '\tstruct perf_domain *       pd;                   /* 13184     8 */',
      '',
      '\t/* size: 13248, cachelines: 207, members: 21 */',
      '\t/* sum members: 13170, holes: 4, sum holes: 22 */',
      '\t/* padding: 56 */',
      '\t/* paddings: 1, sum paddings: 56 */',
      '\t/* forced alignments: 1, forced holes: 1, sum forced holes: 8 */',
      '} __attribute__((__aligned__(64)));',
    ]);
  });

  it('accounts for every byte of the structure', () => {
    for (const name of layoutNames) {
      const { size, parts, gaps } = pictureOf(builtInLayout(name));
      const sizes = [...parts, ...gaps].map((piece) => piece.size);
      expect(sizes.reduce((total, bytes) => total + bytes, 0)).toBe(size);
    }
  });
});
