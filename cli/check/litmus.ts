// The litmus part of a cpupri vector file: all orders of memory steps. A cpupri case says its steps;
// an overload case is known by its id. Explored by wasm-core/src/race.

import { ProbeError } from '../../web/engine/probes.ts';
import { overloadRaces, searchRace, searchResultText } from '../../web/engine/races/catalog.ts';
import { explore } from '../../web/engine/races/explorer.ts';
import type {
  Exploration,
  MemoryRace,
  RaceStep,
  ThreadResult,
} from '../../web/engine/races/race.ts';
import {
  allowOnly,
  itemsOf,
  numberClaim,
  numberedFields,
  type VectorClaim,
  vectorVerdict,
} from './claims.ts';
import type { JsonField } from './json-fields.ts';
import type { CaseResult, ProbeRunner } from './types.ts';

/** Limits of the core (race.h). */
const TOP_LEVEL = 100;
const TOP_CPU = 1023;

export interface LitmusCase {
  id: string;
  /** Undefined if the steps of this case are not known. */
  race: MemoryRace | undefined;
  claims: VectorClaim<Exploration>[];
}

type OutcomeText = (results: readonly ThreadResult[]) => string;

/** Classes are a set: their order says nothing. */
const asText = (outcomes: readonly string[]): string => [...outcomes].sort().join('; ');

function outcomesClaim(field: JsonField, text: OutcomeText): VectorClaim<Exploration> {
  return {
    where: field.path,
    expected: asText(field.items().map((item) => item.text())),
    got: ({ outcomes }) => asText([...new Set(outcomes.map(({ results }) => text(results)))]),
  };
}

function readStep(field: JsonField): RaceStep {
  const [operation, level, cpu, ...more] = field.items();
  if (!operation || !level || more.length > 0) {
    field.refuse('write a letter, a level, and for S and C a CPU');
  }
  const letter = operation.oneOf(['S', 'I', 'D', 'C']);
  const at = level.integer(0, TOP_LEVEL);
  if (letter === 'I' || letter === 'D') {
    return { op: letter === 'I' ? 'increment' : 'decrement', level: at };
  }
  if (!cpu) field.refuse(`name the CPU of ${letter}`);
  const op = letter === 'S' ? 'set-bit' : 'clear-bit';
  return { op, level: at, cpu: cpu.integer(0, TOP_CPU) };
}

function readCpupri(field: JsonField): LitmusCase {
  const counts = ['max_wasted_bitmap_scans', 'states_explored'] as const;
  const fields = ['id', 'description', 'initial', 'setters', 'task_level', 'outcomes'];
  allowOnly(field, [...fields, ...counts]);
  const initial = Object.fromEntries(
    numberedFields(field.at('initial'), 0, TOP_CPU).map(([cpu, level]) => [
      cpu,
      level.integer(0, TOP_LEVEL),
    ]),
  );
  const setters = field.at('setters').items();
  const claims = [
    outcomesClaim(field.at('outcomes'), (results) => searchResultText(results.at(-1)!)),
  ];
  const [wasted, states] = counts.map((name) => field.at(name));
  if (wasted?.present) claims.push(numberClaim(wasted, ({ mostWasted }) => mostWasted));
  if (states?.present) claims.push(numberClaim(states, (explored) => explored.states));
  return {
    id: field.at('id').text(),
    race: searchRace(
      initial,
      setters.map((steps) => steps.items().map(readStep)),
      field.at('task_level').integer(0, TOP_LEVEL),
    ),
    claims,
  };
}

function readOverload(field: JsonField): LitmusCase {
  allowOnly(field, ['id', 'description', 'outcomes']);
  const id = field.at('id').text();
  const known = overloadRaces.find((race) => race.id === id);
  const outcomes = field.at('outcomes');
  return {
    id,
    race: known?.race,
    claims: [outcomesClaim(outcomes, known?.outcome ?? (() => ''))],
  };
}

export function readLitmus(field: JsonField): LitmusCase[] {
  if (!field.present) return [];
  allowOnly(field, ['cpupri', 'overload', 'legend']);
  return [
    ...itemsOf(field.at('cpupri')).map(readCpupri),
    ...itemsOf(field.at('overload')).map(readOverload),
  ];
}

export function runLitmus({ id, race, claims }: LitmusCase, probe: ProbeRunner): CaseResult {
  if (!race) {
    const known = overloadRaces.map((named) => named.id).join(', ');
    const expected = `a race whose steps are known (${known})`;
    return { id, ok: false, where: 'id', expected, got: id };
  }
  try {
    return vectorVerdict(id, claims, explore(probe, race));
  } catch (error) {
    if (!(error instanceof ProbeError)) throw error;
    const expected = 'a race of at most 3 setters of 32 steps, 32 CPUs and 8 levels';
    return { id, ok: false, expected, got: 'one beyond the limits of the explorer' };
  }
}
