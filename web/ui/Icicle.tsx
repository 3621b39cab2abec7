// A whole and its parts as an icicle: each row divides the boxes of the row above by their shares. d3-hierarchy lays it out.
// What it shows stands in words beside it, too: it is a picture with one sentence.

import { hierarchy, partition } from 'd3-hierarchy';
import { type ReactNode, useRef } from 'react';
import styles from './Icicle.module.css';
import { useSize } from './use-size.ts';

export interface IciclePart {
  /** Unlike that of every other part of the whole. */
  readonly key: string;
  /** Where it fits the box; what hovering says is `title`. */
  readonly label: string;
  readonly title: string;
  /** Of a part without parts; those of the others are the sums of theirs. */
  readonly value?: number;
  readonly parts?: readonly IciclePart[];
  /** CSS colour or reference of the fill; left out: the background of boxes. */
  readonly fill?: string;
  /** The one that is asked about: it has a heavy outline. */
  readonly isMarked?: boolean;
}

export interface IcicleProps {
  readonly whole: IciclePart;
  /** What the picture says, as a sentence. */
  readonly says: string;
  /** Patterns that fills refer to. */
  readonly children?: ReactNode;
}

/** Sizes of text: of a row, and of a character of a label. */
const [rowHeight, character] = [1.8, 0.56];
/** Between the boxes of a row; CSS pixels. */
const gap = 1;

const sizeOf = (element: HTMLElement) => ({
  width: element.clientWidth || 300,
  text: Number.parseFloat(getComputedStyle(element).fontSize) || 12,
});

/** Labels that would be cut are left out: the title has them. */
const fits = (label: string, width: number, text: number): boolean =>
  (label.length + 1.5) * character * text <= width;

export function Icicle({ whole, says, children }: IcicleProps) {
  const ref = useRef<HTMLDivElement>(null);
  const { width, text } = useSize(ref, sizeOf, { width: 300, text: 12 });
  const root = hierarchy(whole, ({ parts }) => parts).sum(({ value = 0 }) => value);
  const rows = root.height + 1;
  const height = rows * rowHeight * text;
  const boxes = partition<IciclePart>().size([width, height])(root).descendants();
  return (
    <div ref={ref} className={styles.icicle}>
      <svg width={width} height={height} role="img" aria-label={says}>
        {children}
        {boxes.map(({ data, x0, x1, y0, y1 }) => (
          <g key={data.key} data-part={data.key}>
            <title>{data.title}</title>
            <rect
              className={styles.box}
              data-marked={data.isMarked}
              x={x0}
              y={y0}
              width={Math.max(0.5, x1 - x0 - gap)}
              height={y1 - y0 - gap}
              style={data.fill === undefined ? undefined : { fill: data.fill }}
            />
            {fits(data.label, x1 - x0, text) && (
              <text className={styles.label} x={x0 + text * 0.4} y={(y0 + y1) / 2} dy="0.34em">
                {data.label}
              </text>
            )}
          </g>
        ))}
      </svg>
    </div>
  );
}
