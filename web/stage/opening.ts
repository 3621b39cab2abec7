// Everything that can be opened, and how it becomes content that may run. stage.ts puts it on stage.

import type { Recipe } from '../scenario/index.ts';
import { askCoreOf, fetchScenario, openContent } from './content.ts';
import type { AgreedCost } from './cost-question.ts';
import { app as words } from './messages.ts';
import type { Content, StageRecording } from './stage-content.ts';

/** A recipe, the name of a scenario as it comes, or a file with either. */
export type Openable = Recipe | string | File;

/** `overtaken`: something else was opened before this was found. */
export type OpenOutcome =
  | { readonly kind: 'opened'; readonly content: Content }
  | { readonly kind: 'refused'; readonly error: unknown }
  | { readonly kind: 'overtaken' };

export interface OpenOptions {
  /** Said with what opening it left out or cut. */
  readonly news?: string | undefined;
  /** Comes on stage beside the runs of the recipe. */
  readonly recording?: StageRecording | undefined;
  /** The caller itself reports why it is refused; otherwise a notice does. */
  readonly isQuiet?: boolean;
}

/** Content that may run: what is costly only when a person says so. Throws ScenarioError, or Error. */
export async function allowedContent(recipe: Recipe, agreed: AgreedCost): Promise<Content> {
  const content = await openContent(recipe);
  if (content.opened.cost.ask)
    await (await import('./cost-question.ts')).allowed(content.opened, agreed);
  await askCoreOf(content);
  return content;
}

/** What is wanted as content. Throws ScenarioError, or Error. */
export async function contentOf(wanted: Openable, agreed: AgreedCost): Promise<Content> {
  if (typeof wanted === 'string') return fetchScenario(wanted);
  if (!(wanted instanceof File)) return allowedContent(wanted, agreed);
  const { recipeOfFile } = await import('./open-file.ts');
  return allowedContent(await recipeOfFile(wanted), agreed);
}

/** The same with a recording as one more side, in front of the others. */
export function withRecording(content: Content, recording: StageRecording): Content {
  const { opened, definitions } = content;
  const [first, ...others] = opened.scenario.variants;
  const { side, label } = recording;
  const variants = [first!, ...others, { ...first!, id: side, label, kernel: first!.kernel }];
  return {
    ...content,
    recording,
    opened: {
      ...opened,
      scenario: { ...opened.scenario, variants },
      notices: opened.notices.filter((each) => each !== missingOf(opened)),
    } as Content['opened'],
    definitions: { ...definitions, [side]: definitions[first!.id]! },
    choice: { ...content.choice, stage: 'A | C' },
  };
}

/** That a recording is not there which stood beside what is opened, which is its last notice; undefined: there was none. */
export const missingOf = ({ recipe, notices }: Content['opened']): string | undefined =>
  recipe.recording && notices.at(-1);

/** What a reader is told first of something that cannot be opened; undefined: that it was a link. */
export async function openingRefusal(wanted: Openable): Promise<string | undefined> {
  if (typeof wanted === 'string') return undefined;
  if (!(wanted instanceof File)) return words.notRun;
  return (await import('./open-file.ts')).refusedFile(wanted);
}
