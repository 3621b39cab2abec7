// `distribute`: a sweep or a fidelity report over many machines by an engine that is there already, in one
// command. Parts that were lost, ended or damaged are found by looking at what lies in the folder, run
// again, and put together to the bytes of the command run alone.

import { statSync } from 'node:fs';
import path from 'node:path';
import { MOST_SHARDS } from '../web/engine/sweep/grid.ts';
import { type EngineName, type EngineTask, engines, runEngine } from './distribute/engines.ts';
import { asRanges, type Folder, gather, openFolder } from './distribute/folder.ts';
import { manifest } from './distribute/kubernetes.ts';
import { mostParts, openWork, runPart, type Work } from './distribute/work.ts';
import { readOptions, wrongUse } from './options.ts';
import { intoFile } from './output-file.ts';
import { inProgram } from './program.ts';
import { jobsOf } from './sweep-workers.ts';
import type { Terminal } from './terminal.ts';
import { exitCode, UsageError } from './usage.ts';

export const distributeUsage =
  'schedscape distribute slurm|parallel|kubernetes|collect|part --parts N --into folder [--tries 3] [--jobs N] ' +
  '[--with="options of the engine"] [--image name --claim volume] [--part i] -- sweep …|fidelity …';

const optionTypes = {
  parts: { type: 'string' },
  into: { type: 'string' },
  tries: { type: 'string' },
  jobs: { type: 'string' },
  with: { type: 'string' },
  image: { type: 'string' },
  claim: { type: 'string' },
  part: { type: 'string' },
} as const;

const wrong = (sentence: string) => wrongUse(sentence, distributeUsage);

const verbs = [...Object.keys(engines), 'kubernetes', 'collect', 'part'];
/** After so many rounds a part that is still missing has a reason that one more does not mend. */
const usualTries = 3;
const mostTries = 100;

function numberOf(name: string, written: string | undefined, most: number): number {
  const value = Number(written);
  if (written !== undefined && /^\d{1,6}$/.test(written) && value >= 1 && value <= most)
    return value;
  throw wrong(
    `--${name}${written === undefined ? '' : ` ${written}`}: must be a whole number from 1 to ${most}`,
  );
}

function readLine(args: readonly string[]) {
  const cut = args.indexOf('--');
  if (cut < 0) throw wrong(`say what to distribute: -- sweep … or -- fidelity …`);
  const { values, positionals } = readOptions(args.slice(0, cut), optionTypes, distributeUsage);
  const [verb, ...more] = positionals;
  if (verb === undefined || !verbs.includes(verb) || more.length > 0) {
    throw wrong(`name one of ${verbs.join(', ')} in front`);
  }
  if (values.into === undefined) throw wrong(`--into: name a folder for the parts`);
  if ((values.part !== undefined) !== (verb === 'part')) {
    throw wrong(`--part goes with part, and part needs it`);
  }
  const line = args.slice(cut + 1);
  return { verb, values: { ...values, into: values.into }, line };
}

type Line = ReturnType<typeof readLine>;

const bundle = 'build/cli/schedscape.mjs';
/** This very program, where machines share their disks. */
const thisProgram = () => [process.execPath, inProgram(bundle)];
/** The program in an image whose working folder is the project's. */
const programInImage = ['node', bundle];

/** A part is the program again, with the same words. */
function askedOf(
  { values, line }: Line,
  folder: Folder,
  indices: readonly number[],
  program: readonly string[],
): EngineTask {
  const jobs = values.jobs === undefined ? 1 : jobsOf(values.jobs);
  const into = path.resolve(values.into);
  const fixed = ['--parts', String(folder.of), '--into', into, '--jobs', String(jobs)];
  return {
    indices,
    jobs,
    words: (place) => [...program, 'distribute', 'part', '--part', place, ...fixed, '--', ...line],
    log: folder.logOf,
    more: values.with?.split(/\s+/).filter((word) => word !== '') ?? [],
  };
}

