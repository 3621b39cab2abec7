// The five-minute tour: which step of which story each of its stops shows. The stops are content (scenarios/tour.json); a
// stop is told, asked and held as the step of its story.

import content from '../../scenarios/tour.json' with { type: 'json' };

export interface TourStop {
  /** What one learns there. */
  readonly name: string;
  readonly scenario: string;
  /** The step of its story, by its title. */
  readonly step: string;
}

export const tourStops: readonly TourStop[] = content.stops;

/** The number of a stop that there is: beyond the last, that of the last. */
export const knownStop = (stop: number): number => Math.min(stop, tourStops.length);

/** The stop of a number from 1. */
export const tourStop = (stop: number): TourStop => tourStops[knownStop(stop) - 1]!;

/** The number, from 1, of the step that a stop shows, in a story of such steps; undefined: it has no such step. */
export function stepOfStop(
  { step }: TourStop,
  steps: readonly { readonly title: string }[],
): number | undefined {
  const at = steps.findIndex(({ title }) => title === step);
  return at < 0 ? undefined : at + 1;
}
