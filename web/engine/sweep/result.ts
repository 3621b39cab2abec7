// The result of a sweep as a document: what was run, every run, and what the seeds say together. A
// part of a sweep (a shard) lacks the last; merging parts gives the document of the whole, byte for
// byte. Holds no host time and no host name.

import { canonicalJson, fingerprint } from '../../base/canonical.ts';
import { gainOf, gains, isGain } from '../metrics.ts';
import type { FinishedPair, PairRuns } from './collect.ts';
import { type AxisValue, inShard, type Pair, pairsOf, type Shard, type SweepAxis } from './grid.ts';
import type { LineQuestion, RunMeasures } from './measure.ts';
import { checkPart, MergeError } from './part.ts';
import { type Estimate, estimate } from './statistics.ts';

export { MergeError };

export const sweepFormat = 'schedscape-sweep/1';

/** What was run: the same in every part. */
export interface SweepHead {
  readonly format: typeof sweepFormat;
  /** Name of the scenario, or its title if it came as a file. */
  readonly scenario: string;
  /** Name of the workload, and the variant that a policy of one's own runs in; a report of many scenarios has none. */
  readonly workload?: string;
  readonly own_policy?: string;
  /** Of every definition the core was given: parts of different sweeps do not merge. */
  readonly fingerprint: string;
  readonly over: readonly SweepAxis[];
  /** Differences are against the first. */
  readonly variants: readonly string[];
  readonly seeds: readonly number[];
  /** Where cells ended early: how narrowly every gain had to be known, in points, and which gain. */
  readonly until_points?: number;
  readonly until_metric?: string;
  readonly lines: readonly LineQuestion[];
  /** ns, by cell. */
  readonly cells: readonly {
    readonly values: readonly AxisValue[];
    readonly duration_ns: number;
    readonly window_ns: { readonly from: number; readonly to: number };
  }[];
}

export interface SweepRun extends RunMeasures {
  readonly cell: number;
  readonly seed: number;
  readonly variant: string;
}

type Estimates = Readonly<Record<string, Estimate>>;

/** What the seeds of one variant in one cell say together. */
export interface SweepSummary {
  readonly metrics: Estimates;
  /** Against the first variant, seed by seed: differences in the metric's unit, and gains in %. */
  readonly differences?: Estimates;
  /** By line of the head; null where some run has no such line. */
  readonly lines: readonly (Estimates | null)[];
}

export interface SweepPart extends SweepHead {
  readonly shard: Shard;
  readonly runs: readonly SweepRun[];
  /** Fingerprints of head and shard, and of every run with its place: a part that was changed is refused. */
  readonly checks: { readonly head: string; readonly runs: readonly string[] };
}

export interface SweepWhole extends SweepHead {
  readonly shard: null;
  readonly runs: readonly SweepRun[];
  /** By cell, then by variant. */
  readonly summary: readonly Readonly<Record<string, SweepSummary>>[];
}

/** Runs of finished pairs in the order of cells, seeds and variants. */
export function runsOfPairs(
  pairs: readonly FinishedPair[],
  variants: readonly string[],
): SweepRun[] {
  return [...pairs]
    .sort((a, b) => a.pair.index - b.pair.index)
    .flatMap(({ pair: { cell, seed }, runs }) =>
      variants.map((variant) => ({ cell, seed, variant, ...runs[variant]! })),
    );
}

/** An estimate of every number that all of the given records hold. */
function estimates(records: readonly Readonly<Record<string, number>>[]): Estimates {
  const names = Object.keys(records[0] ?? {}).sort();
  return Object.fromEntries(
    names
      .filter((name) => records.every((record) => Number.isFinite(record[name])))
      .map((name) => [name, estimate(records.map((record) => record[name]!))]),
  );
}

/** Differences of every metric, and every gain: both seed by seed. */
function differencesOf(base: readonly SweepRun[], changed: readonly SweepRun[]): Estimates {
  const differences = changed.map(({ metrics }, i) => {
    const before = base[i]!.metrics;
    const names = [...Object.keys(metrics), ...Object.keys(gains)];
    return Object.fromEntries(
      names.map((name) => [
        name,
        isGain(name) ? gainOf(name, before, metrics) : metrics[name]! - before[name]!,
      ]),
    );
  });
  return estimates(differences);
}

/** What the seeds of each variant say together; the runs of each variant in the order of seeds. */
export function summarise(
  runs: readonly SweepRun[],
  variants: readonly string[],
): Record<string, SweepSummary> {
  const byVariant = variants.map((name) => runs.filter(({ variant }) => variant === name));
  const [base] = byVariant;
  return Object.fromEntries(
    variants.map((variant, at) => {
      const own = byVariant[at]!;
      const lines = own[0]?.lines.map((_, line) => {
        const found = own.map((run) => run.lines[line]?.metrics);
        return found.every((metrics) => metrics !== undefined) ? estimates(found) : null;
      });
      const summary: SweepSummary = {
        metrics: estimates(own.map(({ metrics }) => metrics)),
        ...(at > 0 && { differences: differencesOf(base!, own) }),
        lines: lines ?? [],
      };
      return [variant, summary];
    }),
  );
}

/** The document of a whole sweep. */
export function sweepDocument(head: SweepHead, runs: readonly SweepRun[]): SweepWhole {
  const summary = head.cells.map((_, at) =>
    summarise(
      runs.filter(({ cell }) => cell === at),
      head.variants,
    ),
  );
  return { ...head, shard: null, runs, summary };
}

function checksOf(head: SweepHead, shard: Shard, runs: readonly SweepRun[]): SweepPart['checks'] {
  const ofHead = fingerprint({ head, shard });
  return { head: ofHead, runs: runs.map((run, at) => fingerprint([ofHead, at, run])) };
}

