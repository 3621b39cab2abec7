// The answer of the reference to a case of fair-vectors/1: the rules of fair scheduling written a
// second time, from their description and without a look at wasm-core/src.

import { eevdf } from './eevdf.mjs';
import { exec, fork, forkBeside, forkSequence } from './fork.mjs';
import {
  adjustNuma,
  idleScanLimit,
  intervals,
  newidleCosts,
  proportionalLimit,
} from './limits.mjs';
import { balance, findSourceGroup } from './pass.mjs';
import { decay, estimate, freshSignal, update } from './pelt.mjs';
import { affine, idleCoreHint, wake } from './wake.mjs';
import { weighted } from './weight.mjs';

function pelt({ init, avg_weight, steps }) {
  const signal = freshSignal(init);
  return steps.map((step) => {
    const changed = Number(update(signal, step, avg_weight));
    return {
      now: step.now,
      changed,
      load_sum: Number(signal.load),
      runnable_sum: Number(signal.runnable),
      util_sum: Number(signal.util),
      period_contrib: Number(signal.part),
      ...signal.averages,
    };
  });
}

const idleScans = ({ input, expect }) =>
  expect.map(({ sum_util }) => ({
    sum_util,
    nr_idle_scan: idleScanLimit(sum_util, input.llc_weight, input.imbalance_pct),
  }));

const rows = (rule) => (vector) => vector.input.map(rule);

/** By kind of case. */
export const ANSWERS = {
  pelt: ({ input }) => pelt(input),
  decay_load: rows(({ val, n }) => Number(decay(BigInt(val), BigInt(n)))),
  util_est_update: rows(estimate),
  calc_delta_fair: rows(({ delta_ns, weight }) => Number(weighted(delta_ns, weight))),
  adjust_numa_imbalance: rows((row) => adjustNuma(row.imbalance, row.dst_running, row.imb_numa_nr)),
  eevdf: ({ input }) => eevdf(input),
  fork,
  find_dst_group_cpu: fork,
  fork_sequence: forkSequence,
  fork_sequence_table: ({ input, expect }) =>
    expect.map((row) => forkBeside(input, row.external_task_cpu)),
  exec,
  wake_affine: affine,
  wake,
  sis_util: idleScans,
  'sis_prop_v5.10': rows(proportionalLimit),
  find_src_group: findSourceGroup,
  sched_balance_rq: balance,
  balance_interval: ({ input }) => intervals(input),
  update_newidle_cost: ({ input }) => newidleCosts(input.sequence_ns),
  update_idle_core: ({ input }) => idleCoreHint(input),
};

/** Fork sequences of the shared file may leave a field out; only what is expected is compared. */
export const answer = (vector) => ANSWERS[vector.kind](vector);
