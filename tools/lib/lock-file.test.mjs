// The packages are those that were reviewed, and the check of it can fail.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { lockProblems, mayRunAtInstall } from './lock-file.mjs';
import { inRoot } from './paths.mjs';

const read = (name) => JSON.parse(readFileSync(inRoot(name), 'utf8'));
const lock = () => read('package-lock.json');
const manifest = read('package.json');

/** What is said of the lock file with one package changed. */
function problemsWith(change, name = 'react') {
  const changed = lock();
  Object.assign(changed.packages[`node_modules/${name}`], change);
  return lockProblems(changed, manifest);
}

describe('the lock file', () => {
  it('holds every package by its hash, from the registry, with no unknown program at install', () => {
    expect(lockProblems(lock(), manifest)).toEqual([]);
  });

  it('names nobody who may run a program at install and does not want to', () => {
    const { packages } = lock();
    for (const name of Object.keys(mayRunAtInstall)) {
      expect(packages[`node_modules/${name}`]?.hasInstallScript).toBe(true);
    }
  });

  it.each([
    [{ integrity: undefined }, 'node_modules/react has no integrity'],
    [{ integrity: 'sha1-2jmj7l5rSw0yVb/vlWAYkK/YBwk=' }, 'a hash that is no SHA-512'],
    [{ resolved: 'https://example.org/react.tgz' }, 'names an address (https://example.org'],
    [{ resolved: 'git+ssh://git@example.org/react.git#abc' }, 'names an address (git+ssh'],
    [{ link: true }, 'is a link to a folder'],
    [{ hasInstallScript: true }, 'node_modules/react runs a program when it is installed'],
  ])('is refused with a package of %j', (change, words) => {
    expect(problemsWith(change)).toEqual([expect.stringContaining(words)]);
  });

  it('finds a package inside another one, too', () => {
    const changed = lock();
    changed.packages['node_modules/vite/node_modules/left-pad'] = { version: '1.0.0' };
    expect(lockProblems(changed, manifest)).toEqual([
      'node_modules/vite/node_modules/left-pad has no integrity',
    ]);
  });

  it('is refused beside a package.json of other or of inexact versions', () => {
    const dependencies = { ...manifest.dependencies, react: '^19.0.0' };
    expect(lockProblems(lock(), { ...manifest, dependencies })).toEqual([
      'dependencies differ from package.json: run npm install',
      'package.json: react ^19.0.0: must be one exact version',
    ]);
  });
});
