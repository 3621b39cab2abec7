// `sweep --resume` and `fidelity --resume`: what was ended goes on where it was, and ends with the bytes of what was not.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { seededDraw } from '../web/base/random.ts';
import { inProgram } from './program.ts';
import { schedscape } from './testing.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'schedscape-'));
afterAll(() => rmSync(folder, { recursive: true }));
const inFolder = (name: string) => path.join(folder, name);

const cells = ['sweep', 'cpupri/cyclic', '--over', 'workload.threads=4,8', '--jobs', '1'];
const small = [...cells, '--duration', '300us', '--seeds', '4', '--json'];

describe('a sweep with a journal', () => {
  it('gives what it gives without, and runs nothing twice', async () => {
    const { out } = await schedscape(...small);
    const resume = ['--resume', inFolder('twice')];
    expect(await schedscape(...small, ...resume)).toMatchObject({
      code: 0,
      out,
      err: expect.anything(),
    });
    const before = readFileSync(inFolder('twice'), 'utf8').trim();
    const again = await schedscape(...small, ...resume);
    expect(again).toMatchObject({ code: 0, out });
    expect(again.err).toContain('16 of 16 runs are taken from');
    expect(readFileSync(inFolder('twice'), 'utf8').trim()).toBe(before);
  });

  it('gives the same part of a sweep, and ends cells by the same seeds', async () => {
    for (const more of [
      ['--shard', '2/3'],
      ['--seeds', '12', '--until', '0.0001'],
    ]) {
      const { out } = await schedscape(...small, ...more);
      const resume = ['--resume', inFolder(more[0]!)];
      await schedscape(...small, ...more, ...resume);
      const text = readFileSync(inFolder(more[0]!), 'utf8').split('\n');
      writeFileSync(inFolder(more[0]!), text.slice(0, 3).join('\n'));
      expect(await schedscape(...small, ...more, ...resume)).toMatchObject({ code: 0, out });
    }
  });

  it('runs again what a damaged line held, and half a line', async () => {
    const { out } = await schedscape(...small);
    const file = inFolder('damaged');
    await schedscape(...small, '--resume', file);
    const lines = readFileSync(file, 'utf8').trim().split('\n');
    lines[1] = lines[1]!.replace('"throughput":', '"throughput":1');
    lines[3] = lines[2]!.replace('"index":', '"index":7');
    const text = `${lines.join('\n')}\n`;
    for (const cut of [0, 1, 100, 2000]) {
      writeFileSync(file, text.slice(0, text.length - cut));
      const resumed = await schedscape(...small, '--resume', file);
      expect(resumed).toMatchObject({ code: 0, out });
      expect(resumed.err).toContain('are damaged; what they held is run again');
    }
    const [head] = lines;
    for (const torn of ['', head!.slice(0, 5), head!.slice(0, -3), head!]) {
      writeFileSync(file, torn);
      expect(await schedscape(...small, '--resume', file)).toMatchObject({ code: 0, out });
    }
  });

  it('says once that it ended in half a line, and takes that away', async () => {
    const file = inFolder('half');
    const { out } = await schedscape(...small, '--resume', file);
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, text.slice(0, -100));
    const resumed = await schedscape(...small, '--resume', file);
    expect(resumed).toMatchObject({ code: 0, out });
    expect(resumed.err).toContain('ended in the middle of a line');
    expect(resumed.err).not.toContain('damaged');
    expect(readFileSync(file, 'utf8').split('\n').sort()).toEqual(text.split('\n').sort());
    const again = await schedscape(...small, '--resume', file);
    expect(again.err).not.toMatch(/damaged|middle of a line/);
  });

  it('refuses the journal of another sweep and a file that is none, and leaves them as they are', async () => {
    const file = inFolder('other');
    await schedscape(...small, '--resume', file);
    const before = readFileSync(file, 'utf8');
    const other = await schedscape(...small, '--seeds', '5', '--resume', file);
    expect(other).toMatchObject({ code: 2, out: '' });
    expect(other.err).toContain('is of another sweep');
    expect(readFileSync(file, 'utf8')).toBe(before);
    writeFileSync(file, 'my diary');
    const none = await schedscape(...small, '--resume', file);
    expect(none).toMatchObject({ code: 2, out: '' });
    expect(none.err).toContain('is not a journal of a sweep');
    expect(readFileSync(file, 'utf8')).toBe('my diary');
    const folderGiven = await schedscape(...small, '--resume', folder);
    expect(folderGiven).toMatchObject({ code: 2, out: '' });
    const nowhere = await schedscape(...small, '--resume', inFolder('no/such/folder'));
    expect(nowhere).toMatchObject({ code: 2, out: '' });
    expect(nowhere.err).toContain('cannot be written');
  });
});

