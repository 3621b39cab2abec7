// `extract`: a workload made of a trace of the scheduler, to be run like any other. What that takes for granted is said.

import {
  type ExtractWanted,
  extracted,
  mostExtracted,
} from '../web/exchange/own/recording/extract.ts';
import { shownName } from '../web/exchange/own/text.ts';
import { ScenarioError } from '../web/scenario/index.ts';
import { readOptions } from './options.ts';
import { intoFile } from './output-file.ts';
import { machineUsage } from './own-machine.ts';
import { readRecordingFile, recordingOptions } from './recording.ts';
import type { Terminal } from './terminal.ts';
import { exitCode, UsageError } from './usage.ts';

export const extractUsage =
  'schedscape extract <file> [--exact | --fitted] [--tasks 256] [--comm text] [--from 12.5] [--to 13.5] [--out file.json] ' +
  machineUsage;

const optionTypes = {
  ...recordingOptions,
  exact: { type: 'boolean', default: false },
  fitted: { type: 'boolean', default: false },
  tasks: { type: 'string' },
  comm: { type: 'string' },
  out: { type: 'string' },
} as const;

function tasksOf(written: string | undefined): number | undefined {
  if (written === undefined) return undefined;
  const tasks = Number(written);
  if (/^\d{1,5}$/.test(written) && tasks >= 1 && tasks <= mostExtracted) return tasks;
  throw new UsageError(`--tasks ${written}: must be a whole number from 1 to ${mostExtracted}`);
}

export async function extract(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals, wrong } = readOptions(args, optionTypes, extractUsage);
  const [file, ...others] = positionals;
  if (file === undefined || others.length > 0) throw wrong('name one file');
  if (values.exact && values.fitted)
    throw new UsageError('--exact and --fitted: choose one of them');
  const wanted: ExtractWanted = {
    form: values.exact ? 'exact' : 'fitted',
    tasks: tasksOf(values.tasks),
    comm: values.comm,
    title: shownName(file),
  };
  const own = await readRecordingFile(file, values, terminal);
  try {
    const { workload, notes } = extracted(own.run, wanted);
    for (const note of notes) terminal.err(`note: ${note}`);
    const text = new TextEncoder().encode(`${JSON.stringify(workload, null, 2)}\n`);
    if (values.out === undefined) terminal.write([text]);
    else await intoFile('--out', values.out, () => [text]);
  } catch (cause) {
    if (!(cause instanceof ScenarioError)) throw cause;
    throw new UsageError(`${file}: ${cause.path}: ${cause.problem}; ${cause.remedy}`);
  }
  return exitCode.done;
}
