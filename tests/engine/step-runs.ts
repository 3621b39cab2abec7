// Runs whose records have steps, for tests of what placements, queues and picks say of themselves.

import { readFileSync } from 'node:fs';
import { captureExplain } from '../../web/engine/capture-window.ts';
import { catalogOf } from '../../web/engine/catalog.ts';
import type { DefinitionInput } from '../../web/engine/definition.ts';
import { factsOfStep, type StepCode } from '../../web/engine/step-facts.ts';
import type { stepFacts } from '../../web/engine/steps.gen.ts';
import type { Catalog, Explain, ExplainStep } from '../../web/engine/types.ts';
import { openWasm } from '../../web/engine/wasm.ts';
import { World } from '../../web/engine/world.ts';

export const core = new WebAssembly.Module(readFileSync('build/core/core.wasm'));

/** ns between two looks at the records. */
const portion = 200_000;

/** A number of a step by its name; there are those of its code. */
type FactName = (typeof stepFacts)[StepCode][number];

export interface Step {
  readonly code: string;
  readonly facts: { readonly [Name in FactName]: number };
}

export const stepOf = ({ reasonCodes }: Catalog, step: ExplainStep): Step => {
  const code = reasonCodes[step.reason] as StepCode;
  return { code, facts: factsOfStep(code, step) as Step['facts'] };
};

export interface Placement {
  readonly explain: Explain;
  readonly code: string;
  readonly steps: readonly Step[];
}

export interface StepRun {
  readonly catalog: Catalog;
  readonly placements: readonly Placement[];
  readonly end: string;
}

export const has = (code: string) => (placement: Placement) =>
  placement.steps.some((step) => step.code === code);

/** Every record of those decisions, to its end. */
export async function runOf(
  definition: DefinitionInput,
  ns: number,
  explain_steps = 1,
  decisions: readonly string[] = ['select_task_rq_fair'],
): Promise<StepRun> {
  const world = World.create(await openWasm(core), { ...definition, explain_steps });
  const catalog = catalogOf(world);
  const wanted = decisions.map((decision) => catalog.decisions.indexOf(decision));
  const codeOf = (reason: number) => catalog.reasonCodes[reason] ?? '';
  const known = new Map<number, Explain>();
  const look = (id: number) => {
    const explain = captureExplain(world, id);
    if (explain && wanted.includes(explain.decision)) known.set(id, explain);
  };
  for (let seen = 0; world.time < ns; ) {
    world.step(Math.min(ns, world.time + portion));
    // A decision that was still open when it was looked at may have ended since.
    for (const { id, isOpen } of known.values()) if (isOpen) look(id);
    for (const end = world.clock().explains; seen < end; seen++) look(seen);
  }
  const placements = [...known.values()].map((explain) => ({
    explain,
    code: codeOf(explain.reason),
    steps: explain.steps.map((step) => stepOf(catalog, step)),
  }));
  return { catalog, placements, end: `${world.traceHash()} ${world.clock().accesses}` };
}
