import { describe, expect, it } from 'vitest';
import { reader } from '../testing.ts';
import { publishedFiles, publishedRows } from './published.ts';

const files = await Promise.all(
  Object.keys(publishedFiles).map(async (name) => {
    const file = JSON.parse(await reader.read(`published/${name}`));
    return { name, file, rows: publishedRows(name, file) };
  }),
);
const rowsOf = (name: string) => files.find((each) => each.name === name)!.rows;
const fileOf = (name: string) => files.find((each) => each.name === name)!.file;
const valueOfRow = (id: string) =>
  files.flatMap(({ rows }) => rows).find((row) => row.id === id)?.value;

describe('published rows', () => {
  it('are read from every file there is', () => {
    const there = reader.names().filter((name) => name.startsWith('published/'));
    expect(there).toEqual(
      Object.keys(publishedFiles)
        .map((name) => `published/${name}`)
        .sort(),
    );
  });

  it('have names of their own, in an alphabet that a link and a shell can carry', () => {
    const ids = files.flatMap(({ rows }) => rows.map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z0-9-]+(\/[a-z0-9_.-]+){1,3}$/);
  });

  it('are as many as the files themselves count', () => {
    const { counts } = fileOf('cache-aware-v2');
    expect(rowsOf('cache-aware-v2')).toHaveLength(counts.total);
    const { checks } = fileOf('rt-series-regression-tables');
    const { hackbench, schbench_old, schbench_new } = checks.counts;
    expect(rowsOf('rt-series-regression-tables')).toHaveLength(
      hackbench + schbench_old + schbench_new,
    );
    expect(fileOf('pcp-phase1').checks[0]).toContain(`${rowsOf('pcp-phase1').length} rows`);
    expect(fileOf('pcp-phase2').checks[0]).toContain(`${rowsOf('pcp-phase2').length} machine rows`);
    const split = fileOf('split-llc');
    const posts = split.supplementary.flatMap((table: { rows: unknown[] }) => table.rows);
    expect(rowsOf('split-llc')).toHaveLength(
      split.checks.rows + posts.length + split.prose_figures.length,
    );
    const printed = (name: string) => rowsOf(name).filter(({ id }) => !id.includes('/shares/'));
    expect(printed('c2c-root-domain-line3')).toHaveLength(26 + 10);
    expect(printed('c2c-cpupri-last-line')).toHaveLength(7);
    expect(printed('c2c-cpupri-mask-bitmap')).toHaveLength(34);
  });

  it('add the shares of a cache line up by function and field, to all of it', () => {
    const last = rowsOf('c2c-cpupri-last-line').filter(({ id }) => id.includes('/shares/'));
    expect(last.map(({ value }) => value)).toEqual([
      { remote_hitm: 8.72, local_hitm: 11.63, loads: 11.4, stores: 0 },
      { remote_hitm: 1.34, local_hitm: 2.33, loads: 10.43, stores: 0 },
      { remote_hitm: 12.07, local_hitm: 13.95, loads: 36.53, stores: 100 },
      { remote_hitm: 77.85, local_hitm: 72.09, loads: 41.64, stores: 0 },
    ]);
    const tables = ['c2c-root-domain-line3/shares/', 'c2c-cpupri-mask-bitmap/shares/'];
    for (const below of [...tables, 'c2c-root-domain-line3/root-domain-line1/shares/']) {
      const own = files.flatMap(({ rows }) => rows).filter(({ id }) => id.startsWith(below));
      for (const cell of ['remote_hitm', 'local_hitm', 'loads', 'stores']) {
        const sum = own.reduce(
          (all, { value }) => all + (value as Record<string, number>)[cell]!,
          0,
        );
        expect(Math.abs(sum - 100), `${below} ${cell}`).toBeLessThan(0.2);
      }
    }
  });

  it('say what was printed', () => {
    expect(valueOfRow('cpupri-headlines/ffmpeg-throughput/p1')).toBe(11);
    expect(valueOfRow('cpupri-headlines/ffmpeg-throughput/baseline')).toBeUndefined();
    expect(valueOfRow('cpupri-headlines/cyclic-throughput/p1')).toBe(31.4);
    expect(valueOfRow('cpupri-headlines/ffmpeg-kernel-share/baseline')).toBe(20);
    expect(valueOfRow('cpupri-headlines/line3-load-cycles/p1')).toEqual([500, 8000]);
    expect(valueOfRow('c2c-root-domain-line3/0x38-cpupri_set-3')).toBe(31110);
    expect(valueOfRow('pcp-phase1/lkp-skl-4sp1/127')).toMatchObject({
      score: 18029012,
      zone_pct: 3,
    });
    expect(valueOfRow('pcp-phase2/ebizzy-throughput/lkp-skl-4sp1')).toMatchObject({
      batch_31: 2410037,
      change_63_pct: 7.9,
    });
    expect(valueOfRow('cache-aware-v2/sapphire-rapids/hackbench/1')).toMatchObject({
      change_pct: 31.85,
    });
    expect(valueOfRow('split-llc/hint-tbench-correct/64')).toBeTypeOf('number');
    expect(valueOfRow('split-llc/prose/1')).toEqual([8, 12]);
    expect(valueOfRow('rt-series-regression-tables/hackbench/patch-1-process-pipe-1x15')).toBe(
      -8.81,
    );
  });

  it('are refused from a file that is not in the list', () => {
    expect(() => publishedRows('other', { schema: 'c2c-line/1', rows: [] })).toThrow(
      'scenarios/stories.json',
    );
    expect(() => publishedRows('split-llc', { schema: 'x/1' })).toThrow('x/1');
  });
});
