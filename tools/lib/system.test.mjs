// Which system parts are asked for: all at once, since only one pass installs.

import { expect, test } from 'vitest';
import { missingParts } from './system.mjs';

const bare = {
  which: () => undefined,
  hasHeader: () => false,
  hasSanitizers: () => false,
  hasChromium: () => undefined,
  hasFirefox: () => undefined,
};
const withPrograms = (...there) => ({
  ...bare,
  which: (...names) => names.find((name) => there.includes(name)),
});

test('a bare machine is asked for every part in one pass, the sanitizers of the clang to come among them', () => {
  const missing = missingParts(bare);
  expect(missing).toContain('clang-14');
  expect(missing).toContain('libclang-rt-14-dev');
  expect(missing).toContain('chromium');
  expect(missing).toContain('firefox-esr');
  expect(missing).toContain('trace-cmd');
});

test('a machine with clang-14 alone is asked for its sanitizers', () => {
  const missing = missingParts(withPrograms('clang-14'));
  expect(missing).toContain('libclang-rt-14-dev');
  expect(missing).not.toContain('clang-14');
});

test('a machine with a clang of its own is asked for no part of another one', () => {
  const missing = missingParts(withPrograms('clang'));
  expect(missing).not.toContain('clang-14');
  expect(missing).not.toContain('libclang-rt-14-dev');
});

test('a build machine alone is asked for the daemons of engines', () => {
  expect(missingParts(bare)).not.toContain('slurmctld');
  const missing = missingParts({ ...bare, isBuildMachine: true });
  for (const name of ['parallel', 'slurmctld', 'slurmd', 'slurm-client', 'munge']) {
    expect(missing).toContain(name);
  }
});
