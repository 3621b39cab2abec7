import { describe, expect, it } from 'vitest';
import { parseFields } from './catalog.ts';
import { fieldAt, fieldsOnLine, findLine } from './fields.ts';
import type { Catalog } from './types/catalog.ts';

const text = [
  'symbol 0 none',
  'fieldat 2 184 8 count[0]',
  'fieldat 2 152 4 rto_lock',
  'fieldat 3 0 64 bits',
  'fieldat 2 192 8 mask[0]',
].join('\n');
const catalog = {
  structures: ['none', 'rq', 'root_domain', 'bitmap'],
  fields: parseFields(text),
  lines: {
    count: 3,
    structure: new Uint32Array([2, 3, 2]),
    instance: new Uint32Array(3),
    lineNumber: new Uint32Array([3, 1, 4]),
  },
} as unknown as Catalog;

describe('the fields of a line', () => {
  it('are those of its structure that begin on it, by offset', () => {
    expect(fieldsOnLine(catalog, 0)).toEqual([
      { offset: 24, size: 4, name: 'rto_lock' },
      { offset: 56, size: 8, name: 'count[0]' },
    ]);
    expect(fieldsOnLine(catalog, 2).map(({ name }) => name)).toEqual(['mask[0]']);
    expect(fieldsOnLine(catalog, 7)).toEqual([]);
  });
  it('are found by address, also in their middle', () => {
    expect(fieldAt(catalog, 56)).toBe('count[0]');
    expect(fieldAt(catalog, 60)).toBe('count[0]');
    expect(fieldAt(catalog, 64 + 63)).toBe('bits');
    expect(fieldAt(catalog, 8)).toBe('');
  });
  it('are refused when their places are not numbers', () => {
    expect(() => parseFields('fieldat 2 x 8 count')).toThrow('fieldat STRUCTURE OFFSET SIZE NAME');
  });
});

describe('a line', () => {
  const structure = 'root_domain';
  it('is found by its number or by a field on it', () => {
    expect(findLine(catalog, { structure, line: 4 })).toBe(2);
    expect(findLine(catalog, { structure, field: 'rto_lock' })).toBe(0);
    expect(findLine(catalog, { structure, field: 'mask', index: 0 })).toBe(2);
  });
  it('is not there if the structure, the field or the instance is not', () => {
    expect(findLine(catalog, { structure: 'zone', line: 1 })).toBeUndefined();
    expect(findLine(catalog, { structure, field: 'mask', index: 1 })).toBeUndefined();
    expect(findLine(catalog, { structure, line: 3, instance: 1 })).toBeUndefined();
  });
  it('of a structure that has become a member of another is the line of that member', () => {
    // A link of version 0.1 says { structure: "zone.lock", line: 1 }; rto_lock stands for it here.
    expect(findLine(catalog, { structure: 'rto_lock', line: 1 })).toBe(0);
    expect(findLine(catalog, { structure: 'mask[0]', line: 1 })).toBe(2);
  });
});
