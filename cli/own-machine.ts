// A machine of one's own on the command line: the files that tell of it, read and joined to what a recipe says of a
// machine. What was left out or assumed goes to standard error, a note a line.

import {
  type MachineText,
  type OwnMachine,
  readMachineTexts,
} from '../web/exchange/own/machine/join.ts';
import {
  MOST_MACHINE_BYTES,
  machineKindOf,
  mostBytesOf,
} from '../web/exchange/own/machine/kinds.ts';
import { type MachineKind, machineKinds } from '../web/exchange/own/machine/reading.ts';
import { listingOf } from '../web/exchange/own/machine/tar.ts';
import { machineTextsOf } from '../web/exchange/own/pasted.ts';
import { fileSourceOf } from '../web/exchange/own/source.ts';
import { textOfFile } from '../web/exchange/own/text.ts';
import { type Recipe, ScenarioError } from '../web/scenario/index.ts';
import { answersOf, answerUsage, checkAnswers, openQuestions } from './answers.ts';
import { readBytes } from './program.ts';
import type { Terminal } from './terminal.ts';
import { UsageError } from './usage.ts';

export const machineUsage = `[--machine file [--distances file] [--latencies file|self [--cores 0-7]] [--cpus 0-63] [--timings name] ${answerUsage}]`;

export const machineOptions = {
  machine: { type: 'string' },
  distances: { type: 'string' },
  latencies: { type: 'string' },
  cores: { type: 'string' },
  cpus: { type: 'string' },
  timings: { type: 'string' },
  answer: { type: 'string', multiple: true },
} as const;

export type MachineValues = {
  readonly [Name in Exclude<keyof typeof machineOptions, 'answer'>]?: string | undefined;
} & { readonly answer?: readonly string[] | undefined };

export interface ReadMachineFiles {
  readonly own: OwnMachine;
  /** As a recipe says it. */
  readonly machine: Exclude<Recipe['machine'], string | undefined>;
  /** What is left open and not answered, a line each. */
  readonly open: readonly string[];
}

/** The machine that the options tell of, as a recipe says it; undefined if they tell of none. Throws ScenarioError. */
export async function ownMachine(
  values: MachineValues,
  terminal: Terminal,
): Promise<Recipe['machine']> {
  const { machine: file, ...others } = values;
  if (file === undefined) {
    const alone = Object.keys(machineOptions).find((name) => others[name as keyof typeof others]);
    if (alone === undefined) return undefined;
    throw new UsageError(`--${alone}: says more of a machine; name its file with --machine`);
  }
  const read = await readMachineFiles(file, values);
  tellMachine(read, terminal);
  return read.machine;
}

/** Its notes and what it leaves open, on standard error. */
export function tellMachine({ own, open }: ReadMachineFiles, terminal: Terminal): void {
  for (const note of own.notes) terminal.err(`note: ${note}`);
  for (const question of open) terminal.err(question);
}

interface MachineFile extends MachineText {
  readonly bytes: Buffer<ArrayBuffer>;
}

/** Reads the file of a machine and those that say more of it. Throws UsageError and ScenarioError. */
export async function readMachineFiles(
  file: string,
  { distances, latencies, cores, cpus, timings, answer }: MachineValues,
  kind?: MachineKind,
): Promise<ReadMachineFiles> {
  const [first, ...quoted] = fileOf(file, kind);
  const takesOwn = latencies === 'self';
  const more = [distances, takesOwn ? undefined : latencies].filter((name) => name !== undefined);
  const texts = [first!, ...quoted, ...more.flatMap((name) => fileOf(name, undefined))];
  const answers = answersOf(answer);
  const own = readMachineTexts(texts, {
    answers,
    ...(cores !== undefined && { cores }),
    ...(cpus !== undefined && { cpus }),
    ...(timings !== undefined && { timings }),
    takesOwn,
  });
  checkAnswers(answers, own.questions);
  const source = await fileSourceOf(own.kind, file, first!.bytes, own.cpuNumbers);
  const { topology, measured } = own;
  const machine = { topology, timings: own.timings, measured, source };
  return { own, machine, open: openQuestions(own.questions, answers) };
}

/** The texts of a file: one, or what a mail quotes. Throws UsageError, which says of which file. */
function fileOf(file: string, given: MachineKind | undefined): readonly MachineFile[] {
  const bytes = readBytes(file, MOST_MACHINE_BYTES);
  try {
    const whole = {
      text: textOfFile(bytes, MOST_MACHINE_BYTES, listingOf),
      ...(given && { kind: given }),
    };
    return machineTextsOf(whole).map((part) => {
      const kind = part.kind ?? machineKindOf(part.text);
      if (part.text.length <= mostBytesOf(kind))
        return { name: file, bytes, text: part.text, kind };
      const has = `has ${part.text.length} characters`;
      throw new UsageError(`${file}: ${has}; at most ${mostBytesOf(kind)} are read`);
    });
  } catch (cause) {
    if (!(cause instanceof ScenarioError)) throw cause;
    const { path, problem, remedy } = cause;
    throw new UsageError(`${file}: ${path === 'file' ? '' : `${path} `}${problem}; ${remedy}`);
  }
}

/** The kind that --as names. Throws UsageError. */
export function machineKindNamed(written: string | undefined): MachineKind | undefined {
  if (written === undefined) return undefined;
  const found = machineKinds.find((kind) => kind === written);
  if (found) return found;
  throw new UsageError(`--as ${written}: must be ${machineKinds.join(', ')}`);
}
