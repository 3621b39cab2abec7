// Cases of a page-list file that are tables of formulas: batch and high from the size of a zone, in
// v4.18, v4.19 and modern kernels, and the batch of an explicit high. Words of the probe:
// wasm-core/src/probe/pcp.c.

import { PROBE } from '../../web/engine/abi.gen.ts';
import { ProbeAnswer } from '../../web/engine/probe-words.ts';
import { allowOnly, type VectorClaim, vectorVerdict } from './claims.ts';
import type { JsonField } from './json-fields.ts';
import type { CaseResult, ProbeRunner } from './types.ts';

const QUESTION = { zone: 0, high: 1, modernZone: 2 } as const;
const MOST = 2 ** 31 - 1;
const MOST_CPUS = 2 ** 20;
/** Caps of the batch in pages: 512 KiB and 1 MiB. */
const CAPS = { v4_18: 128, v4_19: 256 } as const;

/** What is asked of the core for one row, and the names of its answers. */
interface Question {
  input: number[];
  answers: readonly string[];
  /** Where the row names them. */
  expected: JsonField;
}

export interface BatchCase {
  id: string;
  questions: Question[];
}

const ZONE_ANSWERS = ['zone_batchsize', 'pcp_batch', 'pcp_high'] as const;
const HIGH_ANSWERS = ['pcp_high', 'pcp_batch'] as const;
const MODERN_ANSWERS = ['zone_batchsize', 'high_min', 'high_max'] as const;

function readZoneRow(row: JsonField): Question[] {
  const managed = row.at('managed_pages').integer(0, MOST);
  const versions = Object.keys(CAPS) as (keyof typeof CAPS)[];
  allowOnly(row, ['managed_pages', ...versions]);
  const named = versions.filter((version) => row.at(version).present);
  if (named.length === 0) row.refuse(`give ${versions.join(' or ')}`);
  return named.map((version) => {
    const expected = row.at(version);
    allowOnly(expected, ZONE_ANSWERS);
    return { input: [QUESTION.zone, CAPS[version], 1, managed], answers: ZONE_ANSWERS, expected };
  });
}

function readHighRow(row: JsonField): Question[] {
  allowOnly(row, ['fraction_high', ...HIGH_ANSWERS]);
  const high = row.at('fraction_high').integer(0, MOST);
  return [{ input: [QUESTION.high, 1, high], answers: HIGH_ANSWERS, expected: row }];
}

function readModernRow(row: JsonField): Question[] {
  const given = ['managed_pages', 'low_wmark_pages', 'local_cpus'];
  allowOnly(row, [...given, ...MODERN_ANSWERS]);
  const input = [
    QUESTION.modernZone,
    1,
    row.at('managed_pages').integer(0, MOST),
    row.at('low_wmark_pages').integer(0, MOST),
    row.at('local_cpus').integer(1, MOST_CPUS),
  ];
  return [{ input, answers: MODERN_ANSWERS, expected: row }];
}

function readRow(row: JsonField): Question[] {
  row.object();
  if (row.at('fraction_high').present) return readHighRow(row);
  if (row.at('low_wmark_pages').present) return readModernRow(row);
  return readZoneRow(row);
}

export function readBatchCase(field: JsonField, id: string): BatchCase {
  allowOnly(field, ['id', 'kind', 'obtained', 'rows']);
  return { id, questions: field.at('rows').items().flatMap(readRow) };
}

export function runBatchCase({ id, questions }: BatchCase, probe: ProbeRunner): CaseResult {
  for (const { input, answers, expected } of questions) {
    const answer = new ProbeAnswer(probe.run(PROBE.PCP, Int32Array.from(input), answers.length));
    const got = new Map(answers.map((name) => [name, answer.next()]));
    const claims = answers
      .map((name) => [name, expected.at(name)] as const)
      .filter(([, value]) => value.present)
      .map(([name, value]): VectorClaim<Map<string, number>> => {
        const number = value.integer(0, MOST);
        return { where: value.path, expected: `${number}`, got: (all) => `${all.get(name)}` };
      });
    if (claims.length === 0) expected.refuse(`expect something: ${answers.join(', ')}`);
    const result = vectorVerdict(id, claims, got);
    if (!result.ok) return result;
  }
  return { id, ok: true };
}
