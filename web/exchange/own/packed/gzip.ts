// gzip, by fflate.

import { Gunzip } from 'fflate';
import { openStream } from './fflate-stream.ts';
import { begins, type Packing } from './packing.ts';

export const gzip: Packing = {
  name: 'gzip',
  closeness: 1,
  is: (head) => begins(head, 0x1f, 0x8b),
  open: (take) => openStream((ondata) => new Gunzip(ondata), take),
};
