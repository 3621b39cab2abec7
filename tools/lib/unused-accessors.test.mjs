import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { inRoot } from './paths.mjs';
import { withoutUnused } from './unused-accessors.mjs';

const abi = readFileSync(inRoot('web/engine/abi.gen.ts'), 'utf8');

describe('withoutUnused', () => {
  it('keeps what sources read or write, and only that', () => {
    const kept = withoutUnused(abi, 'clock.records; world.cpus = 3;');
    expect(kept).toMatch(/get records\(\)/);
    expect(kept).not.toMatch(/set records\(/);
    expect(kept).toMatch(/set cpus\(/);
    expect(kept).not.toMatch(/get explains\(\)/);
  });
  it('takes a comparison for a read and an increment for a write', () => {
    expect(withoutUnused(abi, 'clock.records === 3')).not.toMatch(/set records\(/);
    expect(withoutUnused(abi, 'clock.records += 3')).toMatch(/set records\(/);
    expect(withoutUnused(abi, 'clock.records++')).toMatch(/set records\(/);
  });
  it('keeps the table of a structure whose fields are listed, and only that', () => {
    const kept = withoutUnused(abi, 'copyTable(rows, C2cRow.fields)');
    expect(kept.match(/static readonly fields/g)).toHaveLength(1);
    expect(kept).toMatch(/class C2cRow extends Rows \{\n[^}]*static readonly fields = /);
  });
  it('leaves the rest of the file as it is', () => {
    const kept = withoutUnused(abi, '');
    expect(kept).toContain('export class Explain extends Rows {');
    expect(kept).toMatch(/protected u64\(offset: number\)/);
    expect(kept.split('{').length).toBe(kept.split('}').length);
  });
});
