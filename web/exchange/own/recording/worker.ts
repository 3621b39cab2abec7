// The worker that reads one trace, or makes a workload of one, and is thrown away: the page stays quick, and can end a file that
// takes too long (browser.ts).

import * as comlink from 'comlink';
import { reportLife } from '../../../base/worker-life.ts';
import { type PackedRun, packedRun, unpackedRun } from '../../../engine/recorded/packed.ts';
import { ScenarioError } from '../../../scenario/index.ts';
import type { OwnSource } from '../../../scenario/measured.ts';
import { RECORDING_BYTES } from '../limits.ts';
import { fileSourceOf } from '../source.ts';
import { type Extracted, type ExtractWanted, extracted } from './extract.ts';
import { type LeftCache, leftCacheOf } from './left-cache.ts';
import { tooLong } from './read.ts';
import { type GivenMachine, type OwnRecording, RecordingReader } from './recording.ts';
import { figuresOf, type RecordingFigures } from './statistics.ts';

/** Bytes and events so far. */
export type ReadProgress = (bytes: number, events: number) => void;

/** A recording for the page, which hands it on and looks at no row of it. */
export interface PackedRecording extends Omit<OwnRecording, 'run'> {
  readonly run: PackedRun;
}

export type ReadAnswer =
  | {
      readonly kind: 'read';
      readonly own: PackedRecording;
      readonly figures: RecordingFigures;
      /** Undefined where the machine has one cache. */
      readonly leftCache: LeftCache | undefined;
      readonly source: OwnSource;
    }
  | {
      readonly kind: 'refused';
      readonly path: string;
      readonly problem: string;
      readonly remedy: string;
    };

async function taken(file: Blob, machine: GivenMachine | undefined, onProgress: ReadProgress) {
  // Packed text is never longer than unpacked text may be.
  if (file.size > RECORDING_BYTES) throw tooLong();
  const reader = new RecordingReader();
  const stream = file.stream().getReader();
  let bytes = 0;
  for (;;) {
    const { done, value } = await stream.read();
    if (done) break;
    reader.push(value);
    bytes += value.length;
    onProgress(bytes, reader.events);
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
    const source = await fileSourceOf('recording', file.name, bytes, undefined);
    const figures = figuresOf(own.run);
    const leftCache = leftCacheOf(own.run, own.machine);
    return { kind: 'read', own: { ...own, run: packedRun(own.run) }, figures, leftCache, source };
  } catch (cause) {
    if (!(cause instanceof ScenarioError)) throw cause;
    const { path, problem, remedy } = cause;
    return { kind: 'refused', path, problem, remedy };
  }
}

export type ExtractAnswer =
  | Pick<Extracted, 'workload' | 'notes'>
  | { readonly path: string; readonly problem: string; readonly remedy: string };

async function extract(run: PackedRun, wanted: ExtractWanted): Promise<ExtractAnswer> {
  try {
    const { workload, notes } = extracted(await unpackedRun(run), wanted);
    return { workload, notes };
  } catch (cause) {
    if (!(cause instanceof ScenarioError)) throw cause;
    const { path, problem, remedy } = cause;
    return { path, problem, remedy };
  }
}

const service = { read, extract };
export type ReadService = typeof service;

reportLife();
comlink.expose(service, self as comlink.Endpoint);
