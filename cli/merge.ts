// `merge`: the parts that `sweep --shard` wrote, put together to the result of the whole sweep, byte
// for byte what `sweep --json` prints.

import { oneLine } from '../web/base/visible.ts';
import { MergeError, mergeParts } from '../web/engine/sweep/result.ts';
import { wholeText } from '../web/scenario/error-bars/sweep.ts';
import { readOptions } from './options.ts';
import { readInput } from './program.ts';
import type { Terminal } from './terminal.ts';
import { exitCode, UsageError } from './usage.ts';

export const mergeUsage = 'schedscape merge <shard.json>…';

/** A part of the largest sweep is smaller than this. */
const mostBytes = 512 * 2 ** 20;

/** The JSON of a file that is to be a part; whether it is one, merging says. Throws UsageError. */
export function readPart(file: string): unknown {
  const text = readInput(file, mostBytes);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UsageError(
      `${file}: is not JSON: ${oneLine((cause as Error).message)}; give files that sweep --shard wrote`,
    );
  }
}

export async function mergeCommand(args: readonly string[], terminal: Terminal): Promise<number> {
  const { positionals: files, wrong } = readOptions(args, {}, mergeUsage);
  if (files.length === 0) throw wrong('name the files of all parts');
  try {
    terminal.out(wholeText(mergeParts(files.map(readPart))).trimEnd());
  } catch (error) {
    if (!(error instanceof MergeError)) throw error;
    throw new UsageError(`${files[error.part]}: ${error.message}`);
  }
  return exitCode.done;
}
