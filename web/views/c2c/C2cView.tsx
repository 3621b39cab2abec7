// The perf c2c table of one cache line: simulated rows beside the published ones, with perf's column
// names. Sortable; one line at a time. It shows counts it is given and computes shares, nothing else.

import { type ReactNode, useMemo, useState } from 'react';
import type { C2cRows, Catalog } from '../../engine/types.ts';
import { count, whole } from '../../ui/format.ts';
import { SelectBox } from '../../ui/SelectBox.tsx';
import { unbroken } from '../../ui/unbroken.tsx';
import styles from './C2cView.module.css';
import { rankLines, rowsOfLine } from './lines.ts';
import {
  type ComparedRow,
  type MatchedRow,
  matchRows,
  type Sort,
  type SortColumn,
  SYMBOL_WIDTH,
  shareOut,
  sortRows,
} from './match.ts';
import { type PublishedTable, publishedFor, simulatedLine, tablesNamed } from './published.ts';
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
  /** Tables that the reader opened, by the lines they were matched to; shown before those of the scenario. */
  readonly own?: readonly PublishedTable[] | undefined;
  /** A line of a report that is beside none of the run. */
  readonly alone?: { readonly title: string; readonly rows: readonly ComparedRow[] } | undefined;
  /** Questions about an opened report; shown over the table. */
  readonly children?: ReactNode;
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
  const published = tables.map((table) => simulatedLine(catalog, table));
  const ranked = rows ? rankLines(rows).map(({ line }) => line) : [];
  const all = [...published, ...ranked.slice(0, offered), current ?? -1];
  return [...new Set(all)].filter((line) => line >= 0);
}

/** Functions of the run: rows of others can have nothing beside them. */
function useSymbols({ symbols }: Catalog): ReadonlySet<string> {
  return useMemo(() => new Set(symbols.map((symbol) => symbol.slice(0, SYMBOL_WIDTH))), [symbols]);
}

export function C2cView(props: C2cViewProps) {
  const symbols = useSymbols(props.catalog);
  const { catalog, rows, line, side } = props;
  const [sort, setSort] = useState<Sort>({ column: 'recordShare', descending: true });
  const tables = useMemo(
    () => [...(props.own ?? []), ...tablesNamed(props.tables)],
    [props.own, props.tables],
  );
  const offers = useMemo(
    () => linesToOffer(catalog, rows, tables, line),
    [catalog, rows, tables, line],
  );
  const shown = line ?? offers[0];
  const published =
    shown === undefined ? undefined : publishedFor(catalog, shown, props.baseline, tables);
  const { alone } = props;
  const matched = useMemo(() => {
    if (alone) return matchRows([], alone.rows);
    const counted = rows && shown !== undefined ? rowsOfLine(rows, catalog, shown) : [];
    return matchRows(shareOut(counted), published?.rows ?? []);
  }, [rows, catalog, shown, published, alone]);
  if (shown === undefined && !alone) {
    const why = props.measuring ? words.loading : words.warmingUp;
    return <p className={styles.note}>{unbroken(why)}</p>;
  }
  const other = alone || published?.found !== undefined ? words.reported : words.published;
  return (
    <div className={styles.view}>
      <div className={styles.bar} data-tools>
        <label className={styles.choice}>
          {words.line}
          <SelectBox
            offers={offers.map((key) => ({ key, label: props.lineName(key) }))}
            value={shown ?? offers[0] ?? 0}
            onChange={props.onLine}
          />
        </label>
        {props.children}
      </div>
      <div className={styles.scroll}>
        <C2cTable
          caption={
            alone
              ? words.captionAlone(alone.title)
              : words.caption(props.lineName(shown!), side, published && other)
          }
          rows={sortRows(matched, sort)}
          sort={sort}
          onSort={setSort}
          other={alone || published ? other : undefined}
          symbols={symbols}
        />
        <Notes {...props} published={published} matched={matched} />
      </div>
    </div>
  );
}

/** Published rows that have a simulated one beside them. */
const metBy = (rows: readonly MatchedRow[]): number =>
  rows.filter(({ published, simulated }) => published && simulated).length;

interface NotesProps extends C2cViewProps {
  readonly published: PublishedTable | undefined;
  readonly matched: readonly MatchedRow[];
}

function Notes({ rows, measuring, published, matched, alone }: NotesProps) {
  if (alone) return null;
  if (published?.found !== undefined) {
    return (
      <p className={styles.note}>
        {!measuring && <strong>{words.warmingUp} </strong>}
        {words.own(published.title, published.found)}{' '}
        {rows && words.metOwn(published.rows.length, metBy(matched))} {words.allEventsOwn}
        {rows && rows.dropped > 0 && ` ${words.dropped(rows.dropped)}`}
      </p>
    );
  }
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
  /** What the other half is called; undefined: there is none. */
  readonly other: string | undefined;
  readonly symbols: ReadonlySet<string>;
}

function C2cTable({ caption, rows, sort, onSort, other, symbols }: TableProps) {
  const halves = other ? 2 : 1;
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
            other && (
              <th key={`${column} published`} scope="col" className={styles.published}>
                {other}
              </th>
            ),
          ])}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <TableRow
            key={row.key}
            row={row}
            hasPublished={other !== undefined}
            isSimulated={
              other !== words.reported ||
              row.simulated !== null ||
              symbols.has(row.symbol.slice(0, SYMBOL_WIDTH))
            }
          />
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
  /** The run has this function. */
  readonly isSimulated: boolean;
}

function TableRow({ row, hasPublished, isSimulated }: RowProps) {
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
      <td className={styles.field}>{row.field || (isSimulated ? '' : words.notSimulated)}</td>
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
