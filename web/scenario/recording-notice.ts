// What is said where a view had a recording beside it and the file is not there: a link holds none.

import { oneLine } from '../base/visible.ts';

export const recordingNotice = (name: string): string =>
  `A recording stood beside this, "${oneLine(name)}": open that file under Recording to see it again.`;
