// `distribute` on real engines: Slurm and GNU parallel, where they are installed. Parts that are lost, ended by the
// engine, damaged or run twice still give the bytes of the sweep run alone.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Slurm, startSlurm, whyNot } from './slurm.ts';
import { build, started } from './started.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'schedscape-'));
// A job that was cancelled may still be writing its last file.
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }));

const grid = ['sweep', 'cpupri/cyclic', '--over', 'workload.threads=4,8', '--seeds', '6'];
const work = [...grid, '--duration', '300us', '--json'];
const parts = 6;

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
  await build();
  alone = (await started([...work, '--jobs', '1'])).out;
  expect(alone).toContain('"trace_hash"');
}, 300_000);

const hasParallel = spawnSync('sh', ['-c', 'command -v parallel']).status === 0;

describe.skipIf(!hasParallel)('a sweep distributed by GNU parallel', () => {
  it('ends with the bytes of the sweep alone, and runs nothing when asked again', async () => {
    const line = given('parallel', 'parallel', '--with=--jobs 2');
    expect(await started(line)).toMatchObject({ code: 0, out: alone });
    const again = await started(line);
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
    const collected = await started(given('collect', 'parallel'));
    expect(collected).toMatchObject({ code: 1, out: '' });
    expect(collected.err).toContain('part 1/6 is not whole');
    expect(collected.err).toContain('2 are missing: 1-2;');
    const mended = await started(given('parallel', 'parallel'));
    expect(mended).toMatchObject({ code: 0, out: alone });
    expect(mended.err).toContain('2 of 6 parts to run: 1-2');
    expect(await started(given('collect', 'parallel'))).toMatchObject({ code: 0, out: alone });
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
      const run = await started(given('slurm', 'slurm'), slurm.environment);
      expect(run).toMatchObject({ code: 0, out: alone });
      expect(filesIn('slurm', '.json')).toHaveLength(parts);
    }, 300_000);

    /**
     * A script that every part on Slurm runs first: it says that the part runs and waits for the file `go`, so that
     * a test can end the part in between.
     */
    const waiting = path.join(folder, 'waiting.cjs');
    const begun = (part: number) => path.join(folder, `begun-${part}`);
    const go = path.join(folder, 'go');
    const source = `
      const { existsSync, writeFileSync } = require('node:fs');
      const part = process.env.SLURM_ARRAY_TASK_ID;
      if (part !== undefined) writeFileSync('${folder}/begun-' + part, String(process.pid));
      const sleep = () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
      while (part !== undefined && existsSync('${folder}') && !existsSync('${go}')) sleep();
    `;

    /** The process of a part, once it waits. */
    async function processOf(part: number): Promise<number> {
      for (;;) {
        const pid = existsSync(begun(part)) ? Number(readFileSync(begun(part), 'utf8')) : 0;
        if (pid > 0) return pid;
        await pause(20);
      }
    }

    const runs = (pid: number): boolean => {
      try {
        return process.kill(pid, 0);
      } catch {
        return false;
      }
    };

    it('runs again what was cancelled, and takes a part that ran twice once', async () => {
      writeFileSync(waiting, source);
      const environment = { ...slurm.environment, NODE_OPTIONS: `--require ${waiting}` };
      const running = started(given('slurm', 'ended'), environment);
      const cancelled = [await processOf(1), await processOf(2)];
      const env = { ...process.env, ...slurm.environment };
      const cancel = ['--name=schedscape', '--signal=KILL', '--full', '--state=RUNNING'];
      expect(spawnSync('scancel', cancel, { env }).status).toBe(0);
      while (cancelled.some(runs)) await pause(20);
      // Beside the engine's own, which still waits: two of one part at a time leave one.
      const twice = given('part', 'ended', '--part', '3');
      const both = await Promise.all([started(twice), started(twice)]);
      expect(both.map(({ code }) => code)).toEqual([0, 0]);
      writeFileSync(go, '');
      const { code, out, err } = await running;
      expect({ code, out }).toEqual({ code: 0, out: alone });
      expect(err).toContain('6 of 6 parts to run: 1-6\n');
      expect(err).toContain('2 of 6 parts to run: 1-2, round 2 of 3\n');
      const [log] = filesIn('ended', '-3-of-6.log');
      expect(readFileSync(log!, 'utf8')).toContain('part 3/6 is there: nothing to run');
    }, 300_000);
  },
);