/** Runs the one part that is asked for, unless it is there and whole. */
async function onePart({ values }: Line, work: Work, folder: Folder, terminal: Terminal) {
  const index = numberOf('part', values.part, folder.of);
  const file = folder.fileOf(index);
  if (!gather(folder, work).missing.includes(index)) {
    terminal.err(`part ${index}/${folder.of} is there: nothing to run`);
    return exitCode.done;
  }
  const shard = { index, of: folder.of };
  const how = {
    jobs: values.jobs === undefined ? 1 : jobsOf(values.jobs),
    journal: folder.journalOf(index),
  };
  const text = await runPart(work, shard, how, terminal);
  await intoFile('--into', file, () => [new TextEncoder().encode(text)]);
  return exitCode.done;
}

/** Prints the whole, or says which parts are missing. */
function collected(work: Work, folder: Folder, terminal: Terminal): number {
  const { parts, missing, damaged } = gather(folder, work);
  for (const sentence of damaged) terminal.err(sentence);
  if (missing.length === 0) {
    work.print(parts, terminal);
    return exitCode.done;
  }
  terminal.err(
    `of ${folder.of} parts ${missing.length} are missing: ${asRanges(missing)}; ` +
      'give the same command again to run them, and only them',
  );
  return exitCode.failed;
}

/** Asks the engine for what is missing until nothing is, or as often as was said. */
async function byEngine(given: Line, work: Work, folder: Folder, terminal: Terminal) {
  const engine = engines[given.verb as EngineName];
  const { tries } = given.values;
  const rounds = tries === undefined ? usualTries : numberOf('tries', tries, mostTries);
  for (let round = 1; round <= rounds; round++) {
    const { missing, damaged } = gather(folder, work);
    for (const sentence of damaged) terminal.err(sentence);
    if (missing.length === 0) break;
    const again = round > 1 ? `, round ${round} of ${rounds}` : '';
    terminal.err(`${missing.length} of ${folder.of} parts to run: ${asRanges(missing)}${again}`);
    const code = await runEngine(engine.starts(askedOf(given, folder, missing, thisProgram())));
    if (code !== 0) terminal.err(`${given.verb} ended with ${code}: looking at what is there`);
  }
  return collected(work, folder, terminal);
}

function printManifest(given: Line, work: Work, folder: Folder, terminal: Terminal): number {
  const { image, claim, into } = given.values;
  if (image === undefined || claim === undefined) {
    throw wrong(`kubernetes needs --image and --claim: where the program is, and where parts go`);
  }
  const { missing } = gather(folder, work);
  if (missing.length === 0) {
    terminal.err('every part is there: distribute collect puts them together');
    return exitCode.done;
  }
  const cluster = { image, claim, folder: path.resolve(into) };
  terminal.out(
    JSON.stringify(manifest(askedOf(given, folder, missing, programInImage), cluster), null, 2),
  );
  terminal.err(
    `${missing.length} of ${folder.of} parts to run; when the job has ended, the same words with collect for kubernetes`,
  );
  return exitCode.done;
}

export async function distribute(args: readonly string[], terminal: Terminal): Promise<number> {
  const given = readLine(args);
  const of = numberOf('parts', given.values.parts, MOST_SHARDS);
  const stats = statSync(given.values.into, { throwIfNoEntry: false });
  if (stats && !stats.isDirectory())
    throw new UsageError(`--into ${given.values.into}: is not a folder`);
  const work = await openWork(given.line, terminal);
  const most = mostParts(work);
  if (of > most) {
    throw new UsageError(`--parts ${of}: there is work for ${most}; some parts would be empty`);
  }
  const folder = openFolder(given.values.into, work, of);
  if (given.verb === 'part') return onePart(given, work, folder, terminal);
  if (given.verb === 'collect') return collected(work, folder, terminal);
  if (given.verb === 'kubernetes') return printManifest(given, work, folder, terminal);
  return byEngine(given, work, folder, terminal);
}
