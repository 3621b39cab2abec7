// CPU lists as the kernel prints them, "0-39,240-279": from text to numbers and back.

import { LIMIT_CPUS } from '../../web/engine/abi.gen.ts';
import { formatCpuList } from '../../web/engine/cpu-list.ts';
import type { JsonField } from './json-fields.ts';

const REMEDY = 'write CPUs as the kernel lists them, such as "0-3,8"';

export { formatCpuList };

/**
 * Calls that one list may stand for, sixteen for every CPU of the largest machine: ranges that repeat
 * would outgrow memory.
 */
export const MOST_CALLS = 16 * LIMIT_CPUS;

/** The CPUs of a list in the order they are named; refuses CPUs from `cpus` on, and more than `most`. */
function readOrdered(field: JsonField, cpus: number, most: number, tooMany: string): number[] {
  const text = field.text();
  const list: number[] = [];
  if (text === '') return list;
  for (const part of text.split(',')) {
    const match = /^(\d{1,7})(?:-(\d{1,7}))?$/.exec(part);
    if (!match) field.refuse(REMEDY);
    const first = Number(match[1]);
    const last = Number(match[2] ?? match[1]);
    if (last < first) field.refuse(REMEDY);
    if (last >= cpus) field.refuse(`name CPUs from 0 to ${cpus - 1}`);
    if (list.length + last - first + 1 > most) field.refuse(tooMany);
    for (let cpu = first; cpu <= last; cpu++) list.push(cpu);
  }
  return list;
}

/** A set of CPUs; an empty text has none. */
export const readCpuList = (field: JsonField, cpus: number): number[] =>
  readOrdered(field, cpus, cpus, `name each CPU once, at most ${cpus} in all`);

/** One call after another, each on a CPU of the list: the same CPU may come again. */
export const readCpuCalls = (field: JsonField, cpus: number): number[] =>
  readOrdered(field, cpus, MOST_CALLS, `name at most ${MOST_CALLS} CPUs`);

/** A list read and written again: equal sets give equal texts. */
export function normalCpuList(field: JsonField, cpus: number): string {
  return formatCpuList([...new Set(readCpuList(field, cpus))].sort((a, b) => a - b));
}
