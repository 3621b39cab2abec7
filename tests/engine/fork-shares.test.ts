// The CPUs on which schbench's workers start, seen from their messenger, in many runs of each count: the table of
// shares that the published changes without MC domains follow. Says nothing of the workers after their start.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openWasm } from '../../web/engine/wasm.ts';
import { World } from '../../web/engine/world.ts';
import { buildDefinition, loadScenario } from '../../web/scenario/index.ts';
import { nodeReader } from '../../web/scenario/node.ts';

const core = new WebAssembly.Module(readFileSync('build/core/core.wasm'));
const reader = nodeReader('scenarios');
const cpus = 256;
const llcOf = (cpu: number) => Math.floor((cpu % 128) / 8);
const nodeOf = (cpu: number) => Math.floor((cpu % 128) / 64);

const counts = [1, 2, 4, 8, 16, 32];

interface Shares {
  /** Of the workers, %: in the messenger's cache and on its node. */
  readonly llc: number;
  readonly node: number;
}

/** Of this many runs that end when all have been forked. */
async function sharesOf(
  variant: string,
  workers: number,
  runs: number,
  settings: Readonly<Record<string, boolean | number>> = {},
): Promise<Shares> {
  const set = { platform: 'milan-2s-nps1', 'workload.workers': workers, ...settings };
  const overrides = Object.entries(set).map(([path, value]) => ({ path, value }));
  const opened = await loadScenario('split-llc/unified-vs-split', reader, overrides);
  const definition = buildDefinition(opened, variant);
  let [llc, node] = [0, 0];
  for (let seed = 1; seed <= runs; seed++) {
    const world = World.create(await openWasm(core), { ...definition, seed_low: seed });
    world.step(1_500_000);
    world.refresh();
    const tasks = world.tasks();
    const [messenger, ...others] = Array.from(
      { length: 1 + workers },
      (_, at) => tasks.at(cpus + 1 + at).cpu,
    );
    llc += others.filter((cpu) => llcOf(cpu) === llcOf(messenger!)).length;
    node += others.filter((cpu) => nodeOf(cpu) === nodeOf(messenger!)).length;
  }
  return { llc: (100 * llc) / (runs * workers), node: (100 * node) / (runs * workers) };
}

/** Runs of each count. The machine is quiet and all of them come to the same, which is held, too. */
const runs = 5;
const withoutMc = { 'variant.A.kernel.sched_mc': false };

const allOf = (variant: string, settings: Readonly<Record<string, boolean>> = {}) =>
  Promise.all(counts.map((workers) => sharesOf(variant, workers, runs, settings)));
const inLlc = (shares: readonly Shares[]) => shares.map(({ llc }) => llc);

/** Ranks, the largest first; equal values share the mean of theirs. */
function ranks(values: readonly number[]): number[] {
  const more = (value: number) => values.filter((other) => other > value).length;
  const same = (value: number) => values.filter((other) => other === value).length;
  return values.map((value) => more(value) + (same(value) + 1) / 2);
}

/** Pearson's correlation of the ranks: Spearman's, with ties. */
function rankCorrelation(a: readonly number[], b: readonly number[]): number {
  const [x, y] = [ranks(a), ranks(b)];
  const mean = (a.length + 1) / 2;
  const dot = (p: readonly number[], q: readonly number[]) =>
    p.reduce((sum, value, at) => sum + (value - mean) * (q[at]! - mean), 0);
  return dot(x, y) / Math.sqrt(dot(x, x) * dot(y, y));
}

describe('the workers of schbench without MC domains', async () => {
  const shares = inLlc(await allOf('A', withoutMc));
  /** What a prototype on a machine with traces of earlier work gave, of 200 runs. */
  const prototype = [84, 78, 54, 38, 22, 11];
  /** By how much the slides' tail latencies are shorter without MC domains, %. */
  const saved = [29, 36, 20, 11, 16, 1];

  it('start near, the fewer of them the more there are, as the published gains fade', () => {
    expect(shares).toEqual(shares.toSorted((a, b) => b - a));
    expect(rankCorrelation(shares, saved)).toBeGreaterThan(0.8);
    expect(rankCorrelation(shares, prototype)).toBeGreaterThan(0.9);
  });

  it('are more than in the prototype by 7 to 25 points, which is not reproduced', () => {
    // Nothing ran before on this machine: the next core is always the least utilised one.
    expect(shares).toEqual([100, 100, 75, 62.5, 37.5, 18.75]);
    const more = shares.map((share, at) => share - prototype[at]!);
    expect(Math.min(...more)).toBeGreaterThan(7);
    expect(Math.max(...more)).toBeLessThan(25);
  });
});

describe('the workers of schbench with MC domains', async () => {
  const shares = await allOf('A');

  it('start in another cache, and of 16 and more one or two in the messenger’s', () => {
    expect(inLlc(shares).slice(0, 4)).toEqual([0, 0, 0, 0]); // as published
    expect(inLlc(shares).slice(4)).toEqual([6.25, 6.25]); // 0 in the prototype: a round has been dealt
  });

  it('start on its node while there are two', () => {
    expect(shares.slice(0, 2).map(({ node }) => node)).toEqual([100, 100]);
  });
});

describe('the workers of schbench with FORK_SPREAD', async () => {
  const shares = await allOf('C');

  it('start in another cache, the first on the other node, of two about half on each', () => {
    expect(inLlc(shares).slice(0, 4)).toEqual([0, 0, 0, 0]);
    expect(inLlc(shares).slice(4)).toEqual([6.25, 6.25]); // 0 in the prototype
    expect(shares[0]!.node).toBe(0);
    expect(shares[1]!.node).toBeCloseTo(48, -1);
  });
});

describe('the workers of schbench with FORK_AFFINE', async () => {
  const shares = await allOf('B');

  it('start in the messenger’s cache until half of its CPUs are busy: seven of them', () => {
    // In the prototype all of them do, whatever their number: there a worker that has started does not count as
    // busy.
    expect(inLlc(shares).slice(0, 3)).toEqual([100, 100, 100]);
    const seven = counts.slice(3).map((workers) => (100 * 7) / workers);
    expect(inLlc(shares).slice(3)).toEqual(seven);
  });

  it('start on its node, all of them', () => {
    expect(shares.map(({ node }) => node)).toEqual(counts.map(() => 100));
  });
});
