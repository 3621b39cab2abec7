// `distribute` on engines that people have: a real Slurm and GNU parallel, where they are installed. Parts
// that are lost, ended by the engine, damaged or run twice come to the bytes of the sweep run alone.

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inProgram } from '../../cli/program.ts';
import { type Slurm, startSlurm, whyNot } from './slurm.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'schedscape-'));
// A job that was cancelled may still be writing its last file.
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }));

const grid = ['sweep', 'cpupri/cyclic', '--over', 'workload.threads=4,8', '--seeds', '6'];
const work = [...grid, '--duration', '300us', '--json'];
const parts = 6;

/** Runs the command line as a process; it ends by itself. */
async function schedscape(
  args: readonly string[],
  environment: Readonly<Record<string, string>> = {},
) {
  const program = inProgram('build/cli/schedscape.mjs');
  const child = spawn(process.execPath, [program, ...args], {
    env: { ...process.env, ...environment },
  });
  const [out, err]: [Buffer[], Buffer[]] = [[], []];
  child.stdout.on('data', (piece: Buffer) => out.push(piece));
  child.stderr.on('data', (piece: Buffer) => err.push(piece));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, out: Buffer.concat(out).toString(), err: Buffer.concat(err).toString() };
}

const given = (engine: string, into: string, ...more: string[]) => [
  ...['distribute', engine, '--parts', String(parts), '--into', path.join(folder, into), ...more],
  ...['--', ...work],
];

const filesIn = (into: string, ending: string): string[] =>
  readdirSync(path.join(folder, into))
    .filter((name) => name.endsWith(ending))
    .map((name) => path.join(folder, into, name));

let alone = '';
beforeAll(async () => {
  const freshen = spawn(process.execPath, [inProgram('tools/schedscape.mjs'), '--help']);
  freshen.stdout.resume();
  await once(freshen, 'close');
  alone = (await schedscape([...work, '--jobs', '1'])).out;
  expect(alone).toContain('"trace_hash"');
}, 300_000);

const hasParallel = spawnSync('sh', ['-c', 'command -v parallel']).status === 0;

describe.skipIf(!hasParallel)('a sweep distributed by GNU parallel', () => {
  it('ends with the bytes of the sweep alone, and runs nothing when asked again', async () => {
    const line = given('parallel', 'parallel', '--with=--jobs 2');
    expect(await schedscape(line)).toMatchObject({ code: 0, out: alone });
    const again = await schedscape(line);
    expect(again).toMatchObject({ code: 0, out: alone });
    expect(again.err).not.toContain('parts to run');
  }, 300_000);

  it('runs the damaged and the lost parts again, and only those', async () => {
    const [damaged, lost] = filesIn('parallel', '.json').sort();
    writeFileSync(
      damaged!,
      readFileSync(damaged!, 'utf8').replace('"throughput": ', '"throughput": 1'),
    );
    rmSync(lost!);
    const collected = await schedscape(given('collect', 'parallel'));
    expect(collected).toMatchObject({ code: 1, out: '' });
    expect(collected.err).toContain('part 1/6 is not whole');
    expect(collected.err).toContain('2 are missing: 1-2;');
    const mended = await schedscape(given('parallel', 'parallel'));
    expect(mended).toMatchObject({ code: 0, out: alone });
    expect(mended.err).toContain('2 of 6 parts to run: 1-2');
    expect(await schedscape(given('collect', 'parallel'))).toMatchObject({ code: 0, out: alone });
  }, 300_000);
});

const reason = whyNot();
describe.skipIf(reason !== undefined)(
  `a sweep distributed by Slurm${reason ? `: ${reason}` : ''}`,
  () => {
    let slurm: Slurm;
    beforeAll(async () => {
      slurm = await startSlurm(20_000 + (process.pid % 20_000));
    }, 120_000);
    afterAll(() => slurm?.stop(), 120_000);

    it('ends with the bytes of the sweep alone', async () => {
      const run = await schedscape(given('slurm', 'slurm'), slurm.environment);
      expect(run).toMatchObject({ code: 0, out: alone });
      expect(filesIn('slurm', '.json')).toHaveLength(parts);
    }, 300_000);

    it('runs again what was cancelled, and takes a part that ran twice once', async () => {
      const running = schedscape(given('slurm', 'ended'), slurm.environment);
      const journals = () => existsSync(path.join(folder, 'ended')) && filesIn('ended', '.journal');
      while (!(journals() || []).length) await pause(20);
      const env = { ...process.env, ...slurm.environment };
      spawnSync('scancel', ['--name=schedscape', '--signal=KILL', '--full'], { env });
      // Beside the engine's own: two of one part at a time leave one.
      const twice = given('part', 'ended', '--part', '3');
      const both = await Promise.all([schedscape(twice), schedscape(twice)]);
      expect(both.map(({ code }) => code)).toEqual([0, 0]);
      expect(await running).toMatchObject({ code: 0, out: alone });
    }, 300_000);
  },
);
