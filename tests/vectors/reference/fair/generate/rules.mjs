// Further cases of the formulas: every table entry, every threshold with one below and one above it.

import { machineNamed, presets } from '../../presets.mjs';
import { idleScanLimit } from '../limits.mjs';
import { NICE_WEIGHTS } from '../weight.mjs';

const range = (first, last, step = 1) =>
  Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, index) => first + index * step);

const around = (value) => [value - 1, value, value + 1];

/** Every pair of two lists. */
const pairs = (one, two) => one.flatMap((a) => two.map((b) => [a, b]));

function weightCases(random) {
  const rows = (deltas, weights) =>
    pairs(deltas, weights).map(([delta_ns, weight]) => ({ delta_ns, weight }));
  const sum = () =>
    Array.from({ length: 3 }, () => random.pick(NICE_WEIGHTS)).reduce((a, b) => a + b);
  const sums = Array.from({ length: 40 }, sum);
  const others = [2, 3, 14, 16, 1022, 1023, 1025, 4095, 4096, 65535, 2 ** 20, 2 ** 24];
  return [
    ['table', rows([1, 999, 700_001], NICE_WEIGHTS), 'every nice weight, from one nanosecond on'],
    ['long', rows([2 ** 32 - 1, 2 ** 32, 2 ** 41 + 12345], NICE_WEIGHTS), 'deltas beyond 32 bits'],
    ['other', rows([0, 1, 2_800_000, 10 ** 11], others), 'weights without a table entry'],
    ['sums', rows([1_000_000, random.below(2 ** 31)], sums), 'weights of several tasks together'],
  ].map(([id, input, derivation]) => ({ id, kind: 'calc_delta_fair', input, derivation }));
}

function decayCases(random) {
  const rows = (values, periods) => pairs(values, periods).map(([val, n]) => ({ val, n }));
  const edges = [...around(32), ...around(64), ...around(1024), ...around(2016), 2 ** 31 - 1];
  const values = [0, 1, 2, 1023, 47742, 2 ** 32, 2 ** 45 + random.below(2 ** 31)];
  return [
    ['periods', rows([47742], range(0, 34)), 'every entry of the table, and the first halving'],
    ['edges', rows(values, edges), 'whole halvings with one period less and more, up to oblivion'],
  ].map(([id, input, derivation]) => ({ id, kind: 'decay_load', input, derivation }));
}

function estimateCases(random) {
  const row = (ewma, util, runnable) => ({ ewma, util, runnable });
  const falls = [0, 1, 9, 10, 11, 12, 13, 14, 100, 400];
  const edges = falls.flatMap((fall) => [
    row(500, 500 - fall, 500 - fall),
    row(500, 500 - fall, 510 - fall),
    row(500, 500 - fall, 511 - fall),
  ]);
  const any = () => row(random.below(1025), random.below(1025), random.below(1600));
  return [
    { id: 'edges', input: edges, derivation: 'falls by 9, 10, 11; waiting by 10 and 11 more' },
    { id: 'random', input: Array.from({ length: 60 }, any), derivation: 'random triples' },
    {
      id: 'rise',
      input: [row(0, 0, 0), row(0, 1, 900), row(7, 7, 1024), row(1023, 1024, 0)],
      derivation: 'rises are taken at once, whatever waits',
    },
  ].map((made) => ({ ...made, kind: 'util_est_update' }));
}

function numaCases() {
  const input = pairs(range(0, 4), [1, 2, 8, 10, 30, 64]).flatMap(([imbalance, imb_numa_nr]) =>
    [0, ...around(imb_numa_nr)].map((dst_running) => ({ imbalance, dst_running, imb_numa_nr })),
  );
  const derivation = 'imbalances 0 to 4 with the allowance just kept, met and exceeded';
  return [{ id: 'edges', kind: 'adjust_numa_imbalance', input, derivation }];
}

/** Sums of utilisation at which the limit falls, and their neighbours. */
function scanEdges(weight, pct) {
  const step = Math.max(1, weight >> 2);
  const sums = range(0, weight * 1024 + 2 * weight, step);
  const at = (sum) => idleScanLimit(sum, weight, pct);
  const edges = sums.filter((sum) => sum > 0 && at(sum) !== at(sum - step));
  const close = edges.flatMap((sum) => [
    sum - step,
    ...range(sum - step + 1, sum)
      .filter((one) => at(one) !== at(one - 1))
      .flatMap((one) => [one - 1, one]),
  ]);
  return [...new Set([0, 1, weight - 1, weight, ...close, weight * 1024, weight * 1025])];
}

