// Counts where forked tasks of a run start: by node and by last-level cache, as sched_wakeup_new tells it. Reads
// records while a run is computed; says nothing of where tasks go later.

import { RECORD, TASK } from './abi.gen.ts';
import { catalogOf } from './catalog.ts';
import { workloadTraits } from './definition.gen.ts';
import type { Measures } from './metrics.ts';
import { workloadTasks } from './task-names.ts';
import type { World } from './world.ts';

export class ForkPlaces {
  readonly #nodeOf: readonly number[];
  readonly #llcOf: readonly number[];
  /** Tasks that sleep before the run begins: their first wake-up is the one of wake_up_new_task. */
  readonly #unborn = new Set<number>();
  readonly #started: number[] = [];

  private constructor(world: World) {
    const { cpus, cpuNode, cpuLlc } = world.definition;
    this.#nodeOf = Array.from(cpuNode.slice(0, cpus));
    this.#llcOf = Array.from(cpuLlc.slice(0, cpus));
    world.refresh();
    const tasks = world.tasks();
    // Stoppers sleep until balancing wakes them; they are never forked.
    const [first, end] = workloadTasks(catalogOf(world));
    for (let task = first; task < end; task++) {
      if (tasks.at(task).state === TASK.SLEEPING) this.#unborn.add(task);
    }
  }

  /** Of a world that stands at its start; undefined for a workload that is not about forks. */
  static of(world: World): ForkPlaces | undefined {
    return workloadTraits[world.definition.workload]?.includes('forks')
      ? new ForkPlaces(world)
      : undefined;
  }

  /** Takes the records of the given sequence numbers. */
  see(world: World, from: number, to: number): void {
    const ring = world.ring();
    for (let sequence = from; sequence < to && this.#unborn.size > 0; sequence++) {
      const { kind, a, b } = ring.at(sequence % ring.count);
      if (kind === RECORD.WAKE && this.#unborn.delete(a)) this.#started.push(b);
    }
  }

  /** None while nothing was forked. */
  measures(): Measures {
    const all = this.#started.length;
    if (all === 0) return {};
    const nodes = counted(this.#nodeOf, this.#started);
    const llcs = counted(this.#llcOf, this.#started);
    const cpusOf = counted(
      this.#llcOf,
      this.#llcOf.map((_, cpu) => cpu),
    );
    return {
      fork_node_most: (100 * Math.max(...nodes)) / all,
      fork_node_least: (100 * Math.min(...nodes)) / all,
      fork_llc_most: Math.max(...llcs),
      fork_llc_least: Math.min(...llcs),
      fork_llcs_overloaded: llcs.filter((tasks, llc) => tasks > cpusOf[llc]!).length,
    };
  }
}

/** How many of the CPUs lie in each node or cache. */
function counted(placeOf: readonly number[], cpus: readonly number[]): number[] {
  const counts = new Array<number>(1 + Math.max(...placeOf)).fill(0);
  for (const cpu of cpus) counts[placeOf[cpu]!]!++;
  return counts;
}
