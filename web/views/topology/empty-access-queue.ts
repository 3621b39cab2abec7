// The queue before there is one. By itself, because the first picture needs it and not what fills queues.

import type { AccessQueue } from './access-queue.ts';

export const emptyAccessQueue: AccessQueue = {
  line: -1,
  lock: -1,
  holder: -1,
  waiting: [],
  since: [],
  elsewhere: 0,
};