describe('a sweep that is killed', () => {
  const program = inProgram('build/cli/schedscape.mjs');
  const long = ['sweep', 'cpupri/cyclic', '--over', 'workload.threads=60,120', '--seeds', '20'];
  const args = [...long, '--duration', '1ms', '--jobs', '2', '--json'];

  const file = inFolder('killed');
  appendFileSync(file, '');
  const kept = (at: string) => {
    const isEntry = (line: string) => /^[0-9a-f]{16} \{.*\}$/.test(line);
    return readFileSync(at, 'utf8').split('\n').filter(isEntry).length;
  };

  /** Ends it by SIGKILL once it finished so many pairs, or lets it end. */
  async function started(given: readonly string[], after?: number) {
    const enough = after === undefined ? Number.POSITIVE_INFINITY : kept(file) + after;
    const child = spawn(process.execPath, [program, ...given]);
    const [out, err]: [Buffer[], Buffer[]] = [[], []];
    child.stdout.on('data', (piece: Buffer) => out.push(piece));
    child.stderr.on('data', (piece: Buffer) => err.push(piece));
    const timer = setInterval(() => kept(file) >= enough && child.kill('SIGKILL'), 3);
    const [code, signal] = (await once(child, 'close')) as [number | null, string | null];
    clearInterval(timer);
    const text = (pieces: Buffer[]) => Buffer.concat(pieces).toString();
    return { code, signal, out: text(out), err: text(err) };
  }

  it('ten times at random ends with the bytes of one that was not, and keeps what was done', async () => {
    const freshen = spawn(process.execPath, [inProgram('tools/schedscape.mjs'), '--help']);
    freshen.stdout.resume();
    await once(freshen, 'close');
    const whole = await started(args);
    expect(whole.code).toBe(0);
    const draw = seededDraw(16);
    let [kills, pairs] = [0, 0];
    while (kills < 10) {
      const { signal } = await started([...args, '--resume', file], draw(6));
      if (signal !== 'SIGKILL') break;
      kills += 1;
      expect(kept(file)).toBeGreaterThanOrEqual(pairs);
      pairs = kept(file);
    }
    expect(kills).toBe(10);
    expect(pairs).toBeGreaterThan(0);
    const end = await started([...args, '--resume', file]);
    expect(end.err).toMatch(/[1-9]\d* of 80 runs are taken from/);
    expect({ code: end.code, isSame: end.out === whole.out }).toMatchObject({
      code: 0,
      isSame: true,
    });
  }, 300_000);
});

describe('a report with a journal', () => {
  it('goes on where it was ended, with the bytes of one that was not', async () => {
    const row = 'split-llc/mc-side-effect-schbench/1';
    const report = ['fidelity', 'split-llc', '--rows', row, '--json', '--jobs', '1'];
    const { out } = await schedscape(...report);
    const file = inFolder('report');
    expect(await schedscape(...report, '--resume', file)).toMatchObject({ code: 0, out });
    const lines = readFileSync(file, 'utf8').trim().split('\n');
    writeFileSync(file, `${lines.slice(0, 3).join('\n')}\n`);
    const again = await schedscape(...report, '--resume', file);
    expect(again).toMatchObject({ code: 0, out });
    expect(again.err).toMatch(/\b2 of \d+ runs are taken from/);
    expect(again.err.match(/are taken from/g), 'said once, in whatever rounds').toHaveLength(1);
    expect(readFileSync(file, 'utf8').trim().split('\n')).toHaveLength(lines.length);
  });
});
