// How it is said how full an LLC is.

import { significant } from '../../../../ui/format.ts';
import type { Holding } from './holdings.ts';

/** An amount beside others in MiB, its unit said after the last. */
const mebibytes = (kib: number): string => significant(kib / 1024);

export function holds({ kib, room, parts }: Holding): string {
  const whose = parts.map(
    (part) =>
      `${mebibytes(part.kib)} MiB of ${part.process < 0 ? 'others' : `process ${part.process}`}`,
  );
  const held = `${mebibytes(kib)} of ${mebibytes(room)} MiB held`;
  return whose.length === 0 ? held : `${held}: ${whose.join(', ')}`;
}
