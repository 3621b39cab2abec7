// What a story is about, as far as views ask that have nothing for others: read from the figures that it shows.

import type { GaugeName } from '../scenario/gauges-schema.ts';
import type { Session } from './session.ts';

const tellsOneOf =
  (names: readonly GaugeName[]) =>
  ({ opened: { scenario } }: Session): boolean =>
    (scenario.scores?.show ?? []).some(({ of }) => names.includes(of));

/** Cache lines that CPUs wait for. */
export const isAboutLines = tellsOneOf(['waiting-for-lines', 'line-wait-share']);

/** Where tasks are placed and moved. */
export const isAboutPlaces = tellsOneOf([
  ...(['tasks-at-home', 'caches-used', 'together', 'waiting-tasks', 'moves'] as const),
]);
