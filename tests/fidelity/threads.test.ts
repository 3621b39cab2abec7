// Sweeps as a person runs them: worker threads and parts of a batch system give the same bytes.

import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';

const folder = mkdtempSync(path.join(tmpdir(), 'schedscape-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function schedscape(...args: string[]): Promise<string> {
  const call = promisify(execFile);
  const { stdout } = await call(process.execPath, ['tools/schedscape.mjs', ...args]);
  return stdout;
}

const over = ['--over', 'workload.user=300us,450us'];
const sweep = ['sweep', 'cpupri/ffmpeg-480', ...over, '--seeds', '4', '--duration', '1ms'];

describe('a sweep', () => {
  it('gives the same bytes with one worker and with several, whole and merged from parts', async () => {
    const one = await schedscape(...sweep, '--jobs', '1', '--json');
    expect(JSON.parse(one).runs).toHaveLength(2 * 4 * 2);
    expect(await schedscape(...sweep, '--jobs', '3', '--json')).toBe(one);
    const files: string[] = [];
    for (const index of [1, 2, 3]) {
      const part = await schedscape(...sweep, '--jobs', '2', '--shard', `${index}/3`);
      files.push(path.join(folder, `${index}.json`));
      writeFileSync(files.at(-1)!, part);
    }
    expect(await schedscape('merge', ...files)).toBe(one);
  });
});
