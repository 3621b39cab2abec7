import { describe, expect, it } from 'vitest';
import { validated } from './fields.ts';
import { type JsonObject, readJson } from './json.ts';
import { machinePresets } from './platform.ts';
import { reader, refusal } from './testing.ts';
import { buildMachine, kernelCpuList, type Machine, parseCpuList } from './topology.ts';
import { ListedTopologySchema, TopologiesSchema, TopologySchema } from './topology-schema.ts';

const file = validated(TopologiesSchema, readJson(await reader.read('platforms/topologies')));
const built = (shape: unknown): Machine =>
  buildMachine(validated(TopologySchema, shape as JsonObject), 'platform.topology');
const members = (ids: readonly number[], id: number): string =>
  kernelCpuList([...ids.keys()].filter((cpu) => ids[cpu] === id));

describe('the machines that come with the program', () => {
  it('are 28, each with timings that exist', async () => {
    const presets = await machinePresets(reader);
    expect(presets).toHaveLength(28);
    for (const { id, timings } of presets) {
      expect(timings.length, id).toBeGreaterThan(0);
      for (const name of timings) expect(reader.names()).toContain(`platforms/timings/${name}`);
    }
  });

  it.each(file.topologies.map((shape) => [shape.id!, shape] as const))(
    '%s puts every CPU where its lists say',
    (_, shape) => {
      const machine = buildMachine(shape, '');
      shape.llcs.forEach((text, llc) => {
        expect(members(machine.llc, llc)).toBe(text);
      });
      shape.nodes.forEach((text, node) => {
        expect(members(machine.node, node)).toBe(text);
      });
      shape.packages.forEach((text, index) => {
        expect(members(machine.package, index)).toBe(text);
      });
      expect(new Set(machine.core).size).toBe(shape.cores);
      expect(Math.max(...machine.core)).toBe(shape.cores - 1);
      expect(machine.distance).toEqual(shape.distance.flat());
    },
  );

  it('have the siblings of their numbering', () => {
    const siblings = (id: string, cpu: number) => {
      const machine = buildMachine(file.topologies.find((shape) => shape.id === id)!, '');
      return members(machine.core, machine.core[cpu]!);
    };
    expect(siblings('gnr-2s-snc3', 0)).toBe('0,240');
    expect(siblings('gnr-2s-snc3', 239)).toBe('239,479');
    expect(siblings('toy-8cpu-2llc-smt', 6)).toBe('6-7');
  });

  it('keep L2 clusters where a machine has them', () => {
    const machine = buildMachine(file.topologies.find(({ id }) => id === 'toy-8cpu-cluster')!, '');
    expect(machine.l2).toEqual([0, 0, 0, 0, 1, 1, 1, 1]);
  });
});

describe('a shape by counts', () => {
  const counts = { packages: 2, nodes_per_package: 3, cores_per_llc: 40, threads_per_core: 2 };

  it('gives the same machine as lists do', () => {
    const preset = file.topologies.find(({ id }) => id === 'gnr-2s-snc3')!;
    const machine = built({ ...counts, title: preset.title!, distance: preset.distance });
    expect(machine).toEqual(buildMachine(preset, ''));
  });

  it('can number threads of a core side by side', () => {
    const machine = built({
      packages: 1,
      cores_per_llc: 2,
      threads_per_core: 2,
      numbering: 'adjacent',
    });
    expect(machine.core).toEqual([0, 0, 1, 1]);
  });

  it('can let packages take turns: core k of package p is CPU 2k + p', () => {
    const machine = built({
      packages: 2,
      cores_per_llc: 3,
      threads_per_core: 2,
      numbering: 'interleaved',
    });
    expect(machine.package).toEqual([0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1]);
    expect(machine.core).toEqual([0, 3, 1, 4, 2, 5, 0, 3, 1, 4, 2, 5]);
    expect(members(machine.core, 0)).toBe('0,6');
  });

  it('can put one node over all packages', () => {
    const machine = built({ packages: 2, interleaved_memory: true, cores_per_llc: 2 });
    expect(machine.node).toEqual([0, 0, 0, 0]);
    expect(machine.llc).toEqual([0, 0, 1, 1]);
    expect(machine.distance).toEqual([10]);
  });

  it('has customary distances if it gives none', () => {
    expect(built({ packages: 2, nodes_per_package: 2, cores_per_llc: 1 }).distance).toEqual([
      10, 12, 21, 21, 12, 10, 21, 21, 21, 21, 10, 12, 21, 21, 12, 10,
    ]);
  });

  it('of ten million CPUs is refused', async () => {
    expect(await refusal(() => built({ ...counts, cores_per_llc: 5_000_000 }))).toMatchObject({
      path: 'cores_per_llc',
      problem: 'is 5000000',
    });
    expect(await refusal(() => built({ packages: 64, cores_per_llc: 1024 }))).toMatchObject({
      path: 'platform.topology',
      problem: 'makes 65536 CPUs',
      remedy: 'make at most 1024',
    });
  });

  it('of more caches or nodes than the core can hold is refused', async () => {
    const caches = { packages: 64, llcs_per_node: 4, cores_per_llc: 1 };
    expect((await refusal(() => built(caches))).problem).toBe('makes 256 last-level caches');
    const nodes = { packages: 64, nodes_per_package: 2, cores_per_llc: 1 };
    expect((await refusal(() => built(nodes))).problem).toBe('makes 128 nodes');
  });
});

