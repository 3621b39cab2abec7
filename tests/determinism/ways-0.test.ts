// Whatever way a run is driven (ways.ts): the runs of share 0.

import { describeShare } from './ways.ts';

describeShare(0);
