// Answers to questions about other settings than those on stage: a run of the scenario's variants under
// these settings, of the same seed, in workers of its own. A chunk of its own.

import { sweepInBrowser } from '../../engine/sweep/browser.ts';
import type { AxisValue } from '../../engine/sweep/grid.ts';
import { pairsOf } from '../../engine/sweep/grid.ts';
import type { Prediction } from '../../learn/lesson/lesson.ts';
import { browserReader } from '../../scenario/browser.ts';
import {
  type ContentReader,
  type OpenedRecipe,
  openRecipe,
  type PlannedSweep,
  planSweep,
  type Recipe,
} from '../../scenario/index.ts';
import { measuredIn } from '../../views/curves/curve.ts';

/** What the questions of a lesson are about that its own run cannot answer. */
export type Elsewhere = Pick<Prediction, 'metric' | 'line' | 'variant' | 'set'>;

/** The run of a question: one cell, one seed, the variant asked for and the one it is compared with. */
export function planOtherRun(
  { recipe, scenario }: Pick<OpenedRecipe, 'recipe' | 'scenario'>,
  { set = {}, line, variant }: Elsewhere,
  reader: ContentReader = browserReader,
): Promise<PlannedSweep> {
  const { view: _view, selection: _selection, lesson: _lesson, ...rest } = recipe;
  const first = scenario.variants[0]!.id;
  const wanted = {
    over: Object.entries(set).map(([path, value]) => ({ path, values: [value as AxisValue] })),
    seeds: 1,
    variants: variant === first ? [first] : [first, variant],
    lines: line ? [line] : [],
  };
  return planSweep(wanted, (overrides) => {
    const changed = Object.fromEntries(overrides.map(({ path, value }) => [path, value]));
    const all = { ...rest.set, ...changed } as NonNullable<Recipe['set']>;
    return openRecipe({ ...rest, set: all }, reader);
  });
}

/**
 * What such a run gives; undefined where it gives no number. Rejects with a message for a reader, and
 * where `over` says that nobody waits any more.
 */
export async function answerElsewhere(
  opened: OpenedRecipe,
  question: Elsewhere,
  over: AbortSignal,
): Promise<number | undefined> {
  const { head, jobOf, cellKeys } = await planOtherRun(opened, question);
  const { variants, cells, seeds, lines } = head;
  const pairs = pairsOf(cells.length, seeds);
  const [found] = await sweepInBrowser({ pairs, variants, jobOf, cellKeys, signal: over });
  const line = lines.length > 0 ? 0 : undefined;
  const asked = { metric: question.metric, line, against: false };
  return found && measuredIn(found.runs, question.variant, variants[0]!, asked);
}
