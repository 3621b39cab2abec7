// Reports of perf c2c, with the head of their table and without, held to a case worked out by hand.

import { describe, expect, test } from 'vitest';
import { Notes } from '../notes.ts';
import { readC2c } from './read.ts';

const bare = `
  -------------------------------------------------------------------------------
      0      120       40      300        0  0xff11000100a40040
  -------------------------------------------------------------------------------
   60.00%   50.00%    0.00%    0.00%   0x10     0   1  0xffffffff81100010  900  500  200   210  64  [k] reader_one   [kernel.kallsyms]
   40.00%   50.00%    0.00%    0.00%   0x10     0   1  0xffffffff81100080  900  500  200   140  64  [k] reader_one   [kernel.kallsyms]
    0.00%    0.00%  100.00%    0.00%   0x28     0   1  0xffffffff81100200    0    0    0   110  32  [k] writer.isra.0 [kernel.kallsyms]
`;

const one = {
  offset: 0x10,
  symbol: 'reader_one',
  inKernel: true,
  rmt_hitm_pct: 100,
  lcl_hitm_pct: 100,
  store_l1_hit_pct: 0,
  store_l1_miss_pct: 0,
  load_cycles: 200,
  records: 350,
  cpus: 64,
};
const two = {
  ...one,
  offset: 0x28,
  symbol: 'writer.isra.0',
  rmt_hitm_pct: 0,
  lcl_hitm_pct: 0,
  store_l1_hit_pct: 100,
  load_cycles: 0,
  records: 110,
  cpus: 32,
};

describe('a report of perf c2c', () => {
  test('pasted without its head: rows of one field and function are one', () => {
    expect(readC2c(bare, new Notes())).toEqual([{ rows: [one, two] }]);
  });

  test('with its head, a column of sources and peers says the same', () => {
    const headed = `# columns\n#  ....  ....\n${bare.replaceAll('[kernel.kallsyms]', '[kernel.kallsyms]  file.c:10   0  1')}`;
    expect(readC2c(headed, new Notes())).toEqual([{ rows: [one, two] }]);
    const peers = bare.replace(
      /^( +\d+\.\d+% +\d+\.\d+%)( +\d+\.\d+% +\d+\.\d+%)/gm,
      '$1   0.00% $2   0.00%',
    );
    expect(readC2c(peers, new Notes())).toEqual([{ rows: [one, two] }]);
  });

  test('in a mail, quoted, with words and another table behind it, is all of its rows', () => {
    const mail = `Before:\n${bare}\nWith this change the line is gone:\n${bare}\n\nReviewed-by: somebody\n---\n mm/a.h | 2 +-\n 1 file changed\n`;
    const line = { rows: [one, two] };
    const notes = new Notes();
    expect(readC2c(mail, notes)).toEqual([line, line]);
    expect(readC2c(mail.replace(/^/gm, '> > '), notes)).toEqual([line, line]);
    expect(notes.list()).toEqual([]);
  });

  test('of two lines at once (--double-cl) is two lines', () => {
    const doubled = bare.replace('0x28 ', '0x68 ');
    expect(readC2c(doubled, new Notes())).toEqual([{ rows: [one] }, { rows: [two] }]);
  });

  test('of Arm counts peers where it counts no HITM: they are kept as what they are', () => {
    const peers = bare.replace(
      /^( +)(\d+\.\d+%)( +)(\d+\.\d+%)( +\d+\.\d+% +\d+\.\d+%)/gm,
      '$1  0.00%$3  0.00%   $2 $5   0.00%',
    );
    const notes = new Notes();
    const [line] = readC2c(peers, notes);
    expect(line!.rows.map((row) => [row.rmt_hitm_pct, row.lcl_hitm_pct, row.peer_pct])).toEqual([
      [0, 0, 100],
      [0, 0, undefined],
    ]);
    expect(notes.list().join()).toContain('counts no HITM but peer snoops');
  });

  test('may name functions as it likes: no name steers a terminal or reaches into the language', () => {
    const names = ['__proto__', '<img/onerror=x>', '\u001b[2Jclear', 'a\u202eb'];
    const text = names.map((name, at) =>
      bare.replace(/0x10 .*reader_one/, (row) =>
        row.replace('0x10', `0x${(8 * at).toString(16)}`).replace('reader_one', name),
      ),
    );
    const symbols = text.map((each) => readC2c(each, new Notes())[0]!.rows[0]!.symbol);
    expect(symbols).toEqual(['__proto__', '<img/onerror=x>', '?[2Jclear', 'a?b']);
    expect({}.constructor).toBe(Object);
  });

  test('without rows, or with rows of another table, is refused', () => {
    expect(() => readC2c('Trace Event Information\n Total records : 5\n', new Notes())).toThrow(
      /leave out --stats/,
    );
    expect(() => readC2c(bare.replaceAll('[k]', 'k'), new Notes())).toThrow(
      /no form that is known/,
    );
  });
});
