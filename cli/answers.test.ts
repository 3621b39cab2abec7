// Answers to what a machine's texts leave open, given on the command line: taken, or refused with what would be right.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { schedscape } from './testing.ts';

const memoryless = 'tests/fixtures/own/numactl-alone-memoryless.txt';
const matrix = 'tests/fixtures/own/matrix-alone-2s-4llc.csv';

describe('import', () => {
  it('says of what it knows by sight what would tell something', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'schedscape-answers-'));
    const file = path.join(folder, 'latency.txt');
    writeFileSync(file, ' Task | Runtime ms | Count | Avg delay ms | Max delay ms |\n');
    const { code, err } = await schedscape('import', file);
    rmSync(folder, { recursive: true });
    expect(code).toBe(2);
    expect(err).toContain(
      'is the output of perf sched latency: totals without times; give the output',
    );
  });
});

describe('--answer', () => {
  it('asks what is left open, and what is answered no more', async () => {
    const before = await schedscape('import', memoryless);
    expect(before.err).toMatch(/^question: How many threads does a core have\? Taken: 2\./m);
    const asked = before.err.match(/--answer \w+=\w+/g);
    expect(asked).toContain('--answer threads=1');
    const given = ['--answer', 'threads=1', '--answer', 'caches=8'];
    const after = await schedscape('import', memoryless, ...given);
    expect(after.code).toBe(0);
    expect(JSON.parse(after.out).topology).toMatchObject({ cores: 16 });
    expect(JSON.parse(after.out).topology.llcs).toHaveLength(8);
    expect(after.err).not.toMatch(/threads|How many last-level caches/);
  });

  it('takes them in a paste, too, and offers commands that say them', async () => {
    const { out } = await schedscape('tell', matrix, '--answer', 'distances=12 32');
    expect(out).toContain('  question: How many packages are there? Taken: 2 packages.');
    expect(out).toMatch(/cyclic --machine \S+ --answer distances="12 32"$/m);
    const one = await schedscape('tell', matrix, '--answer', 'packages=1');
    expect(one.out).toContain('1 package, 1 node, 4 LLCs (matrix)');
  });

  it('takes them for the machine of a run', async () => {
    const { code, err } = await schedscape(
      ...['run', 'cpupri/cyclic', '--duration', '100us', '--machine', memoryless],
      ...['--answer', 'threads=1'],
    );
    expect(code).toBe(0);
    expect(err).toContain('question: How many last-level caches are there?');
  });

  it('ends with 2 and says what would be right', async () => {
    const err = async (...args: string[]) => {
      const { code, err } = await schedscape(...args);
      expect(code).toBe(2);
      return err;
    };
    expect(await err('import', memoryless, '--answer', 'threads=3')).toContain(
      '--answer threads=3: must be 1 (1) or 2 (2)',
    );
    expect(await err('tell', matrix, '--answer', 'threads=2')).toMatch(
      /--answer threads=2: nothing is left open about threads; what is open: caches=.*packages=1 or 2/,
    );
    expect(await err('import', memoryless, '--answer', 'cores=3')).toContain(
      '--answer cores=3: must be what is open, "=" and the answer: threads, siblings',
    );
    const twice = ['--answer', 'threads=1', '--answer', 'threads=2'];
    expect(await err('import', memoryless, ...twice)).toContain('threads is answered already');
    expect(await err('tell', 'tests/fixtures/own', '--answer', 'threads=1')).toContain(
      '--answer is for one file',
    );
  });
});
