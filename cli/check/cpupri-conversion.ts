// How priorities become levels of cpupri: the kernel of today pair by pair, and the three numberings
// that kernels have had, by the rules and examples of the file.

import { PROBE } from '../../web/engine/abi.gen.ts';
import { ProbeAnswer } from '../../web/engine/probe-words.ts';
import {
  allowOnly,
  itemsOf,
  numberClaim,
  numberedFields,
  type VectorClaim,
  vectorVerdict,
} from './claims.ts';
import { CODE, CPUPRI_LEVELS, HIGHEST_PRIO, LOWEST_PRIO } from './cpupri-cases.ts';
import type { JsonField } from './json-fields.ts';
import type { CaseResult, ProbeRunner } from './types.ts';

/** Codes of the probe. */
const GENERATIONS = { A: 0, B: 1, C: 2 } as const;
type Generation = keyof typeof GENERATIONS;

/** Kernel priority of the idle task: the highest number that was ever converted. */
const IDLE_PRIO = 140;

/** A priority and the claim about its level; `got` is asked of the level itself. */
type Pair = [prio: number, claim: VectorClaim<number>];

export interface Conversion {
  id: string;
  generation: Generation;
  pairs: Pair[];
}

const pairsOf = (field: JsonField, highest: number): Pair[] =>
  numberedFields(field, LOWEST_PRIO, highest).map(([prio, level]) => [
    prio,
    numberClaim(level, (got: number) => got),
  ]);

// ---- rules -------------------------------------------------------------------------------------

/** One priority, those from one to another, or from one on. */
const PRIOS = /^(-?\d+)(?:\.\.(\d+)|(\+))?$/;
/** What a level may be: a number, or a number minus the priority; a name may follow. */
const LEVEL = /^(-?\d+)( - prio)?(?: \([A-Z]+\))?$/;
const UNDEFINED = 'any other value is undefined';
const remedy = `write clauses such as "0..98 -> 99 - prio; 99 or 100+ -> 0; ${UNDEFINED}"`;

function priosOf(text: string, highest: number, field: JsonField): number[] {
  const found = PRIOS.exec(text) ?? field.refuse(remedy);
  const first = Number(found[1]);
  const last = found[3] ? highest : Number(found[2] ?? first);
  if (first < LOWEST_PRIO || last > highest || last < first) return field.refuse(remedy);
  return Array.from({ length: last - first + 1 }, (_, i) => first + i);
}

function clausePairs(clause: string, highest: number, field: JsonField): Pair[] {
  if (clause === UNDEFINED) return [];
  const [left = '', right = ''] = clause.split(' -> ');
  const level = LEVEL.exec(right) ?? field.refuse(remedy);
  return left.split(' or ').flatMap((part) =>
    priosOf(part, highest, field).map((prio): Pair => {
      const expected = `${level[2] ? Number(level[1]) - prio : Number(level[1])}`;
      const where = `${field.path}, priority ${prio}`;
      return [prio, { where, expected, got: (got) => `${got}` }];
    }),
  );
}

// ---- reading -----------------------------------------------------------------------------------

function readGeneration(field: JsonField): Conversion {
  allowOnly(field, ['name', 'seen_in', 'rule', 'examples', 'quirk', 'confidence']);
  const name = field.at('name');
  const letter = /^([ABC]), /.exec(name.text())?.[1];
  if (!letter) return name.refuse('begin it with A, B or C and a comma');
  const generation = letter as Generation;
  const highest = generation === 'C' ? HIGHEST_PRIO : IDLE_PRIO;
  const rule = field.at('rule');
  const examples = field.at('examples');
  const pairs = [
    ...rule
      .text()
      .split('; ')
      .flatMap((clause) => clausePairs(clause, highest, rule)),
    ...(examples.present ? pairsOf(examples, highest) : []),
  ];
  return { id: `priority_conversion ${generation}`, generation, pairs };
}

/** The conversions of a file: none, that of today's kernel, those of the generations. */
export function readConversions(field: JsonField): Conversion[] {
  if (!field.present) return [];
  allowOnly(field, ['current', 'generations']);
  const current = field.at('current');
  const today: Conversion[] = current.present
    ? [{ id: 'priority_conversion', generation: 'C', pairs: pairsOf(current, HIGHEST_PRIO) }]
    : [];
  return [...today, ...itemsOf(field.at('generations')).map(readGeneration)];
}

// ---- running -----------------------------------------------------------------------------------

export function runConversion(conversion: Conversion, probe: ProbeRunner): CaseResult {
  const { id, generation, pairs } = conversion;
  const oneCpu = [1, 1, 0, 0];
  const steps = pairs.flatMap(([prio]) => [CODE.level, GENERATIONS[generation], prio]);
  const input = Int32Array.from([...oneCpu, 0, 1, 0, pairs.length, ...steps]);
  const capacity = 2 * pairs.length + CPUPRI_LEVELS + 1 + CPUPRI_LEVELS * 2;
  const answer = new ProbeAnswer(probe.run(PROBE.CPUPRI, input, capacity));
  const levels = pairs.map(() => {
    const level = answer.next();
    answer.next(); // an empty trace
    return level;
  });
  const claims = pairs.map(
    ([, claim], i): VectorClaim<number[]> => ({ ...claim, got: (all) => claim.got(all[i]!) }),
  );
  return vectorVerdict(id, claims, levels);
}
