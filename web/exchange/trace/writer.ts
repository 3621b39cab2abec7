// What every trace writer is: it is shown the records of a run from its start, keeps those of a span,
// and gives a file.

import type { RanProgram } from '../../engine/ran-program.ts';
import type { World } from '../../engine/world.ts';
import { type Provenance, provenanceLines } from '../provenance.ts';

export const traceFormats = [
  'ftrace',
  'trace-dat',
  'perfetto',
  'chrome',
  'perf-sched-map',
  'perf-sched-timehist',
] as const;
export type TraceFormat = (typeof traceFormats)[number];

export interface TraceOptions {
  /** ns: what lies outside is left out. */
  readonly from: number;
  readonly to: number;
  /** Begins the names of the workload's tasks. */
  readonly comm: string;
  /** A workload of one's own: tasks are named after its kinds instead. */
  readonly program: RanProgram | undefined;
  readonly provenance: Provenance;
}

export interface TraceWriter {
  /** Events kept so far, and bytes of the file so far. */
  readonly events: number;
  readonly bytes: number;
  /** Takes the records of these sequence numbers, all in order. Throws TraceTooLong. */
  see(world: World, from: number, to: number): void;
  /** The file; nothing may be shown afterwards. */
  finish(): readonly Uint8Array<ArrayBuffer>[];
}

/** Where a run came from, as lines of a comment before a text. */
export const commented = (provenance: Provenance): string =>
  provenanceLines(provenance)
    .map((line) => `# ${line}\n`)
    .join('');
