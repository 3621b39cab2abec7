// Holds what the steps of every story claim to its own runs, and what the notes of talks say of them, at two seeds: one run a story, variant and seed answers all
// of them, with the very metrics that the page shows; beside these no figure over a
// machine or in the tab of figures contradicts a sentence (figures-agree.ts). The stories are dealt out to files that run beside each other.

import { describe, expect, it } from 'vitest';
import { type FigureReader, faultOf } from '../../web/learn/step/step.ts';
import {
  buildDefinition,
  loadScenario,
  type OpenedScenario,
  scenarioNames,
} from '../../web/scenario/index.ts';
import { nodeReader } from '../../web/scenario/node.ts';
import { decisionsCounted, type Step, type StepClaim } from '../../web/scenario/step-schema.ts';
import { loadTalk, talkNames } from '../../web/scenario/talk/talk.ts';
import { measure } from '../../web/stage/measures.ts';
import { type StoryRun, storyRun } from '../runs/story-run.ts';
import { comparedIn, contradictions } from './figures-agree.ts';

const reader = nodeReader('scenarios');
/** The scenario's own, and another. */
export const seeds = [1, 2] as const;
/** Files that the stories are dealt out to. */
const shares = 4;

/** What is told: by steps of a story, or by notes of a talk. */
type Steps = readonly Pick<Step, 'values' | 'claims' | 'checks' | 'try'>[];

/** The run of a variant of an opened story. */
const runOf = (name: string, opened: OpenedScenario, variant: string, counts: boolean) => {
  const { duration, window, program } = opened;
  const definition = buildDefinition(opened, variant);
  return storyRun({ story: name, definition, duration, windowStart: window.from, program, counts });
};

/** What is said of settings to try and does not hold of their runs; `before`: the runs of the story as it comes. */
async function faultsOfTries(name: string, seed: number, told: Steps, before: Reports) {
  const faults: string[] = [];
  for (const { try: tried } of told) {
    if (!tried) continue;
    const { label, value, expect: says, than, metric, variant, line } = tried;
    const { scenario } = await loadScenario(name, reader);
    const path = scenario.show?.knobs?.find((knob) => knob.label === label)?.path;
    const opened = await loadScenario(name, reader, [
      { path: 'seed', value: seed },
      { path: path ?? label, value },
    ]);
    const named = [...new Set(['A', variant, ...(than && than !== 'before' ? [than] : [])])];
    const after = new Map<string, StoryRun['report']>();
    for (const id of named) after.set(id, (await runOf(name, opened, id, false)).report);
    const figureOf = (of: Reports, id: string) => {
      const found = measure(metric, of.get(id), of.get('A'), line);
      return typeof found === 'number' ? found : undefined;
    };
    const base = than === 'before' ? figureOf(before, variant) : undefined;
    const claim = {
      ...{ says, metric, variant, line, at_least: tried.at_least, at_most: tried.at_most },
      ...(than && { than: than === 'before' ? 'D' : than }),
    } as const;
    // The story as it comes stands beside it like one more variant.
    const measured: FigureReader = ({ variant: id }) =>
      than === 'before' && id === 'D' ? base : figureOf(after, id);
    const fault = faultOf(claim as StepClaim, measured);
    if (fault) faults.push(`"${says}" with ${label} at ${value}, seed ${seed}: ${fault}`);
  }
  return faults;
}

type Reports = ReadonlyMap<string, StoryRun['report']>;

/** The sentences that do not hold of the story at that seed, each with the reason, and figures that contradict. */
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
  const runs = new Map<string, StoryRun>();
  for (const { id } of opened.scenario.variants) {
    const isTried = told.some((step) => step.try?.variant === id);
    if (id === 'A' || isTried || named.includes(id))
      runs.set(id, await runOf(name, opened, id, counts));
  }
  const reports = new Map([...runs].map(([id, { report }]) => [id, report]));
  const differing = contradictions(opened, reports).map((fault) => `seed ${seed}: ${fault}`);
  if (comparedIn(opened, reports) === 0) differing.push(`seed ${seed}: no figure is compared`);
  const measured: FigureReader = ({ metric, reason, line, variant }) => {
    if (reason) return runs.get(variant)?.decisions.get(reason);
    const value = measure(metric, runs.get(variant)?.report, runs.get('A')?.report, line);
    return typeof value === 'number' ? value : undefined;
  };
  const untrue = told.flatMap(({ claims = [], values = [], checks = [] }) => [
    ...[...claims, ...checks].flatMap((claim) => {
      const fault = faultOf(claim, measured);
      return fault ? [`"${claim.says}" at seed ${seed}: ${fault}`] : [];
    }),
    ...values.flatMap((value) =>
      measured(value) === undefined ? [`{${value.id}} at seed ${seed}: the run gives nothing`] : [],
    ),
  ]);
  const untried = await faultsOfTries(name, seed, told, reports);
  return [...differing, ...untrue, ...untried];
}

/** What the notes of all talks say of a story. */
const talks = await Promise.all(talkNames(reader).map((name) => loadTalk(name, reader)));
const notesOn = (name: string): Steps =>
  talks.flatMap(({ steps }) => steps.filter(({ on }) => on.scenario === name));

/** Stories with steps that tell something, and the steps. */
export const toldStories = (
  await Promise.all(
    scenarioNames(reader).map(async (name) => {
      const { scenario, machine, start } = await loadScenario(name, reader);
      return { name, cpus: machine.cpus, start, steps: scenario.steps ?? [] };
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
