// The lane before there is one. By itself, because the first picture needs it and not what fills lanes.

import type { Lane } from './lane.ts';

export const noLane: Lane = {
  line: -1,
  lock: -1,
  holder: -1,
  waiting: [],
  since: [],
  elsewhere: 0,
};
