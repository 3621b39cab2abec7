// Migrations on their way: from the record that moves a task to the moment it has arrived on its new
// CPU. Built from frames alone; when more tasks move than an eye can follow, every so many-th is
// drawn and the picture says so.

import { MIGRATE, RECORD, TASK } from '../../../../engine/abi.gen.ts';
import type { Frame } from '../../../../engine/types.ts';

export interface Flight {
  readonly task: number;
  readonly from: number;
  readonly to: number;
  /** MIGRATE_ code. */
  readonly reason: number;
  /** Simulated ns. */
  readonly start: number;
  /** Simulated ns; Infinity while it has not arrived. */
  end: number;
}

/** At most this many flights begin within so many frames; about 24 a second at 60 a second. */
const flightBudget = 24;
const budgetFrames = 60;
/** A flight is shown for at least this many frames, however short its latency: to be seen at all. */
const shortestFrames = 14;
/** ns after which a task that neither runs nor wakes counts as arrived: it queues there. */
const queuedAfter = 2_000;

/** Codes of MIGRATE_ that the new CPU asked for; all others are sent by the old one. */
export const pulled: ReadonlySet<number> = new Set([MIGRATE.PULL, MIGRATE.NEWIDLE]);

export class Flights {
  flying: Flight[] = [];
  #time = -1;
  #step = 0;
  readonly #seen: number[] = [];
  readonly #shown: number[] = [];

  /** Migrations for each one drawn, 1 or more, over the last second of frames. */
  get oneOf(): number {
    const seen = this.#seen.reduce((a, b) => a + b, 0);
    const shown = this.#shown.reduce((a, b) => a + b, 0);
    return shown === 0 ? Math.max(1, seen) : Math.max(1, Math.round(seen / shown));
  }

  /** Takes the next frame; flights of `group` (or -1) come first when there are too many. */
  add(frame: Frame, group: number): void {
    const jumped = !frame.continuous || frame.time < this.#time;
    if (jumped) this.#restart();
    if (this.#time >= 0 && frame.time > this.#time) this.#step = frame.time - this.#time;
    this.#time = frame.time;
    const started = this.#departures(frame);
    // After a jump most of the records are of flights that have long arrived.
    const recent = jumped
      ? started.filter(({ start }) => frame.time - start < queuedAfter)
      : started;
    const chosen = this.#choose(recent, frame, group);
    this.#remember(recent.length, chosen.length);
    this.flying.push(...chosen);
    this.#arrivals(frame);
    this.flying = this.flying.filter((flight) => this.shareFlown(flight) < 1);
  }

  /** How far a flight has got, 0 … 1. Before the end is known it only ever nears the target. */
  shareFlown(flight: Flight): number {
    const shortest = this.#step * shortestFrames;
    const flown = this.#time - flight.start;
    if (flight.end < Infinity) return flown / Math.max(flight.end - flight.start, shortest, 1);
    return 0.9 * (1 - Math.exp(-flown / Math.max(shortest, queuedAfter)));
  }

  #restart(): void {
    this.flying = [];
    this.#time = -1;
    this.#step = 0;
    this.#seen.length = 0;
    this.#shown.length = 0;
  }

  #departures(frame: Frame): Flight[] {
    const { records } = frame;
    const started: Flight[] = [];
    for (let i = 0; i < records.count; i++) {
      if (records.kind[i] !== RECORD.MIGRATE) continue;
      started.push({
        task: records.a[i]!,
        from: records.b[i]!,
        to: records.c[i]!,
        reason: records.d[i]!,
        start: records.time[i]!,
        end: Infinity,
      });
    }
    return started;
  }

  #choose(started: Flight[], frame: Frame, group: number): Flight[] {
    const used = this.#shown.reduce((a, b) => a + b, 0);
    const room = Math.max(0, flightBudget - used);
    if (started.length <= room) return started;
    const mine = started.filter((flight) => frame.tasks.group[flight.task] === group);
    const stride = Math.max(1, Math.ceil(started.length / Math.max(1, room)));
    const sample = started.filter((flight, i) => i % stride === 0 && !mine.includes(flight));
    return [...mine, ...sample].slice(0, room);
  }

  #remember(seen: number, shown: number): void {
    this.#seen.push(seen);
    this.#shown.push(shown);
    if (this.#seen.length > budgetFrames) {
      this.#seen.shift();
      this.#shown.shift();
    }
  }

  #arrivals(frame: Frame): void {
    const { records, tasks } = frame;
    for (const flight of this.flying) {
      if (flight.end < Infinity) continue;
      for (let i = 0; i < records.count && flight.end === Infinity; i++) {
        const runs = records.kind[i] === RECORD.SWITCH && records.b[i] === flight.task;
        if (runs && records.time[i]! >= flight.start) flight.end = records.time[i]!;
      }
      const state = tasks.state[flight.task];
      const queues = state === TASK.RUNNABLE && frame.time - flight.start > queuedAfter;
      const gone = state === TASK.SLEEPING || tasks.cpu[flight.task] !== flight.to;
      if (flight.end === Infinity && (queues || (gone && state !== TASK.WAKING))) {
        flight.end = frame.time;
      }
    }
  }
}
