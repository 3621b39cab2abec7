// Whatever stands in a report of perf c2c: it is refused in words or gives rows that hold together. Runs longer with
// SCHEDSCAPE_C2C_TEXTS=1000000.

import { expect, test } from 'vitest';
import { ReaderNotes } from '../notes.ts';
import { takenOf } from '../testing-torn.ts';
import { readC2c } from './read.ts';

const texts = Number(process.env.SCHEDSCAPE_C2C_TEXTS ?? 3000);

const row = (percents: string, offset: string, counts: string, symbol: string) =>
  `   ${percents}   ${offset}     0   1  0xffffffff81100010  ${counts}  [k] ${symbol}   [kernel.kallsyms]\n`;
const line = (percents: string, counts: string) => `
  -------------------------------------------------------------------------------
      0      120       40      300        0  0xff11000100a40040
  -------------------------------------------------------------------------------
${row(percents, '0x10', counts, 'reader_one')}${row(percents, '0x28', counts, 'writer.isra.0')}`;
const reports = [
  line('60.00%   50.00%    0.00%    0.00%', '900  500  200   210  64'),
  `# Num\n${line('60.00%   50.00%    1.00%    0.00%  0.10%', '900  500  200   64')}`,
  line('60.00%   50.00%    7.00%    0.00%  0.10%  0.00%', '900  500  200   12  210  64').repeat(3),
  `Shared Cache Line Distribution Pareto\n# -- Peer Snoop --\n${line('60.00%   50.00%    7.00%    0.00%  0.10%', '0  0  0   12  210').replaceAll('reader_one', 'a::b<int, c>(d &)')}`,
  line('60.00%   50.00%    7.00%    0.00%  0.10%', '0  0  0   12  210').replace(
    /0xffffffff81\d+/g,
    '12  12:x',
  ),
  `  0   0xaaaac17d6000  N/A  0  75.00%  99  99  0  18851\n`.repeat(4),
];

test('reports are refused in words or taken, with rows inside of their lines', {
  timeout: 0,
}, () => {
  const read = (text: string) => {
    const lines = readC2c(text, new ReaderNotes());
    if (lines.length > 32) throw new Error(`${lines.length} lines`);
    for (const { rows } of lines) {
      const keys = new Set<string>();
      for (const { offset, symbol, records, cpus } of rows) {
        const isWhole = [offset, records, cpus].every((value) => Number.isSafeInteger(value));
        if (!isWhole || offset < 0 || offset > 63) throw new Error(`a row at ${offset}`);
        keys.add(`${offset} ${symbol}`);
      }
      if (keys.size !== rows.length || rows.length > 64) throw new Error('rows stand twice');
    }
  };
  const scraps = ['0x48', '[k]', '[.]', '12.50%', '101.00%', '0x10', ' 7 '];
  expect(takenOf(texts, reports, read, scraps, 'c2c')).toBeGreaterThan(texts / 10);
});

test('a report of long lines and many tables is read to its end, which a square of its 3 MB would not be', () => {
  const wide = `${'0.00% '.repeat(600)}\n`.repeat(300);
  const dashes = `${'-'.repeat(4000)}\n`.repeat(300);
  for (const text of [wide, dashes, `${'-'.repeat(20)}\n0 0x1\n`.repeat(30_000)]) {
    expect(() => readC2c(text, new ReaderNotes())).toThrow(/rows/);
  }
});
