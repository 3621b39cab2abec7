// Worlds with the full fair class: one trace, whichever compiler built the core, the one that is pinned here.
// After an intended change put in what the failing test shows; the commit says what changed the behaviour.

import { beforeAll, expect, it } from 'vitest';
import { FAIR, WORKLOAD } from '../../web/engine/abi.gen.ts';
import { World } from '../../web/engine/world.ts';
import { compilers, expectAllBuilds, open } from './builds.ts';

beforeAll(expectAllBuilds);

const cores = 16;
const each = <T>(of: (cpu: number) => T) => Array.from({ length: 2 * cores }, (_, cpu) => of(cpu));

/** Two nodes of two LLCs of four cores, two threads a core. */
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

const runs = [
  {
    name: 'hackbench over pipes',
    definition: { workload: WORKLOAD.HACKBENCH, workload_parameter: [3, 8, 100, 0, 0] },
    end: '2bb2285148caf62f 531095',
  },
  {
    name: 'hackbench over sockets',
    definition: { workload: WORKLOAD.HACKBENCH, workload_parameter: [2, 8, 100, 1, 1] },
    end: '99c3c20de45ec65d 478606',
  },
  {
    name: 'bursts of forks',
    definition: { workload: WORKLOAD.FORK_BURST, workload_parameter: [3, 20, 500_000, 300_000] },
    end: 'afb5f57ee8d9f2b4 33573',
  },
  {
    name: 'bursts of forks whose children exec',
    definition: { workload: WORKLOAD.FORK_BURST, workload_parameter: [3, 20, 500_000, 300_000, 1] },
    end: 'f73f40c8366327d5 60891',
  },
  {
    name: 'tbench',
    definition: { workload: WORKLOAD.TBENCH, workload_parameter: [24, 70_000, 100_000] },
    end: '1cf04c4b6c698a2a 1454321',
  },
  {
    name: 'tbench with messages of one byte',
    definition: { workload: WORKLOAD.TBENCH, workload_parameter: [16, 70_000, 100_000, 1] },
    end: '570612c5beb194e3 1765082',
  },
];

it.each(runs)('$name ends with the pinned hash in every build', async ({ definition, end }) => {
  for (const compiler of compilers) {
    const backend = await open(compiler);
    const world = World.create(backend, { ...machine, ...definition });
    world.step(12_000_000);
    const { records, migrations } = world.clock();
    expect(migrations, compiler).toBeGreaterThan(20);
    expect(`${world.traceHash()} ${records}`, compiler).toBe(end);
    backend.dispose();
  }
});

/** Half a second: scans, drops and moves of caches all happen. */
it('threads under cache-aware balancing end with the pinned hash in every build', async () => {
  for (const compiler of compilers) {
    const backend = await open(compiler);
    const world = World.create(backend, {
      ...machine,
      workload: WORKLOAD.SPINNERS,
      workload_parameter: [3, 4, 6, 1, 3_000_000, 5_000_000],
      cache_version: 2,
    });
    world.step(500_000_000);
    const { records, migrations } = world.clock();
    expect(migrations, compiler).toBeGreaterThan(20);
    expect(`${world.traceHash()} ${records}`, compiler).toBe('6853eb278befc360 225830');
    backend.dispose();
  }
});

/** Footprints that do not fit their cache, threads that poll, and others that come between. */
it('threads in lockstep with footprints end with the pinned hash in every build', async () => {
  for (const compiler of compilers) {
    const backend = await open(compiler);
    const world = World.create(backend, {
      ...machine,
      workload: WORKLOAD.CHACHA20,
      workload_parameter: [12, 2300, 3, 65_536, 10, 50, 1, 6],
      node_read_mb_s: 20_000,
    });
    world.step(20_000_000);
    const { records, score } = world.clock();
    expect(score, compiler).toBeGreaterThan(100);
    expect(`${world.traceHash()} ${records}`, compiler).toBe('2d5a47c05a071088 334068');
    backend.dispose();
  }
});

/** Threads that poll, sleep and are woken, sockets that pass between caches, all under cache-aware balancing. */
it('redis with I/O threads ends with the pinned hash in every build', async () => {
  for (const compiler of compilers) {
    const backend = await open(compiler);
    const world = World.create(backend, {
      ...machine,
      workload: WORKLOAD.REDIS,
      workload_parameter: [4, 20, 16, 500, 2000, 50_000, 65_536, 20, 5, 0, 6],
      cache_version: 2,
      llc_kib: 131_072,
    });
    world.step(40_000_000);
    const { records, score } = world.clock();
    expect(score, compiler).toBeGreaterThan(1000);
    expect(`${world.traceHash()} ${records}`, compiler).toBe('67d747790e40315c 76479');
    backend.dispose();
  }
});

/** Threads with memory on two nodes: to it, and back for the sake of a cache, as version 1 does. */
it('NUMA against caches ends with the pinned hash in every build', async () => {
  for (const compiler of compilers) {
    const backend = await open(compiler);
    const world = World.create(backend, {
      ...machine,
      workload: WORKLOAD.SPINNERS,
      workload_parameter: [1, 4, 0, 1, 0, 0, 1, 0, 0, 0, 3],
      cache_version: 1,
      numa_balancing: 1,
    });
    world.step(400_000_000);
    const { records, migrations } = world.clock();
    expect(migrations, compiler).toBeGreaterThan(4);
    expect(`${world.traceHash()} ${records}`, compiler).toBe('76ee1eb0d902f44f 105125');
    backend.dispose();
  }
});
