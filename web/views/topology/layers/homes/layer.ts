// Where cache-aware balancing wants the threads of each process.

import type { LateLayer } from '../layer.ts';

export const homes: LateLayer = {
  name: 'homes',
  when: () => true,
};
