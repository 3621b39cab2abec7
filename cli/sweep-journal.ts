// The journal of a sweep (`--resume`): one line per finished pair, so that an interrupted sweep continues where it
// stopped. Pairs on damaged lines are run again; half a line at the end, which a killed sweep leaves, is removed.
// The journal knows nothing of what is measured.

import {
  closeSync,
  fdatasyncSync,
  openSync,
  readFileSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { fingerprint } from '../web/base/canonical.ts';
import type { FinishedPair, PairRuns } from '../web/engine/sweep/collect.ts';
import type { Pair, Shard } from '../web/engine/sweep/grid.ts';
import type { SweepHead } from '../web/engine/sweep/result.ts';
import { moduleHash } from './core-module.ts';
import { readInput, wasmFile } from './program.ts';
import { UsageError } from './usage.ts';

const format = 'schedscape-sweep-journal/1';
/** As much as a part of the largest sweep. */
const mostBytes = 512 * 2 ** 20;
/** ns between two waits for the disk: what a loss of power may cost. A killed program loses nothing. */
const syncEvery = 1_000_000_000n;

/** What every pair in the journal depends on: head, shard, and the core that ran it. */
function sweepOf(head: SweepHead, shard: Shard | undefined): string {
  return fingerprint({ head, shard: shard ?? null, core: moduleHash(wasmFile()) });
}

interface Entry {
  readonly index: number;
  readonly runs: PairRuns;
}

const lineOf = (sweep: string, entry: Entry): string => {
  const text = JSON.stringify(entry);
  return `${fingerprint([sweep, text])} ${text}\n`;
};

/** The entry of an intact line, undefined otherwise. */
function entryOf(sweep: string, line: string): Entry | undefined {
  const text = line.slice(17);
  if (line[16] !== ' ' || line.slice(0, 16) !== fingerprint([sweep, text])) return undefined;
  return JSON.parse(text) as Entry;
}

/** What a journal holds; nothing where there is none yet. */
function readJournal(file: string, sweep: string, pairs: readonly Pair[]) {
  const known = new Map<number, PairRuns>();
  const stats = statSync(file, { throwIfNoEntry: false });
  if (stats && !stats.isFile()) throw new UsageError(`--resume ${file}: is not a file`);
  const text = stats ? readInput(file, mostBytes) : '';
  const head = `${format} ${sweep}`;
  // Half a first line is what a sweep that was killed at once leaves behind.
  if (`${head}\n`.startsWith(text)) return { known, damaged: 0, isHalf: false, isNew: true };
  const [first, ...lines] = text.split('\n');
  if (!first!.startsWith(`${format} `)) {
    throw new UsageError(`--resume ${file}: is not a journal of a sweep; name another file`);
  }
  if (first !== head) {
    throw new UsageError(
      `--resume ${file}: is of another sweep, or of another version of the program; ` +
        'give the same scenario and options, or name another file',
    );
  }
  const ours = new Set(pairs.map(({ index }) => index));
  let damaged = 0;
  const isHalf = lines.pop() !== '';
  for (const line of lines.filter((one) => one !== '')) {
    const entry = entryOf(sweep, line);
    if (entry && ours.has(entry.index)) known.set(entry.index, entry.runs);
    else damaged += 1;
  }
  return { known, damaged, isHalf, isNew: false };
}

export interface Journal {
  /** Pairs that earlier beginnings finished, by index. */
  readonly known: ReadonlyMap<number, PairRuns>;
  /** Lines that could not be used. */
  readonly damaged: number;
  /** It ended in half a line, which is gone. */
  readonly isHalf: boolean;
  /** Throws UsageError where it cannot be written. */
  keep(finished: FinishedPair): void;
  close(): void;
}

/** Opens or begins the journal of a sweep. Throws UsageError. */
export function openJournal(
  file: string,
  head: SweepHead,
  shard: Shard | undefined,
  pairs: readonly Pair[],
): Journal {
  const sweep = sweepOf(head, shard);
  const { known, damaged, isHalf, isNew } = readJournal(file, sweep, pairs);
  let handle = -1;
  const guarded = (work: () => void) => {
    try {
      work();
    } catch (cause) {
      throw new UsageError(`--resume ${file}: cannot be written (${(cause as Error).message})`);
    }
  };
  guarded(() => {
    if (isHalf) truncateSync(file, readFileSync(file).lastIndexOf(0x0a) + 1);
    handle = openSync(file, isNew ? 'w' : 'a');
    if (isNew) writeSync(handle, `${format} ${sweep}\n`);
    fdatasyncSync(handle);
  });
  let synced = process.hrtime.bigint();
  return {
    known,
    damaged,
    isHalf,
    keep: ({ pair: { index }, runs }) =>
      guarded(() => {
        writeSync(handle, lineOf(sweep, { index, runs }));
        if (process.hrtime.bigint() - synced < syncEvery) return;
        fdatasyncSync(handle);
        synced = process.hrtime.bigint();
      }),
    close: () =>
      guarded(() => {
        fdatasyncSync(handle);
        closeSync(handle);
      }),
  };
}
