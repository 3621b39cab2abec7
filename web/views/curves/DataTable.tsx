// The data of the charts as a table: what a screen reader, and anybody who wants the very number, reads.

import { errorBarWords } from '../../scenario/error-bars/words.ts';
import styles from './CurvesView.module.css';
import type { Curve } from './curve.ts';
import { dataRows } from './table.ts';
import { columns, errorText, figure, publishedText, shippedCell, words } from './words.ts';

interface DataTableProps {
  readonly curves: readonly Curve[];
  readonly xLabel: string;
  readonly yLabel: string;
  readonly signed: boolean;
}

export function DataTable({ curves, xLabel, yLabel, signed }: DataTableProps) {
  const unit = curves[0]?.unit ?? '';
  const several = curves.length > 1;
  const hasShipped = curves.some(({ shipped }) => shipped.length > 0);
  const hasExpected = curves.some(({ series }) =>
    series.some(({ points }) => points.some(({ expected }) => expected)),
  );
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
            {hasExpected && <th scope="col">{columns.expected}</th>}
            <th scope="col">{columns.published}</th>
            <th scope="col">{columns.error}</th>
          </tr>
        </thead>
        <tbody>
          {dataRows(curves).map((row) => {
            const { key, chart, x, variant, point, shipped, published, spread, simulated } = row;
            const found = point?.estimate;
            const ends = (pair: readonly [number, number] | null | undefined) =>
              pair ? columns.ends(figure(pair[0], ''), figure(pair[1], '')) : words.dash;
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
                {hasExpected && (
                  <td title={point?.expected && errorBarWords(point.expected)}>
                    {ends(point?.expected && [point.expected.low, point.expected.high])}
                  </td>
                )}
                <td className={styles.publishedCell}>
                  {published === undefined
                    ? words.dash
                    : publishedText({ value: published, spread }, unit, signed)}
                </td>
                <td>{point ? errorText(point) || words.dash : words.dash}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
