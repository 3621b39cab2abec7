// What the key says of tasks in flight.

import type { Face } from '../face.ts';

const FlightMark = () => (
  <svg width="26" height="12" aria-hidden="true">
    <path d="M0 9Q10 1 20 6" fill="none" stroke="var(--ink-muted)" strokeWidth="1.5" />
    <circle cx="21" cy="6" r="3.5" fill="var(--ink)" />
  </svg>
);

/** `note`: migrations for each one drawn. */
export const flights: Face<number> = {
  name: 'flights',
  key: [
    {
      mark: <FlightMark />,
      meaning: 'A task on its way to another CPU; its length is the latency of the migration',
      when: ({ tempo }) => tempo === 'flow',
      text: ({ note = 1 }) => (note > 1 ? `1 of ${note} migrations` : 'migration'),
      isNumber: true,
    },
  ],
};
