// The engines that run parts on other machines. Each says how it is asked to run some of them; whether
// they came out is for the folder to say, so an engine need not be believed. One more engine is one more
// entry here.

import { spawn } from 'node:child_process';
import { UsageError } from '../usage.ts';
import { asRanges } from './folder.ts';

/** What an engine is asked: the parts, and the words that run one of them. */
export interface EngineTask {
  readonly indices: readonly number[];
  /** Words of a command line in which `place` stands for the index of the part. */
  readonly words: (place: string) => readonly string[];
  /** File of what a part says; `place` as above. */
  readonly log: (place: string) => string;
  /** Options of the engine's own. */
  readonly more: readonly string[];
  /** Worker threads a part. */
  readonly jobs: number;
}

export interface EngineRuns {
  /** Program and words to start; they end when all parts have. */
  readonly starts: (asked: EngineTask) => readonly string[];
}

/** A word as a shell reads it back unchanged. */
export const quoted = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;

/** A line for a shell in which `$variable` stands in the place of the index. */
export const shellLine = (words: readonly string[], place: string, variable: string): string =>
  words.map((word) => (word === place ? `"$${variable}"` : quoted(word))).join(' ');

const place = '{part}';

/** Slurm: an array of jobs, a task a part. `--wait` ends when the last has (sbatch, Slurm 17.02 and later). */
const slurm: EngineRuns = {
  starts: ({ indices, words, log, more, jobs }) => [
    'sbatch',
    '--wait',
    '--job-name=schedscape',
    `--array=${asRanges(indices)}`,
    `--cpus-per-task=${jobs}`,
    `--output=${log('%a')}`,
    ...more,
    `--wrap=exec ${shellLine(words(place), place, 'SLURM_ARRAY_TASK_ID')}`,
  ],
};

/** GNU parallel, on this machine or by its own options on others. It goes on when a part fails. */
const parallel: EngineRuns = {
  starts: ({ indices, words, more }) => [
    'parallel',
    '--quote',
    '--halt=never',
    ...more,
    ...words('{}'),
    ':::',
    ...indices.map(String),
  ],
};

export const engines = { slurm, parallel } as const;
export type EngineName = keyof typeof engines;

/** Starts a program and waits for its end; what it says goes to standard error. Throws UsageError where there is none. */
export async function runEngine([program, ...args]: readonly string[]): Promise<number> {
  const child = spawn(program!, args, { stdio: ['ignore', 2, 2] });
  return new Promise((resolve, reject) => {
    child.on('error', (cause: NodeJS.ErrnoException) => {
      const why =
        cause.code === 'ENOENT' ? 'is not on this machine' : `does not start (${cause.message})`;
      reject(new UsageError(`${program}: ${why}`));
    });
    child.on('exit', (code) => resolve(code ?? 1));
  });
}
