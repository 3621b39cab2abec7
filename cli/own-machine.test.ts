// A machine of one's own on the command line: what is read, what is said of it, what is refused.

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { schedscape } from './testing.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'schedscape-own-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = (name: string, content: string | Uint8Array): string => {
  writeFileSync(path.join(folder, name), content);
  return path.join(folder, name);
};

const twoPackages = 'tests/fixtures/own/two-packages.xml';
const lscpu = file(
  'lscpu.txt',
  '# CPU,Core,Socket,Node,L2,L3\n0,0,0,0,0,0\n1,1,0,0,1,0\n2,2,1,1,2,1\n3,3,1,1,3,1\n',
);
const matrix = file('matrix.csv', ',,,\n45,,,\n110,111,,\n112,113,46,\n');

describe('import', () => {
  it('prints the machine as a recipe says it, and a note for all that was left out', async () => {
    const { code, out, err } = await schedscape('import', twoPackages);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      topology: { cpus: 8, packages: ['0-1,4-5', '2-3,6-7'] },
      timings: 'spr-2s-30c',
      source: { kind: 'hwloc', name: 'two-packages.xml', left_out: [] },
    });
    expect(err).toMatch(/^note: 2 CPUs are offline or not allowed/m);
    expect((await schedscape('import', twoPackages, '--strict')).code).toBe(2);
  });

  it('takes a packed file, and refuses with exit code 2 what it cannot read', async () => {
    const packed = execFileSync('gzip', ['-c', twoPackages]);
    expect((await schedscape('import', file('m.xml.gz', packed))).code).toBe(0);
    const cut = await schedscape('import', file('cut.xml.gz', packed.subarray(0, 200)));
    expect(cut).toMatchObject({ code: 2, out: '' });
    expect(cut.err).toContain('is damaged gzip');
    const text = await schedscape('import', file('x.txt', 'hello'));
    expect(text.err).toContain(
      'x.txt: is not of a kind that can be read; give the output of lstopo',
    );
    expect((await schedscape('import', twoPackages, '--as', 'pdf')).err).toContain(
      '--as pdf: must be',
    );
    const broken = readFileSync(twoPackages, 'utf8').replace('</topology>', '');
    expect((await schedscape('import', file('b.xml', broken))).err).toMatch(
      /b\.xml: line \d+: ends inside/,
    );
  });
});

describe('run --machine', () => {
  const short = ['run', 'cpupri/cyclic', '--duration', '300us', '--json'];

  it('runs a scenario on it, by the latencies that were measured', async () => {
    const own = [...short, '--machine', lscpu];
    const plain = await schedscape(...own);
    expect(plain.err).toContain(
      'note: Timings are those of gnr-2s-6n (nothing is known about the vendor).',
    );
    const near = await schedscape(...own, '--latencies', matrix);
    expect(near.err).toContain('transfers between CPUs were measured by you');
    const hash = ({ out }: { out: string }) => JSON.parse(out).trace_hash;
    expect(hash(near)).not.toBe(hash(plain));
    expect(hash(await schedscape(...own, '--latencies', matrix))).toBe(hash(near));
  });

  it('refuses what says more of a machine that is not named', async () => {
    const { code, err } = await schedscape(...short, '--latencies', matrix);
    expect(code).toBe(2);
    expect(err).toContain('--latencies: says more of a machine; name its file with --machine');
  });
});

const isThere = (program: string): boolean =>
  spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;

describe('export of a machine', () => {
  it.each(['cpupri/ffmpeg-480', 'split-llc/tbench-hints'])(
    'of %s is read by hwloc itself',
    async (scenario) => {
      const xml = path.join(folder, 'own.xml');
      expect((await schedscape('export', scenario, '--format', 'hwloc', '--out', xml)).code).toBe(
        0,
      );
      const { topology } = JSON.parse((await schedscape('import', xml)).out);
      const count = (type: string) =>
        Number(
          execFileSync('hwloc-calc', ['-i', xml, '--number-of', type, 'machine:0'], {
            encoding: 'utf8',
          }),
        );
      expect(count('PU')).toBe(topology.cpus);
      expect(count('Core')).toBe(topology.cores);
      expect(count('Package')).toBe(topology.packages.length);
      expect(count('NUMANode')).toBe(topology.nodes.length);
      expect(count('L3')).toBe(topology.llcs.length);
      // What lstopo itself makes of it is the same machine again.
      const again = path.join(folder, 'again.xml');
      const program = ['lstopo-no-graphics', 'lstopo'].find(isThere)!;
      execFileSync(program, ['-i', xml, '--of', 'xml', '--force', again]);
      const read = JSON.parse((await schedscape('import', again)).out).topology;
      const { cpus, cores, packages, nodes, llcs, distance } = topology;
      expect(read).toMatchObject({ cpus, cores, packages, nodes, llcs, distance });
    },
  );
});

describe('latencies that somebody put into a file of hwloc', () => {
  const measured =
    '<distances2 type="NUMANode" nbobjs="2" kind="6" name="mine" indexing="os"><indexes length="4">0 1 </indexes><u64values length="16">80 130 130 80 </u64values></distances2>';
  const node = (id: number, set: string) =>
    `<object type="Package" os_index="${id}" cpuset="${set}"><object type="NUMANode" os_index="${id}" cpuset="${set}"/><object type="L3Cache" cpuset="${set}" cache_size="1048576" depth="3" cache_type="0"><object type="Core" os_index="0" cpuset="${set}"><object type="PU" os_index="${id}" cpuset="${set}"/></object></object></object>`;
  const xml = `<?xml version="1.0"?>\n<!DOCTYPE topology SYSTEM "hwloc2.dtd">\n<topology version="2.0"><object type="Machine" os_index="0" cpuset="0x3">${node(0, '0x1')}${node(1, '0x2')}</object>${measured}</topology>`;
  const own = file('measured.xml', xml);

  it('are offered, and taken where somebody says so', async () => {
    const offered = await schedscape('import', own);
    expect(offered.err).toContain('use them with --latencies self');
    expect(JSON.parse(offered.out).measured.hitm).toBeUndefined();
    const taken = await schedscape('import', own, '--latencies', 'self');
    expect(taken.err).not.toContain('--latencies self');
    expect(JSON.parse(taken.out).measured.hitm).toEqual({
      other_socket: { value: 130, quality: 'measured-by-you' },
    });
    const none = await schedscape('import', lscpu, '--latencies', 'self');
    expect(none).toMatchObject({ code: 2, out: '' });
    expect(none.err).toContain('requests latencies of the file, but it has none');
  });
});

describe('a machine in one line', () => {
  it('is read as hwloc describes it', async () => {
    const line = file('machine.synthetic', 'pack:2 [numa] l3:2 l2:2 core:1 pu:2\n');
    const { code, out } = await schedscape('import', line);
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      topology: { packages: ['0-7', '8-15'] },
      source: { kind: 'synthetic' },
    });
  });
});
