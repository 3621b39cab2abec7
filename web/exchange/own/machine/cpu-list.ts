// Lists of CPUs as the kernel and its tools print them: "0-3,8", "0-62:2" (every second one), also parted by blanks, as
// numactl prints them. Masks in hexadecimal are bitmaps.ts.

import { ScenarioError } from '../../../scenario/index.ts';

/** More than any list of a machine that is read; bounds what one short text can make. */
export const LISTED_CPUS = 4096;

/** What is wrong with a list: it is none, or of more CPUs than are read. */
export const listFault = (
  found: 'too-many' | undefined,
  path: string,
  remedy: string,
): ScenarioError =>
  found === 'too-many'
    ? new ScenarioError(
        path,
        `names more than ${LISTED_CPUS} CPUs`,
        `at most ${LISTED_CPUS} are read`,
      )
    : new ScenarioError(path, 'is not a list of CPUs', remedy);

/**
 * The numbers of a list, in its order; 'too-many' beyond LISTED_CPUS, undefined for what is no list. A text without any
 * number is the empty list.
 */
export function cpuListNumbers(text: string): readonly number[] | 'too-many' | undefined {
  const found: number[] = [];
  for (const part of text.split(/[,\s]+/)) {
    if (part === '') continue;
    const range = /^(\d{1,9})(?:-(\d{1,9})(?::(\d{1,4}))?)?$/.exec(part);
    if (!range) return undefined;
    const first = Number(range[1]);
    const last = Number(range[2] ?? first);
    const step = Number(range[3] ?? 1);
    if (last < first || step < 1) return undefined;
    if (found.length + (last - first) / step >= LISTED_CPUS) return 'too-many';
    for (let cpu = first; cpu <= last; cpu += step) found.push(cpu);
  }
  return found;
}
