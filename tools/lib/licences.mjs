// The licences of what a built page is made of: found through package-lock.json, read from the packages
// themselves, written beside the page. A package that is bundled and not in it fails the build.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { inRoot } from './paths.mjs';

const lock = () => JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8')).packages;

/** What the page depends on, directly or not, by name: version, licence, integrity of its archive, dependencies. */
export function pagePackages(packages = lock()) {
  const found = new Map();
  const todo = Object.keys(packages[''].dependencies ?? {});
  for (let name = todo.pop(); name !== undefined; name = todo.pop()) {
    if (found.has(name)) continue;
    const entry = packages[`node_modules/${name}`];
    if (!entry) throw new Error(`package-lock.json has no ${name}`);
    const { version, license, integrity, dependencies = {} } = entry;
    found.set(name, { name, version, license, integrity, dependencies });
    todo.push(...Object.keys(dependencies));
  }
  return [...found.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

const isLicence = (file) => /^(licen[cs]e|copying|notice)/i.test(file);

/** The licence texts in a package. Throws if it has none: then it may not be distributed. */
function textsOf(name) {
  const folder = inRoot('node_modules', name);
  const files = existsSync(folder) ? readdirSync(folder).filter(isLicence).sort() : [];
  if (files.length === 0) throw new Error(`${name} brings no licence text`);
  return files.map((file) => readFileSync(path.join(folder, file), 'utf8').trim());
}

/** One text: the program's own licence by name, then each package with all that its licence says. */
export function licencesText() {
  const rule = '='.repeat(80);
  const parts = pagePackages().map(({ name, version, license }) =>
    [rule, `${name} ${version} (${license})`, rule, '', ...textsOf(name)].join('\n'),
  );
  const head =
    'Schedscape is free software under GPL-2.0-or-later; its text is in LICENSE.txt.\n' +
    'The page contains these fonts and libraries, each under its own licence:\n';
  return `${[head, ...parts].join('\n\n').replace(/\r\n/g, '\n')}\n`;
}

/** The package that a module of the bundle comes from; undefined for our own. */
export function packageOf(id) {
  const inside = id.replaceAll('\\', '/').split('/node_modules/').at(-1);
  if (inside === id.replaceAll('\\', '/')) return undefined;
  const [scope, name] = inside.split('/');
  return scope.startsWith('@') ? `${scope}/${name}` : scope;
}

/** A Vite plugin. `isPage`: the texts are written too; false for workers, which lie in the same page. */
export function licences({ isPage }) {
  return {
    name: 'licences',
    generateBundle() {
      const known = new Set(pagePackages().map(({ name }) => name));
      for (const id of this.getModuleIds()) {
        const name = packageOf(id);
        if (name !== undefined && !known.has(name)) {
          this.error(
            `${name} is bundled, but is no dependency of the page: its licence is missing`,
          );
        }
      }
      if (!isPage) return;
      const source = readFileSync(inRoot('LICENSE'), 'utf8');
      this.emitFile({ type: 'asset', fileName: 'LICENSE.txt', source });
      this.emitFile({ type: 'asset', fileName: 'licences.txt', source: licencesText() });
    },
  };
}
