// What is said of how transfers are drawn. Texts only.

import type { TrafficForm } from '../../scenario/colouring.ts';

export const words = {
  traffic: 'Transfers',
  hint: 'How transfers of cache lines between caches are drawn',
  form: {
    suits: 'Transfers: automatic',
    ribbons: 'Transfers: ribbons',
    matrix: 'Transfers: from × to',
  } satisfies Record<TrafficForm | 'suits', string>,
} as const;
