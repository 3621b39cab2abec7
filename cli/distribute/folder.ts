// The folder that the parts of a distributed work are gathered in: their names, and which of them are
// there and whole. A part is judged by what is in it alone, so whatever an engine did (lost it, ended
// it, ran it twice) shows here. Parts of other work may lie in the same folder.

import { existsSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import type { Shard } from '../../web/engine/sweep/grid.ts';
import { intactPart, MergeError, type SweepPart } from '../../web/engine/sweep/result.ts';
import { readPart } from '../merge.ts';
import { UsageError } from '../usage.ts';
import { keyOf, type Work } from './work.ts';

export interface Folder {
  readonly of: number;
  readonly fileOf: (index: number) => string;
  /** What finished runs of a part are kept in while it is not whole. */
  readonly journalOf: (index: number) => string;
  /** Where an engine may put what a part said; `index` may be a placeholder of the engine's. */
  readonly logOf: (index: number | string) => string;
}

/** Opens the folder, and makes it where it is missing. Throws UsageError. */
export function openFolder(into: string, work: Work, of: number): Folder {
  const folder = path.resolve(into);
  try {
    mkdirSync(folder, { recursive: true });
  } catch (cause) {
    throw new UsageError(`--into ${into}: cannot be made (${(cause as Error).message})`);
  }
  if (!statSync(folder).isDirectory()) throw new UsageError(`--into ${into}: is not a folder`);
  const key = keyOf(work, of);
  const named = (index: number | string, ending: string) =>
    path.join(folder, `${key}-${index}-of-${of}.${ending}`);
  return {
    of,
    fileOf: (index) => named(index, 'json'),
    journalOf: (index) => named(index, 'journal'),
    logOf: (index) => named(index, 'log'),
  };
}

export interface Gathered {
  /** Whole parts, in their order. */
  readonly parts: readonly SweepPart[];
  /** Indices of parts that are not there or not whole. */
  readonly missing: readonly number[];
  /** A sentence for every part that is there and not whole. */
  readonly damaged: readonly string[];
}

/** Looks at every part. */
export function gather({ of, fileOf }: Folder, { toRun: { head } }: Work): Gathered {
  const parts: SweepPart[] = [];
  const missing: number[] = [];
  const damaged: string[] = [];
  for (let index = 1; index <= of; index++) {
    const file = fileOf(index);
    const shard: Shard = { index, of };
    try {
      if (existsSync(file)) {
        parts.push(intactPart(readPart(file), head, shard));
        continue;
      }
    } catch (cause) {
      if (!(cause instanceof MergeError || cause instanceof UsageError)) throw cause;
      damaged.push(`part ${index}/${of} is not whole and runs again: ${cause.message}`);
    }
    missing.push(index);
  }
  return { parts, missing, damaged };
}

/** "1,3,5-9": the indices as Slurm and people write them. */
export function asRanges(indices: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const index of indices) {
    const last = ranges.at(-1);
    if (last && last[1] === index - 1) last[1] = index;
    else ranges.push([index, index]);
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}-${to}`)).join(',');
}
