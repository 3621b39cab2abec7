// Compares what a file expects with what the core gave, both in the file's own shape: every field
// the file names must be there and equal; what it leaves out is not compared.

import { isObject, type JsonField } from './json-fields.ts';
import { type CaseResult, VectorFileError } from './types.ts';

export type JsonShape =
  | string
  | number
  | boolean
  | null
  | JsonShape[]
  | { [name: string]: JsonShape };

interface Difference {
  where: string;
  expected: string;
  got: string;
}

const differs = (field: JsonField, expected: unknown, got: unknown): Difference => ({
  where: field.path,
  expected: JSON.stringify(expected),
  got: JSON.stringify(got) ?? 'nothing',
});

function listDifference(field: JsonField, got: JsonShape): Difference | undefined {
  const items = field.items();
  if (!Array.isArray(got)) return field.refuse('expect a value that is not a list here');
  if (got.length !== items.length) return differs(field, field.value, got);
  for (const [index, item] of items.entries()) {
    const difference = firstDifference(item, got[index] ?? null);
    if (difference) return difference;
  }
  return undefined;
}

/** The first place where `got` is not what the file expects. A field the core does not give is
 * refused: what it says would pass unseen. */
export function firstDifference(field: JsonField, got: JsonShape): Difference | undefined {
  if (Array.isArray(field.value)) return listDifference(field, got);
  if (!isObject(field.value)) {
    return field.value === got ? undefined : differs(field, field.value, got);
  }
  if (!isObject(got)) return differs(field, field.value, got);
  for (const [name, value] of field.entries()) {
    if (!Object.hasOwn(got, name)) {
      const known = Object.keys(got).join(', ');
      throw new VectorFileError(value.path, 'nothing is known of this field here', `use ${known}`);
    }
    const difference = firstDifference(value, (got as { [name: string]: JsonShape })[name] ?? null);
    if (difference) return difference;
  }
  return undefined;
}

export function compared(id: string, expect: JsonField, got: JsonShape): CaseResult {
  if (!expect.present) expect.refuse('say what is expected');
  const difference = firstDifference(expect, got);
  return difference ? { id, ok: false, ...difference } : { id, ok: true };
}
