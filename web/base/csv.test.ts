import { describe, expect, it } from 'vitest';
import { csvOfRows } from './csv.ts';

describe('rows as CSV', () => {
  it('quotes what must be quoted and doubles quotes', () => {
    expect(csvOfRows([['a,b', 'c"d', 'e\nf', 'g']])).toBe('"a,b","c""d","e\nf",g\r\n');
  });

  it('makes plain what a spreadsheet would compute, but leaves numbers alone', () => {
    expect(csvOfRows([['=1+1', '@x', '+1', '-1', -1]])).toBe("'=1+1,'@x,'+1,'-1,-1\r\n");
  });

  it('leaves a cell empty where there is nothing', () => {
    expect(csvOfRows([[undefined, 0, '']])).toBe(',0,\r\n');
  });
});
