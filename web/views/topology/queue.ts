// The CPUs that wait for a lock or a line at a moment, in the order in which they came: for pictures, which are
// drawn without making lists.

import type { CpuColumns } from '../../engine/types.ts';

/** CPUs in the order in which they came: room for them, and how many there are. */
export interface Queue {
  readonly cpus: Int32Array;
  count: number;
}

export const queueFor = (cpus: number): Queue => ({ cpus: new Int32Array(cpus), count: 0 });

/** The CPUs that wait now, the first to come first (ties: lower CPU first). A holder does not wait. */
export function fillQueue(
  queue: Queue,
  { lock: locks, line: lines, since, count }: CpuColumns,
  of: 'lock' | 'line',
  thing: number,
  holder = -1,
): void {
  const wanted = of === 'lock' ? locks : lines;
  queue.count = 0;
  if (thing < 0) return;
  for (let cpu = 0; cpu < count; cpu++) {
    if (wanted[cpu] !== thing || cpu === holder) continue;
    // Queues are short: insertion sort, each CPU behind those that came before.
    let at = queue.count++;
    while (at > 0 && since[queue.cpus[at - 1]!]! < since[cpu]!) {
      queue.cpus[at] = queue.cpus[at - 1]!;
      at--;
    }
    queue.cpus[at] = cpu;
  }
}
