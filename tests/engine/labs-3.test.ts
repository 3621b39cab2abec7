// The labs that come with the program (labs.ts): those of share 3.

import { describeShare } from './labs.ts';

describeShare(3);
