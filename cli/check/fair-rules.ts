// Cases of a fair-scheduler file that are formulas: weighted time, load tracking, the limits of
// balancing. Words of the probe: wasm-core/src/probe/fair_rules.c.

import { LIMIT_CPUS, PROBE } from '../../web/engine/abi.gen.ts';
import { longWords, ProbeAnswer } from '../../web/engine/probe-words.ts';
import { allowOnly } from './claims.ts';
import { readFairMachine } from './fair-machines.ts';
import type { JsonField } from './json-fields.ts';
import { compared } from './same-shape.ts';
import { type CaseResult, type ProbeRunner, VectorFileError } from './types.ts';

const MOST = 2 ** 31 - 1;
const MOST_LONG = Number.MAX_SAFE_INTEGER;

/** A case that was read and can be run. */
export type Runnable = (probe: ProbeRunner) => CaseResult;

export const wordOf = (row: JsonField, name: string, low = 0, high = MOST): number =>
  row.at(name).integer(low, high);
export const longOf = (row: JsonField, name: string, low = 0, high = MOST_LONG): [number, number] =>
  longWords(row.at(name).integer(low, high));

/** A mark that may be missing, a truth value or 0 and 1. */
export function readFlag(field: JsonField): number {
  if (!field.present) return 0;
  return typeof field.value === 'boolean' ? Number(field.value) : field.integer(0, 1);
}

export const ask = (
  probe: ProbeRunner,
  kind: number,
  input: number[],
  words: number,
): ProbeAnswer => new ProbeAnswer(probe.run(kind, Int32Array.from(input), words));

/** A kind whose cases are rows with one number each. */
interface Rows {
  question: number;
  names: readonly string[];
  words(row: JsonField): number[];
  /** The result takes two words. */
  long: boolean;
}

const ROWS: Readonly<Record<string, Rows>> = {
  calc_delta_fair: {
    question: 0,
    names: ['delta_ns', 'weight'],
    words: (row) => [...longOf(row, 'delta_ns'), wordOf(row, 'weight', 1)],
    long: true,
  },
  decay_load: {
    question: 1,
    names: ['val', 'n'],
    words: (row) => [...longOf(row, 'val'), wordOf(row, 'n')],
    long: true,
  },
  util_est_update: {
    question: 2,
    names: ['ewma', 'util', 'runnable'],
    words: (row) => [wordOf(row, 'ewma'), wordOf(row, 'util'), wordOf(row, 'runnable')],
    long: false,
  },
  adjust_numa_imbalance: {
    question: 3,
    names: ['imbalance', 'dst_running', 'imb_numa_nr'],
    words: (row) => [
      wordOf(row, 'imbalance'),
      wordOf(row, 'dst_running'),
      wordOf(row, 'imb_numa_nr'),
    ],
    long: false,
  },
  'sis_prop_v5.10': {
    question: 5,
    names: ['rq_avg_idle', 'avg_scan_cost', 'span_weight'],
    words: (row) => [
      ...longOf(row, 'rq_avg_idle'),
      ...longOf(row, 'avg_scan_cost'),
      wordOf(row, 'span_weight', 1, LIMIT_CPUS),
    ],
    long: true,
  },
};

const numbers = (answer: ProbeAnswer, count: number, long: boolean): number[] =>
  Array.from({ length: count }, () => (long ? answer.long() : answer.next()));

function readRows(field: JsonField, id: string, { question, names, words, long }: Rows): Runnable {
  const rows = field.at('input').items();
  for (const row of rows) allowOnly(row, names);
  const input = [question, rows.length, ...rows.flatMap(words)];
  return (probe) => {
    const answer = ask(probe, PROBE.FAIR_RULES, input, 2 * rows.length);
    return compared(id, field.at('expect'), numbers(answer, rows.length, long));
  };
}

