// `import`: reads a machine or a workload of one's own and writes it as a recipe says it. Nothing is run.

import { MOST_MACHINE_BYTES } from '../web/exchange/own/machine/kinds.ts';
import { listingOf } from '../web/exchange/own/machine/tar.ts';
import { type PastedPart, partsOfPaste } from '../web/exchange/own/pasted.ts';
import { textOfFile } from '../web/exchange/own/text.ts';
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
  'schedscape import <file, or - for standard input> [--as hwloc|lstopo|lscpu|lscpu-table|lscpu-text|lscpu-json|cpuinfo|perf-head|zones|domains|likwid|cpuid|numactl|sysfs|synthetic|matrix|rt-app|short|workload] [--out file.json] ' +
  '[--strict] of a machine: [--distances file] [--latencies file|self [--cores 0-7]] [--cpus 0-63] [--timings name] [--answer caches=4]… ' +
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
  /** What is left open and not answered, a line each. */
  readonly open: readonly string[];
}

type Values = ReturnType<typeof readOptions<typeof optionTypes>>['values'];

/** The kind that --as names, or that the text looks like; undefined: no workload. */
function workloadKind(file: string, as: string | undefined): WorkloadKind | undefined {
  const named = workloadKinds.find((kind) => kind === as);
  if (named || as !== undefined) return named;
  try {
    return workloadKindOf(
      textOfFile(readBytes(file, MOST_MACHINE_BYTES), MOST_MACHINE_BYTES, listingOf),
    );
  } catch (cause) {
    // The reader of the file reports why it cannot be read.
    if (isInputError(cause)) return undefined;
    throw cause;
  }
}

/** What becomes of the parts of a paste that `import` does not read. */
const elsewhere: Readonly<Partial<Record<PastedPart['kind'], string>>> = {
  workload: 'a workload: import it from a file of its own',
  recording: 'a trace of the scheduler: read it with schedscape recording FILE',
  c2c: 'a perf c2c report: read it with schedscape c2c FILE',
  structure: 'a C structure: paste it into the view Struct layout',
  policy: 'a policy: race it from a file of its own with schedscape race',
  document: 'a scenario or a recipe: run it from a file of its own with schedscape run',
  sheet: 'a sheet of a lab: grade it from a file of its own with schedscape grade',
  link: 'a link: open it in a browser, or run it with schedscape run --recipe LINK',
};

/** A note for each part of a machine's text that tells of something else. */
function otherParts(file: string): readonly string[] {
  const text = textOfFile(readBytes(file, MOST_MACHINE_BYTES), MOST_MACHINE_BYTES, listingOf);
  return partsOfPaste(text).parts.flatMap(({ kind, line }) => {
    const remedy = elsewhere[kind];
    return remedy === undefined ? [] : [`Line ${line} begins ${remedy}.`];
  });
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
    return { value: form, notes: own.notes, usual: 0, open: [] };
  }
  const { own, machine, open } = await readMachineFiles(file, values, machineKindNamed(values.as));
  const unread = values.as === undefined ? otherParts(file) : [];
  return { value: machine, notes: [...own.notes, ...unread], usual: 1, open };
}

export async function importFile(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals, wrong } = readOptions(args, optionTypes, importUsage);
  const [file, ...others] = positionals;
  if (file === undefined || others.length > 0) throw wrong('name one file');
  const { value, notes, usual, open } = await read(file, values);
  for (const note of notes) terminal.err(`note: ${note}`);
  for (const question of open) terminal.err(question);
  if (values.strict && notes.length > usual) {
    throw new UsageError(`${file}: is not taken as it stands (--strict), see the notes`);
  }
  const text = new TextEncoder().encode(`${JSON.stringify(value, null, 2)}\n`);
  if (values.out === undefined) terminal.write([text]);
  else await intoFile('--out', values.out, () => [text]);
  return exitCode.done;
}
