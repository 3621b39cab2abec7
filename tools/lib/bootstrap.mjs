// Checks that must pass before anything from npm can be imported: a Node that is new enough and the packages of the
// lock file. Imports only node: modules and our own dependency-free helpers.

import { lstatSync, readFileSync } from 'node:fs';
import { Failure } from './failure.mjs';
import { readIfThere } from './files.mjs';
import { inRoot } from './paths.mjs';
import { run } from './run.mjs';

const oldestNode = [20, 19];

export function checkNode(version = process.versions.node) {
  const [major, minor] = version.split('.').map(Number);
  const fits = major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1]);
  if (!fits) {
    throw new Failure(
      `Schedscape needs Node ${oldestNode.join('.')} or newer; this is ${version}.\n` +
        'Get a newer one from https://nodejs.org/ or your distribution.',
      2,
    );
  }
}

/** True when every package the lock file asks for lies in node_modules with that version. */
export function packagesAreInstalled() {
  const installed = readIfThere(inRoot('node_modules/.package-lock.json'), 'utf8');
  if (!installed) return false;
  const have = JSON.parse(installed).packages;
  const want = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8')).packages;
  return Object.entries(want).every(
    ([name, entry]) =>
      name === '' ||
      entry.optional ||
      entry.devOptional ||
      entry.peer ||
      have[name]?.version === entry.version,
  );
}

/** Installs the packages when the lock file changed. `say` gets one line if that takes time. */
export async function ensurePackages(say = (line) => process.stderr.write(`${line}\n`)) {
  checkNode();
  if (packagesAreInstalled()) return false;
  // npm ci empties the folder first; through a link that would be the folder of another checkout.
  if (lstatSync(inRoot('node_modules'), { throwIfNoEntry: false })?.isSymbolicLink()) {
    throw new Failure('node_modules is a link and does not fit the lock file: install it there', 2);
  }
  say('installing the npm packages of the lock file …');
  const { code, output } = await run('npm', ['ci', '--no-audit', '--no-fund']);
  if (code !== 0) throw new Failure(`npm ci failed:\n${output.trim()}`);
  return true;
}
