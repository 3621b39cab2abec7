// Further cases of load tracking over time and of the order of one queue: random histories.

import { NICE_WEIGHTS } from '../weight.mjs';

const PERIOD_NS = 1024 * 1024;

/** Steps in time: within a unit, within a period, over its end, over whole halvings, for ever. */
function elapsed(random) {
  const edge = random.pick([1, 32, 63, 64, 2015, 2016, 2017, 3000]) * PERIOD_NS;
  return random.pick([
    random.below(1024),
    1024 * random.between(1, 1023),
    PERIOD_NS - 1024,
    PERIOD_NS,
    PERIOD_NS + random.below(PERIOD_NS),
    edge + random.between(-1024, 1024),
    random.below(40 * PERIOD_NS),
  ]);
}

function peltCase(random, at) {
  const isQueue = at % 3 === 2;
  const weight = isQueue ? 1 : random.pick(NICE_WEIGHTS);
  const start = random.below(2 ** 31);
  let now = start;
  const step = () => {
    now += random.chance(4) ? -random.below(5000) : elapsed(random);
    now = Math.max(now, 0);
    const queued = isQueue ? random.below(12) : random.below(2);
    const load = isQueue ? queued * random.pick(NICE_WEIGHTS) : queued;
    const runnable = queued > 0 ? random.between(0, queued) : random.below(2);
    const running = queued > 0 ? random.below(2) : 0;
    return { now, load, runnable, running, weight };
  };
  const period_contrib = random.pick([0, 1, 511, 1022, 1023]);
  const sums = { load_sum: random.below(47742), runnable_sum: random.below(47742 * 1024) };
  const init = { last_update_time: start, ...sums, util_sum: random.below(47742 * 1024) };
  return {
    id: `${at}`,
    kind: 'pelt',
    input: {
      init: { ...init, period_contrib },
      avg_weight: weight,
      steps: Array.from({ length: 16 }, step),
    },
    derivation: isQueue ? 'a queue whose tasks come and go' : `a task of weight ${weight}`,
  };
}

/** A history of one queue that asks for a pick after every change. */
class History {
  constructor(random) {
    this.random = random;
    this.start = random.pick([0, 0, 1_000_000, random.below(2 ** 40), -random.below(2 ** 30)]);
    this.steps = [{ op: 'init', min_vruntime: this.start }];
    this.ids = 0;
    this.curr = undefined;
    this.weights = random.pick([[1024], [1024, 335, 3121], NICE_WEIGHTS, [15, 88761]]);
    this.slices = random.pick([
      [2_800_000],
      [2_800_000, 700_000],
      [2_800_000, 100_000, 10_000_000],
    ]);
    this.spread = random.pick([5, 1000, 5_000_000]);
  }

  enqueue() {
    const { random } = this;
    const slice = random.pick(this.slices);
    const vruntime = this.start + random.between(-this.spread, this.spread);
    const deadline = vruntime + random.pick([random.below(20), random.below(3_000_000), slice]);
    const id = ++this.ids;
    const weight = random.pick(this.weights);
    const custom = id % 2; // every other one keeps its slice
    this.steps.push({ op: 'enqueue', id, weight, vruntime, slice, deadline, custom });
  }

  place() {
    const { random } = this;
    const lag = random.pick([0, 1, -1, random.between(-3_000_000, 3_000_000), random.below(1000)]);
    const id = ++this.ids;
    const weight = random.pick(this.weights);
    this.steps.push({ op: 'place', id, weight, vlag: lag, initial: random.below(2) });
  }

  /** Another task runs; the task that ran before waits again. */
  setCurr() {
    const others = Array.from({ length: this.ids }, (_, at) => at + 1);
    const id = this.random.pick(others.filter((one) => one !== this.curr));
    if (id === undefined) return;
    this.curr = id;
    this.steps.push({ op: 'set_curr', id });
  }

  run() {
    const { random } = this;
    if (this.curr === undefined) return;
    const ns = random.pick([
      1,
      100_000,
      699_999,
      700_000,
      2_799_999,
      2_800_000,
      random.below(2 ** 23),
    ]);
    this.steps.push({ op: 'run', ns });
  }

  pick() {
    this.steps.push({ op: 'pick', protect: this.random.below(2) });
  }
}

function eevdfCase(random, at) {
  const history = new History(random);
  for (let count = random.between(1, 6); count > 0; count--) history.enqueue();
  history.pick();
  for (let count = 10; count > 0; count--) {
    history[random.pick(['place', 'setCurr', 'run', 'run', 'enqueue'])]();
    if (random.chance(60)) history.pick();
  }
  history.pick();
  const derivation = `a random history of ${history.ids} tasks`;
  return { id: `${at}`, kind: 'eevdf', input: history.steps, derivation };
}

const enqueue = (id, vruntime, deadline, weight = 1024) => ({
  ...{ op: 'enqueue', id, weight, vruntime, slice: 2_800_000, deadline },
});

/** One queue, picked from with and without protection. */
function pickCase(id, steps, derivation) {
  const picks = [0, 1].map((protect) => ({ op: 'pick', protect }));
  const input = [{ op: 'init', min_vruntime: 0 }, ...steps, ...picks];
  return { id, kind: 'eevdf', input, derivation };
}

function edgeCases() {
  const curr = { op: 'set_curr', id: 1 };
  return [
    pickCase(
      'equal-deadlines',
      [enqueue(3, 0, 9), enqueue(1, 0, 9), enqueue(2, 0, 9)],
      'of equal deadlines the first to come',
    ),
    pickCase(
      'equal-ineligible',
      [enqueue(1, 90, 9), enqueue(2, 10, 9), enqueue(3, 0, 9)],
      'the first of equal deadlines that is eligible',
    ),
    pickCase(
      'at-average',
      [enqueue(1, 10, 5), enqueue(2, 0, 9), enqueue(3, 20, 7)],
      'V itself is eligible',
    ),
    pickCase(
      'above-average',
      [enqueue(1, 11, 5), enqueue(2, 0, 9), enqueue(3, 20, 7)],
      'above V by less than one, which no rounding may hide',
    ),
    pickCase(
      'negative-average',
      [enqueue(1, -10, 5), enqueue(2, -11, 9), enqueue(3, -10, 7)],
      'V is rounded towards minus infinity',
    ),
    pickCase(
      'curr-equal-deadline',
      [enqueue(1, 0, 9), enqueue(2, 0, 9), curr],
      'an equal deadline does not keep the running one',
    ),
    pickCase(
      'curr-earlier',
      [enqueue(1, 0, 8), enqueue(2, 0, 9), curr],
      'a strictly earlier one does',
    ),
    pickCase(
      'curr-alone',
      [enqueue(1, 50, 8), curr, { op: 'run', ns: 9_000_000 }],
      'alone it needs no leave and is never asked to go',
    ),
    pickCase(
      'heavy',
      [enqueue(1, 0, 9, 88761), enqueue(2, 5917, 5, 15), enqueue(3, 1, 7, 15)],
      'the heaviest beside the lightest',
    ),
    pickCase(
      'end-of-slice',
      [
        enqueue(1, 0, 2_800_000),
        enqueue(2, 0, 2_800_000),
        curr,
        { op: 'run', ns: 2_799_999 },
        { op: 'run', ns: 1 },
      ],
      'one nanosecond before the deadline and at it',
    ),
  ];
}

export const orderCases = (random) => [
  ...Array.from({ length: 18 }, (_, at) => peltCase(random, at)),
  ...edgeCases(),
  ...Array.from({ length: 36 }, (_, at) => eevdfCase(random, at)),
];
