// What a vector claims of an answer of the core, claim by claim, and the first that does not hold.
// Reading claims out of a file is the business of the formats.

import type { JsonField } from './json-fields.ts';
import { type CaseResult, VectorFileError } from './types.ts';

/** One value the file names, and how to find the same value in the answer. */
export interface VectorClaim<Answer> {
  readonly where: string;
  readonly expected: string;
  got(answer: Answer): string;
}

const shown = (text: string): string => (text === '' ? 'none' : text);

export function vectorVerdict<Answer>(
  id: string,
  claims: readonly VectorClaim<Answer>[],
  answer: Answer,
): CaseResult {
  for (const { where, expected, got: read } of claims) {
    const got = read(answer);
    if (got !== expected) {
      return { id, ok: false, where, expected: shown(expected), got: shown(got) };
    }
  }
  return { id, ok: true };
}

/** The claim that a whole number of the file is what `got` finds. */
export function numberClaim<Answer>(
  field: JsonField,
  got: (answer: Answer) => number | undefined,
): VectorClaim<Answer> {
  const expected = field.integer(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
  return {
    where: field.path,
    expected: `${expected}`,
    got: (answer) => `${got(answer) ?? 'none'}`,
  };
}

/** Fields that speak to a reader. */
const REMARKS = ['note', 'why', 'comment', 'title', 'teaches'];

/** Refuses fields we know nothing of: what they say would pass unseen. */
export function allowOnly(field: JsonField, names: readonly string[]): void {
  for (const [name, value] of field.entries()) {
    if (names.includes(name) || REMARKS.includes(name)) continue;
    const remedy = names.length > 0 ? `use ${names.join(', ')}` : 'leave it out';
    throw new VectorFileError(value.path, 'nothing is known of this field here', remedy);
  }
}

/** Fields named by whole numbers from `low` to `high`. */
export function numberedFields(field: JsonField, low: number, high: number): [number, JsonField][] {
  return field.entries().map(([name, value]) => {
    const number = Number(name);
    if (/^(0|-?[1-9]\d{0,6})$/.test(name) && number >= low && number <= high) {
      return [number, value];
    }
    const remedy = `use whole numbers from ${low} to ${high}`;
    throw new VectorFileError(value.path, `"${name}" is not a name for a field here`, remedy);
  });
}

/** The items of a list that may be left out. */
export const itemsOf = (field: JsonField): JsonField[] => (field.present ? field.items() : []);

/** The fields of an object that may be left out. */
export const fieldsOfObject = (field: JsonField): [string, JsonField][] =>
  field.present ? field.entries() : [];
