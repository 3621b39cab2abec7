// Why something that a worker was to do has not come, and what can be done, as the end of a sentence.

import { WorkerEnded } from '../base/worker-life.ts';
import { messageOf } from './errors.ts';

/** What helps where a browser has ended a worker. */
export const afterEnd = 'close other pages and try again';

export const whyNot = (thrown: unknown): string =>
  thrown instanceof WorkerEnded ? `${thrown.message}; ${afterEnd}` : messageOf(thrown);
