// What the key says of CPUs.

import { ActivitySwatch } from '../../ActivitySwatch.tsx';
import { type Activity, activities } from '../../activity.ts';
import { words } from '../../words.ts';
import type { Face } from '../face.ts';

const meaning: Readonly<Record<Activity, string>> = {
  idle: 'The CPU has nothing to run',
  user: 'The CPU runs user code',
  kernel: 'The CPU runs kernel code',
  stalled: 'The CPU stands still until a cache line arrives',
  spinning: 'The CPU spins until a lock is free',
};

/** Speaks for shares, too, which are of the same activities. */
export const moment: Face = {
  name: 'moment',
  key: activities.map((activity) => ({
    mark: <ActivitySwatch activity={activity} />,
    meaning: meaning[activity],
    text: () => words.activity[activity],
  })),
};
