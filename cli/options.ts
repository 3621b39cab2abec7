// Reads the options of a command. A thin layer over node:util, for errors that say what would be
// right.

import { type ParseArgsConfig, parseArgs } from 'node:util';
import { UsageError } from './usage.ts';

type Options = NonNullable<ParseArgsConfig['options']>;

/** What is wrong with a command line, over how that command is written. */
export const wrongUse = (sentence: string, usage: string): UsageError =>
  new UsageError(`${sentence}\nusage: ${usage}`);

/** Options and positional arguments, and how to refuse them. Throws UsageError with the usage of the command. */
export function readOptions<const Given extends Options>(
  args: readonly string[],
  options: Given,
  usage: string,
) {
  const wrong = (sentence: string): UsageError => wrongUse(sentence, usage);
  try {
    const read = parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
    return { values: read.values, positionals: read.positionals, wrong };
  } catch (cause) {
    const [problem] = (cause as Error).message.split('. ');
    throw wrong(problem!);
  }
}
