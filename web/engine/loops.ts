// The loops of the phases of a workload of one's own, as its tasks finish them: how long each took and ran, how late it
// woke behind its timers and what it had left there. What rt-app writes into its logs. Reads records while a run is
// computed.

import { RECORD, WORKLOAD } from './abi.gen.ts';
import type { World } from './world.ts';

/** One loop of a phase; times are ns. */
export interface Loop {
  /** By its number in the program: kind of tasks, which one of them, phase. */
  readonly kind: number;
  readonly number: number;
  readonly phase: number;
  /** Which loop of the phase. */
  readonly loop: number;
  readonly start: number;
  readonly end: number;
  readonly run: number;
  /** Turns of rt-app's loop. */
  readonly perf: number;
  readonly wakeLatency: number;
  readonly slack: number;
}

/** Loops that are kept: some 64 MB. A run of more is told with what came first. */
export const LOOPS_KEPT = 500_000;

export class Loops {
  readonly loops: Loop[] = [];
  /** Loops beyond those that are kept. */
  dropped = 0;
  readonly #roles: readonly { readonly role: number; readonly number: number }[];
  #begun: Omit<Loop, 'loop' | 'start' | 'perf'> | undefined;

  constructor(world: World) {
    world.refresh();
    const tasks = world.tasks();
    this.#roles = Array.from({ length: tasks.count }, (_, task) => {
      const { role, number } = tasks.at(task);
      return { role, number };
    });
  }

  /** Of a world that stands at its start; undefined for another workload. */
  static of(world: World): Loops | undefined {
    return world.definition.workload === WORKLOAD.PROGRAM ? new Loops(world) : undefined;
  }

  /** Takes the records of the given sequence numbers. */
  see(world: World, from: number, to: number): void {
    const ring = world.ring();
    for (let sequence = from; sequence < to; sequence++) {
      const { kind, time, a, b, c, d, e } = ring.at(sequence % ring.count);
      if (kind === RECORD.LOOP) {
        const { role, number } = this.#roles[a]!;
        const place = { kind: role - FIRST_KIND, number, phase: b };
        this.#begun = { ...place, end: Number(time), run: c, wakeLatency: d, slack: e | 0 };
      } else if (kind === RECORD.LOOP_MORE && this.#begun) {
        const loop = { ...this.#begun, perf: b, start: c + d * 2 ** 32, loop: e };
        this.#begun = undefined;
        if (this.loops.length < LOOPS_KEPT) this.loops.push(loop);
        else this.dropped++;
      }
    }
  }
}

/** Roles before the first kind of a program: idle and migration of the kernel, and main. */
export const FIRST_KIND = 3;
