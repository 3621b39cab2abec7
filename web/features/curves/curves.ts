// What the curves need from the scenario on stage: its parameters, its metrics, its published points,
// and the recipe of a single run. Comes with the Curves tab, in a chunk of its own.

import { capitalised } from '../../base/capital.ts';
import type { AxisValue } from '../../engine/sweep/grid.ts';
import type { SweepHead } from '../../engine/sweep/result.ts';
import { browserReader } from '../../scenario/browser.ts';
import {
  type PublishedFigure,
  publishedFigures,
  publishedPoints,
  type RunSpan,
} from '../../scenario/claims/points.ts';
import type { RowRun } from '../../scenario/claims/rows.ts';
import type { ShippedReport } from '../../scenario/claims/shipped.ts';
import { shippedPoints } from '../../scenario/claims/shipped-points.ts';
import {
  metrics as allMetrics,
  type ContentReader,
  formatTime,
  hasTrait,
  type LineReference,
  lineKey,
  linesOfScenario,
  loadScenario,
  metricNamesOf,
  type OpenedRecipe,
  type OpenedScenario,
  openRecipe,
  type PlannedSweep,
  planSweep,
  type Recipe,
  type Scenario,
  timeNs,
} from '../../scenario/index.ts';
import { knobsOf } from '../../scenario/knobs.ts';
import { settingOf } from '../../scenario/setting.ts';
import type { CurveForm } from '../../scenario/tabs.ts';
import type { KeptCurves } from '../../scenario/view-shapes.ts';
import { instantCurve } from '../../stage/batch-point.ts';
import type { CurveOffer } from '../../views/curves/CurvesView.tsx';
import {
  axisText,
  axisValues,
  bandSeeds,
  type CurveInput,
  type CurveRequest,
  mostSeeds,
} from '../../views/curves/curve.ts';
import { words } from '../../views/curves/words.ts';
import type { SweepPicture } from './sweeps.ts';

/**
 * How many seeds a point may have. One is a first look, ten are what a band takes; of the last a point takes no more
 * than it needs (early-end.ts).
 */
export const seedChoices = [1, 3, bandSeeds, mostSeeds] as const;

/** A metric that can be drawn, of the run or of one line. */
export interface MetricOffer extends CurveOffer {
  readonly metric: string;
  readonly line: LineReference | undefined;
  readonly unit: string;
}

/** What of a scenario does not change with what is chosen in the tab. */
export interface CurveContent {
  /** As it comes: published figures were measured with it. */
  readonly usual: OpenedScenario;
  readonly figures: readonly PublishedFigure[];
  /** What the program came with. */
  readonly shipped: ShippedReport;
  readonly metrics: readonly MetricOffer[];
  readonly axes: readonly CurveOffer[];
  readonly lengths: readonly CurveOffer[];
}

const general = ['throughput_gain', 'throughput', 'kernel_share', 'busy_share', 'wake_latency'];

const metricNamed = (name: string) => allMetrics.find((metric) => metric.name === name);

/** First what was published, as the scenario words it, then what every run measures. */
function metricOffers(
  { published = [], workload }: Scenario,
  figures: readonly PublishedFigure[],
  name: string | undefined,
): MetricOffer[] {
  const offers = new Map<string, MetricOffer>();
  const add = (name: string, label: string, line?: LineReference) => {
    const known = metricNamed(name);
    const key = line ? `${name} ${lineKey(line)}` : name;
    if (!known || name === 'line_symbols' || offers.has(key)) return;
    offers.set(key, { key, label, metric: name, line, unit: known.unit });
  };
  const gain = published.find(({ metric }) => metric === 'throughput_gain');
  const isPages = hasTrait(workload.name, 'page-lists');
  // A scenario of page lists that compares with no published figure is about what it shows instead.
  if (isPages && published.every((figure) => !figure.published)) {
    for (const { metric, label, line } of published) add(metric, label, line);
  }
  add('throughput_gain', gain?.label ?? 'Throughput against A');
  for (const { metric, label, line } of published) add(metric, label, line);
  for (const { claimed, scenario } of figures) {
    const { metric, line } = claimed;
    const what = capitalised(metricNamed(metric)?.what ?? metric);
    if (scenario === name) add(metric, line ? `${what}: ${lineText(line)}` : what, line);
  }
  for (const name of [...metricNamesOf(workload.name), ...general])
    add(name, capitalised(metricNamed(name)?.what ?? name));
  return [...offers.values()];
}

