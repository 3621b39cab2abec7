// Reads the options of a command. A thin layer over node:util, for errors that say what would be
// right.

import { type ParseArgsConfig, parseArgs } from 'node:util';
import { UsageError } from './usage.ts';

type Options = NonNullable<ParseArgsConfig['options']>;

/** Options and positional arguments. Throws UsageError with the usage of the command. */
export function readOptions<const Given extends Options>(
  args: readonly string[],
  options: Given,
  usage: string,
) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (cause) {
    const [problem] = (cause as Error).message.split('. ');
    throw new UsageError(`${problem}\n${usage}`);
  }
}
