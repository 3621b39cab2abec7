import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  closeSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { intoFile } from './output-file.ts';
import { UsageError } from './usage.ts';

let folder: string;
let file: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'schedscape-'));
  file = path.join(folder, 'out.csv');
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

const bytes = (text: string) => new TextEncoder().encode(text);
const names = () => readdirSync(folder);

describe('a file for a person', () => {
  it('is made of its pieces, alone in its folder', async () => {
    await intoFile('--out', file, () => [bytes('new '), bytes('content')]);
    expect(readFileSync(file, 'utf8')).toBe('new content');
    expect(names()).toEqual(['out.csv']);
  });

  it('replaces an earlier one and keeps its permissions', async () => {
    writeFileSync(file, 'a longer content of before');
    chmodSync(file, 0o666);
    await intoFile('--out', file, () => [bytes('short')]);
    expect(readFileSync(file, 'utf8')).toBe('short');
    expect(statSync(file).mode & 0o777).toBe(0o666);
  });

  it('is not on disk while its content is being made, so that any end leaves the earlier one', async () => {
    writeFileSync(file, 'before');
    await intoFile('--out', file, () => {
      expect(names()).toEqual(['out.csv']);
      expect(readFileSync(file, 'utf8')).toBe('before');
      return [];
    });
    expect(readFileSync(file, 'utf8')).toBe('');
  });

  it('is on the disk before it takes the name of the earlier one', async () => {
    writeFileSync(file, 'before');
    const probe = await open(file);
    const { prototype } = probe.constructor as { prototype: typeof probe };
    await probe.close();
    const seen: string[] = [];
    const sync = vi.spyOn(prototype, 'sync').mockImplementation(async () => {
      const [part] = names().filter((name) => name.endsWith('.part'));
      seen.push(readFileSync(file, 'utf8'), readFileSync(path.join(folder, part!), 'utf8'));
    });
    await intoFile('--out', file, () => [bytes('new '), bytes('content')]);
    expect(sync).toHaveBeenCalledOnce();
    expect(seen).toEqual(['before', 'new content']);
  });

  it.each(['making', 'writing'])('leaves the earlier one when %s fails', async (when) => {
    writeFileSync(file, 'before');
    function* broken(): Generator<Uint8Array> {
      yield bytes('half');
      throw new Error('no space left');
    }
    const make = () => {
      if (when === 'making') throw new Error('no space left');
      return broken();
    };
    await expect(intoFile('--out', file, make)).rejects.toThrow('no space left');
    expect(readFileSync(file, 'utf8')).toBe('before');
    expect(names()).toEqual(['out.csv']);
  });

  it('leaves the earlier one and no part when Ctrl-C comes between two pieces', async () => {
    writeFileSync(file, 'before');
    const kill = vi.spyOn(process, 'kill').mockReturnValue(true);
    const others = process.listeners('SIGINT');
    let during: string[] = [];
    let afterwards: string[] = [];
    function* interrupted(): Generator<Uint8Array> {
      yield bytes('half');
      during = names();
      const ours = process.listeners('SIGINT').filter((listener) => !others.includes(listener));
      for (const listener of ours) listener('SIGINT');
      afterwards = names();
      throw new Error('the process has ended');
    }
    await expect(intoFile('--out', file, interrupted)).rejects.toThrow('has ended');
    expect(during).toHaveLength(2);
    expect(afterwards).toEqual(['out.csv']);
    expect(kill).toHaveBeenCalledWith(process.pid, 'SIGINT');
    expect(readFileSync(file, 'utf8')).toBe('before');
    expect(process.listeners('SIGINT')).toEqual(others);
  });

  it('is written behind a link, which stays a link', async () => {
    const link = path.join(folder, 'link.csv');
    writeFileSync(file, 'before');
    symlinkSync('out.csv', link);
    await intoFile('--out', link, () => [bytes('new')]);
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(readFileSync(file, 'utf8')).toBe('new');
  });

  it.runIf(process.platform === 'linux')(
    'may be a pipe, which is not replaced (on Linux)',
    async () => {
      const pipe = path.join(folder, 'pipe');
      execFileSync('mkfifo', [pipe]);
      const { open } = await import('node:fs/promises');
      const reader = open(pipe, 'r');
      await intoFile('--out', pipe, () => [bytes('through')]);
      const handle = await reader;
      expect(await handle.readFile('utf8')).toBe('through');
      await handle.close();
      expect(statSync(pipe).isFIFO()).toBe(true);
    },
  );

  it.runIf(process.platform === 'linux')(
    'may be a pipe without a name, as /dev/stdout often is (on Linux)',
    async () => {
      const pipe = path.join(folder, 'pipe');
      execFileSync('mkfifo', [pipe]);
      const handle = openSync(pipe, 'r+');
      rmSync(pipe);
      await intoFile('--out', `/proc/self/fd/${handle}`, () => [bytes('through')]);
      const read = Buffer.alloc(7);
      readSync(handle, read);
      closeSync(handle);
      expect(read.toString()).toBe('through');
      expect(names()).toEqual([]);
    },
  );

  it('is refused before the work where it cannot be written', async () => {
    mkdirSync(path.join(folder, 'sub'));
    const make = vi.fn(() => []);
    for (const wrong of [path.join(folder, 'no/such/file'), path.join(folder, 'sub')]) {
      const writing = intoFile('--out', wrong, make);
      await expect(writing).rejects.toThrow(UsageError);
      await expect(writing).rejects.toThrow(`--out ${wrong}: cannot be written`);
    }
    expect(make).not.toHaveBeenCalled();
  });
});
