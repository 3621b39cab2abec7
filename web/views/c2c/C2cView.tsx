// The perf c2c table of one cache line: simulated rows beside the published ones, with perf's column
// names. Sortable; one line at a time. It shows counts it is given and computes shares, nothing else.

import { useMemo, useState } from 'react';
import type { C2cRows, Catalog } from '../../engine/types.ts';
import { count, whole } from '../../ui/format.ts';
import { SelectBox } from '../../ui/SelectBox.tsx';
import styles from './C2cView.module.css';
import { rankLines, rowsOfLine } from './lines.ts';
import {
  type MatchedRow,
  matchRows,
  type Sort,
  type SortColumn,
  shareOut,
  sortRows,
} from './match.ts';
import { lineOf, type PublishedTable, publishedFor, tablesNamed } from './published.ts';
import { words } from './words.ts';

export interface C2cViewProps {
  readonly side: string;
  readonly catalog: Catalog;
  /** Undefined while they are read. */
  readonly rows: C2cRows | undefined;
  /** The catalog of the layout that the published tables are of; undefined: this one. */
  readonly baseline?: Catalog | undefined;
  /** The published tables of what is run, by the names that its scenario has for them. */
  readonly tables: readonly string[];
  /** False before the measured window. */
  readonly measuring: boolean;
  /** The line to show; undefined: the hottest, or the first published one. */
  readonly line: number | undefined;
  readonly onLine: (line: number) => void;
  readonly lineName: (line: number) => string;
}

/** Lines offered for choice: enough to reach everything that matters, few enough to read. */
const offered = 16;

type ValueColumn = Exclude<SortColumn, 'offset' | 'symbol'>;
const valueColumns: readonly ValueColumn[] = [
  'rmtHitm',
  'lclHitm',
  'storeL1Hit',
  'loadCycles',
  'recordShare',
];

function columnName(column: SortColumn): string {
  return column === 'recordShare' ? words.records : words[column];
}

/** Lines with a published table first, then the hottest. */
function linesToOffer(
  catalog: Catalog,
  rows: C2cRows | undefined,
  tables: readonly PublishedTable[],
  current: number | undefined,
) {
  const published = tables.map((table) => lineOf(catalog, table));
  const ranked = rows ? rankLines(rows).map(({ line }) => line) : [];
  const all = [...published, ...ranked.slice(0, offered), current ?? -1];
  return [...new Set(all)].filter((line) => line >= 0);
}

export function C2cView(props: C2cViewProps) {
  const { catalog, rows, line, side } = props;
  const [sort, setSort] = useState<Sort>({ column: 'recordShare', descending: true });
  const tables = useMemo(() => tablesNamed(props.tables), [props.tables]);
  const offers = useMemo(
    () => linesToOffer(catalog, rows, tables, line),
    [catalog, rows, tables, line],
  );
  const shown = line ?? offers[0];
  const published =
    shown === undefined ? undefined : publishedFor(catalog, shown, props.baseline, tables);
  const matched = useMemo(() => {
    const counted = rows && shown !== undefined ? rowsOfLine(rows, catalog, shown) : [];
    return matchRows(shareOut(counted), published?.rows ?? []);
  }, [rows, catalog, shown, published]);
  if (shown === undefined) {
    const why = props.measuring ? words.loading : words.warmingUp;
    return <p className={styles.note}>{why}</p>;
  }
  return (
    <div className={styles.view}>
      <div className={styles.bar}>
        <label className={styles.choice}>
          {words.line}
          <SelectBox
            offers={offers.map((key) => ({ key, label: props.lineName(key) }))}
            value={shown}
            onChange={props.onLine}
          />
        </label>
        <Notes {...props} published={published} matched={matched} />
      </div>
      <div className={styles.scroll}>
        <C2cTable
          caption={words.caption(props.lineName(shown), side, published !== undefined)}
          rows={sortRows(matched, sort)}
          sort={sort}
          onSort={setSort}
          hasPublished={published !== undefined}
        />
      </div>
    </div>
  );
}

/** Published rows that have a simulated one beside them. */
const metBy = (rows: readonly MatchedRow[]): number =>
  rows.filter(({ published, simulated }) => published && simulated).length;

