// What is built is for readers, whatever the shell or another part of this process says.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';

const asked = vi.hoisted(() => []);
vi.mock('./run.mjs', () => ({
  run: async (_, args, { env }) => {
    asked.push({ args, env });
    return { code: args.includes('--wrong') ? 1 : 0, output: 'it is wrong', stdout: '' };
  },
}));

import { writeShippedWorlds } from './shipped-worlds.mjs';
import { buildWithVite } from './vite.mjs';

afterEach(() => vi.unstubAllEnvs());

it('builds for readers where the shell is for development', async () => {
  vi.stubEnv('NODE_ENV', 'development');
  await buildWithVite('the page', ['--outDir', 'there'], { SCHEDSCAPE_SINGLE: '1' });
  expect(asked.at(-1).args).toContain('there');
  expect(asked.at(-1).env).toEqual({ SCHEDSCAPE_SINGLE: '1', NODE_ENV: 'production' });
});

it('says what does not build, and why', async () => {
  await expect(buildWithVite('the page', ['--wrong'])).rejects.toThrow(
    'the page does not build:\nit is wrong',
  );
});

it('does not leave the process for development when it has read the modules of the page', async () => {
  vi.stubEnv('NODE_ENV', undefined);
  const folder = mkdtempSync(path.join(tmpdir(), 'worlds-'));
  try {
    expect(await writeShippedWorlds(path.join(folder, 'shipped'))).toBeGreaterThan(100);
    expect(process.env.NODE_ENV).toBeUndefined();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
