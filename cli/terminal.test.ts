// The command line as a process of its own: what happens to its results when the reading end of the pipe closes,
// and to texts that would steer the terminal.

import { type SpawnOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inProgram } from './program.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'schedscape-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** What people start, which builds first, and what it builds. */
const starter = inProgram('tools/schedscape.mjs');
const fresh = inProgram('build/cli/schedscape.mjs');
beforeAll(async () => void (await run(['--help'], 'ignore', starter)));

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs the program as a person does; `stdio` says where its streams lead, pipes otherwise. */
async function run(
  args: readonly string[],
  stdio: SpawnOptions['stdio'] = 'pipe',
  program = fresh,
): Promise<Ended> {
  const child = spawn(process.execPath, [program, ...args], { stdio });
  const [out, err]: [Buffer[], Buffer[]] = [[], []];
  child.stdout?.on('data', (piece: Buffer) => out.push(piece));
  child.stderr?.on('data', (piece: Buffer) => err.push(piece));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, out: Buffer.concat(out).toString(), err: Buffer.concat(err).toString() };
}

const short = ['run', 'cpupri/cyclic', '--duration', '300us', '--set', 'workload.threads=8'];

describe('standard output', () => {
  const full = '/dev/full';

  it.runIf(existsSync(full)).each([
    ['starts', starter],
    ['was built', fresh],
  ])('that is full is named by what %s, with exit code 2 (Linux)', async (_, program) => {
    const sink = openSync(full, 'w');
    const { code, err } = await run(short, ['ignore', sink, 'pipe'], program);
    closeSync(sink);
    expect(err).toMatch(/standard output cannot be written \(ENOSPC: .*\); results are missing\n$/);
    expect(err).not.toMatch(/\n {4}at /);
    expect(code).toBe(2);
  });

  it.runIf(existsSync(full))(
    'is all that counts: a full standard error is no failure (Linux)',
    async () => {
      const sink = openSync(full, 'w');
      const { code, out } = await run(short, ['ignore', 'pipe', sink]);
      closeSync(sink);
      expect(out).toContain('throughput');
      expect(code).toBe(0);
    },
  );

  it.each([
    ['standard output', 'stdout'],
    ['standard error', 'stderr'],
  ] as const)('whose reader is gone is no failure: %s', async (_, stream) => {
    const child = spawn(process.execPath, [fresh, ...short, '--json']);
    child[stream].destroy();
    const other = stream === 'stdout' ? child.stderr : child.stdout;
    const pieces: Buffer[] = [];
    other.on('data', (piece: Buffer) => pieces.push(piece));
    const [code] = (await once(child, 'close')) as [number];
    expect(Buffer.concat(pieces).toString()).not.toMatch(/\n {4}at /);
    expect(code).toBe(0);
  });
});

describe('a scenario of somebody else', () => {
  const evil = '\u001b]0;owned\u0007\u001b[2J\u009b31m\u202e';
  const hostile = (change: object): string => {
    const at = path.join(folder, 'hostile.json');
    const given = JSON.parse(readFileSync(inProgram('scenarios/cpupri/cyclic.json'), 'utf8'));
    const variants = given.variants.map((one: object) => ({ ...one, label: `label${evil}` }));
    const title = `fine${evil}\nFAIL everything`;
    const scenario = { ...given, title, variants, ...change };
    writeFileSync(at, JSON.stringify(scenario));
    return at;
  };
  /** Whatever a terminal would take as more than text, or as the end of a line. */
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  const steering = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/;

  it.each([
    ['run', []],
    ['run', ['--json']],
    ['sweep', ['--over', 'workload.threads=2', '--seeds', '1', '--jobs', '1']],
    ['export', ['--format', 'csv']],
    ['export', ['--format', 'json']],
    ['export', ['--format', 'ftrace']],
  ])('does not steer the terminal of %s %j', async (command, more) => {
    const { code, out, err } = await run([command, hostile({}), '--duration', '300us', ...more]);
    expect(err).not.toMatch(steering);
    expect(code).toBe(0);
    expect(out).toContain(']0;owned');
    expect(out.replaceAll('\r\n', '\n')).not.toMatch(steering);
    expect(out).not.toMatch(/^FAIL/m);
  });

  it.each([
    ['a key', { [`odd${evil}`]: 1 }],
    ['a value', { workload: { name: evil } }],
    ['a name', { platform: evil }],
  ])('does not steer it by a refusal of %s', async (_, change) => {
    const { code, err } = await run(['run', hostile(change)]);
    expect(code).toBe(2);
    expect(err).not.toMatch(steering);
  });
});
