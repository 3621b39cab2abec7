// One moment, one truth (one-truth.ts): the stories of share 1.

import { describeShare } from './one-truth.ts';

describeShare(1);
