// The command line as a process of its own, for tests of engines that start it.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { inProgram } from '../../cli/program.ts';

/** Runs the command line that is built; it ends by itself. */
export async function started(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
) {
  const program = inProgram('build/cli/schedscape.mjs');
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...process.env, ...environment },
  });
  const [out, err]: [Buffer[], Buffer[]] = [[], []];
  child.stdout.on('data', (piece: Buffer) => out.push(piece));
  child.stderr.on('data', (piece: Buffer) => err.push(piece));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, out: Buffer.concat(out).toString(), err: Buffer.concat(err).toString() };
}

/** Builds the command line, if it is not what the sources say. */
export async function build(): Promise<void> {
  const freshen = spawn(process.execPath, [inProgram('tools/schedscape.mjs'), '--help']);
  freshen.stdout.resume();
  await once(freshen, 'close');
}
