// A recording on its way between the page and its workers: its columns lie in a Blob. A message hands a Blob on without a
// copy, where those of 1.5 million events would hold up the page for tenths of a second each time.

import type { RecordedRows, RecordedRun } from './rows.ts';

export interface PackedRun extends Omit<RecordedRun, 'rows'> {
  /** Of rows. */
  readonly count: number;
  /** Their columns one behind the other: 8 bytes an entry first, so that each begins where its entries may. */
  readonly columns: Blob;
}

export function packedRun({ rows, ...others }: RecordedRun): PackedRun {
  const { count, time, a, b, c, cpu, kind, flags, d } = rows;
  const columns = [time, a, b, c, cpu, kind, flags, d] as Uint8Array<ArrayBuffer>[];
  return { ...others, count, columns: new Blob(columns) };
}

/** Rejects where the browser has thrown it away: it keeps large ones on its disk. */
export async function unpackedRun(packed: PackedRun): Promise<RecordedRun> {
  const { columns, count, cpus, duration, tasks } = packed;
  const buffer = await columns.arrayBuffer().catch((cause: unknown) => {
    throw new Error('The browser has dropped the trace: open it again', { cause });
  });
  let at = 0;
  const next = (bytes: number) => {
    at += bytes * count;
    return [buffer, at - bytes * count, count] as const;
  };
  const rows: RecordedRows = {
    count,
    time: new Float64Array(...next(8)),
    a: new Int32Array(...next(4)),
    b: new Int32Array(...next(4)),
    c: new Int32Array(...next(4)),
    cpu: new Uint16Array(...next(2)),
    kind: new Uint8Array(...next(1)),
    flags: new Uint8Array(...next(1)),
    d: new Uint8Array(...next(1)),
  };
  return { cpus, duration, rows, tasks };
}
