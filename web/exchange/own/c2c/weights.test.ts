// What share a row, a line and a function have, and of what: percent of different totals are not the same.

import { describe, expect, test } from 'vitest';
import { ReaderNotes } from '../notes.ts';
import { recognised } from '../recognised.ts';
import { readC2c } from './read.ts';
import { lineSharesOf, reportWeightsOf, weightsOf } from './weights.ts';

const row = (shares: string, offset: string, symbol: string, records = '') =>
  `  ${shares}  ${offset}  0  1  0xffffffff81100010  900  500  200 ${records}  8  [k] ${symbol}   [kernel.kallsyms]\n`;
const line = (counts: string, ...rows: readonly string[]) => `
  ----------------------------------------------------------
      0   ${counts}  0xff11000100a40040
  ----------------------------------------------------------
${rows.join('')}`;

/** 90 remote and 10 local HITM, then 300 of either on another line. */
const small = line(
  '90  10  5  0',
  row('100.00%  0.00%  100.00%  0.00%', '0x0', 'cpupri_set'),
  row('0.00%  100.00%  0.00%  0.00%', '0x8', 'rmqueue'),
);
const large = line('300  0  5  0', row('100.00%  0.00%  0.00%  0.00%', '0x10', 'rmqueue'));
const read = (text: string) => readC2c(text, new ReaderNotes());

describe('rows of a report', () => {
  test('weigh their HITM by what the line counts of each kind, where it does not count records', () => {
    expect(weightsOf(read(small)[0]!)).toEqual([90, 10]);
    const heat = reportWeightsOf(read(small + large))!;
    expect(heat).toEqual({ of: 'HITM', rows: [[90, 10], [300]], total: 400 });
    expect(lineSharesOf(read(small + large))).toEqual({ of: 'HITM', shares: [0.25, 0.75] });
  });

  test('weigh their peer snoops where the machine counts no HITM', () => {
    const arm = `Shared Cache Line Distribution Pareto\n#   -- Peer Snoop --\n${small}${large}`;
    expect(reportWeightsOf(read(arm))).toMatchObject({ of: 'peer snoops', total: 390 });
  });

  test('weigh their records where the lines stand without their own row', () => {
    const rows =
      row('75.00% 0.00% 0.00% 0.00%', '0x0', 'a', '30') +
      row('25.00% 0.00% 0.00% 0.00%', '0x8', 'b', '90');
    expect(reportWeightsOf(read(rows))).toEqual({ of: 'records', rows: [[30, 90]], total: 120 });
    const bare =
      row('75.00% 0.00% 0.00% 0.00%', '0x0', 'a') + row('25.00% 0.00% 0.00% 0.00%', '0x8', 'b');
    expect(reportWeightsOf(read(bare))!.of).toBe('HITM, remote and local weighted equally');
  });

  test('are said to be so much of that, and so are the functions of a story', () => {
    const { says } = recognised(small + large).parts[0]!;
    expect(says).toContain(
      "The hottest line is line 1, offset 0x10, by rmqueue: 75 % of the report's HITM.",
    );
    // 310 of 400, though the shares of the rows' own lines would make it 200 of 300.
    expect(says).toContain("78 % of the report's HITM is in functions by which CPUs take pages");
  });

  test('of a report without a Pareto are none; its lines have shares of peer snoops or of HITM', () => {
    const table = (column: string) =>
      `# Index Address Node PA cnt ${column} Total records\n  0   0xaaaac17d6000  N/A  0  75.00%  99  99  0  18851\n`;
    expect(lineSharesOf(read(table('Peer')))).toEqual({ of: 'peer snoops', shares: [0.75] });
    expect(lineSharesOf(read(table('Hitm')))).toEqual({ of: 'HITM', shares: [0.75] });
  });
});
