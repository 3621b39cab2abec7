// One point of a batch curve: the closed form of the machine on stage, what was published of it, and a
// structure-level run in a worker beside the stage, first a third of its length and then all of it.
// Comes with the Pages tab.

import { type ClosedFormMachine, closedForm, closedFormCosts } from '../engine/closed-form.ts';
import { isGain } from '../engine/metrics.ts';
import { sweepInBrowser } from '../engine/sweep/browser.ts';
import type { PairRuns } from '../engine/sweep/collect.ts';
import { type AxisValue, pairsOf } from '../engine/sweep/grid.ts';
import { browserReader } from '../scenario/browser.ts';
import {
  type ContentReader,
  formatTime,
  hasTrait,
  type OpenedRecipe,
  type OpenedScenario,
  openRecipe,
  planSweep,
  type Recipe,
} from '../scenario/index.ts';
import type { BatchAnswer } from '../views/pages/index.ts';

/** What the published changes are taken against. */
const publishedBase = 31;

const pathOf = (variant: string) => `variant.${variant}.kernel.page_lists.batch`;

/** The variant whose batch may be chosen: the last with lists of the old form; undefined if none. */
export function batchVariant({ scenario }: OpenedRecipe): string | undefined {
  const found = scenario.variants.findLast(({ kernel }) => kernel.page_lists?.form !== 'modern');
  return hasTrait(scenario.workload.name, 'page-lists') ? found?.id : undefined;
}

/** The batch that a variant runs with. */
export function batchOf({ scenario }: Pick<OpenedScenario, 'scenario'>, variant: string): number {
  const lists = scenario.variants.find(({ id }) => id === variant)?.kernel.page_lists;
  return lists?.batch ?? (lists?.form === 'v4.18' ? 31 : 63);
}

/** The batch that changes are taken against: that of the first variant, as every gain of a story is. */
export const baseBatch = (opened: Pick<OpenedScenario, 'scenario'>): number =>
  batchOf(opened, opened.scenario.variants[0]!.id);

function closedFormMachine({
  timings,
  machine,
  scenario,
}: OpenedScenario): ClosedFormMachine | undefined {
  const { id } = timings;
  const costs = Object.hasOwn(closedFormCosts, id) ? closedFormCosts[id] : undefined;
  if (!costs) return undefined;
  const copies = hasTrait(scenario.workload.name, 'copies-pages');
  const copy = copies ? (timings.page_lists?.copy.value ?? 0) : 0;
  const { nodes, cpus } = machine;
  return { ...costs, think: costs.think + copy, nodes, tasksPerNode: cpus / nodes };
}

/** At once; undefined where no closed form was fitted. */
export function instantAnswer(opened: OpenedScenario, batch: number): BatchAnswer | undefined {
  const machine = closedFormMachine(opened);
  if (!machine) return undefined;
  const { rate, zoneShare, lruShare } = closedForm(machine, batch);
  const base = closedForm(machine, baseBatch(opened)).rate;
  return { rate, zoneShare, lruShare, change: 100 * (rate / base - 1) };
}

const instantMetrics: Readonly<Record<string, (answer: BatchAnswer) => number | undefined>> = {
  page_rate: ({ rate }) => rate,
  zone_lock_share: ({ zoneShare }) => zoneShare,
  lru_lock_share: ({ lruShare }) => lruShare,
  page_lock_share: ({ zoneShare, lruShare }) => zoneShare + lruShare,
  throughput_gain: ({ change }) => change,
};

/** One metric of the closed form along an axis; undefined where it says nothing of it. */
export function instantCurve(
  opened: OpenedScenario,
  path: string,
  batches: readonly AxisValue[],
  metric: string,
): { readonly variant: string; readonly values: readonly number[] } | undefined {
  const variant = /^variant\.(\w+)\.kernel\.page_lists\.batch$/.exec(path)?.[1];
  const of = instantMetrics[metric];
  if (!variant || !of) return undefined;
  // The first variant gains nothing against itself.
  if (isGain(metric) && variant === opened.scenario.variants[0]!.id) return undefined;
  const values = batches.map((batch) => {
    const answer = typeof batch === 'number' ? instantAnswer(opened, batch) : undefined;
    return answer && of(answer);
  });
  const known = values.filter((value) => value !== undefined);
  return known.length === batches.length ? { variant, values: known } : undefined;
}

