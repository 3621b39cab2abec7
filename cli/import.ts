// `import`: reads a machine of one's own and writes it as a recipe says it. Nothing is run.

import { readOptions } from './options.ts';
import { intoFile } from './output-file.ts';
import { machineKindNamed, machineOptions, readMachineFiles } from './own-machine.ts';
import type { Terminal } from './terminal.ts';
import { exitCode, UsageError } from './usage.ts';

export const importUsage =
  'schedscape import <file> [--as hwloc|lscpu|lscpu-json|numactl|sysfs|matrix] [--out file.json] [--distances file] ' +
  '[--latencies file [--cores 0-7]] [--cpus 0-63] [--timings name] [--strict]';

const { machine: _, ...more } = machineOptions;
const optionTypes = {
  ...more,
  as: { type: 'string' },
  out: { type: 'string' },
  strict: { type: 'boolean', default: false },
} as const;

export async function importFile(args: readonly string[], terminal: Terminal): Promise<number> {
  const usage = `usage: ${importUsage}`;
  const { values, positionals } = readOptions(args, optionTypes, usage);
  const [file, ...others] = positionals;
  if (file === undefined || others.length > 0) throw new UsageError(`name one file\n${usage}`);
  const { own, machine } = await readMachineFiles(file, values, machineKindNamed(values.as));
  for (const note of own.notes) terminal.err(`note: ${note}`);
  if (values.strict && own.notes.length > 1) {
    throw new UsageError(`${file}: is not taken as it stands (--strict), see the notes`);
  }
  const text = new TextEncoder().encode(`${JSON.stringify(machine, null, 2)}\n`);
  if (values.out === undefined) terminal.write([text]);
  else await intoFile('--out', values.out, () => [text]);
  return exitCode.done;
}
