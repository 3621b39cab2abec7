// What package-lock.json must be for the packages to be those that were reviewed: each held by its hash, from
// the registry alone, and none that runs a program of its own when it is installed, but for those named here.

/** Packages that may run something when they are installed, each with the reason. */
export const mayRunAtInstall = {
  koffi: 'loads the native core; takes its built library, or builds it where there is none',
};

/** A version and nothing else: no range, no address, no tag. */
const isExact = (version) => /^\d+\.\d+\.\d+(?:-[\w.-]+)?$/.test(version);
/** Types of Node follow the oldest Node that runs this; they are no code. */
const mayBeRange = new Set(['@types/node']);

function entryProblems(name, entry) {
  const problems = [];
  if (entry.link) problems.push('is a link to a folder, not a package of the registry');
  if (entry.resolved) problems.push(`names an address (${entry.resolved}); must have none`);
  if (!/^sha512-[A-Za-z0-9+/]{86}==$/.test(entry.integrity ?? '')) {
    problems.push(`has ${entry.integrity ? 'a hash that is no SHA-512' : 'no integrity'}`);
  }
  if (entry.hasInstallScript && !(name in mayRunAtInstall)) {
    problems.push('runs a program when it is installed; review it, then name it in lock-file.mjs');
  }
  return problems;
}

/** Sentences about a lock file and its package.json; none if all is as it must be. */
export function lockProblems(lock, manifest) {
  const problems = [];
  if (lock.lockfileVersion !== 3) problems.push('lockfileVersion must be 3');
  for (const kind of ['dependencies', 'devDependencies']) {
    if (JSON.stringify(lock.packages['']?.[kind]) !== JSON.stringify(manifest[kind])) {
      problems.push(`${kind} differ from package.json: run npm install`);
    }
    for (const [name, version] of Object.entries(manifest[kind])) {
      if (!isExact(version) && !mayBeRange.has(name)) {
        problems.push(`package.json: ${name} ${version}: must be one exact version`);
      }
    }
  }
  for (const [place, entry] of Object.entries(lock.packages)) {
    if (place === '') continue;
    const name = place.split('node_modules/').at(-1);
    for (const problem of entryProblems(name, entry)) problems.push(`${place} ${problem}`);
  }
  return problems;
}
