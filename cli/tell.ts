// `tell`: what a file, a paste or a folder of files holds, what it tells, and the commands that go on from there. Nothing is
// simulated, nothing is fetched.

import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { ARCHIVE_BYTES } from '../web/exchange/own/limits.ts';
import { MOST_MACHINE_BYTES } from '../web/exchange/own/machine/kinds.ts';
import { listingOf } from '../web/exchange/own/machine/tar.ts';
import { counted, type ReaderAnswers } from '../web/exchange/own/notes.ts';
import { PARTS } from '../web/exchange/own/pasted.ts';
import {
  type Recognised,
  type RecognisedAll,
  recognised,
  traceAlone,
} from '../web/exchange/own/recognised.ts';
import { leftCacheOf } from '../web/exchange/own/recording/left-cache.ts';
import { RecordingReader } from '../web/exchange/own/recording/recording.ts';
import { figuresOf, nearestRank } from '../web/exchange/own/recording/statistics.ts';
import { shownName, textOfFile } from '../web/exchange/own/text.ts';
import { ScenarioError } from '../web/scenario/index.ts';
import { answersOf, answerUsage, checkAnswers, openQuestions } from './answers.ts';
import { readOptions } from './options.ts';
import { intoFile } from './output-file.ts';
import { machineOptions, machineUsage, readMachineFiles } from './own-machine.ts';
import { readBytes } from './program.ts';
import { tableLines } from './table.ts';
import type { Terminal } from './terminal.ts';
import { exitCode, UsageError } from './usage.ts';

export const tellUsage = `schedscape tell <file, folder, or - for standard input> [--json] [--try N --out file.json] ${answerUsage} ${machineUsage}`;

const optionTypes = {
  ...machineOptions,
  json: { type: 'boolean', default: false },
  try: { type: 'string' },
  out: { type: 'string' },
} as const;
type Values = ReturnType<typeof readOptions<typeof optionTypes>>['values'];

interface Told {
  readonly parts: readonly Recognised[];
  /** Lines that belong to no part. */
  readonly others: number;
  /** Parts after those that are read. */
  readonly left: number;
  /** Why nothing of the file can be read; undefined: something can. */
  readonly refused: string | undefined;
}

const sentence = ({ path: place, problem, remedy }: ScenarioError): string =>
  `${place === 'file' ? '' : `${place} `}${problem}; ${remedy}`;

/** The text of bytes, or why there is none: a trace may be in another form. */
function textIn(bytes: Uint8Array): string | ScenarioError {
  try {
    return textOfFile(bytes, MOST_MACHINE_BYTES, listingOf);
  } catch (cause) {
    if (cause instanceof ScenarioError) return cause;
    throw cause;
  }
}

async function told(file: string, values: Values): Promise<Told> {
  // With --machine they are answers to what that file leaves open.
  const answers = values.machine === undefined ? answersOf(values.answer) : {};
  const found = await readTold(file, answers, values);
  const { parts } = found;
  // What cannot be read says why itself; that nothing of it is open would hide it.
  const isRefused = parts.some((part) => part.kind === 'machine' && part.isRefused);
  if (parts.some((part) => !part.isRefused) && !isRefused) {
    checkAnswers(
      answers,
      parts.flatMap(({ questions = [] }) => questions),
    );
  }
  return found;
}

