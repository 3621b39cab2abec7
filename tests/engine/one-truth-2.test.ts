// One moment, one truth (one-truth.ts): the stories of share 2.

import { describeShare } from './one-truth.ts';

describeShare(2);
