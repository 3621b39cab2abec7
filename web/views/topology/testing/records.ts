// Small frames with given records and CPU states, for tests.

import { decodeFrame, draftFrame, encodeFrame, type FrameDraft } from '../../../engine/frame.ts';
import { SAMPLE_WIDTH, sampleLayout } from '../../../engine/track.ts';
import type { Catalog, Frame } from '../../../engine/types.ts';

export interface TestRecord {
  readonly kind: number;
  readonly time: number;
  readonly cpu: number;
  readonly a?: number;
  readonly b?: number;
  readonly c?: number;
  readonly d?: number;
  readonly e?: number;
}

export interface TestFrame {
  readonly time: number;
  readonly continuous?: boolean;
  readonly records?: readonly TestRecord[];
  /** ns where the window of its figures begins. */
  readonly from?: number;
  readonly set?: (draft: FrameDraft) => void;
}

/** A frame of the machine at a moment; CPUs idle and tasks asleep unless `set` says otherwise. */
export function frameOf(catalog: Catalog, options: TestFrame): Frame {
  const { time, continuous = true, records = [], from, set } = options;
  const { cpus, llcs } = catalog.topology;
  const draft = draftFrame({
    cpus,
    tasks: catalog.tasks,
    llcs,
    lines: 1,
    records: records.length,
    ...(from !== undefined && { windowStart: SAMPLE_WIDTH }),
  });
  if (from !== undefined) draft.windowStart[sampleLayout.time] = from;
  draft.time = time;
  draft.headTime = time;
  draft.continuous = continuous;
  for (const column of [draft.cpus.task, draft.cpus.line, draft.cpus.word, draft.cpus.lock]) {
    column.fill(-1);
  }
  draft.tasks.group.fill(-1);
  records.forEach((record, i) => {
    draft.records.kind[i] = record.kind;
    draft.records.time[i] = record.time;
    draft.records.cpu[i] = record.cpu;
    draft.records.a[i] = record.a ?? 0;
    draft.records.b[i] = record.b ?? 0;
    draft.records.c[i] = record.c ?? 0;
    draft.records.d[i] = record.d ?? 0;
    draft.records.e[i] = record.e ?? 0;
  });
  set?.(draft);
  return decodeFrame(encodeFrame(draft));
}