async function readTold(file: string, answers: ReaderAnswers, values: Values): Promise<Told> {
  const bytes = readBytes(file, ARCHIVE_BYTES);
  const text = textIn(bytes);
  const all: RecognisedAll =
    typeof text === 'string' ? recognised(text, answers) : { parts: [], others: 0 };
  const { parts, others, left = 0, problem } = all;
  const traces = parts.filter(({ kind }) => kind === 'recording');
  if (parts.length > 0 && traces.length === 0) return { parts, others, left, refused: undefined };
  const given = await machineGiven(values);
  const read = (part: Recognised | undefined, own: Uint8Array) => traceOf(part, own, given);
  if (parts.length > 0) {
    const encoder = new TextEncoder();
    // A file that is a trace from its first line on is read whole, other forms included.
    const isAll = traces.length === 1 && traces[0]!.line === 1;
    const known = parts.map((part) =>
      part.kind === 'recording' ? read(part, isAll ? bytes : encoder.encode(part.text)) : part,
    );
    return { parts: known, others, left, refused: undefined };
  }
  const trace = read(undefined, bytes);
  if (!trace.isRefused) return { parts: [trace], others: 0, left, refused: undefined };
  const isText = typeof text === 'string';
  const refused = isText
    ? (problem?.replace(/^It (.*)\.$/, '$1') ?? noneOfThem)
    : isTraceRefusal(trace.says)
      ? trace.says
      : sentence(text);
  return { parts: [], others, left, refused };
}

const noneOfThem =
  'is not of a kind that can be read; give what lscpu, lstopo, perf or trace-cmd prints';

/** Whether the reader of traces knew the form of the file, and says what is wrong in it. */
const isTraceRefusal = (says: string): boolean =>
  /Perfetto|trace-cmd|JSON trace|page without|timehist|damaged/.test(says);

async function machineGiven({ machine: file, ...values }: Values) {
  if (file === undefined) return undefined;
  const { own, machine } = await readMachineFiles(file, values);
  return { machine, cpus: own.machine.cpus, cpuNumbers: own.cpuNumbers };
}

/** What a trace tells: the same as `recording` in a sentence, and which wake-ups left their cache. */
function traceOf(
  part: Recognised | undefined,
  bytes: Uint8Array,
  given: Awaited<ReturnType<typeof machineGiven>>,
): Recognised {
  const [known] = part ? [part] : traceAlone().parts;
  const base = { ...known!, text: '', line: part?.line ?? 1 };
  try {
    const reader = new RecordingReader();
    reader.push(bytes);
    const { run, machine, events, notes } = reader.finish(given);
    const { tasks, duration, latencies, switches } = figuresOf(run);
    const left = leftCacheOf(run, machine);
    const p99 = nearestRank(latencies, 0.99);
    const says = [
      `${counted(events, 'event')} of ${counted(run.cpus, 'CPU')} and ${counted(tasks.length, 'task')} in ${(duration / 1e6).toFixed(1)} ms: ${switches} switches`,
      ...(p99 === undefined ? [] : [`, p99 from wake-up to running ${(p99 / 1000).toFixed(1)} us`]),
      '.',
      ...(left
        ? [
            ` ${left.left} of ${left.wakeups} wake-ups left their cache (of ${left.caches})${left.tasks.length > 0 ? `, most often those of ${left.tasks.map(({ name }) => name).join(', ')}` : ''}.`,
          ]
        : []),
    ].join('');
    return { ...base, says, isRefused: false, notes };
  } catch (cause) {
    if (!(cause instanceof ScenarioError)) throw cause;
    return { ...base, says: sentence(cause), isRefused: true, notes: [], offers: [] };
  }
}

function print(
  file: string,
  { parts, others, left, refused }: Told,
  values: Values,
  terminal: Terminal,
): void {
  const answers = answersOf(values.answer);
  const name = file === '-' ? 'FILE' : file;
  for (const { line, name: what, says, notes, offers, questions = [] } of parts) {
    terminal.out(`line ${line}: ${what}. ${says}`);
    for (const note of notes) terminal.out(`  ${note}`);
    for (const question of openQuestions(questions, answers)) terminal.out(`  ${question}`);
    for (const { name: offered, command } of offers) {
      const way = command ? `schedscape ${command.replace('FILE', name)}` : 'in the page';
      terminal.out(`  ${offered}: ${way}`);
    }
  }
  if (refused !== undefined) terminal.out(`${shownName(file) || file}: ${refused}.`);
  if (left > 0) terminal.out(`After the first ${PARTS} parts ${left} are left out.`);
  const are = others === 1 ? 'line is' : 'lines are';
  if (others > 0) terminal.out(`${others} other ${are} the words around it.`);
}

/** All files below a folder, in order of their names. */
function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}

