// Runs whose records are told step by step, for tests of what placements, queues and picks say of themselves.

import { readFileSync } from 'node:fs';
import { captureExplain } from '../../web/engine/capture-window.ts';
import { catalogOf } from '../../web/engine/catalog.ts';
import type { DefinitionInput } from '../../web/engine/definition.ts';
import type { Catalog, Explain, ToldStep } from '../../web/engine/types.ts';
import { openWasm } from '../../web/engine/wasm.ts';
import { World } from '../../web/engine/world.ts';

export const core = new WebAssembly.Module(readFileSync('build/core/core.wasm'));
export const low = (value: number) => value & 0xffff;
export const high = (value: number) => value >>> 16;

/** ns between two looks at the records. */
const portion = 200_000;

export interface Step extends ToldStep {
  readonly code: string;
}

export interface Placement {
  readonly explain: Explain;
  readonly code: string;
  readonly steps: readonly Step[];
}

export interface ToldRun {
  readonly catalog: Catalog;
  readonly placements: readonly Placement[];
  readonly end: string;
}

export const has = (code: string) => (placement: Placement) =>
  placement.steps.some((step) => step.code === code);

/** Every record of those decisions, told to its end. */
export async function runOf(
  definition: DefinitionInput,
  ns: number,
  explain_steps = 1,
  decisions: readonly string[] = ['select_task_rq_fair'],
): Promise<ToldRun> {
  const world = World.create(await openWasm(core), { ...definition, explain_steps });
  const catalog = catalogOf(world);
  const wanted = decisions.map((decision) => catalog.decisions.indexOf(decision));
  const codeOf = (reason: number) => catalog.reasonCodes[reason] ?? '';
  const told = new Map<number, Explain>();
  const look = (id: number) => {
    const explain = captureExplain(world, id);
    if (explain && wanted.includes(explain.decision)) told.set(id, explain);
  };
  for (let seen = 0; world.time < ns; ) {
    world.step(Math.min(ns, world.time + portion));
    // Who was still on the way when it was looked at may have come to the end since.
    for (const { id, isOpen } of told.values()) if (isOpen) look(id);
    for (const end = world.clock().explains; seen < end; seen++) look(seen);
  }
  const placements = [...told.values()].map((explain) => ({
    explain,
    code: codeOf(explain.reason),
    steps: explain.told.map((step) => ({ ...step, code: codeOf(step.reason) })),
  }));
  return { catalog, placements, end: `${world.traceHash()} ${world.clock().accesses}` };
}
