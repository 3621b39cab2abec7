// What a stage needs besides the opened scenario: the core's definition of each variant, and what its
// steps show, their times as numbers. Runs in the page for changed scenarios, and when the page is built for
// those as they come (tools/lib/opened-scenarios.mjs).

import { buildDefinition, type OpenedScenario, timeNs } from '../scenario/index.ts';
import type { Content, StageShot } from './stage-content.ts';
import type { Stage } from './store.ts';

type Scenario = OpenedScenario['scenario'];
type Step = NonNullable<Scenario['steps']>[number];

const shotOf = ({ frame, line, caption, rate, hold, side, at }: Step): StageShot => ({
  ...{ frame, line, caption },
  rate: timeNs(rate),
  hold: timeNs(hold) / 1e6,
  // As the radio group has it: "A | C".
  ...(side && { stage: side.replaceAll('|', ' | ') as Stage }),
  ...(at !== undefined && { at: timeNs(at) }),
});

/** The shots, each with its variants as soon as one names some: who goes on from that one has those of the others back. */
function shotsOf({ steps = [], show }: Scenario): StageShot[] {
  if (!steps.some(({ side }) => side)) return steps.map(shotOf);
  return steps.map((step) => shotOf({ ...step, side: step.side ?? show?.side ?? 'A|B' }));
}

export function stageOf(opened: OpenedScenario): Pick<Content, 'definitions' | 'shots'> {
  const { variants } = opened.scenario;
  const definitions = variants.map(({ id }) => [id, buildDefinition(opened, id)]);
  return { definitions: Object.fromEntries(definitions), shots: shotsOf(opened.scenario) };
}
