// The workflows of GitHub: each is one by GitHub's own schema, takes actions of one version, and runs scripts that there are.
// The recipe's step is run with a stand-in for npx.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { validateWorkflow } from '@action-validator/core';
import { afterAll, describe, expect, it } from 'vitest';
import { inRoot } from './paths.mjs';

const folder = '.github/workflows';
const read = (name) => readFileSync(inRoot(name), 'utf8');
const workflows = readdirSync(inRoot(folder)).map((name) => `${folder}/${name}`);
const { scripts } = JSON.parse(read('package.json'));

/** Workflows that documents show whole. */
const shown = ['docs/action.md'].flatMap((name) =>
  [...read(name).matchAll(/^```yaml\n(name: [\s\S]*?)^```$/gm)].map(([, text]) => [name, text]),
);
const all = [...workflows.map((name) => [name, read(name)]), ...shown];

/** A permission that GitHub has and the schema of the linter has not. */
const unknown = /^ +attestations: write\n/m;

describe('a workflow of GitHub', () => {
  it.each(all)('%s: has the form of one', (_, text) => {
    expect(validateWorkflow(text.replace(unknown, '')).errors).toEqual([]);
  });

  it('is refused where a key is none', () => {
    const broken = read(`${folder}/test.yml`).replace('runs-on:', 'run-on:');
    expect(validateWorkflow(broken).errors.length).toBeGreaterThan(0);
  });

  it.each(all)('%s: takes each action in one exact version', (_, text) => {
    const used = [...text.matchAll(/uses: (\S+)/g)].map(([, action]) => action);
    expect(used.length).toBeGreaterThan(0);
    expect(used.filter((action) => !/^[\w-]+\/[\w-]+@v\d+\.\d+\.\d+$/.test(action))).toEqual([]);
  });

  it.each(all)(
    '%s: gives its token no more than it has to, and runs scripts that there are',
    (_, text) => {
      expect(text).toMatch(/^permissions:\n {2}contents: read$/m);
      const named = [...text.matchAll(/npm run (?:-s )?([\w:]+)/g)].map(([, script]) => script);
      expect(named.filter((script) => !(script in scripts))).toEqual([]);
    },
  );

  it('has for every browser project its parts, and each part of it', () => {
    const parts = /part: \[(.*)\]/.exec(read(`${folder}/test.yml`))[1];
    const shards = [...parts.matchAll(/'(\w+) (\d+)\/(\d+)'/g)];
    const projects = [...read('playwright.config.ts').matchAll(/\{ name: '(\w+)'/g)];
    for (const [, project] of projects) {
      const own = shards.filter(([, name]) => name === project);
      expect(own.map(([, , part]) => Number(part))).toEqual(own.map((_, i) => i + 1));
      expect(own.map(([, , , of]) => Number(of))).toEqual(own.map(() => own.length));
      expect(own.length).toBeGreaterThan(0);
    }
  });
});

describe('the step of docs/action.md that races a policy', () => {
  const [, indented] = /- name: race\n +run: \|\n([\s\S]*?)\n +- name:/.exec(
    read('docs/action.md'),
  );
  const step = indented.replaceAll(/^ {10}/gm, '');
  const folder = mkdtempSync(path.join(tmpdir(), 'schedscape-action-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  /** What the step leaves to be commented and its exit code, where every race ends in this way. */
  function commentOf(race) {
    writeFileSync(path.join(folder, 'npx'), `#!/bin/sh\n${race}\n`, { mode: 0o755 });
    for (const name of ['table.md', 'summary.md']) rmSync(path.join(folder, name), { force: true });
    const env = {
      PATH: `${folder}:${process.env.PATH}`,
      GITHUB_STEP_SUMMARY: path.join(folder, 'summary.md'),
    };
    // As a file, as GitHub does: what a group redirects is still redirected in the trap then.
    writeFileSync(path.join(folder, 'step.sh'), step);
    const bounded = 'ulimit -f 64; exec bash -e step.sh';
    const { status } = spawnSync('bash', ['-c', bounded], { cwd: folder, env, timeout: 20_000 });
    const text = (name) => readFileSync(path.join(folder, name), 'utf8');
    expect(text('summary.md')).toBe(text('table.md'));
    return { status, lines: text('table.md').trimEnd().split('\n') };
  }

  it('leaves a block that names the story of each table', () => {
    const { status, lines } = commentOf('echo "table of $3"');
    expect(status).toBe(0);
    const stories = [...step.matchAll(/schedscape race (\S+)/g)].map(([, story]) => story);
    expect(stories.length).toBe(2);
    const told = stories.flatMap((story) => [story, `table of ${story}`]);
    expect(lines).toEqual(['```', ...told, '```']);
  });

  it('fails, and leaves the error in the block, when the policy cannot be read', () => {
    const { status, lines } = commentOf('echo "line 1: no such function" >&2; exit 2');
    expect(status).toBe(2);
    expect(lines.slice(2)).toEqual(['line 1: no such function', '```']);
  });
});

describe('the image (Containerfile)', () => {
  const lines = read('Containerfile')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const instructions = [
    'FROM',
    'WORKDIR',
    'COPY',
    'RUN',
    'USER',
    'EXPOSE',
    'ENTRYPOINT',
    'CMD',
    'ENV',
    'LABEL',
  ];

  it('has instructions that there are, from one exact image, and does not run as root', () => {
    const words = lines.map((line) => line.split(' ')[0]);
    expect(words.filter((word) => !instructions.includes(word))).toEqual([]);
    for (const line of lines.filter((each) => each.startsWith('FROM ')))
      expect(line).toMatch(/^FROM \S+:\d+\.\d+\.\d+-\w+(?: AS \w+)?$/);
    expect(words).toContain('USER');
    expect(words.filter((word) => word === 'CMD').length).toBe(1);
  });
});
