// What becomes of a command where a module of the core is missing, cut off or changed on the disk: a sentence
// with the file's name and what to do, and exit code 2. The program runs from a folder of its own.

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  cpSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { compileModule, moduleBytes, moduleHash } from './core-module.ts';
import { inProgram } from './program.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'schedscape-'));
afterAll(() => rmSync(folder, { recursive: true }));

const program = path.join(folder, 'build/cli/schedscape.mjs');
const core = path.join(folder, 'build/core/core.wasm');
const policy = path.join(folder, 'build/core/policy.wasm');

async function started(file: string, args: readonly string[]) {
  const child = spawn(process.execPath, [file, ...args]);
  const err: Buffer[] = [];
  child.stdout.resume();
  child.stderr.on('data', (piece: Buffer) => err.push(piece));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, err: Buffer.concat(err).toString() };
}

/** The program itself would find its real folder, so it is copied; it only reads its scenarios. */
beforeAll(async () => {
  await started(inProgram('tools/schedscape.mjs'), ['--help']);
  for (const name of ['package.json', 'build/cli']) {
    cpSync(inProgram(name), path.join(folder, name), { recursive: true });
  }
  symlinkSync(inProgram('scenarios'), path.join(folder, 'scenarios'));
});

beforeEach(() => {
  for (const file of [core, policy].flatMap((module) => [module, `${module}.json`])) {
    cpSync(inProgram(path.relative(folder, file)), file);
  }
});

/** Damage of long ago: no build is at work that would be waited for. */
function damage(file: string, bytes: Uint8Array): void {
  writeFileSync(file, bytes);
  for (const name of [file, `${file}.json`]) utimesSync(name, 1, 1);
}

/** The hash that a build writes beside a module of these bytes. */
const publishHash = (file: string, bytes: Uint8Array): void =>
  writeFileSync(
    `${file}.json`,
    JSON.stringify({ sha256: createHash('sha256').update(bytes).digest('hex') }),
  );

/** Changes a byte of a module's data, which lies at its end: it still compiles. */
async function changeLastByte(file: string): Promise<void> {
  const bytes = readFileSync(file);
  bytes[bytes.length - 1]! ^= 1;
  await WebAssembly.compile(bytes);
  damage(file, bytes);
}

const run = ['run', 'cpupri/cyclic', '--duration', '300us'];
const sweep = [
  'sweep',
  'cpupri/cyclic',
  '--duration',
  '300us',
  '--over',
  'workload.threads=4',
  '--seeds',
  '2',
];
const journal = path.join(folder, 'journal');
const commands = [
  ['run', run],
  ['sweep of one worker', [...sweep, '--jobs', '1']],
  ['sweep of two workers', [...sweep, '--jobs', '2']],
  ['sweep with a journal', [...sweep, '--jobs', '1', '--resume', journal]],
  [
    'part of a distributed sweep',
    ['distribute', 'collect', '--parts', '2', '--into', folder, '--', ...sweep],
  ],
] as const;

const build = 'node tools/build-core.mjs --wasm';

it.each(commands)('a %s names a core that was cut off, and says what to do', async (_, args) => {
  damage(core, readFileSync(core).subarray(0, 100_000));
  const { code, err } = await started(program, args);
  expect(err.trim().split('\n').at(-1)).toBe(
    `schedscape: ${core}: is damaged (its bytes are not those that were built); ` +
      `remove build/core and build it anew: ${build}`,
  );
  expect(code).toBe(2);
});

it.each(commands)('a %s names a core that is missing, and says what to do', async (_, args) => {
  rmSync(core);
  const { code, err } = await started(program, args);
  expect(err.trim().split('\n').at(-1)).toBe(
    `schedscape: ${core}: is not there; build it: ${build}`,
  );
  expect(code).toBe(2);
});

describe('a module of the core', () => {
  it('runs as it was built', async () => {
    expect(await started(program, run)).toMatchObject({ code: 0 });
  });

  it('is refused when a byte of it was changed, although it compiles', async () => {
    await changeLastByte(core);
    const { code, err } = await started(program, run);
    expect(err).toContain(`${core}: is damaged (its bytes are not those that were built)`);
    expect(code).toBe(2);
  });

  it('is named when it is the one that runs policies', async () => {
    const own = ['--policy', inProgram('cli/keys/two-choices.js')];
    rmSync(policy);
    const { err } = await started(program, ['run', 'split-llc/hackbench-groups', ...own]);
    expect(err).toContain(`${policy}: is not there`);
  });

  it('is refused by what the engine says of it where no hash stands beside it', async () => {
    rmSync(`${core}.json`);
    expect(await compileModule(core)).toBeInstanceOf(WebAssembly.Module);
    writeFileSync(core, readFileSync(core).subarray(0, 100_000));
    await expect(compileModule(core)).rejects.toThrow(`${core}: is damaged (WebAssembly`);
    expect((await started(program, run)).code).toBe(2);
  });

  it('is not called damaged where its hash is right and this Node cannot compile it', async () => {
    const { engines } = JSON.parse(readFileSync(inProgram('package.json'), 'utf8'));
    const bytes = Buffer.from('\0asm of another age');
    writeFileSync(core, bytes);
    publishHash(core, bytes);
    const error = await compileModule(core).catch((cause: Error) => cause.message);
    expect(error).toContain(
      `${core}: is what was built, but this Node, ${process.version}, cannot compile it (WebAssembly`,
    );
    expect(error).toContain(`; Node ${engines.node.slice('>='.length)} or newer is needed`);
    expect(error).not.toContain('damaged');
  });

  it('may have a hash beside it that is no longer to be read', async () => {
    writeFileSync(`${core}.json`, '{"sha256": "12');
    expect(await compileModule(core)).toBeInstanceOf(WebAssembly.Module);
    expect(moduleHash(core)).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe('a module that another build publishes meanwhile', () => {
  const bytes = Buffer.from('what another build made');

  /** Looks at the module while `then` happens at the pause of this number, from 1; how often one waited, and how long. */
  function lookedAt(happens: number, then: () => void) {
    const pauses: number[] = [];
    const read = () =>
      moduleBytes(core, (ms) => {
        if (pauses.push(ms) === happens) then();
      });
    return { read, pauses };
  }

  it('is read once where it fits its hash', () => {
    const { read, pauses } = lookedAt(1, () => {});
    expect(readFileSync(core).equals(read())).toBe(true);
    expect(pauses).toEqual([]);
  });

  it('is looked at again until its hash is there, too', () => {
    writeFileSync(core, bytes);
    const { read, pauses } = lookedAt(7, () => publishHash(core, bytes));
    expect(read()).toEqual(bytes);
    expect(pauses).toEqual(Array(7).fill(50));
  });

  it('is looked at again where a second build has overwritten one of the two, until that is mended', () => {
    publishHash(core, bytes); // one build's hash beside the module of the other
    const { read, pauses } = lookedAt(90, () => writeFileSync(core, bytes));
    expect(read()).toEqual(bytes);
    expect(pauses).toHaveLength(90);
  });

  it('is called damaged after five seconds, and at once where nobody has written it lately', () => {
    writeFileSync(core, bytes);
    const { read, pauses } = lookedAt(0, () => {});
    expect(read).toThrow(`${core}: is damaged (its bytes are not those that were built)`);
    expect(pauses.reduce((sum, ms) => sum + ms)).toBe(5000);
    pauses.length = 0;
    damage(core, bytes);
    expect(read).toThrow('is damaged');
    expect(pauses).toEqual([]);
  });
});
