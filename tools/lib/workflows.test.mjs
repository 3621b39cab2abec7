// The workflows of GitHub: each is one by GitHub's own schema, takes actions of one version, and runs scripts that there are.

import { readdirSync, readFileSync } from 'node:fs';
import { validateWorkflow } from '@action-validator/core';
import { describe, expect, it } from 'vitest';
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
