// A small course of a figure, without an axis: the figure and the words beside it say what it is of. Its path is 1,000 units
// wide and closed below.

import type { ComponentProps } from 'react';
import styles from './Sparkline.module.css';

export interface SparklineProps extends Omit<ComponentProps<'svg'>, 'path'> {
  /** Of an SVG path, 0 to 1,000 across and 0 to `height` down. */
  readonly path: string;
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
}

export function Sparkline({ path, width, height, ...rest }: SparklineProps) {
  return (
    <svg
      className={styles.sparkline}
      viewBox={`0 0 1000 ${height}`}
      width={width}
      height={height}
      preserveAspectRatio="none"
      aria-hidden="true"
      {...rest}
    >
      <path d={path} />
    </svg>
  );
}
