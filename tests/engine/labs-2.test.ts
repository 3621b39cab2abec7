// The labs that come with the program (labs.ts): those of share 2.

import { describeShare } from './labs.ts';

describeShare(2);
