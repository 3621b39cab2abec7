import { describe, expect, it } from 'vitest';
import { tableOnPage } from './page-table.ts';

function region(html: string): Element {
  const element = document.createElement('div');
  element.innerHTML = html;
  return element;
}

describe('a table read off the page', () => {
  it('has a row for each row there, with the name of the table in front', () => {
    const table = tableOnPage(
      'view',
      region(`<table aria-label="Lines"><tr><th>Line</th><th>Queue</th></tr>
        <tr><td> rto_mask
          of node 0</td><td>12</td></tr></table>`),
    );
    expect(table).toEqual({
      name: 'view',
      columns: [{ name: 'table' }, { name: 'column_1' }, { name: 'column_2' }],
      rows: [
        ['Lines', 'Line', 'Queue'],
        ['Lines', 'rto_mask of node 0', '12'],
      ],
    });
  });

  it('takes lists of facts as rows, and says each term with every fact of it', () => {
    const table = tableOnPage('inspector', region('<dl><dt>CPU</dt><dd>3</dd><dd>4</dd></dl>'));
    expect(table!.rows).toEqual([
      ['', 'CPU', '3'],
      ['', 'CPU', '4'],
    ]);
  });

  it('keeps columns under their heads where cells span, and fills short rows', () => {
    const table = tableOnPage(
      'view',
      region(`<table><caption>Races</caption><tr><th colspan="2">Threads</th></tr>
        <tr><td>a</td><td>b</td><td>c</td></tr></table>`),
    );
    expect(table!.rows).toEqual([
      ['Races', 'Threads', '', ''],
      ['Races', 'a', 'b', 'c'],
    ]);
  });

  it('is none where the region shows neither table nor list', () => {
    expect(tableOnPage('view', region('<p>Nothing.</p>'))).toBeUndefined();
  });
});
