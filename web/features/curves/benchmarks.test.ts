import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parseClaims } from '../../scenario/claims/schema.ts';
import { benchmarkTablesOf } from './benchmarks.ts';

const read = (name: string) =>
  readFileSync(new URL(`../../../scenarios/${name}.json`, import.meta.url), 'utf8');
const tables = benchmarkTablesOf(
  'pcp-phase2',
  JSON.parse(read('published/pcp-phase2')),
  parseClaims(read('claims/page-lists'), 'claims/page-lists'),
);
const table = (name: string, metric: string) =>
  tables.find((each) => each.name === name && each.metric === metric)!;

describe('the tables of 21 benchmarks', () => {
  it('are all there, with every machine', () => {
    expect(tables).toHaveLength(21);
    expect(tables.flatMap(({ machines }) => machines)).toHaveLength(181);
  });

  it('say of each whether it is simulated, and why not', () => {
    expect(table('will-it-scale/page_fault2', 'processes').simulated).toBe(8);
    for (const each of tables.filter(({ simulated }) => simulated === 0)) {
      expect(each.reason, each.name).toMatch(/^Not simulated: /);
    }
    expect(tables.filter(({ simulated }) => simulated > 0)).toHaveLength(1);
  });

  it('keep changes as printed, and gaps with their reason', () => {
    const ebizzy = table('ebizzy', 'throughput');
    expect(ebizzy.machines[0]).toMatchObject({ machine: 'lkp-skl-4sp1', changes: [7.9, 8] });
    const write = table('will-it-scale/write1', 'processes');
    const gap = write.machines.find(({ machine }) => machine === 'lkp-bdw-ep2');
    expect(gap).toMatchObject({ changes: [null, 2.9], missing: 'CPU throttle' });
    expect(table('kbuild', 'buildtime').better).toBe('less');
  });
});
