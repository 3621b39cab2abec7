// The one place where tests measure whole runs: with the native library, the fastest of the builds that give the same trace
// (tests/determinism holds it), once a run (store.ts). One story a chapter is measured in WebAssembly, as the page does.

import { readFileSync } from 'node:fs';
import { hashFiles, sha256Of } from '../../tools/lib/files.mjs';
import { Imports } from '../../tools/lib/imports.mjs';
import type { Backend } from '../../web/engine/backend.ts';
import type { DefinitionInput } from '../../web/engine/definition.ts';
import { openNative } from '../../web/engine/native.ts';
import { hasOwn } from '../../web/engine/own-code.ts';
import { type RunJob, type RunMeasures, runJob } from '../../web/engine/sweep/measure.ts';
import { openWasm } from '../../web/engine/wasm.ts';
import { RunStore } from './store.ts';

/** All that turns a definition into figures, on our side of the core. */
const measuring = ['tests/runs/measured.ts', 'tests/runs/story-run.ts'];

/** What code is made of, with the exact packages: one of them reads the memory of the native library. */
export const behind = (...code: string[]) => ['package-lock.json', ...new Imports().closure(code)];

/** The builds that tests measure with. */
export const files = {
  native: 'build/native/libschedscape-gcc.so',
  core: 'build/core/core.wasm',
  policy: 'build/core/policy.wasm',
} as const;
export type Module = keyof typeof files;

const known = new Map<string, string>();
function hashOnce(name: string, make: () => string): string {
  const hash = known.get(name) ?? make();
  known.set(name, hash);
  return hash;
}
const hashOfFile = (file: string) => hashOnce(file, () => sha256Of(readFileSync(file)));
const hashOfMeasuring = () => hashOnce('measuring', () => hashFiles(behind(...measuring)));

/** `npm test -- --no-cache` sets it to the moment at which it began: what was kept before is run again. */
const since = Number(process.env.SCHEDSCAPE_RUNS_SINCE ?? 0);
const keptRuns = new RunStore('build/runs', since);

/** Stories that are measured in WebAssembly: one a chapter, whose runs are short. */
const inWasm: ReadonlySet<string> = new Set([
  'cpupri/cyclic',
  'split-llc/one-wakeup',
  'cache-aware/two-pairs',
  'pcp/one-zone',
]);

const compiled = new Map<Module, WebAssembly.Module>();
function moduleOf(module: Module): WebAssembly.Module {
  const known = compiled.get(module) ?? new WebAssembly.Module(readFileSync(files[module]));
  compiled.set(module, known);
  return known;
}

/** The module that measures the runs of a story; without a story, the runs belong to none in particular. */
export function moduleFor(story: string | undefined, definition: DefinitionInput): Module {
  if (story === undefined || !inWasm.has(story)) return 'native';
  return hasOwn(definition) ? 'policy' : 'core';
}

/** A backend of its own, which is to be disposed of. */
export const openModule = async (module: Module): Promise<Backend> =>
  module === 'native' ? openNative(files.native) : openWasm(moduleOf(module));

/** Opens a module for as long as `use` takes. */
async function withModule<T>(module: Module, use: (backend: Backend) => T): Promise<T> {
  const backend = await openModule(module);
  try {
    return use(backend);
  } finally {
    backend.dispose();
  }
}

interface Measured {
  /** Whose run it is, for those that are measured in WebAssembly. */
  readonly story?: string | undefined;
  readonly definition: DefinitionInput;
  /** The window, and all that is asked of the run. */
  readonly asked: unknown;
}

/** What `measure` gives of a run: with nothing to go by but the definition and what is asked, in code of this folder. */
export function measured<T>(
  { story, definition, asked }: Measured,
  measure: (backend: Backend) => T,
): Promise<T> {
  const module = moduleFor(story, definition);
  const built = hashOfFile(files[module]);
  const question = { built, measuring: hashOfMeasuring(), definition, asked };
  return keptRuns.kept(question, () => withModule(module, measure));
}

interface Held {
  /** Files of the builds that it is held of. */
  readonly built: readonly string[];
  /** The file that holds it: with all that it is made of, it is part of what the verdict is kept by. */
  readonly by: string;
  readonly definition: DefinitionInput;
  readonly asked: unknown;
}

/** Runs `hold`, which throws where something does not hold, unless the same code held it of the same runs of the same builds. */
export async function heldOnce(
  { built, by, definition, asked }: Held,
  hold: () => Promise<void>,
): Promise<void> {
  const hashes = built.map(hashOfFile);
  const code = hashOnce(by, () => hashFiles(behind(by)));
  await keptRuns.kept({ hashes, code, definition, asked, held: true }, async () => {
    await hold();
    return true;
  });
}

/** A run of a sweep, a question or a claim. */
export function measuredJob(job: RunJob, story?: string): Promise<RunMeasures> {
  const { definition, ...asked } = job;
  return measured({ story, definition, asked }, (backend) => runJob(backend, job));
}
