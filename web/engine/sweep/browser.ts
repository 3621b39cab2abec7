// A sweep in the page: one worker less than the processor has threads, so that the page itself stays
// quick; finished pairs are kept and not run again.

import * as comlink from 'comlink';
import coreUrl from '../../../build/core/core.wasm?url';
import { fingerprint } from '../../base/canonical.ts';
import { endOf, WorkerEnded } from '../../base/worker-life.ts';
import {
  type Collection,
  collect,
  type FinishedPair,
  type PairRuns,
  type Runner,
} from './collect.ts';
import type { RunMeasures } from './measure.ts';
import { openPairStore, type PairStore } from './store.ts';
import type { SweepService } from './worker.ts';

/** More workers than this only take memory: some 30 MB each. */
const mostWorkers = 16;

export const workerCount = (): number =>
  Math.min(mostWorkers, Math.max(1, (globalThis.navigator?.hardwareConcurrency ?? 2) - 1));

function startWorker(): Runner {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    type: 'module',
    name: 'schedscape sweep',
  });
  const service = comlink.wrap<SweepService>(worker);
  const broken = endOf(worker, 'a worker of the sweep could not be started');
  return {
    run: (job) => Promise.race([service.run(job), broken]),
    close: () => worker.terminate(),
  };
}

/** A worker, and another one in its place where the browser ended it: the run begins again, once. */
function startRunner(): Runner {
  let worker = startWorker();
  return {
    run: (job) =>
      worker.run(job).catch((error) => {
        if (!(error instanceof WorkerEnded)) throw error;
        worker = startWorker();
        return worker.run(job);
      }),
    close: () => worker.close(),
  };
}

/** Runs a job that comes again once: a variant that an axis leaves alone is the same in every cell. */
function sharing(runners: readonly Runner[]): Runner[] {
  const begun = new Map<string, Promise<RunMeasures>>();
  return runners.map(({ run, close }) => ({
    run: (job) => {
      const key = fingerprint(job);
      const known = begun.get(key) ?? run(job);
      begun.set(key, known);
      return known;
    },
    close,
  }));
}

export interface BrowserSweep
  extends Pick<
    Collection,
    'pairs' | 'variants' | 'jobOf' | 'costOf' | 'stop' | 'onPair' | 'onProgress' | 'signal'
  > {
  /** By cell: what its runs depend on, besides the seed and the core. */
  readonly cellKeys: readonly string[];
}

/** The key a cell is kept under: another core gives other runs, and its address names its contents. */
const kept = (cellKey: string): string => fingerprint([cellKey, coreUrl]);

/** What is kept of the pairs of a sweep, by index. */
async function loadKnown(store: PairStore, { pairs, variants, cellKeys }: BrowserSweep) {
  const known = new Map<number, PairRuns>();
  for (const [cell, key] of cellKeys.entries()) {
    const bySeed = await store.load(kept(key));
    for (const pair of pairs) {
      const runs = pair.cell === cell ? bySeed.get(pair.seed) : undefined;
      if (runs && variants.every((variant) => variant in runs)) known.set(pair.index, runs);
    }
  }
  return known;
}

/** The pairs of a sweep that are kept from before, without running anything. */
export async function keptPairs(sweep: BrowserSweep): Promise<FinishedPair[]> {
  const store = await openPairStore();
  if (!store) return [];
  const known = await loadKnown(store, sweep).catch(() => new Map<number, PairRuns>());
  store.close();
  return sweep.pairs.flatMap((pair) => {
    const runs = known.get(pair.index);
    return runs ? [{ pair, runs }] : [];
  });
}

/** Runs a sweep. Rejects like collect; workers are gone when it settles. */
export async function sweepInBrowser(sweep: BrowserSweep): Promise<FinishedPair[]> {
  const store = await openPairStore();
  // A store that fails midway costs a repetition later, nothing now.
  const known = store && (await loadKnown(store, sweep).catch(() => undefined));
  const open = sweep.pairs.length - (known?.size ?? 0);
  const count = Math.min(workerCount(), Math.max(1, open * sweep.variants.length));
  const runners = sharing(Array.from({ length: count }, startRunner));
  try {
    return await collect({
      ...sweep,
      ...(known && { known }),
      runners,
      onPair: (finished) => {
        const { pair, runs } = finished;
        void store?.save(kept(sweep.cellKeys[pair.cell]!), pair.seed, runs).catch(() => {});
        sweep.onPair?.(finished);
      },
    });
  } finally {
    for (const runner of runners) runner.close();
    store?.close();
  }
}
