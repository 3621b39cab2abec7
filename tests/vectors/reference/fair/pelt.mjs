// Load tracking: sums that halve every 32 periods of 1024 microseconds, and what is read off them.

const TABLE = Array.from({ length: 32 }, (_, index) =>
  BigInt(Math.floor((2 ** 32 - 1) * 0.5 ** (index / 32))),
);
const LOAD_AVG_MAX = 47742n;
const PERIOD = 1024n;
const LEAST_DIVIDER = LOAD_AVG_MAX - PERIOD;
const FORGOTTEN = 2016n;

/** A value n periods later, a BigInt as both arguments are. */
export function decay(value, n) {
  if (n > FORGOTTEN) return 0n;
  return ((value >> (n / 32n)) * TABLE[Number(n % 32n)]) >> 32n;
}

/** The signal of an object that was never updated. */
export const freshSignal = (init) => ({
  last: BigInt(init.last_update_time),
  load: BigInt(init.load_sum),
  runnable: BigInt(init.runnable_sum),
  util: BigInt(init.util_sum),
  part: BigInt(init.period_contrib),
  averages: { load_avg: 0, runnable_avg: 0, util_avg: 0 },
});

/** What a stretch of time that ends `periods` boundaries later counts for, decayed. */
function contributionOf(part, periods, rest) {
  const begun = decay(PERIOD - part, periods);
  return begun + (LOAD_AVG_MAX - decay(LOAD_AVG_MAX, periods) - PERIOD) + rest;
}

function decaySums(signal, periods) {
  for (const name of ['load', 'runnable', 'util']) signal[name] = decay(signal[name], periods);
}

function readAverages(signal, weight) {
  const divider = LEAST_DIVIDER + signal.part;
  signal.averages = {
    load_avg: Number((BigInt(weight) * signal.load) / divider),
    runnable_avg: Number(signal.runnable / divider),
    util_avg: Number(signal.util / divider),
  };
}

/** Brings a signal to `now`; true if a period's boundary was crossed. */
export function update(signal, { now, load, runnable, running }, weight) {
  const elapsed = BigInt(now) - signal.last;
  if (elapsed < 0n) signal.last = BigInt(now);
  const units = elapsed >> 10n;
  if (units <= 0n) return false;
  signal.last += units << 10n;
  const total = units + signal.part;
  const periods = total / PERIOD;
  let contribution = units;
  if (periods > 0n) {
    decaySums(signal, periods);
    contribution = contributionOf(signal.part, periods, total % PERIOD);
  }
  signal.part = total % PERIOD;
  if (load > 0) {
    signal.load += BigInt(load) * contribution;
    signal.runnable += (BigInt(runnable) * contribution) << 10n;
    if (running) signal.util += contribution << 10n;
  }
  if (periods > 0n) readAverages(signal, weight);
  return periods > 0n;
}

/** A task's estimate of its utilisation when it goes to sleep. */
export function estimate({ ewma, util, runnable }) {
  const MARGIN = 10;
  if (util >= ewma) return util;
  const fall = ewma - util;
  if (fall < MARGIN || util + MARGIN < runnable) return ewma;
  return (4 * ewma - fall) >> 2;
}

/** The utilisation a new task begins with on a queue, from the queue's own averages. */
export function initialUtil(queue, weight) {
  const room = Math.trunc((1024 - queue.util) / 2);
  if (room <= 0) return 0;
  if (queue.util === 0) return room;
  return Math.min(room, Math.floor((queue.util * weight) / (queue.load + 1)));
}
