// Charts and marks. The figures are made up: the page says so.

import { Axis } from '../../ui/Axis.tsx';
import { Hatch } from '../../ui/Hatch.tsx';
import { Icicle, type IciclePart } from '../../ui/Icicle.tsx';
import { Sparkline } from '../../ui/Sparkline.tsx';
import { Chart } from '../../views/curves/Chart.tsx';
import type { Curve, SimulatedPoint } from '../../views/curves/curve.ts';
import { HeatMap } from '../../views/curves/HeatMap.tsx';
import { yScale } from '../../views/curves/scales.ts';
import { TimelineKey } from '../../views/timeline/index.ts';
import { ActivitySwatch, activities } from '../../views/topology/index.ts';
import styles from './Parts.module.css';
import type { PartProps } from './part.ts';
import { samples as words } from './words.ts';

const nothing = () => undefined;

const pointAt = (at: number, median: number): SimulatedPoint => ({
  at,
  estimate: {
    count: 10,
    median,
    interval: [median - 1.5, median + 1.5],
    least: median - 3,
    most: median + 4,
  },
  values: [median],
  seed: 1,
  published: undefined,
  error: null,
  expected: undefined,
});

const lines = { A: [12, 20, 26, 29], B: [14, 27, 41, 55] } as const;

const curve: Curve = {
  title: '',
  xs: [16, 32, 48, 64],
  simulated: [true, true, true, true],
  unit: '%',
  series: Object.entries(lines).map(([variant, medians]) => ({
    variant,
    label: variant,
    points: medians.map((median, at) => pointAt(at, median)),
  })),
  published: [],
  shipped: [],
  instant: { variant: 'B', values: [15, 26, 39, 52] },
};

/** CSS pixels. */
const [width, height] = [340, 240];

export function ChartSample({ theme }: PartProps) {
  const character = theme === 'projector' ? 13 : 6.5;
  return (
    <Chart
      curve={curve}
      width={width}
      height={height}
      y={yScale([curve], height - 10 * character)}
      xLabel={words.x}
      yLabel={words.y}
      character={character}
      signed={false}
      onMark={nothing}
      onOpen={nothing}
      onShipped={nothing}
    />
  );
}

export const HeatMapSample = () => (
  <HeatMap
    curves={[curve]}
    xLabel={words.x}
    rowLabel={words.machines}
    yLabel={words.y}
    signed={false}
    onOpen={nothing}
  />
);

const ticks = [0, 25, 50].map((value, at) => ({ at: at * 120, text: String(value) }));

export const AxisSample = () => (
  <svg width={width} height={60} role="img" aria-label={words.axis}>
    <g transform="translate(20 12)">
      <Axis side="bottom" ticks={ticks} grid={0} length={280} character={6.5} label={words.x} />
    </g>
  </svg>
);

export function IcicleSample({ theme }: PartProps) {
  const [line, lock] = [`stalled-${theme}`, `spinning-${theme}`];
  const whole: IciclePart = {
    key: 'all',
    label: words.time,
    title: words.time,
    parts: [
      { key: 'work', label: words.work, title: words.work, value: 5, fill: 'var(--cpu-user)' },
      {
        key: 'wait',
        label: words.wait,
        title: words.wait,
        parts: [
          { key: 'line', label: '', title: words.line, value: 3, fill: `url(#${line})` },
          { key: 'lock', label: '', title: words.lock, value: 2, fill: `url(#${lock})` },
        ],
      },
    ],
  };
  return (
    <Icicle whole={whole} says={words.icicle}>
      <Hatch id={line} kind="stalled" />
      <Hatch id={lock} kind="spinning" />
    </Icicle>
  );
}

export const SparklineSample = () => (
  <p className={styles.line}>
    <Sparkline path="M0 20V14L200 9L350 12L500 4L700 6L850 2L1000 8V20Z" width={60} height={20} />
    {words.now}
  </p>
);

export const ActivitySamples = () => (
  <ul className={styles.line}>
    {activities.map((activity) => (
      <li key={activity} className={styles.mark}>
        <ActivitySwatch activity={activity} /> {activity}
      </li>
    ))}
  </ul>
);

export const TimelineKeySample = () => <TimelineKey />;
