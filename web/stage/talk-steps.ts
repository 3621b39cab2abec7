// A talk with its stories: what each step shows and says, the runs of every story, begun at once and kept while the talk
// lasts, and what the notes say once these runs have given their values.

import { bound } from '../learn/step/step.ts';
import { browserReader } from '../scenario/browser.ts';
import type { StepValue } from '../scenario/step-schema.ts';
import { loadTalk, storiesOfTalk, talkPlacesOf, variantsIn } from '../scenario/talk/talk.ts';
import { connectEngine } from './connect.ts';
import { fetchScenario } from './content.ts';
import { readHeadReport } from './head-report.ts';
import { inSentence } from './in-sentence.ts';
import { measure, measureAhead, type RunReport } from './measures.ts';
import { Playback, type VariantId } from './playback/playback.ts';
import { startConductor } from './playback/start-conductor.ts';
import type { Content } from './stage-content.ts';
import { firstState, type StageLayout, variantsOn } from './store.ts';

/** A step of a talk, with its place in its story. */
export interface TalkStoryStep {
  readonly scenario: string;
  /** Which step of the story, from 0. */
  readonly step: number;
  readonly title: string;
  readonly note: string;
  readonly values: readonly StepValue[];
  readonly seconds: number;
  /** The machines that it shows, where these are others than its story shows. */
  readonly stage?: StageLayout | undefined;
  /** The view in the place of the machines. */
  readonly view?: string | undefined;
}

/** A story of a talk, its runs under way. */
export interface TalkStory {
  readonly content: Content;
  readonly playback: Playback;
  /** The sides whose runs are waited for. */
  readonly sides: readonly VariantId[];
}

export interface OpenedTalk {
  /** By which its address names it. */
  readonly name: string | undefined;
  readonly title: string;
  readonly steps: readonly TalkStoryStep[];
  readonly stories: ReadonlyMap<string, TalkStory>;
}

/** What stands in a note for a value that its run has not given yet. */
const unmeasured = '…';

/** The variants that a step shows. */
export function stageOfStep(
  { content }: Pick<TalkStory, 'content'>,
  { step, stage }: Pick<TalkStoryStep, 'step' | 'stage'>,
): StageLayout {
  if (stage) return stage;
  const hasB = content.opened.scenario.variants.some(({ id }) => id === 'B');
  return content.steps[step]?.stage ?? (hasB ? firstState.stage : 'A');
}

function begin(
  content: Content,
  stage: StageLayout,
  sides: readonly VariantId[],
  share: number,
): TalkStory {
  const playback = new Playback({
    connect: (side, over) => connectEngine(content, side, over, { scenes: share }),
    duration: content.opened.duration,
    start: 0,
    speed: firstState.speed,
    playing: false,
    stage: variantsOn(stage),
    beside: sides,
    conductor: startConductor,
  });
  return { content, playback, sides };
}

/** The talk of that name, every run of it begun. Throws ScenarioError, or Error if something could not be fetched. */
export async function openTalk(name: string): Promise<OpenedTalk> {
  const talk = await loadTalk(name, browserReader);
  const scenarios = storiesOfTalk(talk);
  const contents = new Map(
    await Promise.all(scenarios.map(async (each) => [each, await fetchScenario(each)] as const)),
  );
  const places = talkPlacesOf(
    talk.steps,
    (each) => contents.get(each)!.opened.scenario.steps ?? [],
  );
  const steps = talk.steps.map(({ on, title, note, values, seconds, side, view }, at) => ({
    scenario: on.scenario,
    step: places[at]!,
    title: title ?? on.step,
    ...{ note, values: values ?? [], seconds, view },
    ...(side && { stage: side.replaceAll('|', ' | ') as StageLayout }),
  }));
  const stories = scenarios.map((each) => {
    const content = contents.get(each)!;
    const shown = steps.filter(({ scenario }) => scenario === each);
    const stages = shown.map((step) => stageOfStep({ content }, step));
    const sides = variantsIn(talk.steps, each, stages.flatMap(variantsOn)) as VariantId[];
    return [each, begin(content, stages[0]!, sides, scenarios.length)] as const;
  });
  return { name, title: talk.title, steps, stories: new Map(stories) };
}

/** ns computed of the runs of a story, and ns that there are. */
export function computedOf({ playback, sides, content }: TalkStory): { now: number; all: number } {
  const { variants } = playback.summary();
  const { duration } = content.opened;
  const now = sides.reduce((sum, side) => sum + (variants[side].status?.headTime ?? 0), 0);
  return { now, all: duration * sides.length };
}

/** Why a run of a story will not come to its end; undefined: nothing is known that would keep it. */
export function failureOf({ playback, sides }: TalkStory): string | undefined {
  const { variants } = playback.summary();
  return sides.map((side) => variants[side].failure).find((failure) => failure !== undefined);
}

/** What is said at a step before its runs have given their values. */
export const unbound = ({ note, values }: TalkStoryStep): string =>
  bound(note, values, () => unmeasured);

/** The notes of the steps of a story, by their number in the talk, with the values that its runs give. */
export async function boundNotes(
  steps: readonly TalkStoryStep[],
  scenario: string,
  { playback, sides, content }: TalkStory,
): Promise<ReadonlyMap<number, string>> {
  const reports: Partial<Record<VariantId, RunReport>> = {};
  for (const side of sides) {
    const report = await readHeadReport(playback, side);
    if (!report) continue;
    await measureAhead(report, content.opened.scenario.published ?? []);
    reports[side] = report;
  }
  const said = (value: StepValue): string => {
    const { metric, variant, line } = value;
    const found = measure(metric, reports[variant], reports.A, line);
    return typeof found === 'number' ? inSentence(found, value) : unmeasured;
  };
  const own = steps.flatMap((step, at) =>
    step.scenario === scenario ? [[at, step] as const] : [],
  );
  return new Map(own.map(([at, { note, values }]) => [at, bound(note, values, said)]));
}
