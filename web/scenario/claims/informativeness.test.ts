import { describe, expect, it } from 'vitest';
import { reader } from '../testing.ts';
import { type ClaimedRow, claimedRowsOf, readClaims, readPublished } from './entries.ts';
import { informativenessOf } from './informativeness.ts';
import type { PublishedRow } from './published.ts';
import { groups, type ReportRow } from './rows.ts';
import type { ClaimedRows } from './schema.ts';
import { type ShippedReport, shippedReport } from './shipped.ts';
import { allOf, countRows, errorOverEffect, families, isInformative } from './tally.ts';

type Changes = Partial<ClaimedRows> & { readonly published?: number };

const entry = (id: string, { published = 11, ...changes }: Changes): ClaimedRow => ({
  id,
  row: {
    id,
    story: 'cpupri',
    label: id,
    machine: 'a machine',
    unit: '%',
    value: published,
  } satisfies PublishedRow,
  claimed: {
    rows: [id],
    measured: 'm',
    variant: 'B',
    metric: 'throughput_gain',
    claims: [{ level: 'sign' }, { level: 'within', points: 5 }],
    basis: 'predicted',
    ...changes,
  },
  reason: undefined,
});

const worthOf = (changes: Changes) => informativenessOf([entry('t/a', changes)]).get('t/a')!;

describe('the worth of a row', () => {
  it('is information where a size is claimed that knowing nothing does not give', () => {
    expect(worthOf({})).toEqual({
      group: 'informative',
      null: 0,
      nullPasses: false,
      band: [6, 16],
    });
  });

  it('is a control where no change at all would pass, too', () => {
    const flat = worthOf({ published: 1, claims: [{ level: 'within', points: 2 }] });
    expect(flat).toEqual({ group: 'control', null: 0, nullPasses: true, band: [-1, 3] });
    const nobodyWaits = { metric: 'zone_lock_share', published: 3 } as const;
    expect(worthOf({ ...nobodyWaits, claims: [{ level: 'within', points: 4 }] }).group).toBe(
      'control',
    );
    expect(worthOf({ ...nobodyWaits, claims: [{ level: 'within', points: 2 }] }).group).toBe(
      'informative',
    );
  });

  it('is a direction where no size is claimed', () => {
    expect(worthOf({ claims: [{ level: 'sign' }] }).group).toBe('direction');
  });

  it('is little where something was fitted, whatever is claimed', () => {
    expect(worthOf({ basis: 'fitted' }).group).toBe('fitted');
    expect(worthOf({ basis: 'follows-from-fitted' }).group).toBe('follows');
  });

  it('of cycles of a line is measured against one number for the whole line', () => {
    const cycles: Changes = { metric: 'row_load_cycles', claims: [{ level: 'factor', factor: 3 }] };
    const found = informativenessOf([
      entry('line/a', { ...cycles, published: 100 }),
      entry('line/b', { ...cycles, published: 400 }),
      entry('line/c', { ...cycles, published: 200 }),
      entry('other/a', { ...cycles, published: 10_000 }),
    ]);
    expect(found.get('line/a')!.null).toBeCloseTo(200);
    expect(found.get('line/a')!.group).toBe('control');
    expect(found.get('other/a')!.null).toBeCloseTo(10_000);
  });

  it('of a share of a line is measured against equal shares of all who have any', () => {
    const shared = (id: string, remote_hitm: number): ClaimedRow => {
      const claimed = entry(id, { metric: 'row_remote_hitm_share', cell: 'remote_hitm' });
      const c2c = { offset: 0, symbol: id };
      return { ...claimed, row: { ...claimed.row, c2c, value: { remote_hitm, stores: 5 } } };
    };
    const found = informativenessOf([
      shared('line/a', 80),
      shared('line/b', 20),
      shared('line/c', 0),
    ]);
    expect(found.get('line/a')).toMatchObject({ null: 50, nullPasses: false });
    expect(found.get('line/b')).toMatchObject({ null: 50, nullPasses: false });
  });

  it('of a run time is measured against that of the row that knowing nothing would guess', () => {
    const one = entry('t/one', { published: 40 });
    const run_time = { operations: 1e9, null_row: 't/one' };
    const claims = [{ level: 'factor', factor: 1.2 }] as const;
    const rate: Changes = { metric: 'throughput', run_time, claims: [...claims] };
    const more = informativenessOf([one, entry('t/more', { ...rate, published: 60 })]).get(
      't/more',
    )!;
    expect(more).toMatchObject({ null: 40, nullPasses: false, group: 'informative' });
    const alike = informativenessOf([one, entry('t/alike', { ...rate, published: 44 })]).get(
      't/alike',
    )!;
    expect(alike).toMatchObject({ null: 40, nullPasses: true, group: 'control' });
  });

  it('of a run time without such a row owes nothing to knowing nothing: it has no word for it', () => {
    const run_time = { operations: 1e9 };
    const claims = [{ level: 'factor', factor: 1.2 } as const];
    const rate: Changes = { metric: 'throughput', run_time, claims };
    expect(worthOf({ ...rate, published: 40 })).toMatchObject({ group: 'informative', null: null });
  });

  it('of a run time is measured against another number of a row where that one is the guess', () => {
    const one = entry('t/one', {});
    const table = { ...one, row: { ...one.row, value: { without: 40, hint: 60 } } };
    const run_time = { operations: 1e9, null_row: 't/one', cell: 'without' };
    const claimed = entry('t/more', { metric: 'throughput', run_time, cell: 'hint' });
    const more = { ...claimed, row: { ...claimed.row, value: { without: 50, hint: 60 } } };
    expect(informativenessOf([table, more]).get('t/more')).toMatchObject({ null: 40 });
  });

  it('of a rate or a latency owes nothing to knowing nothing: it has no word for it', () => {
    const rate: Changes = { metric: 'page_rate', claims: [{ level: 'factor', factor: 2 }] };
    expect(worthOf({ ...rate, published: 1e7 })).toEqual({
      group: 'informative',
      null: null,
      nullPasses: false,
      band: [5e6, 2e7],
    });
  });

  it('has a band where a size is claimed, the narrower of two, and none for a direction', () => {
    const claims = [
      { level: 'factor', factor: 2 } as const,
      { level: 'within', points: 2 } as const,
    ];
    expect(worthOf({ published: 10, claims }).band).toEqual([8, 12]);
    expect(worthOf({ claims: [{ level: 'sign' }] }).band).toBe(null);
  });
});

