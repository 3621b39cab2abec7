// Holds what the steps of every story claim to its own runs, and what the notes of talks say of them, at two seeds: one run a story, variant and seed answers all
// of them, with the very metrics that the page shows. The stories are dealt out to files that run beside each other.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { runBatch } from '../../web/engine/batch.ts';
import { catalogOf } from '../../web/engine/catalog.ts';
import { openWasm } from '../../web/engine/wasm.ts';
import { World } from '../../web/engine/world.ts';
import { explainRow } from '../../web/engine/world-views.ts';
import { faultOf, type Measured } from '../../web/learn/step/step.ts';
import {
  buildDefinition,
  loadScenario,
  type OpenedScenario,
  scenarioNames,
} from '../../web/scenario/index.ts';
import { nodeReader } from '../../web/scenario/node.ts';
import { decisionsCounted, type Step } from '../../web/scenario/step-schema.ts';
import { loadTalk, talkNames } from '../../web/scenario/talk/talk.ts';
import { measure, type Report } from '../../web/stage/measures.ts';

const core = new WebAssembly.Module(readFileSync('build/core/core.wasm'));
const reader = nodeReader('scenarios');
/** The scenario's own, and another. */
export const seeds = [1, 2] as const;
/** Files that the stories are dealt out to. */
const shares = 4;

/** What is told: by steps of a story, or by notes of a talk. */
type Steps = readonly Pick<Step, 'values' | 'claims' | 'checks'>[];

interface Run {
  readonly report: Report;
  /** Decisions of the measured window by the code of their reason; empty where nothing is claimed of them. */
  readonly decisions: ReadonlyMap<string, number>;
}

/** Counts the records of decisions as they come; `from`: ns. */
function counting(world: World, from: number) {
  const { reasonCodes } = catalogOf(world);
  const decisions = new Map(reasonCodes.map((code) => [code, 0]));
  let seen = 0;
  const onRecords = () => {
    for (const end = world.clock().explains; seen < end; seen++) {
      const row = explainRow(world, seen);
      if (!row) throw new Error(`the record of decision ${seen} was forgotten before it was read`);
      const code = reasonCodes[row.reason] ?? '';
      if (row.time >= from) decisions.set(code, (decisions.get(code) ?? 0) + 1);
    }
  };
  return { decisions, onRecords };
}

async function runOf(opened: OpenedScenario, variant: string, counts: boolean): Promise<Run> {
  const backend = await openWasm(core);
  const world = World.create(backend, buildDefinition(opened, variant));
  const { duration, program } = opened;
  const window = { duration, windowStart: opened.window.from, program };
  if (!counts) return { report: runBatch(world, window), decisions: new Map() };
  const { decisions, onRecords } = counting(world, opened.window.from);
  return { report: runBatch(world, { ...window, onRecords }), decisions };
}

/** The sentences that do not hold of the story at that seed, each with the reason. */
export async function faultsOf(name: string, seed: number, steps?: Steps): Promise<string[]> {
  const opened = await loadScenario(name, reader, [{ path: 'seed', value: seed }]);
  const told = steps ?? opened.scenario.steps ?? [];
  const asked = told.flatMap(({ claims = [], values = [], checks = [] }) => [
    ...claims,
    ...values,
    ...checks,
  ]);
  const named = asked.flatMap((each) =>
    'than' in each ? [each.variant, each.than] : each.variant,
  );
  const counts = asked.some(({ metric }) => metric === decisionsCounted);
  const runs = new Map<string, Run>();
  for (const { id } of opened.scenario.variants) {
    if (id === 'A' || named.includes(id)) runs.set(id, await runOf(opened, id, counts));
  }
  const measured: Measured = ({ metric, reason, line, variant }) => {
    if (reason) return runs.get(variant)?.decisions.get(reason);
    const value = measure(metric, runs.get(variant)?.report, runs.get('A')?.report, line);
    return typeof value === 'number' ? value : undefined;
  };
  return told.flatMap(({ claims = [], values = [], checks = [] }) => [
    ...[...claims, ...checks].flatMap((claim) => {
      const fault = faultOf(claim, measured);
      return fault ? [`"${claim.says}" at seed ${seed}: ${fault}`] : [];
    }),
    ...values.flatMap((value) =>
      measured(value) === undefined ? [`{${value.id}} at seed ${seed}: the run gives nothing`] : [],
    ),
  ]);
}

/** What the notes of all talks say of a story. */
const talks = await Promise.all(talkNames(reader).map((name) => loadTalk(name, reader)));
const notesOn = (name: string): Steps =>
  talks.flatMap(({ steps }) => steps.filter(({ on }) => on.scenario === name));

/** Stories with steps that tell something, and the steps. */
export const toldStories = (
  await Promise.all(
    scenarioNames(reader).map(async (name) => {
      const { scenario, machine } = await loadScenario(name, reader);
      return { name, cpus: machine.cpus, steps: scenario.steps ?? [] };
    }),
  )
).filter(({ steps }) => steps.length > 0);

/** Every fourth story, beginning with the given one. */
export function describeShare(share: number): void {
  const stories = toldStories.filter((_, at) => at % shares === share);
  describe.each(stories)('the steps of $name', ({ name, steps }) => {
    const told = [...steps, ...notesOn(name)];
    it.each(seeds)(
      'claim what its runs bear out at seed %i, in the story and in talks',
      async (seed) => expect(await faultsOf(name, seed, told)).toEqual([]),
      300_000,
    );
  });
}
