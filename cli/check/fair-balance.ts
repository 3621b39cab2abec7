// Cases of a fair-scheduler file that balance load: the decision of one pass, and a whole pass.
// Words of the probe: wasm-core/src/probe/fair_balance.c.

import { PROBE } from '../../web/engine/abi.gen.ts';
import type { ProbeAnswer } from '../../web/engine/probe-words.ts';
import { allowOnly, itemsOf } from './claims.ts';
import { formatCpuList } from './cpu-list.ts';
import { ask, type Runnable, wordOf } from './fair-rules.ts';
import { type FairState, readFairState } from './fair-state.ts';
import type { JsonField } from './json-fields.ts';
import { compared, type JsonShape } from './same-shape.ts';

const QUESTION = { source: 0, pass: 1 } as const;
/** In the order of enum ss_level_kind. */
const LEVELS = ['SMT', 'CLS', 'MC', 'PKG', 'NODE', 'NUMA'];
/** In the order of enum ss_balance_type. */
const IDLE = ['CPU_NOT_IDLE', 'CPU_IDLE', 'CPU_NEWLY_IDLE'] as const;
/** In the order of enum ss_group_class. */
const CLASSES = [
  ...['has_spare', 'fully_busy', 'misfit_task', 'smt_balance', 'asym_packing', 'imbalanced'],
  ...['llc_balance', 'overloaded'],
];
/** In the order of enum ss_migration_type. */
const MIGRATIONS = ['migrate_load', 'migrate_util', 'migrate_task'];
/** Words of an answer beside sets of CPUs and lists of tasks. */
const NUMBERS = 64;
/** Tasks a pass can move at most. */
const MOST_MOVED = 1024;

const level = (answer: ProbeAnswer): string => LEVELS[answer.next()] ?? 'unknown';

function passWords(field: JsonField, question: number): { state: FairState; input: number[] } {
  const given = field.at('input');
  allowOnly(given, ['dst_cpu', 'domain_level', 'idle', 'preset_fields']);
  const state = readFairState(field);
  const presets = itemsOf(given.at('preset_fields'));
  const input = [
    question,
    ...state.words(0, presets),
    given.at('dst_cpu').integer(0, state.machine.cpus - 1),
    wordOf(given, 'domain_level'),
    IDLE.indexOf(given.at('idle').oneOf(IDLE)),
  ];
  return { state, input };
}

const readStats = (answer: ProbeAnswer): JsonShape => ({
  type: CLASSES[answer.next()] ?? 'unknown',
  load: answer.long(),
  util: answer.long(),
  runnable: answer.long(),
  nr: answer.next(),
  h_nr: answer.next(),
  idle: answer.next(),
  weight: answer.next(),
  capacity: answer.next(),
  avg_load: answer.long(),
});

/** What moves: without a result there is no kind, no source and nothing to move. */
function readDecision(
  answer: ProbeAnswer,
  candidate: string | null,
): { [name: string]: JsonShape } {
  if (answer.next() === 0) return { result: null, imbalance: 0 };
  return {
    result: candidate,
    migration_type: MIGRATIONS[answer.next()] ?? 'unknown',
    imbalance: answer.long(),
    src_cpu: answer.next(),
  };
}

function readSource(answer: ProbeAnswer, words: number): JsonShape {
  const domain = level(answer);
  const should_we_balance = answer.next();
  const local = readStats(answer);
  const found = answer.next() === 1;
  const candidate = found ? formatCpuList(answer.set(words)) : null;
  const stats = found ? readStats(answer) : null;
  const prefer_sibling = answer.next();
  return {
    domain,
    should_we_balance,
    local,
    busiest_candidate: candidate,
    busiest_stat: stats,
    prefer_sibling,
    ...readDecision(answer, candidate),
    nr_idle_scan: answer.next(),
    rd_overloaded: answer.next(),
  };
}

function readFindSource(field: JsonField, id: string): Runnable {
  const { state, input } = passWords(field, QUESTION.source);
  const words = Math.ceil(state.machine.cpus / 64);
  return (probe) => {
    const answer = ask(probe, PROBE.FAIR_BALANCE, input, NUMBERS + 2 * words);
    return compared(id, field.at('expect'), readSource(answer, words));
  };
}

function readPass(field: JsonField, id: string): Runnable {
  const { state, input } = passWords(field, QUESTION.pass);
  return (probe) => {
    const answer = ask(probe, PROBE.FAIR_BALANCE, input, NUMBERS + MOST_MOVED);
    return compared(id, field.at('expect'), {
      domain: level(answer),
      ld_moved: answer.next(),
      continue: answer.next(),
      moved: answer.list(() => state.idOf(answer.next())),
      active_balance_cpu: answer.next(),
      nr_balance_failed: answer.next(),
      balance_interval: answer.next(),
    });
  };
}

/** How the cases of each kind are read. */
export const BALANCE_KINDS: Readonly<Record<string, (field: JsonField, id: string) => Runnable>> = {
  find_src_group: readFindSource,
  sched_balance_rq: readPass,
};
