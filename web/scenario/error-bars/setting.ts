// The setting of a figure, as far as error bars depend on it, and whether it was published. Figures of a published
// setting stand beside the measured ones; all others get an error bar.

import { gains } from '../../engine/metrics.ts';
import type { OpenedRecipe } from '../recipe.ts';
import type { OpenedScenario } from '../scenario.ts';
import { shippedBar, shippedBarOfChange } from './shipped.ts';
import type { ErrorBar, UnmeasuredFigure } from './table.ts';

export type Setting = Pick<UnmeasuredFigure, 'workload' | 'ownPolicy'>;

/** Of one variant: a policy of one's own runs in one of them. */
export const settingOfRun = ({ scenario, policy }: OpenedScenario, variant: string): Setting => ({
  workload: scenario.workload.name,
  ownPolicy: policy?.variant === variant,
});

/** How long a run is and which draw it is change no setting. */
const sameSetting: readonly string[] = ['duration', 'warmup', 'seed'];

type MaybeRecipe = OpenedScenario & Partial<Pick<OpenedRecipe, 'recipe'>>;

/** Whether the figures that a scenario has from others are of this setting: nothing but length and draw was changed. */
export function isAsPublished({ recipe }: Pick<MaybeRecipe, 'recipe'>): boolean {
  if (recipe?.machine !== undefined || recipe?.workload !== undefined || recipe?.layout)
    return false;
  return Object.keys(recipe?.set ?? {}).every((path) => sameSetting.includes(path));
}

/** Whether a published figure of that metric is of this very setting. */
export function isPublished(opened: MaybeRecipe, variant: string, metric: string): boolean {
  const { name, scenario, policy } = opened;
  if (name === undefined || policy?.variant === variant || !isAsPublished(opened)) return false;
  const figures = (scenario.published ?? []).filter((figure) => figure.metric === metric);
  return figures.some(({ published }) => published?.[variant as 'A'] !== undefined);
}

/** A figure in a table: its error bar, if it was not published. */
export const barOfRun = (
  opened: MaybeRecipe,
  variant: string,
  metric: string,
  value: number,
): ErrorBar | undefined =>
  isPublished(opened, variant, metric)
    ? undefined
    : shippedBar({ metric, value, ...settingOfRun(opened, variant) });

/** The same of how a variant stands to the first one, in % of the metric: published as a gain of it, or as the figure itself. */
export function barOfChange(
  opened: MaybeRecipe,
  variant: string,
  of: string,
  value: number,
): ErrorBar | undefined {
  const names = Object.keys(gains).filter((name) => gains[name]!.of === of);
  if ([of, ...names].some((metric) => isPublished(opened, variant, metric))) return undefined;
  return shippedBarOfChange({ metric: of, value, ...settingOfRun(opened, variant) });
}
