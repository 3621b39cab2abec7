// `schedscape check`: vectors against the core, and files that are none.

import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { inProgram } from './program.ts';
import { schedscape } from './testing.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'schedscape-'));
afterAll(() => rmSync(folder, { recursive: true }));

function file(name: string, content: unknown): string {
  const at = path.join(folder, name);
  writeFileSync(at, typeof content === 'string' ? content : JSON.stringify(content));
  return at;
}

describe('check', () => {
  const vectors = inProgram('tests/vectors/coherence-vectors.json');

  it('counts what passed, with exit code 0', async () => {
    const { code, out } = await schedscape('check', vectors, '--backend', 'wasm');
    expect(code).toBe(0);
    expect(out).toMatch(/: \d+ passed, 0 failed/);
  });

  it('names the case, what was expected and what came, with exit code 1', async () => {
    const document = JSON.parse(readFileSync(vectors, 'utf8'));
    document.lock_handover[0].expect_ns += 1;
    const wrong = file('wrong-vectors.json', document);
    const { code, out } = await schedscape('check', wrong, '--backend', 'wasm');
    expect(code).toBe(1);
    expect(out).toMatch(/^FAIL .*wrong-vectors\.json .*expected \d+, got \d+$/m);
    expect(out).toMatch(/: \d+ passed, 1 failed/);
  });

  it('prints no result when one of its files is none, whatever came before', async () => {
    const good = ['check', vectors, '--backend', 'wasm'];
    const document = JSON.parse(readFileSync(vectors, 'utf8'));
    document.lock_handover[0].expect_ns += 1;
    const wrong = file('wrong-before-vectors.json', document);
    expect(await schedscape(...good, wrong, '/no/such/vectors.json')).toMatchObject({
      code: 2,
      out: '',
    });
    document.lock_handover.at(-1).expect_ns = 'soon';
    expect(await schedscape(...good, file('half-vectors.json', document))).toMatchObject({
      code: 2,
      out: '',
    });
  });

  it('refuses a list with more CPUs than the machine has, and names the field', async () => {
    const topology = inProgram('tests/vectors/topology-vectors.json');
    const document = JSON.parse(readFileSync(topology, 'utf8'));
    document.presets[0].llcs[0] = `${'0-479,'.repeat(200_000)}0`;
    const { code, out, err } = await schedscape('check', file('long-list.json', document));
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(/long-list\.json: presets\[0\]\.llcs\[0\]: .* at most 480 in all$/m);
  });

  it('refuses what is longer than any vector file before it reads it, with exit code 2', async () => {
    const long = file('long.json', '');
    truncateSync(long, 2 ** 40);
    const { code, err } = await schedscape('check', long);
    expect(code).toBe(2);
    expect(err).toContain('long.json: has 1099511627776 bytes; at most 67108864 are read');
  });

  it('refuses a folder with exit code 2', async () => {
    const { code, err } = await schedscape('check', folder);
    expect(code).toBe(2);
    expect(err).toContain('is neither a file nor a pipe');
  });

  it('refuses what is no vector file with exit code 2', async () => {
    const text = await schedscape('check', file('a.json', 'no json'));
    expect(text).toMatchObject({ code: 2, out: '' });
    expect(text.err).toContain('is not JSON');
    const other = await schedscape('check', file('b.json', { format: 'shopping-list/1' }));
    expect(other).toMatchObject({ code: 2, out: '' });
    expect(other.err).toContain('the formats are');
    const malformed = file('c.json', { format: 'topology-vectors/1', presets: [] });
    const { code, err } = await schedscape('check', malformed);
    expect(code).toBe(2);
    expect(err).toContain('c.json: presets');
  });
});
