// What is said where a view had a recording beside it and the file is not there: a link holds none.

import { oneLine } from '../base/visible.ts';

export const recordingNotice = (name: string): string =>
  `This was made beside a trace, "${oneLine(name)}": open that file in the Trace view to see it again.`;
