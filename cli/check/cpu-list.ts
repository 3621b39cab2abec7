// CPU lists as the kernel prints them, "0-39,240-279": from text to numbers and back.

import { formatCpuList } from '../../web/engine/cpu-list.ts';
import type { Field } from './json-fields.ts';

const REMEDY = 'write CPUs as the kernel lists them, such as "0-3,8"';

export { formatCpuList };

/**
 * The CPUs of a list, ascending as written; refuses CPUs from `cpus` on, and lists longer than a
 * machine of so many CPUs has use for: ranges that repeat would outgrow memory. An empty text has none.
 */
export function readCpuList(field: Field, cpus: number): number[] {
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
    if (list.length + last - first + 1 > cpus) {
      field.refuse(`name each CPU once, at most ${cpus} in all`);
    }
    for (let cpu = first; cpu <= last; cpu++) list.push(cpu);
  }
  return list;
}

/** A list read and written again: equal sets give equal texts. */
export function normalCpuList(field: Field, cpus: number): string {
  return formatCpuList([...new Set(readCpuList(field, cpus))].sort((a, b) => a - b));
}
