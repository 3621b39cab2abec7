// A fork of the past as a recipe: what is on stage, changed from the playhead on, as variant C. Pure
// but for opening it.

import type { Recipe } from '../../scenario/index.ts';
import { timeNs } from '../../scenario/units.ts';
import { layoutNotices } from '../../stage/messages.ts';
import type { OpenOutcome } from '../../stage/opening.ts';
import type { VariantId } from '../../stage/playback/playback.ts';
import type { Session } from '../../stage/session.ts';
import { type StageLayout, useStageState } from '../../stage/store.ts';

/** What a person changes, by the path a recipe says it with. */
export type ChangedFields = Readonly<Record<string, string | number>>;

/** What of a recipe makes a fork. */
type Forked = Pick<Recipe, 'layout' | 'policy' | 'interventions'>;

/**
 * The layout, policy and interventions of a fork of `side` at `time` (ns). A fork of a fork keeps what was
 * changed before that time; one of A or B lets an earlier C go.
 */
export function forkOf(
  { layout, policy, interventions = [] }: Recipe,
  {
    side,
    time,
    set,
  }: { readonly side: VariantId; readonly time: number; readonly set: ChangedFields },
): Forked {
  const at = `${time}ns`;
  if (side !== 'C')
    return { layout: undefined, policy: undefined, interventions: [{ at, variant: side, set }] };
  const variant = interventions.length > 0 ? (interventions[0]!.variant ?? 'A') : 'C';
  const earlier = interventions.filter((change) => timeNs(change.at) <= time);
  return { layout, policy, interventions: [...earlier, { at, variant, set }] };
}

/** True if a fork of `side` puts a layout of one's own off the stage, of which a person is to hear. */
export const layoutGivesWay = ({ layout }: Recipe, side: VariantId): boolean =>
  layout !== undefined && side !== 'C';

/** What a person is to hear of what gives way to a fork of `side`; undefined: nothing does. */
export function goneFor(recipe: Recipe, side: VariantId): string | undefined {
  if (layoutGivesWay(recipe, side)) return layoutNotices.layoutGone;
  return recipe.policy && side !== 'C' ? layoutNotices.policyGone : undefined;
}

const stageOf: Readonly<Record<VariantId, StageLayout | undefined>> = {
  A: 'A | C',
  B: 'B | C',
  C: undefined,
  D: 'C | D',
};

/** Opens the fork; never rejects. What is wrong with it is the asker's to say. */
export async function openFork(
  session: Session,
  side: VariantId,
  set: ChangedFields,
): Promise<OpenOutcome> {
  try {
    const { stage, opened } = session;
    const news = goneFor(opened.recipe, side);
    return await stage.open(await forkedRecipe(session, side, set), { isQuiet: true, news });
  } catch (error) {
    return { kind: 'refused', error };
  }
}

async function forkedRecipe(
  { opened, playback }: Session,
  side: VariantId,
  set: ChangedFields,
): Promise<Recipe> {
  // Not content.ts: what is decided here is also tested where no page was built.
  const { recipeOf } = await import('../../stage/recipe-chunk.ts');
  const time = Math.floor(playback.time);
  const choice = useStageState.getState();
  const shown = stageOf[side] ?? choice.stage;
  return {
    ...recipeOf(opened.recipe, { ...choice, stage: shown, playhead: time, playing: false }),
    ...forkOf(opened.recipe, { side, time, set }),
  };
}
