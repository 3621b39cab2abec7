// How far the epoch of cache-aware balancing has come, and how it is said.

import type { EpochClock } from '../../../../engine/types.ts';
import { duration } from '../../../../ui/format.ts';

/** Share of the epoch that is over at a moment, 0 to 1. */
export function epochShare({ next, period }: EpochClock, time: number): number {
  return Math.min(1, Math.max(0, 1 - (next - time) / period));
}

export const epochName = (number: number): string => `epoch ${number}`;

export const epochSince = ({ number, next, period }: EpochClock, time: number): string =>
  `Epoch ${number} of cache-aware balancing, begun ${duration(Math.max(0, time - next + period))} ago; the next in ${duration(Math.max(0, next - time))}`;
