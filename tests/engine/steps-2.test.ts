import { describeShare } from './steps.ts';

describeShare(2);
