// The hottest cache lines as rows: their fields, their present owners, the waiting CPUs, how often they move, and a
// strip of the cores that fetched them last. Selecting a row selects the line everywhere.

import { useEffect, useMemo, useRef } from 'react';
import type { Catalog, Frame } from '../../engine/types.ts';
import { count, duration } from '../../ui/format.ts';
import styles from './CachelineView.module.css';
import { type FetchHistory, HISTORY } from './history.ts';
import { type CachelineRow, firstCpuOfCore, lineRows, type MissMark, missMarkOf } from './rows.ts';
import { drawStrip, sharesByNode, stripRowHeight } from './strip.ts';
import { words } from './words.ts';

export interface CachelineViewProps {
  readonly side: string;
  readonly frame: Frame;
  readonly catalog: Catalog;
  readonly history: FetchHistory;
  readonly selected: number | undefined;
  readonly onSelect: (line: number | undefined) => void;
  readonly lineName: (line: number) => string;
}

/** Rows shown: the lines below have next to no transfers in any story. */
const shownLines = 24;
/** Field names shown before "+3". */
const shownFields = 3;

/** ns a rate is taken over, at least: a shorter time holds too few transfers to speak of a rate. */
const rateWindow = 50_000;
/** Marks kept: enough to bridge the window when frames come often. */
const keptMarks = 64;

/** Rows of the frame; rates run since a frame long enough ago, else since the start of the run. */
function useRows(frame: Frame, catalog: Catalog): CachelineRow[] {
  const firstCpu = useMemo(() => firstCpuOfCore(catalog), [catalog]);
  const marks = useRef<MissMark[]>([]);
  if (marks.current.at(-1)?.time !== frame.time) {
    const before = marks.current.filter(({ time }) => time < frame.time);
    marks.current = [...before.slice(-keptMarks), missMarkOf(frame)];
  }
  const earlier = marks.current.findLast(({ time }) => time <= frame.time - rateWindow);
  return lineRows(frame, catalog, firstCpu, shownLines, earlier);
}

export function CachelineView(props: CachelineViewProps) {
  const { frame, catalog } = props;
  const rows = useRows(frame, catalog);
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <caption className={styles.hidden}>
          {words.caption(props.side, duration(frame.time))}
        </caption>
        <thead>
          <tr>
            <th scope="col">{words.line}</th>
            <th scope="col">{words.fields}</th>
            <th scope="col">{words.owner}</th>
            <th scope="col">{words.queue}</th>
            <th scope="col" title={words.transfersMeaning}>
              {words.transfers}
            </th>
            <th scope="col">{words.hitm}</th>
            <th scope="col">{words.wait}</th>
            <th scope="col">{words.strip}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <Row key={row.line} row={row} {...props} />
          ))}
        </tbody>
      </table>
      <p className={styles.rest}>{words.rest(rows.length, frame.linesTouched)}</p>
    </div>
  );
}

function Row({ row, ...props }: CachelineViewProps & { readonly row: CachelineRow }) {
  const { selected, onSelect, catalog, history } = props;
  const pressed = selected === row.line;
  const shown = row.fields.slice(0, shownFields).join(', ');
  const rest = row.fields.length - shownFields;
  return (
    <tr className={pressed ? styles.selected : undefined}>
      <th scope="row">
        <button
          type="button"
          className={styles.name}
          aria-pressed={pressed}
          onClick={() => onSelect(pressed ? undefined : row.line)}
        >
          {props.lineName(row.line)}
        </button>
      </th>
      <td className={styles.fields} title={row.fields.join(', ')}>
        {shown}
        {rest > 0 && ` ${words.more(rest)}`}
      </td>
      <td>{row.ownerCpu < 0 ? words.nobody : words.ownerCpu(row.ownerCpu, row.ownerNode)}</td>
      <td className={styles.number}>
        <meter
          className={styles.queue}
          aria-label={words.queue}
          min={0}
          max={Math.max(64, row.queue)}
          value={row.queue}
        />
        <span className={styles.waiting}>{row.queue}</span>
      </td>
      <td className={styles.number} title={String(row.transfers)}>
        {count(row.transfers)}
      </td>
      <td className={styles.number}>
        {count(row.localHitm)} / {count(row.remoteHitm)}
      </td>
      <td className={styles.number}>{duration(row.meanWait)}</td>
      <td>
        <Strip line={row.line} catalog={catalog} history={history} />
      </td>
    </tr>
  );
}

interface StripProps {
  readonly line: number;
  readonly catalog: Catalog;
  readonly history: FetchHistory;
}

/** One lane a node, one step a fetch, latest at the right; writes are tall, reads are short. */
function Strip({ line, catalog, history }: StripProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const fetches = history.of(line);
  const { node, nodes } = catalog.topology;
  useEffect(() => {
    if (canvas.current) drawStrip(canvas.current, fetches, node, nodes);
  });
  const parts = sharesByNode(fetches, node, nodes).map(({ node: which, share }) =>
    words.stripPart(which, share),
  );
  return (
    <span className={styles.fetches}>
      <canvas
        ref={canvas}
        className={styles.strip}
        width={HISTORY}
        height={nodes * stripRowHeight(nodes)}
        role="img"
        aria-label={words.stripText(parts)}
        title={parts.join(', ')}
      />
      {/* What the strip is read for, also of the few fetches of a slow tempo. */}
      <span aria-hidden="true">{words.mostOf(parts[0], fetches.cpu.length)}</span>
    </span>
  );
}
