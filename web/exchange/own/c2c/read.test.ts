// Reports of perf c2c, with the head of their table and without, held to a case worked out by hand.

import { describe, expect, test } from 'vitest';
import { ReaderNotes } from '../notes.ts';
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

/** Of the line's own row. */
const totals = { rmt_hitm: 120, lcl_hitm: 40, peer: 0 };

describe('a report of perf c2c', () => {
  test('pasted without its head: rows of one field and function are one', () => {
    expect(readC2c(bare, new ReaderNotes())).toEqual([{ rows: [one, two], totals }]);
  });

  test('of rows by themselves, as a mail quotes some, is of one line', () => {
    const rows = bare
      .split('\n')
      .filter((line) => line.includes('%'))
      .join('\n');
    expect(readC2c(`The worst ones:\n${rows}\n`, new ReaderNotes())).toEqual([
      { rows: [one, two] },
    ]);
  });

  test('cut above the head of its line keeps the first row', () => {
    const cut = bare.replace(/^\n {2}-+\n/, '');
    expect(readC2c(cut, new ReaderNotes())).toEqual([{ rows: [one, two] }]);
  });

  test('with its head, a column of sources and peers says the same', () => {
    const headed = `# columns\n#  ....  ....\n${bare.replaceAll('[kernel.kallsyms]', '[kernel.kallsyms]  file.c:10   0  1')}`;
    expect(readC2c(headed, new ReaderNotes())).toEqual([{ rows: [one, two], totals }]);
    const peers = bare.replace(
      /^( +\d+\.\d+% +\d+\.\d+%)( +\d+\.\d+% +\d+\.\d+%)/gm,
      '$1   0.00% $2   0.00%',
    );
    expect(readC2c(peers, new ReaderNotes())).toEqual([{ rows: [one, two] }]);
  });

  test('in a mail, quoted, with words and another table behind it, is all of its rows', () => {
    const mail = `Before:\n${bare}\nWith this change the line is gone:\n${bare}\n\nReviewed-by: somebody\n---\n mm/a.h | 2 +-\n 1 file changed\n`;
    const line = { rows: [one, two], totals };
    const notes = new ReaderNotes();
    expect(readC2c(mail, notes)).toEqual([line, line]);
    expect(readC2c(mail.replace(/^/gm, '> > '), notes)).toEqual([line, line]);
    expect(notes.list()).toEqual([]);
  });

  test('of two lines at once (--double-cl) is two lines', () => {
    const doubled = bare.replace('0x28 ', '0x68 ');
    expect(readC2c(doubled, new ReaderNotes())).toEqual([
      { rows: [one], totals },
      { rows: [two], totals },
    ]);
  });

  test('of Arm counts peers where it counts no HITM: they are kept as what they are', () => {
    const peers = bare.replace(
      /^( +)(\d+\.\d+%)( +)(\d+\.\d+%)( +\d+\.\d+% +\d+\.\d+%)/gm,
      '$1  0.00%$3  0.00%   $2 $5   0.00%',
    );
    const notes = new ReaderNotes();
    const [line] = readC2c(peers, notes);
    expect(line!.rows.map((row) => [row.rmt_hitm_pct, row.lcl_hitm_pct, row.peer_pct])).toEqual([
      [0, 0, 100],
      [0, 0, undefined],
    ]);
    expect(notes.list().join()).toContain('counts no HITM but peer snoops');
  });

  test('of Arm as newer perf prints it has peers in the first columns, as its head says', () => {
    const head = `Shared Cache Line Distribution Pareto\n#        -- Peer Snoop --  ------- Store Refs ------\n`;
    const notes = new ReaderNotes();
    const [line] = readC2c(head + bare, notes);
    expect(line!.rows.map((row) => [row.rmt_hitm_pct, row.lcl_hitm_pct, row.peer_pct])).toEqual([
      [0, 0, 100],
      [0, 0, undefined],
    ]);
    expect(notes.list().join()).toContain('counts no HITM but peer snoops');
  });

  test('without its Pareto tells how much each line counts, and what it does not tell', () => {
    const table = `      Shared Data Cache Line Table
# Index             Address  Node  PA cnt   Peer    Total    Local   Remote  records    Loads   Stores
# .....  ..................  ....  ......  .....  .......  .......  .......  .......
      0      0xaaaac17d6000   N/A       0   75.00%       99       99        0    18851    18851        0
      1      0xaaaac17d6040     1       2   25.00%       33       33        0      400      400        0
`;
    const notes = new ReaderNotes();
    const lines = readC2c(table, notes);
    expect(lines).toEqual([
      { rows: [], share: 0.75, shareOf: 'peer snoops', records: 18_851 },
      { rows: [], share: 0.25, shareOf: 'peer snoops', records: 400 },
    ]);
    expect(notes.list().join()).toContain('no Pareto');
    // Older versions have the records first.
    const old = table.replace(/(0|2) +(\d\d\.00%)/g, '$1    500   $2');
    expect(readC2c(old, new ReaderNotes()).map(({ records }) => records)).toEqual([500, 500]);
  });

  test('of AMD, whose samples have no cycles and stores that went nobody knows where, says so', () => {
    const ibs = bare
      .replace(/^( +\d+\.\d+% +\d+\.\d+%)( +\d+\.\d+% +\d+\.\d+%)/gm, '$1$2   12.50%')
      .replace(/900 {2}500 {2}200/g, '0  0  0');
    const notes = new ReaderNotes();
    const [line] = readC2c(ibs, notes);
    expect(line!.rows.map((row) => row.store_na_pct)).toEqual([25, 12.5]);
    expect(notes.list()).toHaveLength(2);
    expect(notes.list().join()).toMatch(/where they went.*no load cycles/);
  });

  test('may have functions of other languages, with blanks in their names, and none at all', () => {
    const names = [
      'std::map<int, long>::operator[](int const&)',
      '<core::iter::Map<I, F> as Iterator>::next',
      'Lcom/acme/Main;::run',
      '0x00007f3a12345678',
    ];
    const symbols = names.map(
      (name) =>
        readC2c(bare.replace('reader_one ', `${name}  `), new ReaderNotes())[0]!.rows[0]!.symbol,
    );
    expect(symbols).toEqual([...names.slice(0, 3), '[unknown]']);
  });

  test('joined by threads instead of code addresses has the same counts', () => {
    const byThread = bare
      .replace(/0xffffffff81\d+/g, '4711:reader ')
      .replaceAll('   1  4711:reader', '   1     4711  4711:reader');
    expect(readC2c(byThread, new ReaderNotes())).toEqual([{ rows: [one, two], totals }]);
    const byObject = bare.replace(/0xffffffff81\d+/g, '').replace(/\[k\] \S+/g, '   ');
    const [line] = readC2c(byObject, new ReaderNotes());
    expect(line!.rows.map(({ symbol, records }) => [symbol, records])).toEqual([
      ['[unknown]', 350],
      ['[unknown]', 110],
    ]);
  });

  test('may name functions as it likes: no name steers a terminal or reaches into the language', () => {
    const names = ['__proto__', '<img/onerror=x>', '\u001b[2Jclear', 'a\u202eb'];
    const text = names.map((name, at) =>
      bare.replace(/0x10 .*reader_one/, (row) =>
        row.replace('0x10', `0x${(8 * at).toString(16)}`).replace('reader_one', name),
      ),
    );
    const symbols = text.map((each) => readC2c(each, new ReaderNotes())[0]!.rows[0]!.symbol);
    expect(symbols).toEqual(['__proto__', '<img/onerror=x>', '?[2Jclear', 'a?b']);
    expect({}.constructor).toBe(Object);
  });

  test('without rows, or with rows of another table, is refused', () => {
    expect(() =>
      readC2c('Trace Event Information\n Total records : 5\n', new ReaderNotes()),
    ).toThrow(/leave out --stats/);
    expect(() => readC2c(bare.replaceAll('[k]', 'k'), new ReaderNotes())).toThrow(
      /rows of an unknown form/,
    );
  });
});
