// What a built page is made of, as CycloneDX 1.5 (sbom.cdx.json beside the page): the packages in it with the
// hashes of their archives, the compilers, and every file with its SHA-256. No time and no random number stands
// in it, so that the same build gives the same text. Licence texts are the business of licences.mjs.

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { sha256Of, writeWhole } from './files.mjs';
import { pagePackages } from './licences.mjs';
import { buildDir, inRoot } from './paths.mjs';

export const sbomName = 'sbom.cdx.json';

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));
const purlOf = ({ name, version }) => `pkg:npm/${name.replace('@', '%40')}@${version}`;

/** The hash of a package's archive: npm writes it in base 64, CycloneDX wants hexadecimal digits. */
function archiveHash(integrity) {
  const [, content] = /^sha512-(.+)$/.exec(integrity);
  return { alg: 'SHA-512', content: Buffer.from(content, 'base64').toString('hex') };
}

const packageComponent = (entry) => ({
  type: 'library',
  'bom-ref': purlOf(entry),
  name: entry.name,
  version: entry.version,
  hashes: [archiveHash(entry.integrity)],
  licenses: [{ expression: entry.license }],
  purl: purlOf(entry),
});

/** Every file of a built page but this text itself, by its name with '/' and its SHA-256, in order. */
export function pageFiles(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((file) => ({
      name: path.relative(folder, file).split(path.sep).join('/'),
      sha256: sha256Of(readFileSync(file)),
    }))
    .filter(({ name }) => name !== sbomName)
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

const fileComponent = ({ name, sha256 }) => ({
  type: 'file',
  'bom-ref': `file:${name}`,
  name,
  hashes: [{ alg: 'SHA-256', content: sha256 }],
});

/** What made the files out of the sources: the compiler of the core and the bundler. */
function buildTools() {
  const { version: core } = readJson(path.join(buildDir, 'core/core.wasm.json'));
  const { version } = readJson(inRoot('node_modules/vite/package.json'));
  return [
    { type: 'application', name: 'compiler of the core', version: core },
    { type: 'application', name: 'vite', version },
  ];
}

/** The whole document for a folder with a built page. */
export function sbomOf(folder) {
  const { name, version, license, description } = readJson(inRoot('package.json'));
  const packages = pagePackages();
  const own = `pkg:npm/${name}@${version}`;
  const refs = new Map(packages.map((entry) => [entry.name, purlOf(entry)]));
  const dependsOn = (dependencies) => Object.keys(dependencies).map((each) => refs.get(each));
  const { dependencies } = readJson(inRoot('package.json'));
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      tools: { components: buildTools() },
      component: {
        type: 'application',
        'bom-ref': own,
        name,
        version,
        description,
        licenses: [{ license: { id: license } }],
        purl: own,
      },
    },
    components: [...packages.map(packageComponent), ...pageFiles(folder).map(fileComponent)],
    dependencies: [
      { ref: own, dependsOn: dependsOn(dependencies) },
      ...packages.map((each) => ({ ref: purlOf(each), dependsOn: dependsOn(each.dependencies) })),
    ],
  };
}

export function writeSbom(folder) {
  writeWhole(path.join(folder, sbomName), `${JSON.stringify(sbomOf(folder), null, 2)}\n`);
}

/** Where a built page and what is written of it part: sentences, none if all is as written. */
export function sbomProblems(folder) {
  const files = new Map(pageFiles(folder).map(({ name, sha256 }) => [name, sha256]));
  let written;
  try {
    written = readJson(path.join(folder, sbomName));
  } catch {
    return [`${sbomName} is not part of the page, or no JSON: npm run build writes it`];
  }
  const listed = new Map(
    written.components
      .filter(({ type }) => type === 'file')
      .map(({ name, hashes }) => [name, hashes[0].content]),
  );
  const names = [...new Set([...files.keys(), ...listed.keys()])].sort();
  return names.flatMap((name) => {
    if (!listed.has(name)) return [`${name} does not stand in ${sbomName}`];
    if (!files.has(name)) return [`${name} stands in ${sbomName}, but is not there`];
    return files.get(name) === listed.get(name) ? [] : [`${name} is not what ${sbomName} says`];
  });
}
