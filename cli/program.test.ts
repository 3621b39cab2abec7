import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readInput } from './program.ts';
import { UsageError } from './usage.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'schedscape-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, content: string): string {
  const at = path.join(folder, name);
  writeFileSync(at, content);
  return at;
}

/** A named pipe into which another process writes `bytes` letters. */
function pipe(name: string, bytes: number): string {
  const at = path.join(folder, name);
  execFileSync('mkfifo', [at]);
  spawn('sh', ['-c', `head -c ${bytes} /dev/zero | tr '\\0' a > "$0"`, at], { stdio: 'ignore' });
  return at;
}

describe('an input file', () => {
  it('is read whole up to its limit, which counts bytes', () => {
    expect(readInput(file('fits', 'é'.repeat(50)), 100)).toBe('é'.repeat(50));
    expect(() => readInput(file('longer', `${'é'.repeat(50)}.`), 100)).toThrow(
      /longer: has 101 bytes; at most 100 are read$/,
    );
    expect(readInput(file('empty', ''), 100)).toBe('');
  });

  it('may begin with a byte-order mark, which is no part of it', () => {
    expect(readInput(file('marked', '\uFEFF{}'), 100)).toBe('{}');
    expect(readInput(file('within', '{}\uFEFF'), 100)).toBe('{}\uFEFF');
  });

  it.runIf(process.platform !== 'win32')(
    'may be a pipe, of the same limit (not on Windows)',
    () => {
      expect(readInput(pipe('short-pipe', 300_000), 300_000)).toBe('a'.repeat(300_000));
      expect(() => readInput(pipe('long-pipe', 10_000_000), 300_000)).toThrow(
        /long-pipe: has more than 300000 bytes; at most 300000 are read$/,
      );
    },
  );

  it.runIf(process.platform !== 'win32')(
    'is no device, which may never end (not on Windows)',
    () => {
      expect(() => readInput('/dev/zero', 100)).toThrow('/dev/zero: is neither a file nor a pipe');
    },
  );

  it('that is not there is named', () => {
    const missing = path.join(folder, 'missing');
    expect(() => readInput(missing, 100)).toThrow(UsageError);
    expect(() => readInput(missing, 100)).toThrow(`${missing}: there is no such file`);
  });
});