/** A line as people name it: by its number in the structure, or by the field it holds. */
const lineText = ({ structure, instance, line, field, index }: LineReference): string => {
  const whole = instance === undefined ? structure : `${structure} ${instance}`;
  const place = line === undefined ? field : `line ${line}`;
  return [whole, place, index].filter((part) => part !== undefined).join(' ');
};

/** ns: what the model of the page lists was fitted with; free lists age that long. */
const pagesLength = 4_000_000_000;

/** The run as the scenario has it, a third of it for a quick look, and more where lists must age. */
function lengthOffers({ duration, scenario }: OpenedScenario): CurveOffer[] {
  const third = Math.floor(duration / 3000) * 1000;
  const offer = (ns: number, what: string) => {
    const key = formatTime(ns);
    return { key, label: `${key} (${what})` };
  };
  const isAgeing = hasTrait(scenario.workload.name, 'page-lists') && duration < pagesLength;
  return [
    offer(third, 'quick'),
    offer(duration, 'default'),
    ...(isAgeing ? [offer(pagesLength, 'full size')] : []),
  ];
}

/** Throws ScenarioError. */
export async function curveContent(
  opened: OpenedRecipe,
  reader: ContentReader = browserReader,
): Promise<CurveContent> {
  const { scenario: name } = opened.recipe;
  const usual = typeof name === 'string' ? await loadScenario(name, reader) : opened;
  const { scenario } = usual;
  const figures = typeof name === 'string' ? await publishedFigures(reader, scenario.story) : [];
  const shipped = JSON.parse(await reader.read('fidelity/report')) as ShippedReport;
  // Every point is of many seeds: the sweep varies them itself.
  const knobs = knobsOf(scenario).filter(({ path }) => path !== 'seed');
  const axes = knobs.map(({ path, label }) => ({ key: path, label }));
  return {
    usual,
    figures,
    shipped,
    metrics: metricOffers(scenario, figures, usual.name),
    axes,
    lengths: lengthOffers(usual),
  };
}

/** What a person chose in the tab. */
export interface CurveChoice {
  readonly axis: string;
  /** '' for one chart. */
  readonly beside: string;
  readonly metric: string;
  readonly length: string;
  /** Of each point. */
  readonly seeds: number;
  readonly form: CurveForm;
}

/** The values of a parameter, in the order of the axis. */
export const knobValues = ({ usual }: CurveContent, path: string): readonly AxisValue[] => {
  const knob = knobsOf(usual.scenario).find((each) => each.path === path);
  return axisValues(knob?.values ?? [], settingOf(usual, path));
};

const placesOf = (points: readonly { readonly x: AxisValue }[]): number =>
  new Set(points.map(({ x }) => x)).size;

/**
 * What the tab opens with. Axis and metric: of those with shipped points at the most places the first, so that it never
 * opens empty.
 */
export function firstChoice(content: CurveContent): CurveChoice {
  const { usual, figures, shipped, axes, metrics, lengths } = content;
  const choices = metrics.flatMap((offer) =>
    axes.map(({ key: axis }) => {
      const { key, metric, line } = offer;
      const points = publishedPoints(figures, {
        scenario: usual.name ?? '',
        path: axis,
        usual: (path) => settingOf(usual, path),
        metric,
        line,
      });
      return { axis, metric: key, count: placesOf(shippedPoints(shipped, points, metric)) };
    }),
  );
  const best = choices.reduce((one, next) => (next.count > one.count ? next : one));
  const { axis, metric } = best;
  return { axis, beside: '', metric, length: lengths[0]!.key, seeds: mostSeeds, form: 'chart' };
}

