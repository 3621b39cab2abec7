// Where cache-aware balancing wants the threads of each process.

import type { LazyLayer } from '../layer.ts';

export const homes: LazyLayer = {
  name: 'homes',
  when: () => true,
};
