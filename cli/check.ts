// `check`: runs vector files through the core and compares. Formats and what their cases mean are in
// cli/check/.

import { readdirSync } from 'node:fs';
import path from 'node:path';
import { oneLine } from '../web/base/visible.ts';
import type { Backend } from '../web/engine/backend.ts';
import { openProbes } from '../web/engine/probes.ts';
import { vectorFormats } from './check/formats.ts';
import type { CaseResult, ProbeRunner, VectorFormat } from './check/types.ts';
import { ProbeError, VectorFileError } from './check/types.ts';
import { readOptions } from './options.ts';
import {
  backendNamed,
  backendNames,
  inProgram,
  isBuilt,
  openBackend,
  readInput,
} from './program.ts';
import type { Terminal } from './terminal.ts';
import { exitCode, UsageError } from './usage.ts';

export const checkUsage = 'schedscape check [<vectors.json>…] [--backend wasm|native]';

/** Larger vector files than 64 MiB are no vector files. */
const mostBytes = 64 * 2 ** 20;
/** Values as long as a whole list say nothing more in full. */
const mostShown = 300;

const cut = (text: string): string =>
  text.length > mostShown ? `${text.slice(0, mostShown)}… (${text.length} characters)` : text;

function defaultFiles(): string[] {
  const folder = inProgram('tests/vectors');
  const names = readdirSync(folder).filter((name) => name.endsWith('-vectors.json'));
  return names.sort().map((name) => path.relative('', path.join(folder, name)));
}

function readVectors(file: string): { value: unknown; format: VectorFormat } {
  const text = readInput(file, mostBytes);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new UsageError(`${file}: is not JSON: ${oneLine((cause as Error).message)}`);
  }
  const format = vectorFormats.find((candidate) => candidate.recognises(value));
  if (format) return { value, format };
  const names = vectorFormats.map(({ name }) => name).join(', ');
  throw new UsageError(`${file}: is not a vector file of a known format; the formats are ${names}`);
}

function lineOf(file: string, backend: string, result: CaseResult): string {
  const { id, where, expected = '(not said)', got = '(not said)' } = result;
  const place = where ? ` at ${where}` : '';
  return oneLine(
    `FAIL ${file} ${id} (${backend})${place}: expected ${cut(expected)}, got ${cut(got)}`,
  );
}

interface Door {
  readonly name: string;
  readonly probe: ProbeRunner;
}

/** Cases of one file on every backend: a case passes if it passes on all of them. */
function checkFile(
  file: string,
  doors: readonly Door[],
  terminal: Terminal,
  tell: (line: string) => void,
) {
  const { value, format } = readVectors(file);
  for (const note of format.notes?.(value) ?? []) terminal.err(`${file}: ${note}`);
  const verdicts: boolean[] = [];
  for (const { name, probe } of doors) {
    terminal.progress(`${file} (${name})`);
    let index = 0;
    try {
      for (const result of format.check(value, probe)) {
        if (!result.ok) tell(lineOf(file, name, result));
        verdicts[index] = (verdicts[index] ?? true) && result.ok;
        index += 1;
      }
    } catch (error) {
      if (error instanceof VectorFileError) throw new UsageError(`${file}: ${error.message}`);
      if (!(error instanceof ProbeError)) throw error;
      // The generator of results is spent: nothing after this case can be run.
      const where = `${file} case ${index + 1} and all after it (${name})`;
      tell(oneLine(`FAIL ${where}: ${error.message}`));
      verdicts[index] = false;
    }
  }
  const failed = verdicts.filter((ok) => !ok).length;
  return { passed: verdicts.length - failed, failed };
}

async function chosenBackends(written: string | undefined): Promise<Backend[]> {
  if (written !== undefined) return [await openBackend(backendNamed(written), 'probes')];
  const built = backendNames.filter(isBuilt);
  if (built.length === 0) return [await openBackend('wasm', 'probes')];
  return Promise.all(built.map((name) => openBackend(name, 'probes')));
}

export async function check(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = readOptions(args, { backend: { type: 'string' } }, checkUsage);
  const backends = await chosenBackends(values.backend);
  const files = positionals.length > 0 ? positionals : defaultFiles();
  const names = backends.map(({ name }) => name).join(', ');
  const doors = backends.map((backend) => ({ name: backend.name, probe: openProbes(backend) }));
  let anyFailed = false;
  // Results are told once every file was one: exit code 2 means that there is none.
  const lines: string[] = [];
  for (const file of files) {
    const { passed, failed } = checkFile(file, doors, terminal, (line) => lines.push(line));
    lines.push(`${oneLine(file)}: ${passed} passed, ${failed} failed (${names})`);
    anyFailed ||= failed > 0;
  }
  for (const line of lines) terminal.out(line);
  for (const backend of backends) backend.dispose();
  return anyFailed ? exitCode.failed : exitCode.done;
}
