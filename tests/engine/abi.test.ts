import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { describeAbi, parseAbi } from '../../tools/generate-abi.mjs';
import * as abi from '../../web/engine/abi.gen.ts';
import type { Fields } from '../../web/engine/rows.ts';

const camel = (text: string) => text.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

describe('the rows of the core’s structures', () => {
  const core = readFileSync('build/core/probes.wasm');
  const { structures } = parseAbi(describeAbi(core));
  const values = abi as unknown as Record<string, unknown>;

  it.each(structures)(
    'have every field of $name where the core has it, without a table of offsets',
    ({ name, bytes, fields }) => {
      const own = Object.keys(values).find(
        (key) =>
          typeof values[key] === 'function' && key.toLowerCase() === name.replaceAll('_', ''),
      );
      const rows = values[own!] as { fields: Fields; bytes: number };
      const visible = fields.filter((field) => field.name !== 'padding');
      const expected = visible.map((field) => [
        camel(field.name),
        [field.type, field.offset, field.length],
      ]);
      expect(Object.entries(rows.fields)).toEqual(expected);
      expect(rows.bytes).toBe(bytes);
      expect(values[`${name.toUpperCase()}_BYTES`]).toBe(bytes);
    },
  );
});
