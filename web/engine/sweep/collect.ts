// Hands the runs of a sweep to workers and collects what they measured. Which worker computes what,
// and when, changes nothing about the result. Knows nothing of threads: a Runner is anything that
// runs a job somewhere.

import type { Pair } from './grid.ts';
import type { RunJob, RunMeasures } from './measure.ts';
import { enough, type StopRule } from './statistics.ts';

/** One worker; it is given the next job when it has finished the last. */
export interface Runner {
  run(job: RunJob): Promise<RunMeasures>;
  close(): void;
}

/** What the variants of one pair measured, by variant. */
export type PairRuns = Readonly<Record<string, RunMeasures>>;

export interface FinishedPair {
  readonly pair: Pair;
  readonly runs: PairRuns;
}

export interface SweepProgress {
  /** Runs finished, those taken over included, and runs there are, as far as is known. */
  readonly done: number;
  readonly total: number;
  /** Runs computed in this collection: what an estimate of time goes by. */
  readonly computed: number;
}

/** Ends a cell before its last seed. `values` are what must be known narrowly enough. */
export interface EarlyEnd extends StopRule {
  readonly values: (runs: PairRuns) => readonly number[];
}

export interface Collection {
  readonly pairs: readonly Pair[];
  readonly variants: readonly string[];
  readonly jobOf: (pair: Pair, variant: string) => RunJob;
  /** What a run of a cell is thought to cost, in any unit; left out: all alike. It says what is run when, nothing else. */
  readonly costOf?: (cell: number) => number;
  readonly runners: readonly Runner[];
  /** Pairs computed before, by index: not run again. */
  readonly known?: ReadonlyMap<number, PairRuns>;
  readonly stop?: EarlyEnd;
  readonly onPair?: (finished: FinishedPair) => void;
  readonly onProgress?: (progress: SweepProgress) => void;
  readonly signal?: AbortSignal;
}

/** A sweep was cancelled; what had been finished was told through onPair. */
export class SweepCancelled extends Error {
  constructor() {
    super('the sweep was cancelled');
    this.name = 'SweepCancelled';
  }
}

/** The number of pairs of a cell to keep, in the order of their seeds; undefined while that is not known. */
function keptIn(
  cell: readonly Pair[],
  runsOf: (index: number) => PairRuns | undefined,
  stop: EarlyEnd,
): number | undefined {
  const values: (readonly number[])[] = [];
  for (const { index } of cell) {
    const runs = runsOf(index);
    if (!runs) break;
    values.push(stop.values(runs));
  }
  return enough(values, stop);
}

function byCell(pairs: readonly Pair[]): Map<number, Pair[]> {
  const cells = new Map<number, Pair[]>();
  for (const pair of pairs) {
    const cell = cells.get(pair.cell);
    if (cell) cell.push(pair);
    else cells.set(pair.cell, [pair]);
  }
  return cells;
}

/** The pairs that a sweep takes, by what is finished of it (runs by index of the pair): all of them without a rule. */
export function neededPairs(
  pairs: readonly Pair[],
  finished: ReadonlyMap<number, PairRuns>,
  stop: EarlyEnd | undefined,
): Pair[] {
  if (!stop) return [...pairs];
  return [...byCell(pairs).values()].flatMap((cell) =>
    cell.slice(
      0,
      keptIn(cell, (index) => finished.get(index), stop),
    ),
  );
}

interface Task {
  readonly pair: Pair;
  readonly variant: string;
}

/** The state of one collection. */
class Collector {
  readonly #collection: Collection;
  readonly #queue: Task[];
  readonly #parts = new Map<number, Record<string, RunMeasures>>();
  readonly #finished = new Map<number, FinishedPair>();
  /** Pairs of each cell in the order of their seeds. */
  readonly #cells: ReadonlyMap<number, Pair[]>;
  /** By cell: how many pairs are kept, once that is known. */
  readonly #kept = new Map<number, number>();
  #computed = 0;
  #failed = false;