function readIdleScan(field: JsonField, id: string): Runnable {
  const given = field.at('input');
  allowOnly(given, ['topology', 'llc_weight', 'imbalance_pct']);
  const weight = wordOf(given, 'llc_weight', 1, LIMIT_CPUS);
  const pct = wordOf(given, 'imbalance_pct', 100, 1000);
  const expected = field.at('expect');
  const sums = expected.items().map((row) => row.at('sum_util').integer(0, MOST_LONG));
  const input = [4, sums.length, ...sums.flatMap((sum) => [...longWords(sum), weight, pct])];
  return (probe) => {
    const answer = ask(probe, PROBE.FAIR_RULES, input, sums.length);
    const rows = sums.map((sum_util) => ({ sum_util, nr_idle_scan: answer.next() }));
    return compared(id, expected, rows);
  };
}

function readNewidleCost(field: JsonField, id: string): Runnable {
  const given = field.at('input');
  allowOnly(given, ['sequence_ns', 'jiffies']);
  given.at('jiffies').oneOf(['unchanged']);
  const costs = given.at('sequence_ns').items();
  const rows = costs.flatMap((cost) => [...longWords(cost.integer(0, MOST_LONG)), 0]);
  return (probe) => {
    const answer = ask(probe, PROBE.FAIR_RULES, [6, costs.length, ...rows], 2 * costs.length);
    return compared(id, field.at('expect'), numbers(answer, costs.length, true));
  };
}

function readPelt(field: JsonField, id: string): Runnable {
  const given = field.at('input');
  const init = given.at('init');
  const steps = given.at('steps').items();
  const weight = wordOf(given, 'avg_weight', 1);
  const input = [
    7,
    ...longOf(init, 'last_update_time'),
    ...longOf(init, 'load_sum'),
    ...longOf(init, 'runnable_sum'),
    wordOf(init, 'util_sum'),
    wordOf(init, 'period_contrib', 0, 1023),
    weight,
    steps.length,
  ];
  for (const step of steps) {
    allowOnly(step, ['now', 'load', 'runnable', 'running', 'weight']);
    input.push(...longOf(step, 'now'), wordOf(step, 'load'), wordOf(step, 'runnable'));
    input.push(wordOf(step, 'running', 0, 1));
    if (step.at('weight').integer(0, MOST, weight) !== weight) {
      throw new VectorFileError(step.at('weight').path, 'differs from avg_weight', `use ${weight}`);
    }
  }
  return (probe) => {
    const answer = ask(probe, PROBE.FAIR_RULES, input, 10 * steps.length);
    const states = steps.map((step) => ({
      now: step.at('now').integer(0, MOST_LONG),
      changed: answer.next(),
      load_sum: answer.long(),
      runnable_sum: answer.long(),
      util_sum: answer.next(),
      period_contrib: answer.next(),
      load_avg: answer.next(),
      runnable_avg: answer.next(),
      util_avg: answer.next(),
    }));
    return compared(id, field.at('expect'), states);
  };
}

function readInterval(field: JsonField, id: string): Runnable {
  const given = field.at('input');
  allowOnly(given, ['topology', 'hz', 'items']);
  const { words } = readFairMachine(given.at('topology'));
  const items = given.at('items').items();
  const rows = items.flatMap((item) => {
    allowOnly(item, ['domain_level', 'balance_interval_ms', 'cpu_busy']);
    return [
      wordOf(item, 'domain_level'),
      wordOf(item, 'balance_interval_ms'),
      wordOf(item, 'cpu_busy', 0, 1),
    ];
  });
  const input = [9, ...words, wordOf(given, 'hz', 1, 10_000), items.length, ...rows];
  return (probe) => {
    const answer = ask(probe, PROBE.FAIR_RULES, input, items.length);
    return compared(id, field.at('expect'), numbers(answer, items.length, false));
  };
}

/** How the cases of each kind are read. */
export const RULE_KINDS: Readonly<Record<string, (field: JsonField, id: string) => Runnable>> = {
  ...Object.fromEntries(
    Object.entries(ROWS).map(([kind, rows]) => [
      kind,
      (field: JsonField, id: string) => readRows(field, id, rows),
    ]),
  ),
  sis_util: readIdleScan,
  update_newidle_cost: readNewidleCost,
  pelt: readPelt,
  balance_interval: readInterval,
};
