// The data of the charts as a table, for screen readers and for exact numbers.

import type { ErrorBar } from '../../scenario/error-bars/table.ts';
import { basisWords, errorBarWords } from '../../scenario/error-bars/words.ts';
import { unbroken } from '../../ui/unbroken.tsx';
import styles from './CurvesView.module.css';
import type { Curve } from './curve.ts';
import { dataRows } from './table.ts';
import {
  columns,
  figure,
  pointErrorText,
  publishedPointText,
  shippedCell,
  words,
} from './words.ts';

interface DataTableProps {
  readonly curves: readonly Curve[];
  readonly xLabel: string;
  readonly yLabel: string;
  readonly signed: boolean;
}

const ends = (pair: readonly [number, number] | null | undefined): string =>
  pair ? columns.ends(figure(pair[0], ''), figure(pair[1], '')) : words.dash;

/** By what intervals rest on: the mark in their cells, and at the foot of the table. */
function marksOf(curves: readonly Curve[]): ReadonlyMap<string, string> {
  const bases = curves.flatMap(({ series }) =>
    series.flatMap(({ points }) =>
      points.flatMap(({ expected }) => (expected ? [basisWords(expected)] : [])),
    ),
  );
  return new Map([...new Set(bases)].map((says, at) => [says, '*'.repeat(at + 1)]));
}

export function DataTable({ curves, xLabel, yLabel, signed }: DataTableProps) {
  const unit = curves[0]?.unit ?? '';
  const several = curves.length > 1;
  const hasShipped = curves.some(({ shipped }) => shipped.length > 0);
  const marks = marksOf(curves);
  const number = (value: number | undefined) =>
    value === undefined ? words.dash : figure(value, unit, signed);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div className={styles.scroll} tabIndex={0}>
      <table className={styles.table}>
        <caption className={styles.hidden}>{columns.caption(yLabel, xLabel)}</caption>
        <thead>
          <tr>
            {several && <th scope="col">{columns.chart}</th>}
            <th scope="col">{xLabel}</th>
            <th scope="col">{columns.variant}</th>
            <th scope="col">{columns.seeds}</th>
            <th scope="col">{columns.median}</th>
            <th scope="col">{columns.interval}</th>
            <th scope="col">{columns.allSeeds}</th>
            {hasShipped && <th scope="col">{columns.shipped}</th>}
            {marks.size > 0 && <th scope="col">{columns.expected}</th>}
            <th scope="col">{columns.published}</th>
            <th scope="col">{columns.error}</th>
          </tr>
        </thead>
        <tbody>
          {dataRows(curves).map((row) => {
            const { key, chart, x, variant, point, shipped, published, spread, simulated } = row;
            const found = point?.estimate;
            return (
              <tr key={key}>
                {several && <td>{chart}</td>}
                <th scope="row">{x}</th>
                <td data-variant={variant}>{variant}</td>
                <td>{found?.count ?? 0}</td>
                <td title={found && String(found.median)}>
                  {simulated ? number(found?.median) : words.notSimulated}
                </td>
                <td>{ends(found?.interval)}</td>
                <td>{ends(found && [found.least, found.most])}</td>
                {hasShipped && (
                  <td title={shipped && String(shipped.value)}>
                    {shipped ? shippedCell(shipped, unit, signed) : words.dash}
                  </td>
                )}
                {marks.size > 0 && <Expected bar={point?.expected} marks={marks} />}
                <td className={styles.publishedCell}>
                  {published === undefined
                    ? words.dash
                    : publishedPointText({ value: published, spread }, unit, signed)}
                </td>
                <td>{point ? pointErrorText(point) || words.dash : words.dash}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {[...marks].map(([says, mark]) => (
        <p key={says} className={styles.note}>
          {unbroken(columns.basis(mark, says))}
        </p>
      ))}
    </div>
  );
}

interface ExpectedProps {
  readonly bar: ErrorBar | undefined;
  readonly marks: ReadonlyMap<string, string>;
}

function Expected({ bar, marks }: ExpectedProps) {
  if (!bar) return <td>{words.dash}</td>;
  return (
    <td title={errorBarWords(bar)}>
      {ends([bar.low, bar.high])} {marks.get(basisWords(bar))}
    </td>
  );
}
