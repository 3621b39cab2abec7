// One moment, one truth (one-truth.ts): the stories of share 3.

import { describeShare } from './one-truth.ts';

describeShare(3);
