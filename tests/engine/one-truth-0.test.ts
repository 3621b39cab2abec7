// One moment, one truth (one-truth.ts): the stories of share 0.

import { describeShare } from './one-truth.ts';

describeShare(0);
