// The plot of a sketch: the curve that the student drew, and beside it the curve of the runs once they have ended.

import type { PointerEvent, PointerEventHandler } from 'react';
import type { SketchAsk } from '../../scenario/lab/ask-schema.ts';
import { significant } from '../../ui/format.ts';
import styles from './Answers.module.css';
import { unitOf } from './unit.ts';
import { words } from './words.ts';

/** In units of the drawing. */
const box = { width: 480, height: 240, left: 62, right: 20, top: 14, bottom: 44 };
const inner = {
  width: box.width - box.left - box.right,
  height: box.height - box.top - box.bottom,
};

const xOf = (at: number, count: number) =>
  box.left + (inner.width * (at + 0.5)) / Math.max(1, count);
const yOf = (share: number) => box.top + inner.height * (1 - Math.min(1, Math.max(0, share)));

/** The point of the curve under the pointer, and how high it is, 0 to 1. */
export function pointUnder(event: PointerEvent<SVGSVGElement>, count: number) {
  const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
  const x = ((event.clientX - left) / width) * box.width - box.left;
  const y = ((event.clientY - top) / height) * box.height - box.top;
  const at = Math.floor((x / inner.width) * count);
  return {
    at: Math.min(count - 1, Math.max(0, at)),
    share: Math.min(1, Math.max(0, 1 - y / inner.height)),
  };
}

interface Curve {
  readonly of: 'drawn' | 'simulated';
  readonly values: readonly (number | undefined)[];
}

interface Props {
  readonly ask: SketchAsk;
  readonly curves: readonly Curve[];
  readonly onPointerDown?: PointerEventHandler<SVGSVGElement>;
  readonly onPointerMove?: PointerEventHandler<SVGSVGElement>;
  readonly onPointerUp?: PointerEventHandler<SVGSVGElement>;
}

export function SketchPlot({ ask, curves, ...pointer }: Props) {
  const { over, top } = ask;
  const count = over.values.length;
  return (
    <svg
      className={styles.plot}
      viewBox={`0 0 ${box.width} ${box.height}`}
      role="img"
      aria-label={words.plot(over.label, unitOf(ask))}
      {...pointer}
    >
      {[0, 0.5, 1].map((share) => (
        <g key={share}>
          <line
            className={styles.grid}
            x1={box.left}
            x2={box.width - box.right}
            y1={yOf(share)}
            y2={yOf(share)}
          />
          <text className={styles.tick} x={box.left - 6} y={yOf(share) + 4} textAnchor="end">
            {significant(share * top, 3)}
          </text>
        </g>
      ))}
      {over.values.map((value, at) => (
        <text
          key={String(value)}
          className={styles.tick}
          x={xOf(at, count)}
          y={box.height - box.bottom + 16}
          textAnchor="middle"
        >
          {value}
        </text>
      ))}
      <text
        className={styles.tick}
        x={box.left + inner.width / 2}
        y={box.height - 6}
        textAnchor="middle"
      >
        {over.label}
      </text>
      {curves.map(({ of, values }) => (
        <CurveOf key={of} of={of} values={values} top={top} />
      ))}
    </svg>
  );
}

function CurveOf({ of, values, top }: Curve & { readonly top: number }) {
  const points = values.flatMap((value, at) =>
    value === undefined ? [] : [{ at, x: xOf(at, values.length), y: yOf(value / top) }],
  );
  const path = points.map(({ x, y }) => `${x},${y}`).join(' ');
  return (
    <g className={styles.curve} data-of={of}>
      <polyline points={path} />
      {points.map(({ at, x, y }) =>
        of === 'drawn' ? (
          <circle key={at} cx={x} cy={y} r={5} />
        ) : (
          <rect key={at} x={x - 4.5} y={y - 4.5} width={9} height={9} />
        ),
      )}
    </g>
  );
}