describe('a shape by lists', () => {
  const lists = {
    cpus: 4,
    cores: 2,
    threads_per_core: 2,
    numbering: 'block',
    packages: ['0-3'],
    nodes: ['0-3'],
    llcs: ['0-3'],
    distance: [[10]],
  };

  it.each([
    ['leaves a CPU out', { llcs: ['0-2'] }, 'platform.topology.llcs', 'leaves out CPU 3'],
    [
      'names a CPU twice',
      { llcs: ['0-3', '2'] },
      'platform.topology.llcs[1]',
      'holds CPU 2, which platform.topology.llcs[0] holds too',
    ],
    [
      'names a CPU that is not there',
      { nodes: ['0-4'] },
      'platform.topology.nodes[0]',
      'holds "0-4"',
    ],
    [
      'tears siblings apart',
      { llcs: ['0-1', '2-3'] },
      'platform.topology',
      'puts CPUs 0 and 2 into one L2 cache, but not into one last-level cache',
    ],
    [
      'counts its CPUs wrongly',
      { cores: 3 },
      'platform.topology.cpus',
      'is 4, but 3 cores of 2 threads are 6 CPUs',
    ],
    [
      'has a lopsided distance table',
      { distance: [[10, 20]] },
      'platform.topology.distance',
      'is not a table of 1 x 1',
    ],
    ['is far from itself', { distance: [[20]] }, 'platform.topology.distance[0][0]', 'is 20'],
  ])('that %s is refused', async (_, change, path, problem) => {
    expect(await refusal(() => built({ ...lists, ...change }))).toMatchObject({ path, problem });
  });

  it('may list the CPUs of each core', () => {
    expect(built({ ...lists, numbering: ['0,3', '1-2'] }).core).toEqual([0, 1, 1, 0]);
  });

  it('is refused at the field when the field has another form', async () => {
    const error = await refusal(() => built({ ...lists, llcs: ['0 to 3'] }));
    expect(error).toMatchObject({ path: 'llcs[0]', problem: 'is "0 to 3"' });
    expect(error.remedy).toContain('0-39,240-279');
  });
});

describe('a list of CPUs', () => {
  it('is read and written as the kernel does', () => {
    expect(parseCpuList('0-2,7', 8, '')).toEqual([0, 1, 2, 7]);
    expect(kernelCpuList([7, 0, 2, 1])).toBe('0-2,7');
    expect(kernelCpuList([])).toBe('');
  });

  it('must name the smaller number first', async () => {
    expect((await refusal(() => parseCpuList('3-1', 8, 'x'))).path).toBe('x');
  });
});

it('the schema of presets is the one a scenario may use inline', () => {
  const [first] = file.topologies;
  expect(validated(ListedTopologySchema, JSON.parse(JSON.stringify(first)))).toEqual(first);
});