function Notes({
  rows,
  measuring,

  published,
  matched,
}: C2cViewProps & {
  readonly published: PublishedTable | undefined;
  readonly matched: readonly MatchedRow[];
}) {
  return (
    <p className={styles.note}>
      {!measuring && <strong>{words.warmingUp} </strong>}
      {words.allEvents}{' '}
      {published ? (
        <>
          {words.source(published.title, published.source)}{' '}
          {rows && words.met(published.rows.length, metBy(matched))} {words.merged}{' '}
          {words.publishedBaseline}
        </>
      ) : (
        words.noPublished
      )}
      {rows && rows.dropped > 0 && ` ${words.dropped(rows.dropped)}`}
    </p>
  );
}

interface TableProps {
  readonly caption: string;
  readonly rows: readonly MatchedRow[];
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
  readonly hasPublished: boolean;
}

function C2cTable({ caption, rows, sort, onSort, hasPublished }: TableProps) {
  const halves = hasPublished ? 2 : 1;
  const heading = { sort, onSort };
  return (
    <table className={styles.table}>
      <caption className={styles.caption}>{caption}</caption>
      <thead>
        <tr>
          <Heading column="offset" rowSpan={2} {...heading} />
          <Heading column="symbol" rowSpan={2} {...heading} />
          <th scope="col" rowSpan={2} className={styles.text}>
            {words.field}
          </th>
          {valueColumns.map((column) => (
            <Heading key={column} column={column} colSpan={halves} {...heading} />
          ))}
        </tr>
        <tr className={styles.halves}>
          {valueColumns.map((column) => [
            <th key={`${column} simulated`} scope="col">
              {words.simulated}
            </th>,
            hasPublished && (
              <th key={`${column} published`} scope="col" className={styles.published}>
                {words.published}
              </th>
            ),
          ])}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <C2cRow key={row.key} row={row} hasPublished={hasPublished} />
        ))}
      </tbody>
    </table>
  );
}

interface HeadingProps extends Pick<TableProps, 'sort' | 'onSort'> {
  readonly column: SortColumn;
  readonly rowSpan?: number;
  readonly colSpan?: number;
}

function Heading({ column, sort, onSort, rowSpan, colSpan }: HeadingProps) {
  const active = sort.column === column;
  const descending = active ? !sort.descending : column !== 'offset' && column !== 'symbol';
  const direction = sort.descending ? 'descending' : 'ascending';
  return (
    <th
      scope={colSpan === 2 ? 'colgroup' : 'col'}
      rowSpan={rowSpan}
      colSpan={colSpan}
      className={rowSpan === 2 ? styles.text : undefined}
      aria-sort={active ? direction : undefined}
    >
      <button type="button" className={styles.sort} onClick={() => onSort({ column, descending })}>
        {columnName(column)}
        <span aria-hidden="true">{active ? (sort.descending ? ' ▾' : ' ▴') : ''}</span>
      </button>
    </th>
  );
}

interface RowProps {
  readonly row: MatchedRow;
  readonly hasPublished: boolean;
}

function C2cRow({ row, hasPublished }: RowProps) {
  const text = (half: MatchedRow['simulated'], column: ValueColumn) => {
    const value = half?.[column] ?? Number.NaN;
    if (Number.isNaN(value)) return words.dash;
    return column === 'loadCycles' ? count(value) : words.percent(value);
  };
  const raw = (half: MatchedRow['simulated'], column: ValueColumn) => {
    if (!half) return undefined;
    return column === 'recordShare' ? whole(half.records) : String(half[column]);
  };
  return (
    <tr>
      <td className={styles.code}>0x{row.offset.toString(16)}</td>
      <th scope="row" className={styles.code}>
        {row.symbol}
      </th>
      <td className={styles.field}>{row.field}</td>
      {valueColumns.map((column) => [
        <td key={`${column} simulated`} title={raw(row.simulated, column)}>
          {text(row.simulated, column)}
        </td>,
        hasPublished && (
          <td
            key={`${column} published`}
            className={styles.published}
            title={raw(row.published, column)}
          >
            {text(row.published, column)}
          </td>
        ),
      ])}
    </tr>
  );
}
