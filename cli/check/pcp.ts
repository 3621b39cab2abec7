// Vector files of the page lists: formulas of batch and high, sequences on the lists of v4.19, and
// sequences on the modern lists; each kind is read and run in a file beside this one.

import { isObject, JsonField } from './json-fields.ts';
import { type BatchCase, readBatchCase, runBatchCase } from './pcp-batch.ts';
import { type ModernCase, readModernCase, runModernCase } from './pcp-modern.ts';
import { readSequenceCase, runSequenceCase, type SequenceCase } from './pcp-sequence.ts';
import type { CaseResult, ProbeRunner, VectorFormat } from './types.ts';

const KINDS = ['batch', 'sequence-v4.18', 'sequence-v4.19', 'sequence-modern'] as const;

type Case =
  | { kind: 'batch'; read: BatchCase }
  | { kind: 'sequence'; read: SequenceCase }
  | { kind: 'modern'; read: ModernCase };

function readCase(field: JsonField, index: number): Case {
  const id = field.at('id').text(`cases[${index}]`);
  switch (field.at('kind').oneOf(KINDS)) {
    case 'batch':
      return { kind: 'batch', read: readBatchCase(field, id) };
    case 'sequence-modern':
      return { kind: 'modern', read: readModernCase(field, id) };
    default:
      return { kind: 'sequence', read: readSequenceCase(field, id) };
  }
}

function readFile(file: unknown): Case[] {
  const root = new JsonField(file, '');
  const cases = root.at('cases').items();
  const count = root.at('count');
  if (count.present && count.integer(0, Number.MAX_SAFE_INTEGER) !== cases.length) {
    count.refuse(`write ${cases.length}, the number of cases`);
  }
  if (cases.length === 0) root.at('cases').refuse('give at least one case');
  return cases.map(readCase);
}

function runCase(vector: Case, probe: ProbeRunner): CaseResult {
  switch (vector.kind) {
    case 'batch':
      return runBatchCase(vector.read, probe);
    case 'sequence':
      return runSequenceCase(vector.read, probe);
    case 'modern':
      return runModernCase(vector.read, probe);
  }
}

function* run(cases: Case[], probe: ProbeRunner): Generator<CaseResult> {
  for (const vector of cases) yield runCase(vector, probe);
}

/** Files carry no name of their format: it shows in the kinds of their cases. */
function hasKinds(cases: unknown): boolean {
  if (!Array.isArray(cases)) return false;
  return cases.some(
    (item) => isObject(item) && /^(batch|sequence-(v4|modern))/.test(String(item.kind)),
  );
}

export const pcpVectors: VectorFormat = {
  name: 'pcp-vectors',
  recognises: (file) =>
    isObject(file) &&
    (/^pcp-vectors\b/.test(String(file.schema ?? file.format)) ||
      file.modern_conventions !== undefined ||
      hasKinds(file.cases)),
  /** Reads the whole file before the first case runs: a malformed one yields no results. */
  check: (file, probe) => run(readFile(file), probe),
};
