// Worlds with a policy of one's own: one trace, whichever compiler built the core; that of no policy where it leaves
// everything to Linux; the same from odd slices and from keyframes inside a call (acceptance 2, 3 and 4 of
// spec "The policy bench").

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { schedscape } from '../../cli/testing.ts';
import { FAIR, STEP, WORKLOAD } from '../../web/engine/abi.gen.ts';
import { bytesOf } from '../../web/engine/backend.ts';
import type { DefinitionInput } from '../../web/engine/definition.ts';
import { capturePolicy } from '../../web/engine/policy.ts';
import { World } from '../../web/engine/world.ts';
import { classStarters } from '../../web/policy/class-starters.ts';
import { compilePolicy } from '../../web/policy/compile.ts';
import { starters } from '../../web/policy/starters.ts';
import { policyValues } from '../../web/policy/values.ts';
import { buildDefinition, loadScenario } from '../../web/scenario/index.ts';
import { heldOnce } from '../runs/measured.ts';
import { compilers, expectAllBuilds, fileOf, open, reader, short } from './builds.ts';

beforeAll(expectAllBuilds);

const cores = 16;
const each = <T>(of: (cpu: number) => T) => Array.from({ length: 2 * cores }, (_, cpu) => of(cpu));
const duration = 12_000_000;

/** hackbench on two nodes of two LLCs of four cores, two threads a core; bursts of forks on the same. */
const machine = {
  cpus: 2 * cores,
  nodes: 2,
  cpu_core: each((cpu) => cpu % cores),
  cpu_l2: each((cpu) => cpu % cores),
  cpu_llc: each((cpu) => Math.floor((cpu % cores) / 4)),
  cpu_package: each((cpu) => Math.floor((cpu % cores) / 8)),
  cpu_node: each((cpu) => Math.floor((cpu % cores) / 8)),
  distance: [10, 20, 20, 10],
  fair_class: FAIR.FULL,
  seed_low: 1,
};
const workloads = {
  hackbench: { workload: WORKLOAD.HACKBENCH, workload_parameter: [3, 8, 100, 0, 0] },
  'bursts of forks': {
    workload: WORKLOAD.FORK_BURST,
    workload_parameter: [3, 20, 500_000, 300_000],
  },
};

const definitionOf = (workload: keyof typeof workloads, source?: string) => ({
  ...machine,
  ...workloads[workload],
  ...(source !== undefined && policyValues(compilePolicy(source))),
});

const stateOf = (world: World) =>
  bytesOf(world.block, world.at.stateOffset, world.at.stateBytes, 'state');

function hashAfter(world: World, slice: number, end = duration): string {
  for (let at = 0; at < end; at += slice) world.step(Math.min(end, at + slice));
  world.step(end);
  return world.traceHash();
}

async function hashOf(compiler: (typeof compilers)[number], definition: object): Promise<string> {
  const backend = await open(compiler, true);
  const hash = hashAfter(World.create(backend, definition), duration);
  backend.dispose();
  return hash;
}

describe.each(Object.keys(workloads) as (keyof typeof workloads)[])('%s', (workload) => {
  it.each(starters)(
    'cases 2 and 3: gives one hash with "$title", whichever compiler built the core',
    async ({ id, source }) => {
      const hashes = [];
      for (const compiler of compilers)
        hashes.push(await hashOf(compiler, definitionOf(workload, source)));
      expect(new Set(hashes)).toHaveLength(1);
      const without = await hashOf('emcc', definitionOf(workload));
      if (id === 'linux' || id === 'linux-asked') expect(hashes[0]).toBe(without);
      else expect(hashes[0]).not.toBe(without);
    },
  );
});

/** Two small machines, a middle and a large one, and one whose kernel looks after caches. */
const scenarios = [
  'split-llc/one-wakeup',
  'split-llc/wide-wakers',
  'split-llc/schbench-distance',
  'split-llc/hackbench-groups',
  'cache-aware/two-pairs',
];

/** ms: some fifty runs, beside whatever else two processors do. */
const longest = 900_000;

describe.each(scenarios)('%s', (name) => {
  const title =
    'cases 2 and 3: gives one hash with each policy to begin with, whichever compiler built the core';
  it(title, { timeout: longest }, async () => {
    const opened = await loadScenario(name, reader, short);
    const definition = buildDefinition(opened, 'A');
    const { duration } = opened;
    await heldOnce(
      {
        built: compilers.map((compiler) => fileOf(compiler, true)),
        by: 'tests/determinism/policy.test.ts',
        definition,
        asked: { duration, what: 'each policy to begin with' },
      },
      () => holdStarters(definition, duration),
    );
  });
});