describe('the counts of the report that comes with the program', async () => {
  const shipped = JSON.parse(await reader.read('fidelity/report')) as ShippedReport;
  const { rows, counts } = await shippedReport(reader, shipped);

  it('are in one unit: every claimed number is one of the published numbers', () => {
    const { numbers, table_rows: tables } = counts;
    expect(numbers.claimed).toBe(allOf(numbers));
    expect(numbers.claimed).toBeLessThan(numbers.published);
    expect(tables.claimed).toBe(allOf(tables));
    expect(tables.published).toBeLessThan(numbers.published);
    const inGroups = groups.map((group) => counts.groups[group]);
    expect(inGroups.reduce((sum, { reproduced }) => sum + reproduced, 0)).toBe(numbers.reproduced);
    expect(inGroups.reduce((sum, { direction }) => sum + direction, 0)).toBe(numbers.direction);
    expect(inGroups.reduce((sum, { missed }) => sum + missed, 0)).toBe(numbers.missed);
  });

  it('have what says a direction alone as that, and never as reproduced', () => {
    const levels = (claim: string) => claim.split(', ');
    const isDirection = (claim: string) => levels(claim).every((each) => /^[SO]$/.test(each));
    const kept = rows.filter(({ verdict }) => verdict === 'pass' || verdict === 'direction-only');
    expect(kept.filter(({ claim }) => isDirection(claim)).length).toBeGreaterThan(40);
    for (const { id, claim, verdict } of kept)
      expect(verdict, id).toBe(isDirection(claim) ? 'direction-only' : 'pass');
    expect(counts.numbers.direction).toBe(kept.filter(({ claim }) => isDirection(claim)).length);
    // Published +79 %, simulated +0.9 %: the same sign, which is all that was claimed.
    const utilisation = rows.find(({ id }) => id === 'split-llc/prose/5');
    expect(utilisation).toMatchObject({ basis: 'predicted', verdict: 'direction-only' });
  });

  it('call a row by its verdict of today, whatever a stored report calls it', async () => {
    const stored = shipped.rows.map((row) =>
      row.verdict === 'direction-only' ? { ...row, verdict: 'pass' as const } : row,
    );
    expect(stored).not.toEqual(shipped.rows);
    expect((await shippedReport(reader, { rows: stored })).counts).toEqual(counts);
  });

  it('have a table row whose numbers agree, some in direction only, as direction only', () => {
    const one = rows.find(({ verdict }) => verdict === 'pass')!;
    const of = (...verdicts: ReportRow['verdict'][]) =>
      countRows(verdicts.map((verdict) => ({ ...one, verdict }))).table_rows;
    expect(of('pass', 'direction-only')).toMatchObject({ reproduced: 0, direction: 1, missed: 0 });
    expect(of('direction-only', 'fail')).toMatchObject({ reproduced: 0, direction: 0, missed: 1 });
    expect(of('pass', 'pass')).toMatchObject({ reproduced: 1, direction: 0, missed: 0 });
  });

  it('leave out of the skill what knowing nothing passes, and what was fitted to', () => {
    const { skill } = counts;
    const counted = rows.filter(isInformative);
    expect(allOf(skill)).toBe(counted.length);
    for (const { id, worth, basis } of counted) {
      expect(worth!.nullPasses, id).toBe(false);
      expect(basis, id).toBe('predicted');
    }
  });

  it('of a family name its own rows, and all families together are the report', () => {
    const all = families(rows);
    const sum = all.reduce((total, family) => total + allOf(family), 0);
    expect(sum).toBe(counts.numbers.claimed);
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
    expect(countRows([]).skill.error_over_effect).toBe(null);
  });

  it('measure an error by what there was to explain', () => {
    const [row] = rows.filter(({ id }) => id === 'cpupri-headlines/ffmpeg-throughput/p1');
    const off = Math.abs((row!.simulated as number) - 11) / 11;
    expect(errorOverEffect(row!)).toBeCloseTo(off);
    expect(errorOverEffect({ ...row!, published: 0 })).toBeUndefined();
  });
});

describe('a predictor that knows nothing', () => {
  it('passes every claim that says no change, and none that says a sign', async () => {
    const published = await readPublished(reader);
    for (const claims of await readClaims(reader)) {
      const entries = claimedRowsOf(
        claims,
        published.filter(({ story }) => story === claims.story),
      );
      const found = informativenessOf(entries);
      for (const { id, claimed } of entries) {
        if (claimed?.claims.some(({ level }) => level === 'sign' || level === 'names')) {
          expect(found.get(id)!.nullPasses, id).toBe(false);
        }
      }
    }
  });
});
