// One picture per chapter: every claimed row as a point, published across, simulated up. Points on the diagonal
// came out as published; the know-nothing predictor is the line of no change. The table of rows says the same in
// words.

import { useMemo } from 'react';
import type { ReportRow } from '../../scenario/claims/rows.ts';
import { type Diagonal, type DiagonalPoint, diagonalOf } from './diagonal.ts';
import styles from './Overview.module.css';
import { publishedText, simulatedText, words } from './words.ts';

/** Of the plot, in its own units; it grows with the page. */
const size = 220;
const margin = { left: 34, bottom: 24, top: 8, right: 8 };
const radius = 3;

function Ticks({ ticks, zero }: Pick<Diagonal, 'ticks' | 'zero'>) {
  return (
    <>
      {ticks.map(({ at, text }) => (
        <g key={text} className={styles.tick}>
          <line x1={at} x2={at} y2={size} />
          <line x2={size} y1={size - at} y2={size - at} />
          <text x={at} y={size + 14} textAnchor="middle">
            {text}
          </text>
          <text x={-6} y={size - at} dy="0.32em" textAnchor="end">
            {text}
          </text>
        </g>
      ))}
      <line className={styles.blind} x2={size} y1={size - zero} y2={size - zero} />
    </>
  );
}

const pointText = ({ row }: DiagonalPoint): string =>
  words.point(row.label, publishedText(row), simulatedText(row), words.values[row.verdict]!);

function Dot({ point, onOpen }: { point: DiagonalPoint; onOpen: (row: ReportRow) => void }) {
  const { x, y, kind, band, row } = point;
  return (
    <g>
      {band && <line className={styles.band} x1={x} x2={x} y1={band[0]} y2={band[1]} />}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: every row has its own button in the table */}
      <circle
        className={styles.point}
        data-kind={kind}
        data-group={row.worth?.group}
        cx={x}
        cy={y}
        r={radius}
        onClick={() => onOpen(row)}
      >
        <title>{pointText(point)}</title>
      </circle>
    </g>
  );
}

interface ChapterProps {
  readonly name: string;
  readonly rows: readonly ReportRow[];
  readonly onOpen: (row: ReportRow) => void;
}

function Chapter({ name, rows, onOpen }: ChapterProps) {
  const picture = useMemo(() => diagonalOf(rows, size), [rows]);
  const { points, unclaimed } = picture;
  // Controls first, so that what carries weight lies above them.
  const drawn = [...points].sort(
    (a, b) => Number(b.row.worth?.group === 'control') - Number(a.row.worth?.group === 'control'),
  );
  const count = (wanted: DiagonalPoint['kind']) =>
    points.filter(({ kind }) => kind === wanted).length;
  return (
    <figure className={styles.chapter}>
      <figcaption>
        <strong>{name}</strong>{' '}
        {words.pictureOf(
          count('reproduced'),
          count('direction'),
          count('missed'),
          unclaimed.length,
        )}
      </figcaption>
      <svg
        role="img"
        aria-label={words.pictureName(name)}
        viewBox={`${-margin.left} ${-margin.top} ${size + margin.left + margin.right} ${size + margin.top + margin.bottom}`}
      >
        <Ticks ticks={picture.ticks} zero={picture.zero} />
        <line className={styles.diagonal} y1={size} x2={size} />
        {unclaimed.map((at, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a rug; its marks have no names
          <line key={index} className={styles.unclaimed} x1={at} x2={at} y1={size} y2={size - 5} />
        ))}
        {drawn.map((point) => (
          <Dot key={point.row.id} point={point} onOpen={onOpen} />
        ))}
      </svg>
    </figure>
  );
}

export function Diagonals(props: {
  readonly chapters: readonly { readonly id: string; readonly name: string }[];
  readonly rows: readonly ReportRow[];
  readonly onOpen: (row: ReportRow) => void;
}) {
  return (
    <>
      <div className={styles.chapters}>
        {props.chapters.map(({ id, name }) => (
          <Chapter
            key={id}
            name={name}
            rows={props.rows.filter(({ story }) => story === id)}
            onOpen={props.onOpen}
          />
        ))}
      </div>
      <p className={styles.key}>
        {(['reproduced', 'direction', 'missed', 'control'] as const).map((kind) => (
          <span key={kind}>
            <svg aria-hidden="true" viewBox="0 0 12 12">
              <circle
                className={styles.point}
                data-kind={kind === 'control' ? 'reproduced' : kind}
                data-group={kind === 'control' ? kind : undefined}
                cx="6"
                cy="6"
                r="4"
              />
            </svg>
            {words.key[kind]}
          </span>
        ))}
        <span>{words.keyLines}</span>
      </p>
    </>
  );
}
