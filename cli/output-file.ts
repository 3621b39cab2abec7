// A file written for a person: whole or not at all. What stood there stays until the new content is
// complete. Knows nothing of what is written.

import {
  accessSync,
  closeSync,
  constants,
  openSync,
  realpathSync,
  rmSync,
  type Stats,
  statSync,
} from 'node:fs';
import { type FileHandle, open, rename } from 'node:fs/promises';
import { UsageError } from './usage.ts';

interface Target {
  /** The file itself, behind links. */
  readonly file: string;
  /** Where the content is gathered; undefined for what is no file (a pipe, /dev/null). */
  readonly part: string | undefined;
  /** Permission bits of the file that is there. */
  readonly mode: number | undefined;
}

/** Signals by which a person or a system ends a program. */
const endings = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

function statIfThere(file: string): Stats | undefined {
  return statSync(file, { throwIfNoEntry: false });
}

/** Finds out before the work whether the file can be written, and leaves no trace. */
function targetOf(named: string): Target {
  const stats = statIfThere(named);
  if (stats?.isDirectory()) throw new Error('it is a folder');
  if (stats) accessSync(named, constants.W_OK);
  // Only a file has a name to resolve: /dev/stdout leads to a pipe without one.
  if (stats && !stats.isFile()) return { file: named, part: undefined, mode: undefined };
  const file = stats ? realpathSync(named) : named;
  const part = `${file}.${process.pid}.part`;
  closeSync(openSync(part, 'wx'));
  rmSync(part);
  return { file, part, mode: stats && stats.mode & 0o777 };
}

async function writePieces(
  handle: FileHandle,
  { mode, part }: Target,
  pieces: Iterable<Uint8Array>,
) {
  try {
    if (mode !== undefined) await handle.chmod(mode);
    for (const piece of pieces) await handle.writeFile(piece);
    // The new name must not reach the disk before what it names. A pipe has nothing to wait for.
    if (part !== undefined) await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Gathers the pieces beside the file and puts them in its place; the part is gone in any case. */
async function replace(target: Target, part: string, pieces: Iterable<Uint8Array>) {
  const end = (signal: NodeJS.Signals) => {
    rmSync(part, { force: true });
    stopListening();
    process.kill(process.pid, signal);
  };
  const stopListening = () => {
    for (const signal of endings) process.off(signal, end);
  };
  for (const signal of endings) process.on(signal, end);
  try {
    await writePieces(await open(part, 'wx'), target, pieces);
    await rename(part, target.file);
  } finally {
    rmSync(part, { force: true });
    stopListening();
  }
}

/**
 * Writes what `make` gives into a file. While `make` works nothing of it is on disk, so that whatever
 * ends the program leaves an earlier file as it was. Throws UsageError when it cannot be written,
 * before `make` is asked where that can be told.
 */
export async function intoFile(
  option: string,
  named: string,
  make: () => Iterable<Uint8Array>,
): Promise<void> {
  const refuse = (cause: unknown): never => {
    throw new UsageError(`${option} ${named}: cannot be written (${(cause as Error).message})`);
  };
  let target: Target;
  try {
    target = targetOf(named);
  } catch (cause) {
    return refuse(cause);
  }
  const pieces = make();
  const { file, part } = target;
  try {
    if (part === undefined) await writePieces(await open(file, 'w'), target, pieces);
    else await replace(target, part, pieces);
  } catch (cause) {
    refuse(cause);
  }
}