/** Each policy to begin with gives one hash, that of none where it leaves everything to Linux. */
async function holdStarters(definition: DefinitionInput, ns: number): Promise<void> {
  const endOf = async (compiler: (typeof compilers)[number], source?: string) => {
    const backend = await open(compiler, true);
    const policy = source === undefined ? {} : policyValues(compilePolicy(source));
    const world = World.create(backend, { ...definition, ...policy });
    world.step(ns);
    const hash = world.traceHash();
    backend.dispose();
    return hash;
  };
  const without = await endOf('emcc');
  let others = 0;
  for (const { id, source } of starters) {
    const hashes = new Set<string>();
    for (const compiler of compilers) hashes.add(await endOf(compiler, source));
    expect([...hashes], id).toHaveLength(1);
    if (id === 'linux' || id === 'linux-asked') expect([...hashes], id).toEqual([without]);
    else others += Number(!hashes.has(without));
  }
  expect(others).toBeGreaterThan(starters.length / 2);
}

describe('scheduling classes of one’s own', () => {
  it.each(classStarters.filter(({ id }) => id.includes('queue')))(
    'give one hash with "$title", whichever compiler built the core',
    async ({ source }) => {
      const definition = { ...definitionOf('hackbench', source), fair_class: FAIR.EXT };
      const hashes = [];
      for (const compiler of compilers) hashes.push(await hashOf(compiler, definition));
      expect(new Set(hashes)).toHaveLength(1);
      expect(hashes[0]).not.toBe(await hashOf('emcc', definitionOf('hackbench')));
    },
  );
});

const leastLoaded = starters.find(({ id }) => id === 'least-loaded')!;

describe('a run with a policy', () => {
  it('case 18: is the same on the command line with the native library', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'policy-'));
    const file = path.join(folder, 'least-loaded.js');
    writeFileSync(file, leastLoaded.source);
    const args = ['split-llc/one-wakeup', '--policy', file, '--duration', '20ms', '--hash'];
    const hashes = [];
    for (const backend of ['wasm', 'native']) {
      const { out, code } = await schedscape('run', ...args, '--backend', backend);
      expect(code).toBe(0);
      hashes.push(out.split('\n').at(-1));
    }
    expect(hashes[0]).toMatch(/^[0-9a-f]{16}$/);
    expect(hashes[1]).toBe(hashes[0]);
    rmSync(folder, { recursive: true });
  });

  it('case 4: ends the same in slices that fall into its calls', async () => {
    const definition = definitionOf('hackbench', leastLoaded.source);
    const backend = await open('emcc', true);
    const whole = hashAfter(World.create(backend, definition), duration);
    expect(hashAfter(World.create(backend, definition), 17_919)).toBe(whole);
    backend.dispose();
  });

  it('case 4: goes on from a copy of its state, also from inside a call, and ends the same', async () => {
    const definition = definitionOf('hackbench', leastLoaded.source);
    const backend = await open('emcc', true);
    const [first, second] = [World.create(backend, definition), World.create(backend, definition)];
    const whole = hashAfter(World.create(backend, definition), duration);
    let inside = 0;
    for (let time = 6_000_000; time < duration; time += 60_017) {
      first.step(time);
      const { asked, ended } = capturePolicy(first)!;
      inside += Number(asked[0]! > ended.reduce((sum, each) => sum + each, 0));
      stateOf(second).set(stateOf(first));
      second.step(duration);
      expect(second.traceHash()).toBe(whole);
    }
    expect(inside).toBeGreaterThan(0);
    backend.dispose();
  });

  it('case 4: ends the same on 256 CPUs record by record, and from copies made inside calls', async () => {
    // All tasks are there after 8 ms: before, one of them forks, and few calls are under way.
    const [begin, end] = [8_000_000, 8_500_000];
    const opened = await loadScenario('split-llc/hackbench-groups', reader, []);
    const definition = {
      ...buildDefinition(opened, 'A'),
      ...policyValues(compilePolicy(leastLoaded.source)),
    };
    expect(definition.cpus).toBe(256);
    const backend = await open('emcc', true);
    const make = () => World.create(backend, definition);
    const whole = hashAfter(make(), end, end);
    const each = make();
    let stops = 0;
    while (each.step(end, 1) === STEP.RECORDS) stops += 1;
    expect(stops).toBeGreaterThan(each.clock().records / 10);
    expect(each.traceHash()).toBe(whole);
    const [first, second] = [make(), make()];
    let inside = 0;
    for (let time = begin; time < end; time += 24_989) {
      first.step(time);
      const { asked, ended } = capturePolicy(first)!;
      inside += Number(asked[0]! > ended.reduce((sum, count) => sum + count, 0));
      stateOf(second).set(stateOf(first));
      second.step(end);
      expect(second.traceHash()).toBe(whole);
    }
    expect(inside).toBeGreaterThan(0);
    backend.dispose();
  });
});