/** The document of one part. */
export const sweepPart = (head: SweepHead, shard: Shard, runs: readonly SweepRun[]): SweepPart => ({
  ...head,
  shard,
  runs,
  checks: checksOf(head, shard, runs),
});

/** The text of a document: the same bytes wherever and in whatever order it was computed. */
export const sweepText = (document: SweepPart | SweepWhole): string => canonicalJson(document);

const headKeys = [
  'format',
  'scenario',
  'workload',
  'own_policy',
  'fingerprint',
  'over',
  'variants',
  'seeds',
  'lines',
  'cells',
] as const;

/** The part in a JSON value. Throws MergeError. */
function readPart(value: unknown, at: number): SweepPart {
  checkPart(value, at, sweepFormat);
  return value as SweepPart;
}

const headText = (head: SweepHead): string =>
  canonicalJson(
    Object.fromEntries(
      headKeys.flatMap((key) => (head[key] === undefined ? [] : [[key, head[key]]])),
    ),
  );

/** Throws MergeError unless every part is there once, and of one sweep. */
function checkTogether(parts: readonly SweepPart[]): void {
  const [first] = parts;
  const { of } = first!.shard;
  const seen = new Map<number, number>();
  parts.forEach((part, at) => {
    const { index } = part.shard;
    if (headText(part) !== headText(first!) || part.shard.of !== of) {
      throw new MergeError(
        at,
        'belongs to a different sweep than the first file: scenario, parameters, seeds or number of ' +
          'parts differ; run all parts with the same options on the same version',
      );
    }
    if (index < 1 || index > of) {
      throw new MergeError(at, `shard.index: is ${index}; the parts are 1 to ${of}`);
    }
    if (seen.has(index)) {
      throw new MergeError(at, `is part ${index}/${of} again; give each part once`);
    }
    seen.set(index, at);
  });
  const missing = Array.from({ length: of }, (_, i) => i + 1).filter((index) => !seen.has(index));
  if (missing.length > 0) {
    const names = missing.slice(0, 8).map((index) => `${index}/${of}`);
    throw new MergeError(
      parts.length - 1,
      `of ${of} parts ${missing.length} are missing: ${names.join(', ')}` +
        `${missing.length > 8 ? ' and more' : ''}; run the same command with --shard for these`,
    );
  }
}

/** Throws MergeError where a part is not what was written: a disk, a transfer or a hand changed it. */
function checkUnchanged({ shard, runs, checks, ...head }: SweepPart, at: number): void {
  const again =
    'changed since it was written; run the same command with --shard for this part again';
  const right = checksOf(head, shard, runs);
  if (right.head !== checks.head) throw new MergeError(at, `checks.head: the part was ${again}`);
  const odd = right.runs.findIndex((check, run) => check !== checks.runs[run]);
  if (odd >= 0) throw new MergeError(at, `runs[${odd}]: was ${again}`);
  if (right.runs.length !== checks.runs.length) {
    throw new MergeError(at, `checks.runs: the part was ${again}`);
  }
}

/** The runs of one part by pair. Throws MergeError unless they are the very runs of that part. */
function pairsOfPart(part: SweepPart, at: number, all: readonly Pair[]): FinishedPair[] {
  const { variants } = part;
  const expected = all.filter((pair) => inShard(pair, part.shard));
  if (part.runs.length !== expected.length * variants.length) {
    throw new MergeError(
      at,
      `runs: holds ${part.runs.length} runs instead of ${expected.length * variants.length}; ` +
        'the file is incomplete: run this part again',
    );
  }
  return expected.map((pair, i) => {
    const runs: Record<string, RunMeasures> = {};
    variants.forEach((variant, j) => {
      const { cell, seed, variant: name, ...measures } = part.runs[i * variants.length + j]!;
      if (cell !== pair.cell || seed !== pair.seed || name !== variant) {
        throw new MergeError(
          at,
          `runs[${i * variants.length + j}]: is not cell ${pair.cell}, seed ${pair.seed}, ` +
            `variant ${variant}; run this part again`,
        );
      }
      runs[variant] = measures;
    });
    return { pair, runs: runs as PairRuns };
  });
}

/** Whether two documents are of one sweep: the same runs of the same version, as far as heads tell. */
export const sameSweep = (one: SweepHead, other: SweepHead): boolean =>
  headText(one) === headText(other);

/**
 * The very part of the sweep with this head that is asked for. Throws MergeError where the value is no
 * part, another one, one of another sweep, or no longer what was written.
 */
export function intactPart(value: unknown, head: SweepHead, shard: Shard): SweepPart {
  const part = readPart(value, 0);
  if (!sameSweep(part, head)) {
    throw new MergeError(0, 'belongs to another sweep, or to another version of the program');
  }
  const { index, of } = part.shard;
  if (index !== shard.index || of !== shard.of) {
    throw new MergeError(0, `shard: is ${index}/${of}, not ${shard.index}/${shard.of}`);
  }
  pairsOfPart(part, 0, pairsOf(head.cells.length, head.seeds));
  checkUnchanged(part, 0);
  return part;
}

/** The whole sweep from all of its parts, in any order. Throws MergeError. */
export function mergeParts(values: readonly unknown[]): SweepWhole {
  const parts = values.map(readPart);
  if (parts.length === 0) throw new MergeError(0, 'there are no parts');
  checkTogether(parts);
  const { shard: _shard, runs: _runs, checks: _checks, ...head } = parts[0]!;
  const all = pairsOf(head.cells.length, head.seeds);
  const pairs = parts.flatMap((part, at) => pairsOfPart(part, at, all));
  parts.forEach(checkUnchanged);
  return sweepDocument(head, runsOfPairs(pairs, head.variants));
}
