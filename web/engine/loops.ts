// The loops of the phases of a workload of one's own, as its tasks finish them: how long each took and ran, how late it
// woke behind its timers and what it had left there. What rt-app writes into its logs. Reads records while a run is
// computed.

import { RECORD, WORKLOAD } from './abi.gen.ts';
import { FIRST_KIND } from './task-names.ts';
import type { World } from './world.ts';

/** A kind of tasks as its program says it. */
export interface ProgramKind {
  readonly name: string;
  readonly count: number;
  readonly phases: readonly ProgramPhase[];
}

/** What is configured for each loop of a phase, ns: its work, and the periods of its timers. */
export interface ProgramPhase {
  readonly name: string;
  readonly duration: number;
  readonly period: number;
}

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

  readonly kinds: readonly ProgramKind[];

  private constructor(world: World, kinds: readonly ProgramKind[]) {
    this.kinds = kinds;
    world.refresh();
    const tasks = world.tasks();
    this.#roles = Array.from({ length: tasks.count }, (_, task) => {
      const { role, number } = tasks.at(task);
      return { role, number };
    });
  }

  /** Of a world that stands at its start; undefined for another workload. */
  static of(world: World, kinds: readonly ProgramKind[] = []): Loops | undefined {
    return world.definition.workload === WORKLOAD.PROGRAM ? new Loops(world, kinds) : undefined;
  }

  phaseOf({ kind, phase }: Loop): ProgramPhase | undefined {
    return this.kinds[kind]?.phases[phase];
  }

  /** Of the loops that ended from `from` on, ns; none while there are none. */
  measures(from: number, to: number): Readonly<Record<string, number>> {
    const loops = this.loops.filter(({ end }) => end >= from);
    if (loops.length === 0) return {};
    const timed = loops.filter((loop) => this.phaseOf(loop)?.period);
    const worked = loops.filter((loop) => this.phaseOf(loop)?.duration);
    const slack = sorted(timed.map((loop) => loop.slack));
    const late = sorted(timed.map((loop) => loop.wakeLatency));
    const asked = worked.reduce((sum, loop) => sum + this.phaseOf(loop)!.duration, 0);
    const ran = worked.reduce((sum, loop) => sum + loop.run, 0);
    return {
      loops: (loops.length * 1e9) / Math.max(1, to - from),
      ...(asked > 0 && { run_stretch: 100 * (ran / asked - 1) }),
      ...(timed.length > 0 && {
        slack_p1: slack[Math.floor(slack.length / 100)]!,
        wu_lat_p99: late[Math.min(late.length - 1, Math.floor(0.99 * late.length))]!,
        timers_missed: (100 * slack.filter((ns) => ns <= 0).length) / slack.length,
      }),
    };
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

const sorted = (values: readonly number[]): number[] => [...values].sort((a, b) => a - b);
