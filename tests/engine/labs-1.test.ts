// The labs that come with the program (labs.ts): those of share 1.

import { describeShare } from './labs.ts';

describeShare(1);
