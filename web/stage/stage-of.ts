// The input of a stage besides the opened scenario: the core's definition of each variant, and the settings of its
// steps, with times as numbers. Runs in the page for changed scenarios, and when the page is built for unchanged
// ones (tools/lib/opened-scenarios.mjs).

import { buildDefinition, type OpenedScenario, timeNs } from '../scenario/index.ts';
import { pointersIn } from '../scenario/pointer.ts';
import type { StepEvent } from '../scenario/stage-schema.ts';
import type { AskedEvent, Content, StageStep } from './stage-content.ts';
import type { StageLayout } from './store.ts';

type Scenario = OpenedScenario['scenario'];
type Step = NonNullable<Scenario['steps']>[number];

const eventOf = ({ first, decision, after, ...rest }: StepEvent): AskedEvent => ({
  kind: (first ?? decision)!,
  after: after === undefined ? 0 : timeNs(after),
  ...rest,
});

const stepOf = ({ frame, line, caption, rate, hold, side, at, ...told }: Step): StageStep => ({
  ...{ frame, line, caption },
  ...(told.layer && { layer: told.layer }),
  ...(told.focus && { focus: told.focus }),
  ...(told.watch && { ring: pointersIn(told.watch)[0]! }),
  rate: timeNs(rate),
  hold: timeNs(hold) / 1e6,
  // As the radio group has it: "A | C".
  ...(side && { stage: side.replaceAll('|', ' | ') as StageLayout }),
  ...(typeof at === 'string' && { at: timeNs(at) }),
  ...(typeof at === 'object' && { event: eventOf(at) }),
});

/** The steps. If one names variants, all do: going on from that step restores the variants of the others. */
function stepsOf({ steps = [], show }: Scenario): StageStep[] {
  if (!steps.some(({ side }) => side)) return steps.map(stepOf);
  return steps.map((step) => stepOf({ ...step, side: step.side ?? show?.side ?? 'A|B' }));
}

export function stageOf(opened: OpenedScenario): Pick<Content, 'definitions' | 'steps'> {
  const { variants } = opened.scenario;
  const definitions = variants.map(({ id }) => [id, buildDefinition(opened, id)]);
  return { definitions: Object.fromEntries(definitions), steps: stepsOf(opened.scenario) };
}
