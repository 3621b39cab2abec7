import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openRecipe } from '../scenario/index.ts';
import { reader, refusal, smallScenario } from '../scenario/testing.ts';
import { buildMachine } from '../scenario/topology.ts';
import type { ListedTopology } from '../scenario/topology-schema.ts';
import { readLscpu, timingsLike } from './lscpu.ts';
import { LISTING_BYTES } from './own/limits.ts';

const presets = (
  JSON.parse(readFileSync('scenarios/platforms/topologies.json', 'utf8')) as {
    topologies: (ListedTopology & { id: string })[];
  }
).topologies;

/** What lscpu prints on a machine of this shape; user space sees one L3 a package if `snc`. */
function printed(shape: ListedTopology, snc = false): string {
  const m = buildMachine(shape, '');
  const rows = Array.from({ length: m.cpus }, (_, cpu) => {
    const l3 = snc ? m.package[cpu] : m.llc[cpu];
    const [core, l2] = [m.core[cpu], m.l2[cpu]];
    return `${cpu},${core},${m.package[cpu]},${m.node[cpu]},,${core},${core},${l2},${l3}`;
  });
  const head = '# The following is the parsable format, which can be fed to other\n# programs.';
  return `${head}\n# CPU,Core,Socket,Node,,L1d,L1i,L2,L3\n${rows.join('\n')}\n`;
}

const header = '# CPU,Core,Socket,Node,,L1d,L1i,L2,L3';
const four = ['0,0,0,0,,0,0,0,0', '1,1,0,0,,1,1,1,0', '2,2,1,1,,2,2,2,1', '3,3,1,1,,3,3,3,1'];
const paste = (...rows: string[]) => [header, ...rows].join('\n');