/** What a link asks for, as far as the scenario has it; the rest is what the tab opens with. */
export function choiceOf(
  { axes, metrics, lengths }: CurveContent,
  first: CurveChoice,
  kept: KeptCurves | undefined,
  hasOthers: boolean,
): CurveChoice {
  const offered = (offers: readonly CurveOffer[], key: string | undefined) =>
    offers.find((offer) => offer.key === key)?.key;
  const { form = first.form } = kept ?? {};
  const axis = offered(axes, kept?.axis) ?? first.axis;
  const beside = offered(axes, kept?.beside) ?? first.beside;
  return {
    axis,
    beside: beside === axis ? '' : beside,
    metric: offered(metrics, kept?.metric) ?? first.metric,
    length: offered(lengths, kept?.length) ?? first.length,
    seeds: seedChoices.find((each) => each === kept?.seeds) ?? first.seeds,
    form: form === 'others' && !hasOthers ? first.form : form,
  };
}

const parts = ['axis', 'beside', 'metric', 'length', 'seeds', 'form'] as const;

/** What a link says of a choice: where it is not what the tab opens with. */
export function keptOf(first: CurveChoice, choice: CurveChoice): KeptCurves | undefined {
  const said = parts.filter((part) => choice[part] !== first[part]);
  if (said.length === 0) return undefined;
  return Object.fromEntries(said.map((part) => [part, choice[part]]));
}

/**
 * Why the report that came with the program has no point for a choice: nothing was published of the scenario, or what
 * was lies elsewhere.
 */
export function whyNoneShipped(
  { usual, figures, shipped, axes, metrics }: CurveContent,
  { axis, metric }: Pick<CurveChoice, 'axis' | 'metric'>,
): string {
  const isOwn = figures.some(({ scenario }) => scenario === usual.name);
  const isRun = shipped.rows.some(({ run }) => run?.scenario === usual.name);
  if (!isOwn && !isRun) return words.nothingPublished;
  const named = (offers: readonly CurveOffer[], key: string) =>
    offers.find((offer) => offer.key === key)?.label ?? key;
  return words.publishedElsewhere(named(axes, axis), named(metrics, metric));
}

type Settings = NonNullable<Recipe['set']>;

/** What the recipe on stage sets, without what the sweep itself varies. */
function fixedSettings(recipe: Recipe, { axis, beside }: CurveChoice): Settings {
  const varied = [axis, beside, 'duration'];
  return Object.fromEntries(
    Object.entries(recipe.set ?? {}).filter(([path]) => !varied.includes(path)),
  );
}

/** The recipe of one run of the sweep. */
export function recipeOfRun(
  recipe: Recipe,
  choice: CurveChoice,
  values: Settings,
  seed: number,
): Recipe {
  const { format, scenario, layout } = recipe;
  const set = { ...fixedSettings(recipe, choice), duration: choice.length, ...values };
  return { format, scenario, ...(layout && { layout }), set, seed, view: { tab: 'curves' } };
}

/** The recipe of the run that a shipped point was judged by. */
export const recipeOfShipped = ({ scenario, set, seed }: RowRun): Recipe => ({
  format: 'schedscape-recipe/3',
  scenario,
  set: { ...set },
  seed,
  view: { tab: 'curves' },
});

const axesOf = (content: CurveContent, { axis, beside }: CurveChoice) => [
  ...(beside ? [{ path: beside, values: knobValues(content, beside) }] : []),
  { path: axis, values: knobValues(content, axis) },
];

/** By cell: how many places of the axis it lies from the value on stage. */
export function farFrom(
  stage: OpenedScenario,
  content: CurveContent,
  { axis }: Pick<CurveChoice, 'axis'>,
): (cell: number) => number {
  const xs = knobValues(content, axis);
  const shown = Math.max(0, xs.indexOf(settingOf(stage, axis) as AxisValue));
  return (cell) => Math.abs((cell % xs.length) - shown);
}

/** Names a sweep: two choices that need the same runs have the same name. */
export function sweepKey(recipe: Recipe, choice: CurveChoice): string {
  const { axis, beside, length, seeds } = choice;
  const { scenario, layout } = recipe;
  const fixed = fixedSettings(recipe, choice);
  return JSON.stringify([scenario, layout, fixed, axis, beside, length, seeds]);
}

