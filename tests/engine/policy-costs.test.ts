// What a policy of one's own pays on a large machine: the words it reads, the lines it shares, the updates it loses
// (acceptance 5, 6, 7, 8 and 23 of spec "The policy bench").

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { POLICY, PolicyView, STEP } from '../../web/engine/abi.gen.ts';
import { catalogOf } from '../../web/engine/catalog.ts';
import { capturePolicy } from '../../web/engine/policy.ts';
import { openWasm } from '../../web/engine/wasm.ts';
import { World } from '../../web/engine/world.ts';
import { c2cRows } from '../../web/engine/world-views.ts';
import { compilePolicy } from '../../web/policy/compile.ts';
import { starters } from '../../web/policy/starters.ts';
import { policyValues } from '../../web/policy/values.ts';
import { buildDefinition, loadScenario } from '../../web/scenario/index.ts';
import { nodeReader } from '../../web/scenario/node.ts';

const core = new WebAssembly.Module(readFileSync('build/core/policy.wasm'));
const opened = await loadScenario('split-llc/hackbench-groups', nodeReader('scenarios'), []);
const large = await loadScenario('split-llc/hackbench-groups', nodeReader('scenarios'), [
  { path: 'platform.topology', value: 'gnr-2s-snc3' },
  { path: 'platform.timings', value: 'gnr-2s-6n' },
]);
const duration = 20_000_000;
const [cpus, cpusOfLarge] = [256, 480];

/** hackbench on 256 CPUs, or so many, with a policy, at its start. */
async function start(source: string, of = opened): Promise<World> {
  const definition = buildDefinition(of, 'A');
  expect(definition.cpus).toBe(of === large ? cpusOfLarge : cpus);
  const policy = policyValues(compilePolicy(source));
  return World.create(await openWasm(core), { ...definition, ...policy });
}

/** Run to the end. */
async function run(source: string, of = opened): Promise<World> {
  const world = await start(source, of);
  world.step(duration);
  return world;
}

/** A worker of the page stops after so many records and looks whether it was asked for something. */
const stepRecords = 512;
/** 3 ms at 470 million operations a second, what the machine does in WebAssembly; 32 ms would be felt. */
const mostOperations = 1_500_000;

/** Run to the end in the steps of a worker; the most operations that one of them takes. */
function longestStep(world: World): number {
  const operations = () => world.rows(PolicyView, world.at.policyViewOffset, 1).at(0).operations;
  let most = 0;
  let isOver = false;
  while (!isOver) {
    const before = operations();
    isOver = world.step(duration, stepRecords) !== STEP.RECORDS;
    most = Math.max(most, operations() - before);
  }
  return most;
}

const countsOf = (world: World) => {
  const counts = capturePolicy(world)!;
  return { ...counts, calls: counts.ended.reduce((sum, each) => sum + each) };
};

/** The words of the policy's only variable, added up. */
function total(world: World, words: number): number {
  const { buffer, base } = world.block.memory();
  const values = new BigInt64Array(buffer, base + world.at.policyValueOffset, words);
  return Number(values.reduce((sum, each) => sum + each, 0n));
}

/** HITM of the lines that the policy's variables lie on. */
function hitm(world: World): number {
  const { structures } = catalogOf(world);
  world.refresh();
  const lines = world.lines();
  let sum = 0;
  for (let i = 0; i < lines.count; i++) {
    const line = lines.at(i);
    if (structures[line.structure]?.startsWith('policy')) sum += line.lclHitm + line.rmtHitm;
  }
  return sum;
}

const counting = (declared: string, act: string) =>
  `${declared}\nfunction select_cpu() {\n  ${act}\n}\n`;

describe('on 256 CPUs', () => {
  it('case 5: a plain count loses updates, an atomic one does not', async () => {
    const plain = await run(counting('let n = 0;', 'n++;'));
    const { asked } = countsOf(plain);
    expect(asked[0]).toBeGreaterThan(1_000);
    expect(total(plain, 1)).toBeLessThan(countsOf(plain).calls);
    const atomic = await run(counting('const n = array(1, 0);', 'Atomics.add(n, 0, 1);'));
    const counts = countsOf(atomic);
    const inFlight = counts.asked[0]! - counts.calls;
    expect(Math.abs(total(atomic, 1) - counts.calls)).toBeLessThanOrEqual(inFlight);
  });

  it('case 7: the least loaded queue costs a word of each, told apart as the policy’s own', async () => {
    const world = await run(starters.find(({ id }) => id === 'least-loaded')!.source);
    const { words, calls } = countsOf(world);
    expect(words).toBe(calls * (cpus + 1));
    const { symbols, structures } = catalogOf(world);
    world.refresh();
    const [lines, rows] = [world.lines(), c2cRows(world)];
    const queues = new Set<number>();
    for (let i = 0; i < rows.count; i++) {
      const { symbol, line } = rows.at(i);
      const { structure, instance, lineNumber } = lines.at(line);
      if (symbols[symbol] !== 'policy_select_cpu') continue;
      expect([structures[structure], lineNumber]).toEqual(['rq', 1]);
      queues.add(instance);
    }
    expect(queues.size).toBe(cpus);
  });

  it('cases 8 and 23: endless looping and reading end by fuel, Linux decides, and a step of a worker stays short', async () => {
    for (const body of [
      'while (true) {}',
      'let i = 0; while (true) { i += nr_running(i % 256); }',
    ]) {
      const world = await start(`function select_cpu() {\n  ${body}\n}\n`);
      const most = longestStep(world);
      const { ended, calls } = countsOf(world);
      expect(calls).toBeGreaterThan(0);
      expect(ended[POLICY.END_FUEL]).toBe(calls);
      expect(most).toBeGreaterThan(32_768);
      expect(most).toBeLessThan(mostOperations);
    }
  });
});

describe('on 480 CPUs', () => {
  it('case 6: counters side by side share lines falsely, those of a CPU on its own line do not', async () => {
    const beside = await run(
      counting(`const n = array(${cpusOfLarge}, 0);`, 'n[this_cpu()]++;'),
      large,
    );
    const apart = await run(counting('const n = percpu(0);', 'n[this_cpu()]++;'), large);
    expect(hitm(beside)).toBeGreaterThan(1_000);
    expect(hitm(apart)).toBe(0);
    expect(total(apart, cpusOfLarge)).toBe(countsOf(apart).calls);
  });
});