function scanCases() {
  const sizes = new Map();
  for (const { id } of presets) sizes.set(machineNamed(id).byCpu[0].llcSize, id);
  return [...sizes].flatMap(([llc_weight, topology]) =>
    [117, 110].map((imbalance_pct) => ({
      id: `${llc_weight}-${imbalance_pct}`,
      kind: 'sis_util',
      input: { topology, llc_weight, imbalance_pct },
      expect: scanEdges(llc_weight, imbalance_pct).map((sum_util) => ({ sum_util })),
      derivation:
        'each sum of utilisation at which the limit falls by one or more, and the one before',
    })),
  );
}

function proportionalCases(random) {
  const row = (rq_avg_idle, avg_scan_cost, span_weight) => ({
    ...{ rq_avg_idle, avg_scan_cost, span_weight },
  });
  // A weight times avg_idle / 512 against four times the cost plus one.
  const edges = [4, 16, 60, 80].flatMap((weight) =>
    around(weight * 25 - 1).map((cost) => row(512 * 100, cost, weight)),
  );
  const idle = [511, 512, 1023, 1024].map((avg) => row(avg, 0, 16));
  const any = () => row(random.below(1_000_001), random.below(40_000), random.between(1, 256));
  const derivation =
    'the limit of four just not and just exceeded; avg_idle around one unit; random';
  const input = [...edges, ...idle, ...Array.from({ length: 40 }, any)];
  return [{ id: 'edges', kind: 'sis_prop_v5.10', input, derivation }];
}

function costCases(random) {
  const any = () => Array.from({ length: 12 }, () => random.below(700_000));
  const cases = [
    ['cap', [0, 1, 500_199, 500_200, 500_201, 2 ** 40, 500_199], 'around the cap'],
    ['equal', [7, 7, 6, 8, 8, 0], 'equal samples raise nothing'],
    ['random-1', any(), 'random samples'],
    ['random-2', any(), 'random samples'],
  ];
  return cases.map(([id, sequence_ns, derivation]) => {
    const input = { sequence_ns, jiffies: 'unchanged' };
    return { id, kind: 'update_newidle_cost', input, derivation };
  });
}

function intervalCase(topology, hz) {
  const { byCpu, cpus } = machineNamed(topology);
  const most = Math.floor((hz * cpus) / 10);
  const items = byCpu[0].domains.flatMap(({ minInterval, maxInterval }, domain_level) => {
    const clamped = around(Math.floor((most * 1000) / hz));
    const doubled = [minInterval, minInterval + 1, maxInterval, 2 * maxInterval, 511, 512];
    return pairs([1, ...doubled, ...clamped], [0, 1]).map(([balance_interval_ms, cpu_busy]) => ({
      ...{ domain_level, balance_interval_ms, cpu_busy },
    }));
  });
  const derivation = 'intervals of each domain from the shortest to where they are clamped';
  return {
    id: `${topology}-${hz}`,
    kind: 'balance_interval',
    input: { topology, hz, items },
    derivation,
  };
}

function intervalCases() {
  const machines = ['toy-8cpu-2llc', 'laptop-4c8t', 'lkp-sb02', 'milan-2s-nps2'];
  return pairs(machines, [100, 250, 300, 1000]).map(([topology, hz]) => intervalCase(topology, hz));
}

function idleCoreCases() {
  const one = (id, topology, busy_cpus, cpu_going_idle, derivation) => {
    const input = { topology, busy_cpus, cpu_going_idle };
    return { id, kind: 'update_idle_core', input, derivation };
  };
  return [
    one('lower', 'milan-2s-nps1', [1, 129], 129, 'the sibling with the lower number is busy'),
    one('self', 'milan-2s-nps1', [129], 129, 'the CPU itself is not tested'),
    one('others', 'milan-2s-nps1', [0, 2, 128, 130, 255], 1, 'other cores do not count'),
    one('adjacent', 'toy-8cpu-2llc-smt', [5], 4, 'siblings are neighbours here'),
    one('adjacent-idle', 'toy-8cpu-2llc-smt', [3, 6], 4, 'neighbours of other cores are busy'),
    one('laptop', 'laptop-4c8t', [0, 1, 2, 4, 5, 6], 3, 'the last idle core of the machine'),
    one('last', 'gnr-2s-snc3', [239], 479, 'the last core of a large machine'),
    one('last-idle', 'gnr-2s-snc3', [238, 478], 479, 'its neighbour is busy, it is not'),
  ];
}

export function ruleCases(random) {
  return [
    ...weightCases(random),
    ...decayCases(random),
    ...estimateCases(random),
    ...numaCases(),
    ...scanCases(),
    ...proportionalCases(random),
    ...costCases(random),
    ...intervalCases(),
    ...idleCoreCases(),
  ];
}
