// A machine of one's own on the command line: what is read, what is said of it, what is refused.

import { execFileSync } from 'node:child_process';
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
    expect(text.err).toContain('x.txt: is none of the kinds that can be read; give what lstopo');
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
      'note: Timings are those of gnr-2s-6n (nothing is known of the vendor).',
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
    },
  );
});
