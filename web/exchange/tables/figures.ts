// Tables of what a person looks at: the figures of a story beside the published ones, and the sums of a selected
// span of the timeline. The values come from the view that shows them.

import type { CsvCell } from '../../base/csv.ts';
import { type TimelineSums, tileActivities } from '../../engine/slices.ts';
import type { ErrorBar } from '../../scenario/error-bars/table.ts';
import type { Scenario } from '../../scenario/index.ts';
import { metrics } from '../../scenario/index.ts';
import { barCells, barColumns } from './error-bars.ts';
import type { Table } from './table.ts';

type Figure = NonNullable<Scenario['published']>[number];
type Value = number | readonly (number | string)[] | undefined;

/** A range as "10 to 59", names with semicolons between. */
function cellOf(value: Value): CsvCell {
  if (typeof value !== 'object') return value;
  const isRange = value.length === 2 && value.every((end) => typeof end === 'number');
  return value.join(isRange ? ' to ' : '; ');
}

const unitOf = (metric: string): string => metrics.find(({ name }) => name === metric)?.unit ?? '';

/**
 * A row a figure and variant; `simulated` gives what one variant has measured of a figure, `barOf` how far figures like it
 * were off.
 */
export function figureTable(
  figures: readonly Figure[],
  variants: readonly string[],
  simulated: (figure: Figure, variant: string) => Value,
  barOf: (variant: string, metric: string, value: number) => ErrorBar | undefined = () => undefined,
): Table {
  const barIn = (figure: Figure, variant: string) => {
    const value = simulated(figure, variant);
    return typeof value === 'number' ? barOf(variant, figure.metric, value) : undefined;
  };
  return {
    name: 'figures',
    columns: [
      { name: 'figure' },
      { name: 'metric' },
      { name: 'unit' },
      { name: 'claim' },
      { name: 'variant' },
      { name: 'simulated' },
      { name: 'published' },
      ...barColumns,
    ],
    rows: figures.flatMap((figure) =>
      variants.map((variant) => [
        figure.label,
        figure.metric,
        unitOf(figure.metric),
        figure.claim,
        variant,
        cellOf(simulated(figure, variant)),
        cellOf((figure.published as Readonly<Record<string, Value>> | undefined)?.[variant]),
        ...barCells(barIn(figure, variant)),
      ]),
    ),
  };
}

const counts = ['switches', 'wakeups', 'migrations', 'misses'] as const;

/** What happened on some CPUs in a span. */
export function sumTable(sums: TimelineSums): Table {
  const row = (what: string, value: number, unit: string): CsvCell[] => [
    sums.from,
    sums.to,
    sums.cpus,
    what,
    value,
    unit,
  ];
  return {
    name: 'timeline',
    columns: [
      { name: 'from', unit: 'ns' },
      { name: 'to', unit: 'ns' },
      { name: 'cpus' },
      { name: 'what' },
      { name: 'value' },
      { name: 'unit' },
    ],
    rows: [
      ...tileActivities.map((activity) => row(activity, sums.spent[activity], 'ns')),
      row('waited behind others', sums.waited, 'ns'),
      ...counts.map((what) => row(what, sums[what], '')),
    ],
  };
}
