// What is piped into `import` and `tell`: the command is run as a person runs it, for only a process has a standard input.

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { datOfTwo } from '../web/exchange/own/recording/testing-traces.ts';

const sample = (name: string) => readFileSync(`tests/fixtures/own/${name}`, 'utf8');

function piped(input: string | Uint8Array, ...args: readonly string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['tools/schedscape.mjs', ...args],
    { input, encoding: 'utf8', timeout: 120_000 },
  );
  return { code: status, out: stdout, err: stderr };
}

describe('import of standard input', { timeout: 120_000 }, () => {
  it('takes what lscpu prints, and its notes stand apart from the machine', () => {
    const { code, out, err } = piped(sample('lscpu-plain-2s-genoa-like.txt'), 'import', '-');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      topology: { cpus: 128, cores: 64 },
      source: { kind: 'lscpu-text' },
    });
    expect(err).toMatch(/^note: .*inferred/m);
  });

  it('takes a whole mail, and the same packed', () => {
    const mail = sample('paste-from-a-report.txt');
    const plain = piped(mail, 'import', '-');
    const packed = piped(gzipSync(mail), 'import', '-');
    expect([plain.code, packed.code]).toEqual([0, 0]);
    const topologyOf = ({ out }: typeof plain) =>
      (JSON.parse(out) as { topology: object }).topology;
    expect(topologyOf(plain)).toMatchObject({ cpus: 64, cores: 32 });
    expect(topologyOf(packed)).toEqual(topologyOf(plain));
  });

  it('takes a workload', () => {
    const { code, out } = piped(sample('hand-over.json'), 'import', '-');
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ format: 'schedscape-workload/1' });
  });

  it('refuses words, nothing at all, and more than is read', () => {
    const words = piped('Dear all, it got slower.\n', 'import', '-');
    expect(words).toMatchObject({ code: 2, out: '' });
    expect(words.err).toContain('is not of a kind that can be read');
    expect(piped('', 'import', '-')).toMatchObject({ code: 2, out: '' });
    const large = piped(`${'1,'.repeat(2000)}\n`.repeat(4500), 'import', '-');
    expect(large).toMatchObject({ code: 2, out: '' });
    expect(large.err).toMatch(/at most \d+ are read/);
  });
});

describe('tell of standard input', { timeout: 120_000 }, () => {
  it('says what the parts of a mail are, and names FILE where a command wants one', () => {
    const { code, out } = piped(sample('paste-from-a-report.txt'), 'tell', '-');
    expect(code).toBe(0);
    expect(out).toContain('A machine. 64 CPUs, 32 cores, 2 packages, 2 nodes, 8 LLCs');
    expect(out).toContain('schedscape run cpupri/cyclic --machine FILE');
  });

  it('reads a trace of any form, on a machine from a file', () => {
    const onto = ['--machine', 'tests/fixtures/own/two-packages.xml'];
    const { code, out } = piped(datOfTwo(), 'tell', '-', ...onto);
    expect(code).toBe(0);
    expect(out).toContain('8 events of');
  });

  it('of words says why they are refused, and ends with 2', () => {
    const { code, out } = piped('Dear all, it got slower.\n', 'tell', '-');
    expect(code).toBe(2);
    expect(out).toContain('is not of a kind that can be read');
  });
});
