// What the core's small numbers are called in front of people: lines, CPUs, tasks, functions. Reads
// the catalog of a run; every fallback still names the number.

import type { Catalog } from '../engine/types.ts';

/** Structures of which a machine has more than one: their lines carry the instance. */
function isNumbered(catalog: Catalog, structure: number): boolean {
  const { lines } = catalog;
  for (let line = 0; line < lines.count; line += 1) {
    if (lines.structure[line] === structure && lines.instance[line]! > 0) return true;
  }
  return false;
}

const numberedByCatalog = new WeakMap<Catalog, Map<number, boolean>>();

function numbered(catalog: Catalog, structure: number): boolean {
  let known = numberedByCatalog.get(catalog);
  if (!known) {
    known = new Map();
    numberedByCatalog.set(catalog, known);
  }
  let answer = known.get(structure);
  if (answer === undefined) {
    answer = isNumbered(catalog, structure);
    known.set(structure, answer);
  }
  return answer;
}

/** "root_domain line 3", "rq 17 line 1": structure, which one if there are several, line from 1. */
export function lineName(catalog: Catalog, line: number): string {
  const structure = catalog.lines.structure[line];
  if (structure === undefined) return `line #${line}`;
  const name = catalog.structures[structure] || `structure ${structure}`;
  const which = numbered(catalog, structure) ? ` ${catalog.lines.instance[line]}` : '';
  return `${name}${which} line ${catalog.lines.lineNumber[line]}`;
}

/** "rq 17", "rto_lock": a lock as the core names it. */
export function lockName(catalog: Catalog, lock: number): string {
  return catalog.locks[lock] || `lock ${lock}`;
}

/** The kernel function of a CPU or a c2c row; '' in user mode. */
export function symbolName(catalog: Catalog, symbol: number): string {
  return catalog.symbols[symbol] ?? '';
}

/** Kernel prio as people say it: 0 is RT99, 120 is nice 0. */
export function taskPriorityName(policy: number, priority: number): string {
  if (policy === 3) return 'stop';
  if (policy === 0) return `nice ${priority - 120}`;
  return `${policy === 1 ? 'FIFO' : 'RR'} ${99 - priority}`;
}
