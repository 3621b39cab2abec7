// How fast simulated time passes: the ladder of speeds, and where on it each tempo starts. A speed is
// simulated nanoseconds per second of the viewer; it never touches the simulation.

import type { Tempo } from '../views/topology/index.ts';

/** Slowest speed: single transfers of about 100 ns then take a second. */
export const SLOWEST = 100;
/** Fastest named speed; above it the playhead keeps up with the head as well as it can. */
export const FASTEST = 102_400_000;
/** As fast as it goes. */
export const UNBOUNDED = Number.POSITIVE_INFINITY;

/** The speed each tempo starts with when a person picks it by name. */
export const tempoSpeed: Readonly<Record<Tempo, number>> = {
  follow: 400,
  flow: 20_000,
  summary: 2_000_000,
};

export function slower(speed: number): number {
  if (speed === UNBOUNDED) return FASTEST;
  return Math.max(SLOWEST, speed / 2);
}

export function faster(speed: number): number {
  return speed * 2 > FASTEST ? UNBOUNDED : speed * 2;
}

/** A speed out of the address bar or a scenario, brought into the ladder's range. */
export function clampSpeed(speed: number): number {
  if (Number.isNaN(speed)) return tempoSpeed.flow;
  if (speed > FASTEST) return UNBOUNDED;
  return Math.max(SLOWEST, speed);
}
