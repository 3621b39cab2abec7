// How full each LLC is and with whose footprints.

import type { LateLayer } from '../layer.ts';

export const occupancy: LateLayer = {
  name: 'occupancy',
  when: ({ snapshot }) => snapshot.frame.owners > 0,
};
