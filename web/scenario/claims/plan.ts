// Which runs the rows of a report need, each once, however many rows share it.

import { fingerprint } from '../../base/canonical.ts';
import { ranProgram } from '../../engine/ran-program.ts';
import type { RunJob } from '../../engine/sweep/measure.ts';
import type { LineReference } from '../common-schema.ts';
import { buildDefinition, variantOf } from '../definition.ts';
import { ScenarioError } from '../error.ts';
import type { Override } from '../overrides.ts';
import type { ContentReader } from '../platform.ts';
import { loadScenario, type OpenedScenario } from '../scenario.ts';
import { lineKey } from '../sweep.ts';
import type { ClaimedRow } from './entries.ts';
import type { ClaimedRows, Claims } from './schema.ts';

/** A part of a report; for the regression gate run faster than the claims say. */
export interface ReportPart {
  /** Names of rows; * stands for any characters. */
  readonly rows: readonly string[];
  /** Left out: as many as the claims say. */
  readonly seeds?: number;
  /** Durations and warm-ups by the name in "measured"; what is not named takes as long as claimed. */
  readonly spans?: Readonly<Record<string, { readonly duration: string; readonly warmup: string }>>;
}

interface Measured {
  readonly opened: OpenedScenario;
  readonly scenario: string;
  readonly set: Readonly<Record<string, string | number | boolean>>;
  readonly seeds: readonly number[];
  readonly first: string;
  /** By variant: the index of the job of every seed. */
  readonly jobs: Map<string, number[]>;
}

/** Collects the jobs that rows need, each once, however many rows share it. */
class Jobs {
  readonly list: RunJob[] = [];
  /** By job: the accesses of its run, as estimated. */
  readonly costs: number[] = [];
  readonly #known = new Map<string, number>();
  readonly #lines: readonly LineReference[];

  constructor(lines: readonly LineReference[]) {
    this.#lines = lines;
  }

  /**
   * Indices of the jobs of one variant, seed by seed. A run is the same with the counters of lines and
   * without, but quicker without: they are on where some row needs them.
   */
  add(
    opened: OpenedScenario,
    variant: string,
    seeds: readonly number[],
    counted: boolean,
  ): number[] {
    const built = buildDefinition(opened, variant);
    const { duration, window } = opened;
    const run = fingerprint([{ ...built, seed_low: 0, seed_high: 0 }, duration, window.from]);
    return seeds.map((seed) => {
      const key = `${run} ${seed}`;
      const known = this.#known.get(key) ?? this.list.length;
      if (known < this.list.length && (!counted || this.list[known]!.rows)) return known;
      this.#known.set(key, known);
      this.costs[known] = opened.cost.accesses;
      const high = Math.floor(seed / 2 ** 32);
      const definition = { ...built, seed_low: seed % 2 ** 32, seed_high: high };
      this.list[known] = {
        definition: counted ? definition : { ...definition, no_line_counters: 1 },
        duration,
        windowStart: window.from,
        program: ranProgram(opened.program),
        lines: counted ? this.#lines : [],
        rows: counted,
      };
      return known;
    });
  }
}

/** Metrics of a run that come from the counters of its lines. */
const countedMetrics = ['local_share', 'cpupri_local_share', 'lines_local_share'];

const needsCounters = ({ metric, line }: ClaimedRows): boolean =>
  line !== undefined || countedMetrics.includes(metric);

export interface PlannedEntry {
  readonly entry: ClaimedRow;
  readonly measured: Measured | undefined;
}

export interface PlannedRow extends PlannedEntry {
  /** Other forms of the same measurement. */
  readonly also: readonly PlannedEntry[];
  /** False: only another row's order needs it. */
  readonly listed: boolean;
}

export class Planner {
  readonly #reader: ContentReader;
  readonly #jobs: Jobs;
  readonly #part: ReportPart | undefined;
  readonly #measured = new Map<string, Measured>();
  readonly #lines: readonly LineReference[];

  constructor(reader: ContentReader, lines: readonly LineReference[], part?: ReportPart) {
    this.#reader = reader;
    this.#lines = lines;
    this.#jobs = new Jobs(lines);
    this.#part = part;
  }

  get jobs(): readonly RunJob[] {
    return this.#jobs.list;
  }

  get costs(): readonly number[] {
    return this.#jobs.costs;
  }

  get lines(): readonly LineReference[] {
    return this.#lines;
  }

  async #open(claims: Claims, claimed: ClaimedRows): Promise<Measured> {
    const { story, measured } = claims;
    const how = Object.hasOwn(measured, claimed.measured) ? measured[claimed.measured] : undefined;
    if (!how) {
      throw new ScenarioError(
        `claims/${story}: claimed`,
        `is measured by "${claimed.measured}", which does not exist`,
        `write one of ${Object.keys(measured).join(', ')}`,
      );
    }
    const { duration, warmup } = this.#part?.spans?.[claimed.measured] ?? how;
    const set = { ...how.set, ...claimed.set, duration, warmup };
    const count = this.#part?.seeds ?? how.seeds;
    const key = fingerprint([how.scenario, set, count]);
    const known = this.#measured.get(key);
    if (known) return known;
    const overrides: Override[] = Object.entries(set).map(([path, value]) => ({ path, value }));
    const opened = await loadScenario(how.scenario, this.#reader, overrides);
    const made: Measured = {
      opened,
      scenario: how.scenario,
      set,
      seeds: Array.from({ length: count }, (_, i) => opened.seed + i),
      first: opened.scenario.variants[0]!.id,
      jobs: new Map(),
    };
    this.#measured.set(key, made);
    return made;
  }

  async plan(claims: Claims, claimed: ClaimedRows): Promise<Measured> {
    const measured = await this.#open(claims, claimed);
    const { opened, seeds, jobs, first } = measured;
    for (const variant of [first, variantOf(opened, claimed.variant).id]) {
      jobs.set(variant, this.#jobs.add(opened, variant, seeds, needsCounters(claimed)));
    }
    return measured;
  }
}

/** The other forms of a row's measurement: the same row and metric, measured otherwise. */
export async function planOthers(
  planner: Planner,
  claims: Claims,
  entry: ClaimedRow,
): Promise<PlannedEntry[]> {
  const planned: PlannedEntry[] = [];
  for (const other of entry.claimed?.also ?? []) {
    const { set: _set, ...claimed } = entry.claimed!;
    const own = { ...claimed, ...other };
    planned.push({
      entry: { ...entry, claimed: own },
      measured: await planner.plan(claims, own),
    });
  }
  return planned;
}

/** Every line some claim asks for, each once. */
export function linesIn(files: readonly Claims[]): LineReference[] {
  const lines = new Map<string, LineReference>();
  for (const { claimed } of files) {
    for (const { line, lines: several = [] } of claimed) {
      for (const each of line ? [line, ...several] : several) lines.set(lineKey(each), each);
    }
  }
  return [...lines.values()];
}
