// What a stage needs besides the opened scenario: the core's definition of each variant, and the shots
// with their times as numbers. Runs in the page for changed scenarios, and when the page is built for
// those as they come (tools/lib/opened-scenarios.mjs).

import { buildDefinition, type OpenedScenario, timeNs } from '../scenario/index.ts';
import type { Content, StageShot } from './stage-content.ts';

const shotOf = ({
  frame,
  line,
  caption,
  rate,
  hold,
}: NonNullable<OpenedScenario['scenario']['shots']>[number]): StageShot => ({
  ...{ frame, line, caption },
  rate: timeNs(rate),
  hold: timeNs(hold) / 1e6,
});

export function stageOf(opened: OpenedScenario): Pick<Content, 'definitions' | 'shots'> {
  const { variants, shots = [] } = opened.scenario;
  const definitions = variants.map(({ id }) => [id, buildDefinition(opened, id)]);
  return { definitions: Object.fromEntries(definitions), shots: shots.map(shotOf) };
}
