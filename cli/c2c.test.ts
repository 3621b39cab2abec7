// Reports of perf c2c on the command line: by themselves, and beside the lines of a run.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { schedscape } from './testing.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'schedscape-c2c-'));
afterAll(() => rmSync(folder, { recursive: true }));

type Row = readonly [offset: string, symbol: string, hitm: number, records: number];

/** A report of one line, as a mail quotes it. */
function report(name: string, rows: readonly Row[]): string {
  const dashes = '-'.repeat(60);
  const written = rows.map(
    ([offset, symbol, hitm, records]) =>
      `${hitm.toFixed(2)}% 0.00% 0.00% 0.00% ${offset} 0 1 0xffffffff81100010 900 500 200 ${records} 64 [k] ${symbol} [kernel.kallsyms]`,
  );
  const head = [dashes, '0 120 40 300 0 0xff11000100a40040', dashes];
  const file = path.join(folder, name);
  writeFileSync(file, `${[...head, ...written].join('\n')}\n`);
  return file;
}

const run = ['cpupri/cyclic', 'A', '--duration', '3ms', '--set', 'warmup=1 ms'];

describe('c2c', () => {
  it('prints the rows of a report without running anything, and refuses options of a run', async () => {
    const file = report('alone.txt', [['0x10', 'cpupri_set', 100, 5]]);
    const { code, out } = await schedscape('c2c', file);
    expect(code).toBe(0);
    expect(out).toMatch(/^0x10 +cpupri_set +100\.00 /m);
    const refused = await schedscape('c2c', file, '--seed', '2');
    expect(refused).toMatchObject({ code: 2, out: '' });
    expect(refused.err).toContain('name a scenario behind the file');
  });

  it('asks where no line is clear, takes what is said, and tells rows that only one side has', async () => {
    const file = report('unclear.txt', [
      ['0x30', 'cpupri_set.isra.0', 60, 210],
      ['0x28', 'mem_cgroup_charge', 40, 190],
    ]);
    const asked = await schedscape('c2c', file, ...run);
    expect(asked.code).toBe(0);
    expect(asked.out).toMatch(/^line 0: not matched$/m);
    expect(asked.out).toMatch(/say which with --line 0=\S/);
    expect(asked.out).toMatch(/mem_cgroup_charge .*not simulated/);
    const said = await schedscape('c2c', file, ...run, '--line', '0=root_domain.3', '--json');
    const { lines, quality, source } = JSON.parse(said.out);
    expect(quality).toBe('measured-by-you');
    expect(source).toMatchObject({ kind: 'c2c', name: 'unclear.txt' });
    expect(lines[0].line).toMatchObject({
      structure: 'root_domain',
      line_number: 3,
      chosen: 'by hand',
    });
    const both = lines[0].rows.filter((row: { simulated: unknown }) => row.simulated);
    expect(both.length).toBeGreaterThan(0);
    const records = both.reduce(
      (sum: number, row: { simulated: { records_pct: number } }) => sum + row.simulated.records_pct,
      0,
    );
    expect(records).toBeCloseTo(100, 6);
    const wrong = await schedscape('c2c', file, ...run, '--line', '0=root_domain.999');
    expect(wrong).toMatchObject({ code: 2 });
    expect(wrong.err).toContain('"root_domain.999" is not a line that the run touches');
    expect((await schedscape('c2c', file, ...run, '--line', '1=rq.1')).code).toBe(2);
  }, 60_000);

  it('finds the line by itself whose rows the report has', async () => {
    const csv = await schedscape(
      'export',
      ...run.slice(0, 1),
      '--variant',
      'A',
      ...run.slice(2),
      '--format',
      'json',
    );
    const all = JSON.parse(csv.out).tables.c2c.rows as Record<string, unknown>[];
    const place = (row: Record<string, unknown>) => `${row.structure}.${row.line}`;
    const wanted = 'root_domain.3';
    const rows = all
      .filter((row) => place(row) === wanted)
      .map((row): Row => [String(row.offset), String(row.symbol), 0, Number(row.records)]);
    expect(rows.length).toBeGreaterThan(1);
    const { out } = await schedscape('c2c', report('found.txt', rows), ...run);
    expect(out).toMatch(/^line 0: root_domain\.3 \(score 1\.00\)$/m);
    expect(out).toMatch(/ both$/m);
  }, 60_000);
});
