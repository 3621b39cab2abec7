// Where cache-aware balancing wants the threads of each process, and which of them run elsewhere: read
// from a frame. Knows nothing of drawing.

import type { TaskColumns, Topology } from '../../../../engine/types.ts';

/** A process that prefers an LLC: how many of its threads do, and how many of those are there. */
export interface Home {
  readonly process: number;
  readonly llc: number;
  readonly threads: number;
  readonly there: number;
}

/** True if the task prefers an LLC and its CPU lies in another. */
export function isAway(tasks: TaskColumns, topology: Topology, task: number): boolean {
  const preferred = tasks.preferredLlc[task]!;
  const cpu = tasks.cpu[task]!;
  return preferred >= 0 && cpu >= 0 && topology.llc[cpu] !== preferred;
}

/** One more than the largest number of a column; 0 where none is at least 0. */
function countOf(numbers: ArrayLike<number>, count: number): number {
  let largest = -1;
  for (let at = 0; at < count; at++) if (numbers[at]! > largest) largest = numbers[at]!;
  return largest + 1;
}

/**
 * Counts, frame after frame, the threads of each process by the LLC that they prefer. It keeps its columns between two
 * frames: a picture that draws homes allocates nothing for them. Until the next count, of process `row`: `llc[row]` is the
 * LLC that most of its threads prefer, the lowest of several, and -1 where none prefers one; `threads[row]` are those
 * that do, `there[row]` those of them that are there.
 */
export class HomeTally {
  /** Processes, with and without a preferred LLC. */
  processes = 0;
  llc = new Int32Array(0);
  threads = new Int32Array(0);
  there = new Int32Array(0);
  /** By process and LLC. */
  #preferring = new Int32Array(0);
  #present = new Int32Array(0);

  /** Whether any process prefers an LLC. */
  count(tasks: TaskColumns, topology: Topology): boolean {
    this.processes = countOf(tasks.process, tasks.count);
    const llcs = countOf(tasks.preferredLlc, tasks.count);
    this.#makeRoom(llcs);
    for (let task = 0; task < tasks.count; task++) {
      const llc = tasks.preferredLlc[task]!;
      if (llc < 0) continue;
      const cell = tasks.process[task]! * llcs + llc;
      this.#preferring[cell]!++;
      if (!isAway(tasks, topology, task)) this.#present[cell]!++;
    }
    for (let process = 0; process < this.processes; process++) this.#choose(process, llcs);
    return llcs > 0;
  }

  #makeRoom(llcs: number): void {
    const cells = this.processes * llcs;
    if (this.llc.length < this.processes) {
      this.llc = new Int32Array(this.processes);
      this.threads = new Int32Array(this.processes);
      this.there = new Int32Array(this.processes);
    }
    if (this.#preferring.length < cells) {
      this.#preferring = new Int32Array(cells);
      this.#present = new Int32Array(cells);
    } else {
      this.#preferring.fill(0, 0, cells);
      this.#present.fill(0, 0, cells);
    }
  }

  #choose(process: number, llcs: number): void {
    let best = -1;
    let most = 0;
    for (let llc = 0; llc < llcs; llc++) {
      const threads = this.#preferring[process * llcs + llc]!;
      if (threads <= most) continue;
      most = threads;
      best = llc;
    }
    this.llc[process] = best;
    this.threads[process] = most;
    this.there[process] = best < 0 ? 0 : this.#present[process * llcs + best]!;
  }
}

const tally = new HomeTally();

/** The processes that prefer an LLC, by their numbers. */
export function homesOf(tasks: TaskColumns, topology: Topology): Home[] {
  const homes: Home[] = [];
  tally.count(tasks, topology);
  for (let process = 0; process < tally.processes; process++) {
    const llc = tally.llc[process]!;
    if (llc < 0) continue;
    homes.push({ process, llc, threads: tally.threads[process]!, there: tally.there[process]! });
  }
  return homes;
}
