// Reads a trace in the page, or makes a workload of one, each in a worker of its own that ends with it.

import * as comlink from 'comlink';
import { endOf } from '../../../base/worker-life.ts';
import type { PackedRun } from '../../../engine/recorded/packed.ts';
import { ScenarioError } from '../../../scenario/index.ts';
import type { Extracted, ExtractWanted } from './extract.ts';
import type { GivenMachine } from './recording.ts';
import type { ExtractAnswer, ReadAnswer, ReadProgress, ReadService } from './worker.ts';

/** ms that reading may take. */
const longest = 60_000;
const late: ReadAnswer = {
  ...{ kind: 'refused', path: 'file' },
  problem: `takes longer than ${longest / 1000} s to read`,
  remedy: 'record a shorter time',
};

export interface RecordingReading {
  /** Rejects with an Error meant for a reader; never settles after `cancel`. */
  readonly answer: Promise<ReadAnswer>;
  readonly cancel: () => void;
}

/** What a new worker answers; it ends with that. */
function asked<Answer>(ask: (service: comlink.Remote<ReadService>) => Promise<Answer>): {
  readonly answer: Promise<Answer>;
  readonly cancel: () => void;
} {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    type: 'module',
    name: 'schedscape trace',
  });
  const broken = endOf(worker, 'the worker that reads traces could not be started');
  const cancel = () => worker.terminate();
  const answer = Promise.race([ask(comlink.wrap<ReadService>(worker)), broken]).finally(cancel);
  return { answer, cancel };
}

export function startReading(
  file: File,
  machine: GivenMachine | undefined,
  onProgress: ReadProgress,
): RecordingReading {
  const { answer, cancel } = asked<ReadAnswer>(async (service) =>
    service.read(file, machine, comlink.proxy(onProgress)),
  );
  // The clock is here: much of the work is one call, in which the worker cannot look at its own.
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<ReadAnswer>((resolve) => {
    timer = setTimeout(() => resolve(late), longest);
  });
  const end = () => {
    clearTimeout(timer);
    cancel();
  };
  return { answer: Promise.race([answer, tooLate]).finally(end), cancel: end };
}

/**
 * A workload out of a recording. Rejects with ScenarioError where none can be made of it, or an Error meant for a reader; never
 * settles after `over`.
 */
export async function workloadOfRecording(
  run: PackedRun,
  wanted: ExtractWanted,
  over: AbortSignal,
): Promise<Pick<Extracted, 'workload' | 'notes'>> {
  const extracting = asked<ExtractAnswer>(async (service) => service.extract(run, wanted));
  over.addEventListener('abort', extracting.cancel, { once: true });
  const answer = await extracting.answer;
  if (!('problem' in answer)) return answer;
  throw new ScenarioError(answer.path, answer.problem, answer.remedy);
}
