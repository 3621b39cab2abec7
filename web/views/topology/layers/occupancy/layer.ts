// How full each LLC is and with whose footprints.

import type { LazyLayer } from '../layer.ts';

export const occupancy: LazyLayer = {
  name: 'occupancy',
  when: ({ snapshot }) => snapshot.frame.owners > 0,
};
