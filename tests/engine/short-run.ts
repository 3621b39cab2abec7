// A short run of a story at a seed on the module that the page runs, half of it warm-up: what several tests of the engine
// look at. Measured runs of whole stories are tests/runs.

import { readFileSync } from 'node:fs';
import type { DefinitionInput } from '../../web/engine/definition.ts';
import { Simulation } from '../../web/engine/simulation.ts';
import { openWasm } from '../../web/engine/wasm.ts';
import { buildDefinition, loadScenario } from '../../web/scenario/index.ts';
import { nodeReader } from '../../web/scenario/node.ts';

export const core = new WebAssembly.Module(readFileSync('build/core/core.wasm'));
const reader = nodeReader('scenarios');
export const seeds = [1, 20_260] as const;

export interface ShortRun {
  readonly story: string;
  readonly variant: string;
  readonly seed: number;
  /** µs. */
  readonly length: number;
}

export async function definitionOf({
  story,
  variant,
  seed,
  length,
}: ShortRun): Promise<DefinitionInput> {
  const opened = await loadScenario(story, reader, [
    { path: 'seed', value: seed },
    { path: 'duration', value: `${length}us` },
    { path: 'warmup', value: `${Math.floor(length / 2)}us` },
  ]);
  return buildDefinition(opened, variant);
}

export async function simulationOf(run: ShortRun): Promise<Simulation> {
  const instances = [await openWasm(core), await openWasm(core)] as const;
  return new Simulation(...instances, await definitionOf(run), {
    duration: run.length * 1000,
    reader: () => openWasm(core),
  });
}