describe('readLscpu', () => {
  for (const preset of presets) {
    it(`gives back the shape of ${preset.id}`, () => {
      const { topology } = readLscpu(printed(preset), preset.vendor);
      const [read, own] = [buildMachine(topology, ''), buildMachine(preset, '')];
      expect(read).toMatchObject({
        core: own.core,
        l2: own.l2,
        llc: own.llc,
        package: own.package,
        node: own.node,
      });
    });
  }

  it('splits one L3 a package into one per node, as the scheduler does with sub-NUMA clusters', () => {
    const preset = presets.find(({ id }) => id === 'gnr-2s-snc3')!;
    const { topology, notes } = readLscpu(printed(preset, true), 'intel');
    expect(topology.llcs).toEqual(preset.llcs);
    expect(notes.join(' ')).toContain('sub-NUMA clusters');
    expect(topology.numbering).toBe('block');
  });

  it('reads caches in one colon-joined column, and columns in another order', () => {
    const text = '# Node,CPU,Socket,Core,L1d:L1i:L2:L3\n0,0,0,0,0:0:0:0\n0,1,0,0,0:0:0:0\n';
    const { topology } = readLscpu(text);
    expect(topology).toMatchObject({ cpus: 2, cores: 1, threads_per_core: 2, llcs: ['0-1'] });
  });

  it('takes cores of the same number in two sockets for two, and labels with gaps for labels', () => {
    const rows = ['0,0,0,0,,0,0,0,4', '1,1,0,0,,1,1,1,4', '2,0,2,3,,8,8,8,9', '3,1,2,3,,9,9,9,9'];
    const { topology } = readLscpu(paste(...rows));
    expect(topology).toMatchObject({ cores: 4, packages: ['0-1', '2-3'], nodes: ['0-1', '2-3'] });
    expect(topology.llcs).toEqual(['0-1', '2-3']);
  });

  it('leaves offline CPUs out and numbers the others without gaps, and says both', () => {
    const { topology, notes } = readLscpu(paste(four[0]!, '1,,,,,,,,', four[2]!, four[3]!));
    expect(topology.cpus).toBe(3);
    expect(notes.join(' ')).toMatch(/1 CPUs are offline.*renumbered from 0 to 2/);
  });

  it('keeps all threads where cores differ, and says so', () => {
    const rows = ['0,0,0,0,,0,0,0,0', '1,0,0,0,,0,0,0,0', '2,1,0,0,,1,1,1,0'];
    const { topology, notes } = readLscpu(paste(...rows));
    expect(topology).toMatchObject({ cpus: 3, threads_per_core: 2, numbering: ['0-1', '2'] });
    expect(notes.join(' ')).toContain('1 core with 2 threads, 1 core with 1 thread');
  });

  it('takes caches of data alone for caches, and the outermost for the last level', () => {
    const { topology, notes } = readLscpu(
      '# CPU,Core,Socket,Node,,L1d,L2d,L2i,L4\n0,0,0,0,,0,0,0,0\n1,1,0,0,,1,0,0,0\n2,2,0,0,,2,1,1,0\n',
    );
    expect(topology.llcs).toEqual(['0-2']);
    expect(topology.l2_clusters).toEqual(['0-1', '2']);
    expect(notes.join(' ')).not.toContain('No line names the columns');
  });

  it('takes cores of different kinds apart that lscpu gives one number', () => {
    const { topology, notes } = readLscpu(
      '# CPU,Core,Socket,Node,,L1d,L1i,L2,L3\n0,0,0,,,0,0,0,0\n1,1,0,,,1,1,1,0\n2,0,0,,,2,2,2,0\n',
    );
    expect(topology.cores).toBe(3);
    expect(notes[0]).toBe(
      'lscpu gives 1 number to several cores: CPUs with an L2 of their own are taken for cores of their own.',
    );
  });

  it('reads rows without the comment in the order of the command, and says so', () => {
    const { topology, notes } = readLscpu(four.join('\r\n'));
    expect(topology.distance).toEqual([
      [10, 21],
      [21, 10],
    ]);
    expect(notes[0]).toContain('No line names the columns');
    expect(readLscpu(four.join('\n'), 'amd').topology.distance[0]).toEqual([10, 32]);
  });

  it('says which line is wrong and what would be right', async () => {
    const cases: [string, string, RegExp][] = [
      [paste(four[0]!, '1,x,0,0,,1,1,1,0'), 'line 3', /"x" for core/],
      [paste(four[0]!, '1,1,0,0,,1,1,1,0,7'), 'line 3', /has 9 fields, 8 are named/],
      [paste(four[0]!, four[0]!), 'line 3', /CPU 0 again, after line 2/],
      [paste('hello'), 'line 2', /fields/],
      [paste(four[0]!, '1,-1,0,0,,1,1,1,0'), 'line 3', /not a number/],
      [header, 'text', /no CPU/],
      ['', 'text', /no CPU/],
      ['0'.repeat(LISTING_BYTES + 1), 'text', /characters/],
    ];
    for (const [text, where, problem] of cases) {
      const error = await refusal(() => readLscpu(text));
      expect(error.path).toBe(where);
      expect(error.problem).toMatch(problem);
      expect(error.remedy).not.toBe('');
    }
  });

  it('refuses more CPUs than the core has', async () => {
    const rows = Array.from({ length: 1025 }, (_, cpu) => `${cpu},${cpu},0,0,,0,0,0,0`);
    expect((await refusal(() => readLscpu(paste(...rows)))).problem).toBe('lists 1025 CPUs');
  });

  it('gives a shape or a refusal for any text, in linear time', async () => {
    let seed = 7;
    const next = (below: number) => {
      seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
      return (seed >>> 8) % below;
    };
    const pieces = [
      '0',
      '1',
      '99',
      ',',
      ',,',
      ':',
      '#',
      'CPU',
      '\n',
      '-',
      ' ',
      '__proto__',
      'é',
      'L3',
    ];
    for (let round = 0; round < 3000; round++) {
      const length = next(60);
      const text = Array.from({ length }, () => pieces[next(pieces.length)]).join('');
      try {
        buildMachine(readLscpu(text).topology, '');
      } catch (error) {
        expect((error as Error).name).toBe('ScenarioError');
      }
    }
    expect((await refusal(() => readLscpu(','.repeat(LISTING_BYTES)))).path).toBe('line 1');
  });
});

describe('a recipe with an imported machine', () => {
  it('opens on it, with the timings of a machine like it', async () => {
    const { topology } = readLscpu(paste(...four));
    const timings = timingsLike(buildMachine(topology, ''), 'generic');
    const opened = await openRecipe(
      {
        format: 'schedscape-recipe/3',
        scenario: smallScenario() as never,
        machine: { topology, timings },
      },
      reader,
    );
    expect(opened.machine.cpus).toBe(4);
    expect(opened.timings.id).toBe(timings);
  });
});
