// For tests of the command line: runs one and reads along. Nothing here is of the program.

import { execute } from './commands.ts';

/** Its exit code, and all it wrote to standard output (lines, then bytes) and to standard error. */
export async function schedscape(...args: string[]) {
  const [out, err]: [string[], string[]] = [[], []];
  const written: Uint8Array[] = [];
  const code = await execute(args, {
    out: (line) => out.push(line),
    err: (line) => err.push(line),
    write: (pieces) => written.push(...pieces),
    progress: () => {},
  });
  const bytes = Buffer.concat(written);
  return { code, out: out.join('\n') + bytes.toString('utf8'), err: err.join('\n'), bytes };
}
