// The three tempos a run can be watched in, chosen from its speed. A speed is simulated ns per
// second of the viewer.

export type Tempo = 'follow' | 'flow' | 'summary';

/** Up to 1 µs a second single transfers (80 to 700 ns each) can be followed with the eye. */
export const followLimit = 1_000;
/** From 1 ms a second a wake-up passes within a frame: only shares of time are true to draw. */
export const summaryLimit = 1_000_000;

/**
 * The tempo for a speed in simulated ns per second: Follow up to 1 µs, Summary from 1 ms, Flow in
 * between. Infinity (as fast as it goes) is Summary. Throws RangeError unless speed > 0.
 */
export function tempoFor(speed: number): Tempo {
  if (!(speed > 0)) throw new RangeError(`speed is ${speed}; must be above 0 ns per second`);
  if (speed <= followLimit) return 'follow';
  return speed < summaryLimit ? 'flow' : 'summary';
}
