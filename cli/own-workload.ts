// A workload of one's own on the command line: the file read into the form that recipes keep. What was left out or
// assumed goes to standard error, a note a line.

import { partsOfPaste } from '../web/exchange/own/pasted.ts';
import { fileSourceOf } from '../web/exchange/own/source.ts';
import { textOfFile } from '../web/exchange/own/text.ts';
import {
  MOST_WORKLOAD_BYTES,
  type OwnWorkload,
  readWorkload,
  type WorkloadKind,
  workloadKindOf,
} from '../web/exchange/own/workload/read.ts';
import { ScenarioError } from '../web/scenario/index.ts';
import { parseWorkload } from '../web/scenario/program/compile.ts';
import type { WorkloadForm } from '../web/scenario/program/schema.ts';
import { readBytes } from './program.ts';
import type { Terminal } from './terminal.ts';
import { UsageError } from './usage.ts';

export const workloadUsage = '[--workload file [--leave-out words] [--duplicates all|last]]';

export const workloadOptions = {
  workload: { type: 'string' },
  'leave-out': { type: 'string' },
  duplicates: { type: 'string' },
} as const;

type WorkloadValues = { readonly [Name in keyof typeof workloadOptions]?: string | undefined };

export interface ReadWorkloadFile {
  readonly own: OwnWorkload;
  /** As a recipe keeps it. */
  readonly form: WorkloadForm;
}

/** The workload that the options tell of; undefined if they tell of none. Throws UsageError. */
export async function ownWorkload(
  values: WorkloadValues,
  terminal: Terminal,
): Promise<WorkloadForm | undefined> {
  if (values.workload === undefined) {
    const alone = (['leave-out', 'duplicates'] as const).find((name) => values[name] !== undefined);
    if (alone === undefined) return undefined;
    throw new UsageError(`--${alone}: says how a workload is read; name its file with --workload`);
  }
  const { own, form } = await readWorkloadFile(values.workload, values);
  for (const note of own.notes) terminal.err(`note: ${note}`);
  return form;
}

/** Throws UsageError, which says of which file. */
export async function readWorkloadFile(
  file: string,
  values: WorkloadValues,
  kind?: WorkloadKind,
): Promise<ReadWorkloadFile> {
  const duplicates = duplicatesOf(values.duplicates);
  const leaveOut = (values['leave-out'] ?? '').split(',').filter((word) => word !== '');
  const bytes = readBytes(file, MOST_WORKLOAD_BYTES);
  try {
    const text = workloadIn(textOfFile(bytes, MOST_WORKLOAD_BYTES), kind);
    const own = readWorkload(text, { duplicates, leaveOut }, kind);
    const source = await fileSourceOf(own.kind, file, bytes, undefined);
    const given = { source: { ...source, left_out: [...own.leftOut] }, ...own.form };
    const form = parseWorkload(given);
    return { own, form };
  } catch (cause) {
    if (!(cause instanceof ScenarioError)) throw cause;
    const { path, problem, remedy } = cause;
    throw new UsageError(`${file}: ${path === 'file' ? '' : `${path}: `}${problem}; ${remedy}`);
  }
}

/** The text itself, or the one workload that a mail quotes. */
function workloadIn(text: string, kind: WorkloadKind | undefined): string {
  if (kind !== undefined || workloadKindOf(text) !== undefined) return text;
  const found = partsOfPaste(text).parts.filter((part) => part.kind === 'workload');
  return found.length === 1 ? found[0]!.text : text;
}

function duplicatesOf(written = 'all'): 'all' | 'last' {
  if (written === 'all' || written === 'last') return written;
  throw new UsageError(`--duplicates ${written}: must be all or last`);
}
