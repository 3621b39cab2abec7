// Sets of CPUs, as whole numbers with one bit a CPU, and the order in which the scheduler visits them.
// A second implementation beside the core's bitsets.

export const NONE = 0n;

export const only = (cpu) => 1n << BigInt(cpu);

export const setOf = (cpus) => cpus.reduce((set, cpu) => set | only(cpu), NONE);

export const has = (set, cpu) => (set & only(cpu)) !== NONE;

export const isSubset = (part, whole) => (part & ~whole) === NONE;

/** Members of the sets asked for before: the same few sets are asked for again and again. */
const known = new Map();

/** CPUs of a set in increasing order. */
export function members(set) {
  let cpus = known.get(set);
  if (!cpus) {
    const bits = set.toString(2);
    cpus = [];
    for (let cpu = 0; cpu < bits.length; cpu++) {
      if (bits[bits.length - 1 - cpu] === '1') cpus.push(cpu);
    }
    known.set(set, cpus);
  }
  return cpus;
}

export const sizeOf = (set) => members(set).length;

/** The lowest CPU of a set, -1 of an empty one. */
export const firstOf = (set) => members(set)[0] ?? -1;

/** k, k + 1, ... and then from 0 up to below k. */
export const wrapped = (set, k) => [
  ...members(set).filter((cpu) => cpu >= k),
  ...members(set).filter((cpu) => cpu < k),
];

/** A list such as "0-3,8" as a set. */
export function readRange(text) {
  const cpus = text.split(',').flatMap((part) => {
    const [first, last = first] = part.split('-').map(Number);
    return Array.from({ length: last - first + 1 }, (_, index) => first + index);
  });
  return setOf(cpus);
}

/** A set as a list such as "0-3,8". */
export function writeRange(set) {
  const cpus = members(set);
  const parts = [];
  for (let at = 0; at < cpus.length; at++) {
    const first = cpus[at];
    while (cpus[at + 1] === cpus[at] + 1) at += 1;
    parts.push(first === cpus[at] ? `${first}` : `${first}-${cpus[at]}`);
  }
  return parts.join(',');
}
