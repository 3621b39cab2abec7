// `import`: reads a machine or a workload of one's own and writes it as a recipe says it. Nothing is run.

import { MOST_MACHINE_BYTES } from '../web/exchange/own/machine/kinds.ts';
import { listingOf } from '../web/exchange/own/machine/tar.ts';
import { textOf } from '../web/exchange/own/text.ts';
import {
  type WorkloadKind,
  workloadKindOf,
  workloadKinds,
} from '../web/exchange/own/workload/read.ts';
import { readOptions } from './options.ts';
import { intoFile } from './output-file.ts';
import { machineKindNamed, machineOptions, readMachineFiles } from './own-machine.ts';
import { readWorkloadFile, workloadOptions } from './own-workload.ts';
import { readBytes } from './program.ts';
import type { Terminal } from './terminal.ts';
import { exitCode, isInputError, UsageError } from './usage.ts';

export const importUsage =
  'schedscape import <file> [--as hwloc|lscpu|lscpu-json|numactl|sysfs|synthetic|matrix|rt-app|short|workload] [--out file.json] ' +
  '[--strict] of a machine: [--distances file] [--latencies file|self [--cores 0-7]] [--cpus 0-63] [--timings name] ' +
  'of a workload: [--leave-out words] [--duplicates all|last]';

const { machine: _, ...ofMachine } = machineOptions;
const { workload: __, ...ofWorkload } = workloadOptions;
const optionTypes = {
  ...ofMachine,
  ...ofWorkload,
  as: { type: 'string' },
  out: { type: 'string' },
  strict: { type: 'boolean', default: false },
} as const;

/** What was read of a file, and what is said of it. */
interface Imported {
  readonly value: unknown;
  readonly notes: readonly string[];
  /** Notes that every file of its kind has. */
  readonly usual: number;
}

type Values = ReturnType<typeof readOptions<typeof optionTypes>>['values'];

/** The kind that --as names, or that the text looks like; undefined: no workload. */
function workloadKind(file: string, as: string | undefined): WorkloadKind | undefined {
  const named = workloadKinds.find((kind) => kind === as);
  if (named || as !== undefined) return named;
  try {
    return workloadKindOf(
      textOf(readBytes(file, MOST_MACHINE_BYTES), MOST_MACHINE_BYTES, listingOf),
    );
  } catch (cause) {
    // What keeps it from being read is said by who reads it.
    if (isInputError(cause)) return undefined;
    throw cause;
  }
}

async function read(file: string, values: Values): Promise<Imported> {
  const kind = workloadKind(file, values.as);
  const others: readonly string[] = Object.keys(kind ? ofMachine : ofWorkload);
  const idle = others.find((name) => values[name as keyof Values] !== undefined);
  if (idle !== undefined) {
    throw new UsageError(`--${idle}: says nothing of a ${kind ? 'workload' : 'machine'}`);
  }
  if (kind) {
    const { own, form } = await readWorkloadFile(file, values, kind);
    return { value: form, notes: own.notes, usual: 0 };
  }
  const { own, machine } = await readMachineFiles(file, values, machineKindNamed(values.as));
  return { value: machine, notes: own.notes, usual: 1 };
}

export async function importFile(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals, wrong } = readOptions(args, optionTypes, importUsage);
  const [file, ...others] = positionals;
  if (file === undefined || others.length > 0) throw wrong('name one file');
  const { value, notes, usual } = await read(file, values);
  for (const note of notes) terminal.err(`note: ${note}`);
  if (values.strict && notes.length > usual) {
    throw new UsageError(`${file}: is not taken as it stands (--strict), see the notes`);
  }
  const text = new TextEncoder().encode(`${JSON.stringify(value, null, 2)}\n`);
  if (values.out === undefined) terminal.write([text]);
  else await intoFile('--out', values.out, () => [text]);
  return exitCode.done;
}
