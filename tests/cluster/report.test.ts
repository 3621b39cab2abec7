// A fidelity report in parts: by hand (`fidelity --shard`, `--part`) and by GNU parallel, where it is
// installed. Parts come to the bytes of the report run alone; one that is lost or given twice is found.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { schedscape } from '../../cli/testing.ts';
import { build, started } from './started.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'schedscape-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Four rows of 40 runs in all, each of which takes some 30 ms of a processor. */
const rows = ['42', '43'].flatMap((row) => [
  '--rows',
  `cache-aware-v2/sapphire-rapids/stress-ng-context-switch/${row}/*`,
]);
const report = ['fidelity', 'cache-aware', ...rows, '--json'];
const parts = 3;

/** Without the end of its last line. */
let alone = '';
beforeAll(async () => {
  await build();
  ({ out: alone } = await schedscape(...report, '--all-seeds', '--jobs', '1'));
  const { rows: run } = JSON.parse(alone) as { rows: { seeds: number; verdict: string }[] };
  expect(run.map(({ seeds }) => seeds)).toEqual([10, 10, 10, 10]);
}, 120_000);

describe('a report in parts', () => {
  const files = [1, 2, 3].map((index) => path.join(folder, `${index}.json`));
  const merged = (...which: readonly string[]) =>
    schedscape(...report, ...which.flatMap((file) => ['--part', file]));

  beforeAll(async () => {
    for (const [at, file] of files.entries()) {
      const { code, out } = await schedscape(
        ...[...report, '--jobs', '1', '--shard', `${at + 1}/${parts}`],
      );
      expect(code).toBe(0);
      writeFileSync(file, out);
    }
  }, 120_000);

  it('is the report run alone, byte for byte, in whichever order parts are given', async () => {
    const [first, second, third] = files as [string, string, string];
    expect(await merged(first, second, third)).toMatchObject({ code: 0, out: alone });
    expect(await merged(third, first, second)).toMatchObject({ code: 0, out: alone });
  });

  it('is refused without one of them', async () => {
    const { code, out, err } = await merged(files[0]!, files[2]!);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(
      'of 3 parts 1 are missing: 2/3; run the same command with --shard for these',
    );
  });

  it('is refused where one is given twice, beside the others or in the place of one', async () => {
    for (const which of [
      [...files, files[1]!],
      [files[0]!, files[1]!, files[1]!],
    ]) {
      const { code, out, err } = await merged(...which);
      expect({ code, out }).toEqual({ code: 2, out: '' });
      expect(err).toContain('is part 2/3 again; give each part once');
    }
  });

  it('is refused where a part is of other rows', async () => {
    const { code, err } = await schedscape(
      ...['fidelity', 'cache-aware', ...rows.slice(0, 2)],
      ...files.flatMap((file) => ['--part', file]),
    );
    expect(code).toBe(2);
    expect(err).toContain('is of another report; give the same story and rows');
  });
});

const hasParallel = spawnSync('sh', ['-c', 'command -v parallel']).status === 0;

describe.skipIf(!hasParallel)('a report distributed by GNU parallel', () => {
  const into = path.join(folder, 'parallel');
  const given = (engine: string) => [
    ...['distribute', engine, '--parts', `${parts}`, '--into', into, '--', ...report],
  ];
  const partFiles = () =>
    readdirSync(into)
      .filter((name) => name.endsWith('.json'))
      .sort()
      .map((name) => path.join(into, name));

  it('ends with the bytes of the report run alone', async () => {
    expect(await started(given('parallel'))).toMatchObject({ code: 0, out: `${alone}\n` });
    expect(partFiles()).toHaveLength(parts);
  }, 120_000);

  it('runs a lost part again, and one in whose place another lies, and only those', async () => {
    const [first, second, third] = partFiles() as [string, string, string];
    rmSync(first);
    writeFileSync(second, readFileSync(third));
    const collected = await schedscape(...given('collect'));
    expect(collected).toMatchObject({ code: 1, out: '' });
    expect(collected.err).toContain('part 2/3 is not whole and runs again');
    expect(collected.err).toContain('of 3 parts 2 are missing: 1-2;');
    const mended = await started(given('parallel'));
    expect(mended).toMatchObject({ code: 0, out: `${alone}\n` });
    expect(mended.err).toContain('2 of 3 parts to run: 1-2');
    expect(await schedscape(...given('collect'))).toMatchObject({ code: 0, out: alone });
  }, 120_000);
});