  constructor(collection: Collection) {
    this.#collection = collection;
    const { pairs, variants, known } = collection;
    this.#cells = byCell(pairs);
    const open = this.#inOrderOfWork().filter(({ index }) => !known?.has(index));
    this.#queue = open.flatMap((pair) => variants.map((variant) => ({ pair, variant })));
    for (const pair of pairs) {
      const runs = known?.get(pair.index);
      if (runs) this.#finished.set(pair.index, { pair, runs });
    }
    for (const cell of this.#cells.keys()) this.#judge(cell);
  }

  /**
   * The first seed of every cell, then the second …, each time the cheapest cell first: a rough picture of the whole
   * comes soon, and with it the end of cells that few seeds settle. The last seed of each goes after all others and the
   * other way round, so that no worker begins a long run when the others have ended; so does the only one of a cell.
   */
  #inOrderOfWork(): Pair[] {
    const { costOf = () => 0 } = this.#collection;
    const cells = [...this.#cells.values()];
    const byCost = (one: Pair, other: Pair) => costOf(one.cell) - costOf(other.cell);
    const longest = Math.max(0, ...cells.map((cell) => cell.length));
    const rounds = Array.from({ length: longest }, (_, at) =>
      cells.flatMap((cell) => (at < cell.length - 1 ? cell[at]! : [])).sort(byCost),
    );
    const last = cells.flatMap((cell) => cell.slice(-1));
    return [...rounds.flat(), ...last.sort((one, other) => byCost(other, one))];
  }

  /** Applies the stop rule to the seeds of a cell that are finished without a gap. */
  #judge(cell: number): void {
    const { stop } = this.#collection;
    if (!stop || this.#kept.has(cell)) return;
    const runsOf = (index: number) => this.#finished.get(index)?.runs;
    const count = keptIn(this.#cells.get(cell)!, runsOf, stop);
    if (count !== undefined) this.#kept.set(cell, count);
  }

  #isNeeded({ index, cell }: Pair): boolean {
    const kept = this.#kept.get(cell);
    return kept === undefined || this.#cells.get(cell)!.findIndex((p) => p.index === index) < kept;
  }

  #take(): Task | undefined {
    while (this.#queue.length > 0) {
      const task = this.#queue.shift()!;
      if (this.#isNeeded(task.pair)) return task;
    }
    return undefined;
  }

  #report(): void {
    const { variants, onProgress } = this.#collection;
    const pairs = this.#collection.pairs.filter((pair) => this.#isNeeded(pair));
    const isWhole = ({ index }: Pair) => this.#finished.has(index);
    const whole = pairs.filter(isWhole).length * variants.length;
    const begun = pairs
      .filter((pair) => !isWhole(pair))
      .reduce((sum, { index }) => sum + Object.keys(this.#parts.get(index) ?? {}).length, 0);
    const total = pairs.length * variants.length;
    onProgress?.({ done: whole + begun, total, computed: this.#computed });
  }

  #put({ pair, variant }: Task, measures: RunMeasures): void {
    const { variants, onPair } = this.#collection;
    const runs = { ...this.#parts.get(pair.index), [variant]: measures };
    this.#parts.set(pair.index, runs);
    this.#computed += 1;
    if (variants.every((name) => name in runs)) {
      const finished = { pair, runs };
      this.#finished.set(pair.index, finished);
      onPair?.(finished);
      this.#judge(pair.cell);
    }
    this.#report();
  }

  async #work(runner: Runner): Promise<void> {
    const { jobOf, signal } = this.#collection;
    for (let task = this.#take(); task && !this.#failed; task = this.#take()) {
      const measures = await runner.run(jobOf(task.pair, task.variant));
      if (signal?.aborted) return;
      this.#put(task, measures);
    }
  }

  async run(): Promise<FinishedPair[]> {
    const { runners, signal, pairs } = this.#collection;
    if (runners.length === 0) throw new RangeError('sweep: there is no worker');
    this.#report();
    let cancel: (() => void) | undefined;
    const cancelled = new Promise<never>((_, reject) => {
      cancel = () => reject(new SweepCancelled());
      if (signal?.aborted) cancel();
      signal?.addEventListener('abort', cancel);
    });
    try {
      await Promise.race([cancelled, Promise.all(runners.map((runner) => this.#work(runner)))]);
    } catch (error) {
      this.#failed = true;
      throw error;
    } finally {
      if (cancel) signal?.removeEventListener('abort', cancel);
    }
    return pairs
      .filter((pair) => this.#isNeeded(pair))
      .map(({ index }) => this.#finished.get(index)!);
  }
}

/**
 * Runs all pairs that are not known yet; resolves to the finished pairs in the order given, without
 * those the stop rule made needless. Rejects with the first error of a run, or with SweepCancelled;
 * runners stay open, but one may still be busy then: close it.
 */
export function collect(collection: Collection): Promise<FinishedPair[]> {
  return new Collector(collection).run();
}
