// The charts of a sweep over two parameters as a map: a row for each chart, a column for each place on
// the axis, a cell for each median, in its colour and in figures. A press opens the run nearest to it.

import type { CSSProperties } from 'react';
import type { ChartMark } from './Chart.tsx';
import styles from './CurvesView.module.css';
import { axisText, type Curve, simulatedPlaces } from './curve.ts';
import { figure, pointText, words } from './words.ts';

interface HeatMapProps {
  readonly curves: readonly Curve[];
  readonly xLabel: string;
  /** What the rows differ by. */
  readonly rowLabel: string;
  readonly yLabel: string;
  /** True for changes: their colour says on which side of none they lie. */
  readonly signed: boolean;
  readonly onOpen: (chart: number, mark: ChartMark) => void;
}

/** Most of a cell's colour: more would take the contrast from its figure. */
const fullest = 50;

interface Range {
  readonly least: number;
  readonly most: number;
}

function rangeOf(curves: readonly Curve[]): Range {
  const values = curves.flatMap(({ series }) =>
    series.flatMap(({ points }) => points.map(({ estimate }) => estimate.median)),
  );
  return { least: Math.min(0, ...values), most: Math.max(0, ...values) };
}

/** How much of its colour a cell has, %: of changes by their distance from none, else by size. */
export function shareOf(value: number, { least, most }: Range, signed: boolean): number {
  const whole = signed ? Math.max(-least, most) : most - least;
  const part = signed ? Math.abs(value) : value - least;
  return whole === 0 ? 0 : Math.round((fullest * part) / whole);
}

function Cells(
  props: HeatMapProps & { chart: number; range: Range; variant: string; curve: Curve },
) {
  const { chart, curve, variant, range, signed, onOpen } = props;
  const points = curve.series.find((series) => series.variant === variant)?.points ?? [];
  return simulatedPlaces(curve).map(({ x, at }) => {
    const point = points.find((each) => each.at === at);
    if (!point) return <td key={axisText(x)}>{words.dash}</td>;
    const { median } = point.estimate;
    const share = `${shareOf(median, range, signed)}%`;
    return (
      <td key={axisText(x)}>
        <button
          type="button"
          className={styles.heat}
          data-less={signed && median < 0}
          style={{ '--share': share } as CSSProperties}
          aria-label={`${pointText(curve, variant, point, signed)}. ${words.openRun}`}
          title={pointText(curve, variant, point, signed)}
          onClick={() => onOpen(chart, { curve, variant, point })}
        >
          {figure(median, curve.unit, signed)}
        </button>
      </td>
    );
  });
}

/** What a row is of: the title of its chart, which the head of the column names already. */
function rowText({ title }: Curve, rowLabel: string): string {
  const isNamed = rowLabel !== '' && title.startsWith(`${rowLabel} `);
  return (isNamed ? title.slice(rowLabel.length + 1) : title) || words.dash;
}

export function HeatMap(props: HeatMapProps) {
  const { curves, xLabel, rowLabel, yLabel } = props;
  const range = rangeOf(curves);
  const columns = curves[0] ? simulatedPlaces(curves[0]) : [];
  return (
    <div className={styles.scroll}>
      {curves.length < 2 && <p className={styles.note}>{words.mapOfOne}</p>}
      {(curves[0]?.series ?? []).map(({ variant, label }) => (
        <table key={variant} className={styles.heatMap}>
          <caption>{`${variant}, ${label}: ${yLabel}`}</caption>
          <thead>
            <tr>
              <td />
              <th scope="colgroup" colSpan={columns.length}>
                {xLabel}
              </th>
            </tr>
            <tr>
              {rowLabel ? <th scope="col">{rowLabel}</th> : <td />}
              {columns.map(({ x }) => (
                <th key={axisText(x)} scope="col">
                  {axisText(x)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {curves.map((curve, chart) => (
              <tr key={curve.title}>
                <th scope="row">{rowText(curve, rowLabel)}</th>
                <Cells {...props} chart={chart} curve={curve} range={range} variant={variant} />
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </div>
  );
}
