// The posted tables of the fair class as scatter: published dots only, every chart on one axis, and
// the same in numbers below. Draws what it is given.

import { scaleLinear } from 'd3-scale';
import type { PublishedRow } from '../../scenario/claims/published.ts';
import { Axis } from '../../ui/Axis.tsx';
import { ColumnHeads } from '../../ui/ColumnHeads.tsx';
import { decimal, signed } from '../../ui/format.ts';
import styles from './ScatterView.module.css';
import { type DotRow, dodged, panelsOf, type ScatterPanel } from './scatter.ts';
import { changeText, words } from './words.ts';

/** Units of the picture; it is drawn about as large as this on a desktop. */
const size = { width: 390, lane: 92, top: 8, bottom: 40, left: 14, right: 14 };
const dot = 2.6;
/** How far dots may stand off the middle of their row, so that its label stays readable. */
const halfRow = 32;

/** Width of a character of the axis. */
const character = 6;
const tickText = (tick: number): string => signed(tick, decimal(tick, 2));

type Place = (value: number) => number;

function Dots({ row, x, y }: { readonly row: DotRow; readonly x: Place; readonly y: number }) {
  const free = dodged(
    row.dots.map(({ value }) => x(value)),
    2 * dot + 1,
  );
  // A row with more dots at one place than it has room for is pressed together.
  const furthest = Math.max(...free.map(Math.abs));
  const offsets = free.map((offset) => offset * Math.min(1, halfRow / furthest));
  return row.dots.map(({ id, label, value, spread }, at) => (
    <g key={id}>
      {spread !== undefined && (
        <line
          className={styles.spread}
          x1={x(value - spread)}
          x2={x(value + spread)}
          y1={y + offsets[at]!}
          y2={y + offsets[at]!}
        />
      )}
      <circle className={styles.dot} cx={x(value)} cy={y + offsets[at]!} r={dot}>
        <title>{words.dot(label, value, spread)}</title>
      </circle>
    </g>
  ));
}

function Chart({
  panel,
  reach,
}: {
  readonly panel: ScatterPanel;
  readonly reach: [number, number];
}) {
  const { width, lane: room, top, bottom, left, right } = size;
  const x = scaleLinear(reach, [left, width - right]);
  const height = top + panel.rows.length * room;
  const name = words.benchmark[panel.benchmark] ?? panel.benchmark;
  const rows = panel.rows.reduce((sum, { dots }) => sum + dots.length, 0);
  return (
    <figure className={styles.chart}>
      <figcaption>{name}</figcaption>
      <svg
        viewBox={`0 0 ${width} ${height + bottom}`}
        role="img"
        aria-label={words.chart(name, rows)}
      >
        <g className={styles.axis} transform={`translate(0 ${height})`}>
          <Axis
            side="bottom"
            ticks={x.ticks(7).map((tick) => ({ at: x(tick), text: tickText(tick) }))}
            grid={height - top}
            length={width - right}
            character={character}
            label={words.axis}
            strong={tickText(0)}
          />
        </g>
        {panel.rows.map((row, at) => (
          <g key={row.patch}>
            <text className={styles.label} x={left} y={top + at * room + 13}>
              {words.patch(row.patch)}: {words.lane(row.median, row.least, row.most)}
            </text>
            <Dots row={row} x={x} y={top + at * room + room / 2 + 10} />
          </g>
        ))}
      </svg>
    </figure>
  );
}

function Numbers({ panels }: { readonly panels: readonly ScatterPanel[] }) {
  return (
    <table className={styles.table}>
      <caption className={styles.hidden}>{words.title}</caption>
      <ColumnHeads names={words.columns} />
      <tbody>
        {panels.flatMap(({ benchmark, rows }) =>
          rows.map(({ patch, dots, median, least, most, beyond }) => (
            <tr key={`${benchmark} ${patch}`}>
              <th scope="row">{words.benchmark[benchmark] ?? benchmark}</th>
              <td>{patch}</td>
              <td>{dots.length}</td>
              <td>{changeText(median)}</td>
              <td>{changeText(least)}</td>
              <td>{changeText(most)}</td>
              <td>{beyond ?? words.none}</td>
            </tr>
          )),
        )}
      </tbody>
    </table>
  );
}

/** `rows` are those of the regression tables; others are left out. */
export function ScatterView({ rows }: { readonly rows: readonly PublishedRow[] }) {
  const panels = panelsOf(rows);
  const lanes = panels.flatMap(({ rows: own }) => own);
  const reach: [number, number] = [
    Math.floor(Math.min(...lanes.map(({ least }) => least))) - 1,
    Math.ceil(Math.max(...lanes.map(({ most }) => most))) + 1,
  ];
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className={styles.view} aria-label={words.title} tabIndex={0}>
      <p>{words.what}</p>
      <p>{words.answer}</p>
      <div className={styles.charts}>
        {panels.map((panel) => (
          <Chart key={panel.benchmark} panel={panel} reach={reach} />
        ))}
      </div>
      <Numbers panels={panels} />
    </section>
  );
}