/** Plans the sweep of a choice. Throws ScenarioError. */
export function planCurves(
  recipe: Recipe,
  content: CurveContent,
  choice: CurveChoice,
  reader: ContentReader = browserReader,
): Promise<PlannedSweep> {
  const { seed: _seed, playhead: _playhead, view: _view, selection: _selection, ...rest } = recipe;
  const fixed = { ...fixedSettings(recipe, choice), duration: choice.length };
  const wanted = {
    over: axesOf(content, choice),
    seeds: choice.seeds,
    lines: linesOfScenario(content.usual.scenario),
  };
  return planSweep(wanted, (overrides) => {
    const varied = Object.fromEntries(
      overrides.map(({ path, value }) => [path, value]),
    ) as Settings;
    return openRecipe({ ...rest, set: { ...fixed, ...varied } }, reader);
  });
}

/** True when nothing but the varied parameter differs from the scenario as it comes. */
export const isAsItComes = (recipe: Recipe, choice: CurveChoice): boolean =>
  recipe.layout === undefined && Object.keys(fixedSettings(recipe, choice)).length === 0;

const metricOf = (
  { metrics }: CurveContent,
  { metric }: Pick<CurveChoice, 'metric'>,
): MetricOffer => metrics.find(({ key }) => key === metric) ?? metrics[0]!;

/** What a choice asks of the runs of a sweep. */
export function questionOf(
  content: CurveContent,
  choice: Pick<CurveChoice, 'metric'>,
  { lines }: Pick<SweepHead, 'lines'>,
): CurveRequest {
  const { metric, line } = metricOf(content, choice);
  const isOwn = (each: unknown) => line && lineKey(each as LineReference) === lineKey(line);
  return { metric, line: line && lines.findIndex(isOwn), against: false };
}

/** The charts of a choice from what has been computed. */
export function curveInputs(
  recipe: Recipe,
  content: CurveContent,
  choice: CurveChoice,
  { head, first, openedOf }: PlannedSweep,
  { pairs }: Pick<SweepPicture, 'pairs'>,
): CurveInput[] {
  const { usual, figures, shipped } = content;
  const asked = metricOf(content, choice);
  const xs = knobValues(content, choice.axis);
  const besides = choice.beside ? knobValues(content, choice.beside) : [undefined];
  const { duration, window } = openedOf(0);
  const isAsLong = (span: RunSpan) =>
    timeNs(span.duration) === duration && timeNs(span.warmup) === window.from;
  const points = (beside: AxisValue | undefined) =>
    publishedPoints(figures, {
      isAsLong,
      scenario: usual.name ?? '',
      path: choice.axis,
      usual: (path) => settingOf(usual, path),
      set: {
        ...(fixedSettings(recipe, choice) as Record<string, AxisValue>),
        ...(beside !== undefined && { [choice.beside]: beside }),
      },
      metric: asked.metric,
      line: asked.line,
    });
  const published = besides.map((beside) => (recipe.layout === undefined ? points(beside) : []));
  // All charts have the same axis.
  const alsoAt = published.flat().map(({ x }) => x);
  const variants = first.scenario.variants.map(({ id, label }) => ({ id, label }));
  const besideLabel = content.axes.find(({ key }) => key === choice.beside)?.label ?? '';
  return besides.map((beside, chart) => {
    const cells = xs.map((_, at) => chart * xs.length + at);
    return {
      title: beside === undefined ? '' : `${besideLabel} ${axisText(beside)}`,
      xs,
      alsoAt,
      cells,
      variants,
      pairs,
      seeds: choice.seeds,
      asked: questionOf(content, choice, head),
      unit: asked.unit,
      published: published[chart]!,
      shipped: shippedPoints(shipped, published[chart]!, asked.metric),
      workload: first.scenario.workload.name,
      ownPolicy: first.policy?.variant,
      instant: instantCurve(openedOf(cells[0]!), choice.axis, xs, asked.metric),
    };
  });
}
