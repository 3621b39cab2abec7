// The worker that reads one trace, or makes a workload of one, and is thrown away: the page stays quick, and a file that
// takes too long is ended.

import * as comlink from 'comlink';
import { tellLife } from '../../../base/worker-life.ts';
import type { RecordedRun } from '../../../engine/recorded/rows.ts';
import { ScenarioError } from '../../../scenario/index.ts';
import type { OwnSource } from '../../../scenario/measured.ts';
import { RECORDING_BYTES } from '../limits.ts';
import { sourceOf } from '../source.ts';
import { tooLong } from './bytes.ts';
import { type Extracted, type ExtractWanted, extracted } from './extract.ts';
import { type GivenMachine, type OwnRecording, RecordingReader } from './recording.ts';
import { figuresOf, type RecordingFigures } from './statistics.ts';

/** Bytes and events so far. */
export type ReadProgress = (bytes: number, events: number) => void;

export type ReadAnswer =
  | {
      readonly kind: 'read';
      readonly own: OwnRecording;
      readonly figures: RecordingFigures;
      readonly source: OwnSource;
    }
  | {
      readonly kind: 'refused';
      readonly path: string;
      readonly problem: string;
      readonly remedy: string;
    };

/** ms that reading may take. */
const longest = 60_000;

async function taken(file: Blob, machine: GivenMachine | undefined, onProgress: ReadProgress) {
  // Packed text is never longer than unpacked text may be.
  if (file.size > RECORDING_BYTES) throw tooLong();
  const reader = new RecordingReader();
  const begun = performance.now();
  const stream = file.stream().getReader();
  let bytes = 0;
  for (;;) {
    const { done, value } = await stream.read();
    if (done) break;
    reader.push(value);
    bytes += value.length;
    onProgress(bytes, reader.events);
    if (performance.now() - begun > longest) {
      throw new ScenarioError(
        'file',
        `takes longer than ${longest / 1000} s to read`,
        'record a shorter time',
      );
    }
  }
  return reader.finish(machine);
}

async function read(
  file: File,
  machine: GivenMachine | undefined,
  onProgress: ReadProgress,
): Promise<ReadAnswer> {
  try {
    const own = await taken(file, machine, onProgress);
    const bytes = new Uint8Array(await file.arrayBuffer());
    const source = await sourceOf('recording', file.name, bytes, undefined);
    const answer = { kind: 'read', own, figures: figuresOf(own.run), source } as const;
    const columns = Object.values(own.run.rows).filter((column) => ArrayBuffer.isView(column));
    return comlink.transfer(
      answer,
      columns.map(({ buffer }) => buffer as ArrayBuffer),
    );
  } catch (cause) {
    if (!(cause instanceof ScenarioError)) throw cause;
    const { path, problem, remedy } = cause;
    return { kind: 'refused', path, problem, remedy };
  }
}

export type ExtractAnswer =
  | Pick<Extracted, 'workload' | 'notes'>
  | { readonly path: string; readonly problem: string; readonly remedy: string };

function extract(run: RecordedRun, wanted: ExtractWanted): ExtractAnswer {
  try {
    const { workload, notes } = extracted(run, wanted);
    return { workload, notes };
  } catch (cause) {
    if (!(cause instanceof ScenarioError)) throw cause;
    const { path, problem, remedy } = cause;
    return { path, problem, remedy };
  }
}

const service = { read, extract };
export type ReadService = typeof service;

tellLife();
comlink.expose(service);