interface PublishedBatch {
  readonly machine: string;
  readonly batch: number;
  readonly score: number;
  readonly change_pct: number;
  readonly zone_pct: number;
  readonly lru_pct: number;
}

/**
 * The published rows of the machine on stage, by batch; none for another benchmark. Their changes are against batch 31:
 * left out where something else is the base.
 */
export async function publishedAnswers(
  opened: OpenedRecipe,
  reader: ContentReader = browserReader,
): Promise<Map<number, BatchAnswer>> {
  const { scenario } = opened;
  const { platform, workload } = scenario;
  const host = typeof platform === 'string' ? platform : platform.topology;
  if (workload.name !== 'page-fault1') return new Map();
  const file = JSON.parse(await reader.read('published/pcp-phase1')) as {
    rows: readonly PublishedBatch[];
  };
  const isBase = baseBatch(opened) === publishedBase;
  return new Map(
    file.rows
      .filter(({ machine }) => machine === host)
      .map(({ batch, score, change_pct, zone_pct: zoneShare, lru_pct: lruShare }) => [
        batch,
        { rate: score, change: isBase ? change_pct : undefined, zoneShare, lruShare },
      ]),
  );
}

/** The recipe on stage with another batch. */
export function recipeWithBatch(recipe: Recipe, variant: string, batch: number): Recipe {
  const { format, scenario, layout, set } = recipe;
  return {
    format,
    scenario,
    ...(layout && { layout }),
    set: { ...set, [pathOf(variant)]: batch },
    view: { tab: 'pages' },
  };
}

function answerOf(
  runs: PairRuns | undefined,
  before: PairRuns | undefined,
  variant: string,
): BatchAnswer {
  const metrics = runs?.[variant]?.metrics ?? {};
  const rate = metrics.page_rate ?? Number.NaN;
  const first = before?.[variant]?.metrics.page_rate;
  return {
    rate,
    change: first ? 100 * (rate / first - 1) : undefined,
    zoneShare: metrics.zone_lock_share ?? Number.NaN,
    lruShare: metrics.lru_lock_share ?? Number.NaN,
  };
}

/** Runs the base's batch and this one with the scenario's seed for a given time; finished runs are kept. */
async function structureAnswer(
  opened: OpenedRecipe,
  variant: string,
  batch: number,
  duration: string,
  signal: AbortSignal,
): Promise<BatchAnswer> {
  const { recipe } = opened;
  const path = pathOf(variant);
  const base = baseBatch(opened);
  const { seed: _seed, playhead: _playhead, view: _view, selection: _selection, ...rest } = recipe;
  const { [path]: _batch, ...set } = recipe.set ?? {};
  const values = batch === base ? [base] : [batch, base];
  const planned = await planSweep(
    { over: [{ path, values }], seeds: 1, variants: [variant], lines: [] },
    (overrides) => {
      const chosen = Object.fromEntries(overrides.map(({ path: key, value }) => [key, value]));
      const changed = { ...set, duration, ...(chosen as Record<string, number>) };
      return openRecipe({ ...rest, set: changed }, browserReader);
    },
  );
  const { head, jobOf, costOf, cellKeys } = planned;
  const found = await sweepInBrowser({
    pairs: pairsOf(values.length, head.seeds),
    variants: head.variants,
    jobOf,
    costOf,
    cellKeys,
    signal,
  });
  const cell = (index: number) => found.find(({ pair }) => pair.cell === index)?.runs;
  return answerOf(cell(0), cell(values.length - 1), variant);
}

/** First a third of the length, then all of it: `onAnswer` is told both. Rejects when aborted. */
export async function structureAnswers(
  opened: OpenedRecipe,
  variant: string,
  batch: number,
  signal: AbortSignal,
  onAnswer: (answer: BatchAnswer, isWhole: boolean) => void,
): Promise<void> {
  const third = Math.floor(opened.duration / 3000) * 1000;
  for (const [length, isWhole] of [
    [third, false],
    [opened.duration, true],
  ] as const) {
    const answer = await structureAnswer(opened, variant, batch, formatTime(length), signal);
    if (!signal.aborted) onAnswer(answer, isWhole);
  }
}
