// What the key says of single transfers.

import type { Face } from '../face.ts';

const LineMark = () => (
  <svg width="26" height="12" aria-hidden="true">
    <path d="M0 9Q10 0 18 6" fill="none" stroke="var(--ink-muted)" strokeWidth="1.5" />
    <rect x="16" y="2" width="9" height="9" fill="var(--ink)" />
  </svg>
);

export const transfers: Face = {
  name: 'transfers',
  key: [
    {
      mark: <LineMark />,
      meaning: 'A cache line on its way from the CPU that had it to the one that asked',
      when: ({ tempo }) => tempo === 'follow',
      text: ({ isCrowded }) => (isCrowded ? 'line' : 'line on its way'),
    },
  ],
};