/** A line a file: what it is taken for, or the sentence that refuses it. */
async function countFolder(folder: string, values: Values, terminal: Terminal): Promise<void> {
  const files = filesBelow(folder);
  const rows: string[][] = [['file', 'taken', 'as', 'what it says']];
  let taken = 0;
  for (const file of files) {
    terminal.progress(`${rows.length} of ${files.length} files`);
    const { parts, refused } = await told(file, values).catch((cause: unknown) => {
      // What is no fault of the file is one of ours, and ends the command.
      const isOfFile = cause instanceof ScenarioError || cause instanceof UsageError;
      if (!isOfFile) throw cause;
      return { parts: [], refused: cause.message };
    });
    const good = parts.filter(({ isRefused }) => !isRefused);
    const isTaken = good.length > 0;
    if (isTaken) taken += 1;
    const said = isTaken ? good : parts;
    rows.push([
      path.relative(folder, file),
      isTaken ? 'yes' : 'no',
      said.map(({ kind }) => kind).join(', ') || '-',
      said.length > 0 ? said.map(({ says }) => says).join(' ') : (refused ?? ''),
    ]);
  }
  terminal.progress('');
  for (const line of tableLines(rows)) terminal.out(line);
  terminal.out('');
  const share = files.length > 0 ? ` (${((100 * taken) / files.length).toFixed(1)} %)` : '';
  terminal.out(`${taken} of ${files.length} files are taken${share}.`);
}

const isFolder = (file: string): boolean => {
  try {
    return file !== '-' && statSync(file).isDirectory();
  } catch {
    return false; // the reader of the other kind says what it is
  }
};

/** Writes the recipe of one of the layouts to try, and says how it is run. */
async function writeLayout(
  { parts }: Told,
  { try: wanted = '1', out }: Values,
  terminal: Terminal,
): Promise<void> {
  const layouts = parts.flatMap(({ offers }) => offers.filter(({ recipe }) => recipe));
  const chosen = /^\d{1,3}$/.test(wanted) ? layouts[Number(wanted) - 1] : undefined;
  if (layouts.length === 0) {
    throw new UsageError(
      '--try: nothing to try here; give a perf c2c report and the structure of its hot line together',
    );
  }
  if (!chosen)
    throw new UsageError(`--try ${wanted}: must be a number from 1 to ${layouts.length}`);
  if (out === undefined) throw new UsageError('--try: name the file to write with --out FILE');
  const text = new TextEncoder().encode(`${JSON.stringify(chosen.recipe, null, 2)}\n`);
  await intoFile('--out', out, () => [text]);
  const variant = 'layout' in chosen.recipe! ? 'C' : 'B';
  terminal.out(`${chosen.name}: schedscape run --recipe ${out} --variant ${variant}`);
  terminal.out(`Before it: schedscape run --recipe ${out} --variant A`);
}

export async function tellCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals, wrong } = readOptions(args, optionTypes, tellUsage);
  const [file, ...others] = positionals;
  if (file === undefined || others.length > 0) throw wrong('name one file or folder');
  const isTried = values.try !== undefined || values.out !== undefined;
  if (isTried && values.json)
    throw wrong('--json says what a file tells, and --try writes a layout: give one of them');
  if (isFolder(file)) {
    if (values.json) throw wrong('--json is for one file; a folder is told as a table');
    if (values.answer && values.machine === undefined)
      throw wrong('--answer is for one file, or for that of --machine');
    if (isTried) throw wrong('--try and --out are for one file; a folder has no layout to try');
    await countFolder(file, values, terminal);
    return exitCode.done;
  }
  const found = await told(file, values);
  if (isTried) {
    await writeLayout(found, values, terminal);
  } else if (values.json) {
    const parts = found.parts.map(({ text: _, ...part }) => part);
    terminal.out(JSON.stringify({ ...found, parts }, null, 2));
  } else print(file, found, values, terminal);
  return found.parts.some(({ isRefused }) => !isRefused) ? exitCode.done : exitCode.usage;
}
