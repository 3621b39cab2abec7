// A group of vectors of cache-aware load balancing: what it asks the probe, and how the answer reads.

import type { ProbeAnswer } from '../../web/engine/probe-words.ts';
import type { JsonField } from './json-fields.ts';
import type { JsonShape } from './same-shape.ts';

/** In the order of enum ss_cache_version, from 1 on. */
export const VERSIONS = ['v1', 'v2', 'v3', 'v4', 'merged'] as const;
export type Version = (typeof VERSIONS)[number];
export const MOST = 2 ** 31 - 1;

export const TUNABLES = ['tolerance', 'period', 'timeout', 'overaggr_pct', 'imb_pct'] as const;
export type Tunables = Partial<Record<(typeof TUNABLES)[number], number>>;

/** What one group of vectors asks, and how its answer reads. */
export interface VectorGroup {
  readonly question: number;
  /** Fields an input may have. */
  readonly names: readonly string[];
  readonly tunables?: (given: JsonField) => Tunables;
  readonly words: (given: JsonField, expected: JsonField) => number[];
  readonly most?: (given: JsonField) => number;
  readonly read: (answer: ProbeAnswer, given: JsonField, expected: JsonField) => JsonShape;
  /** The name of a version among the expected values; left out: they are the same for all. */
  readonly version?: (version: Version) => string;
}

export const yes = (answer: ProbeAnswer): boolean => answer.next() === 1;
export const lists = (rows: readonly number[][]): number[] => [rows.length, ...rows.flat()];
