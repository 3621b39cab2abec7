// One axis of a chart in SVG: its ticks with their labels, its line or the grid of its ticks, and what it is of. Its
// parent puts it at the plot's origin for a left axis, at the end of the left axis for one at the bottom.

import styles from './Axis.module.css';

export interface AxisTick {
  /** Where on the axis, in units of the picture. */
  readonly at: number;
  readonly text: string;
}

export interface AxisProps {
  readonly side: 'left' | 'bottom';
  readonly ticks: readonly AxisTick[];
  /** How far its grid reaches over the plot; 0 for marks outside of it and a line along the plot instead. */
  readonly grid: number;
  /** How long it is, for its line and its label. */
  readonly length: number;
  /** Width of a character of the labels. */
  readonly character: number;
  /** At the end of a bottom axis, over a left one. */
  readonly label: string;
  /** The tick drawn stronger than the others: of zero, where values lie on both sides. */
  readonly strong?: string;
}

export function Axis(props: AxisProps) {
  return props.side === 'left' ? <LeftAxis {...props} /> : <BottomAxis {...props} />;
}

function LeftAxis({ ticks, grid, length, character, label, strong }: AxisProps) {
  return (
    <>
      {ticks.map(({ at, text }) => (
        <g key={text} transform={`translate(0 ${at})`}>
          <line
            className={text === strong ? styles.strong : styles.grid}
            x1={grid > 0 ? 0 : -character * 0.7}
            x2={grid}
          />
          <text className={styles.tick} textAnchor="end" x={-character} dy="0.32em">
            {text}
          </text>
        </g>
      ))}
      {grid === 0 && <line className={styles.line} y2={length} />}
      <text className={styles.label} x={-7 * character} y={-1.4 * character}>
        {label}
      </text>
    </>
  );
}

function BottomAxis({ ticks, grid, length, character, label, strong }: AxisProps) {
  return (
    <>
      {ticks.map(({ at, text }) => (
        <g key={text} transform={`translate(${at} 0)`}>
          <line
            className={grid > 0 ? (text === strong ? styles.strong : styles.grid) : styles.line}
            y1={-grid}
            y2={grid > 0 ? 0 : character * 0.7}
          />
          <text className={styles.tick} textAnchor="middle" y={character * 2.4}>
            {text}
          </text>
        </g>
      ))}
      {grid === 0 && <line className={styles.line} x2={length} />}
      <text className={styles.label} textAnchor="end" x={length} y={character * 5.2}>
        {label}
      </text>
    </>
  );
}
