// What pictures of terms are drawn of.

import type { ReactNode } from 'react';
import styles from './pictures.module.css';

export const GlossaryPicture = (props: { says: string; height: number; children: ReactNode }) => (
  <svg
    className={styles.picture}
    viewBox={`0 0 440 ${props.height}`}
    role="img"
    aria-label={props.says}
  >
    {props.children}
  </svg>
);

/** What is meant stands out by a filling or a stronger line, what is absent or left out by a faint one: never by colour alone. */
type Look = 'strong' | 'filled' | 'faint';

interface BoxProps {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly says?: string;
  readonly look?: Look;
}

export const PictureLabel = (props: {
  readonly x: number;
  readonly y: number;
  readonly says: string;
  readonly from?: 'start' | 'middle' | 'end';
}) => (
  <text x={props.x} y={props.y} textAnchor={props.from ?? 'middle'}>
    {props.says}
  </text>
);

/** A box with its name at the top; without a name, an empty one. */
export const PictureBox = ({ x, y, width, height, says, look }: BoxProps) => (
  <g data-look={look}>
    <rect x={x} y={y} width={width} height={height} rx={4} />
    {says && <PictureLabel x={x + width / 2} y={y + 17} says={says} />}
  </g>
);

interface ArrowProps {
  readonly from: readonly [number, number];
  readonly to: readonly [number, number];
  /** Of what waits or is not done. */
  readonly look?: 'dashed';
}

export const Arrow = ({ from, to, look }: ArrowProps) => {
  const angle = (Math.atan2(to[1] - from[1], to[0] - from[0]) * 180) / Math.PI;
  return (
    <g className={styles.arrow} data-look={look}>
      <line x1={from[0]} y1={from[1]} x2={to[0]} y2={to[1]} />
      <path d="M0,0 -9,-4 -9,4z" transform={`translate(${to[0]} ${to[1]}) rotate(${angle})`} />
    </g>
  );
};
