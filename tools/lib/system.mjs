// The parts that come from the system, not from npm: which are missing, and how to get them.

import { existsSync, readdirSync } from 'node:fs';
import { findChromium } from './chromium.mjs';
import { Failure } from './failure.mjs';
import { findFirefox } from './firefox.mjs';
import { run, which } from './run.mjs';

const folderOfClang = '/usr/lib/llvm-14/lib/clang';
const namesIn = (folder) => (existsSync(folder) ? readdirSync(folder) : []);

/** What this machine has; a test puts another machine in its place. */
const thisMachine = {
  which,
  hasChromium: findChromium,
  hasFirefox: findFirefox,
  isBuildMachine: process.env.CI === 'true',
  hasHeader: (name) =>
    ['/usr/include', '/usr/local/include', '/opt/homebrew/include'].some((folder) =>
      existsSync(`${folder}/${name}`),
    ),
  hasSanitizers: () =>
    namesIn(folderOfClang).some((version) => existsSync(`${folderOfClang}/${version}/lib/linux`)),
};

const partsOf = ({
  which,
  hasHeader,
  hasSanitizers,
  hasChromium,
  hasFirefox,
  isBuildMachine = false,
}) => [
  { aptName: 'emscripten', isThere: () => process.env.WASM_CC || which('emcc') },
  { aptName: 'gcc', isThere: () => which('gcc') },
  { aptName: 'libc6-dev', isThere: () => hasHeader('stdlib.h') },
  { aptName: 'clang-14', isThere: () => which('clang-14', 'clang') },
  {
    // A clang of another version brings its own; a machine without any gets clang-14 in this very pass and needs it too.
    aptName: 'libclang-rt-14-dev',
    isThere: () => hasSanitizers() || (which('clang') && !which('clang-14')),
  },
  { aptName: 'clang-format-14', isThere: () => which('clang-format-14') },
  { aptName: 'clang-tidy-14', isThere: () => which('clang-tidy-14') },
  { aptName: 'cmake', isThere: () => which('cmake') },
  { aptName: 'ninja-build', isThere: () => which('ninja') },
  { aptName: 'libcmocka-dev', isThere: () => hasHeader('cmocka.h') },
  { aptName: 'chromium', isThere: hasChromium },
  { aptName: 'firefox-esr', isThere: hasFirefox },
  // Engines that a sweep is distributed on. They are daemons, which do not belong on a personal machine: there
  // their tests say that they are missing. A build machine runs them.
  ...['parallel', 'slurmctld', 'slurmd', 'sbatch', 'munged'].map((program) => ({
    aptName: { sbatch: 'slurm-client', munged: 'munge' }[program] ?? program,
    isThere: () => !isBuildMachine || which(program),
  })),
  // Read the traces and the machines that are exported: a test's second opinion.
  { aptName: 'trace-cmd', isThere: () => which('trace-cmd') },
  { aptName: 'hwloc-nox', isThere: () => which('lstopo-no-graphics', 'lstopo') },
];

/** The Debian packages that a machine lacks, all that one pass has to install. */
export const missingParts = (machine = thisMachine) =>
  partsOf(machine)
    .filter((part) => !part.isThere())
    .map((part) => part.aptName);

/** How this user may call apt-get: [] as root, ['sudo', '-n'] without a password, or undefined. */
async function rightToInstall() {
  if (!which('apt-get')) return undefined;
  if (process.getuid?.() === 0) return [];
  if (!which('sudo')) return undefined;
  return (await run('sudo', ['-n', 'true'])).code === 0 ? ['sudo', '-n'] : undefined;
}

/** Two runs that begin together on a fresh machine install one after the other: seconds that the second waits. */
const lockWait = 300;

/** Installs what is missing where that is allowed; else fails with the command to type. */
export async function ensureSystem(say) {
  const missing = missingParts();
  if (missing.length === 0) return;
  const prefix = await rightToInstall();
  const command = `apt-get install -y --no-install-recommends ${missing.join(' ')}`;
  const advice = `Missing: ${missing.join(', ')}. Install with:\n  sudo apt-get update && sudo ${command}`;
  if (!prefix) throw new Failure(advice, 2);
  say(`installing ${missing.join(', ')} …`);
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  for (const line of ['apt-get update -qq', command]) {
    const [program, ...args] = [
      ...prefix,
      ...line.split(' '),
      '-o',
      `DPkg::Lock::Timeout=${lockWait}`,
    ];
    const { code, output } = await run(program, args, { env });
    if (code !== 0) throw new Failure(`${line} failed:\n${output.trim()}\n${advice}`, 2);
  }
  const still = missingParts();
  if (still.length > 0) throw new Failure(`Still missing after apt-get: ${still.join(', ')}`, 2);
}
