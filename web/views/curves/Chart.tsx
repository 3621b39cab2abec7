// One chart as SVG: published points hollow, simulated ones filled with their band. React elements
// with D3 maths; every mark can be reached by keyboard and says its numbers.

import { area, line } from 'd3-shape';
import { Axis } from '../../ui/Axis.tsx';
import { type Stop, useRoving } from '../../ui/use-roving.ts';
import styles from './CurvesView.module.css';
import type { Curve, DrawnPublished, DrawnShipped, Series, SimulatedPoint } from './curve.ts';
import { type XScale, xScale, type YScale } from './scales.ts';
import { useMoving } from './use-moving.ts';
import { pointText, publishedTitle, shippedText, words } from './words.ts';

export interface ChartMark {
  readonly curve: Curve;
  readonly variant: string;
  readonly point: SimulatedPoint;
}

export interface ChartProps {
  readonly curve: Curve;
  /** Pixels, axes included. */
  readonly width: number;
  readonly height: number;
  readonly y: YScale;
  readonly xLabel: string;
  readonly yLabel: string;
  /** Width of a character of the axis labels, pixels. */
  readonly character: number;
  /** True for changes: they carry their sign. */
  readonly signed: boolean;
  /** The mark pointed at or focused; undefined when none is. */
  readonly onMark: (mark: ChartMark | undefined) => void;
  readonly onOpen: (mark: ChartMark) => void;
  /** A shipped point was pressed. */
  readonly onShipped: (point: DrawnShipped) => void;
}

/** Room round the plot, in characters and lines of text. */
export function marginsOf(character: number) {
  return {
    left: 9 * character,
    right: 3 * character,
    top: 3 * character,
    bottom: 7 * character,
  };
}

/** Radius of a mark, and of what takes the pointer: 24 pixels across, as WCAG 2.5.8 wants. */
const markRadius = 4.5;
const targetRadius = 12;

interface Scales {
  readonly x: XScale;
  readonly y: YScale;
}

function Axes(props: ChartProps & Scales & { readonly plot: { width: number; height: number } }) {
  const { x, y, plot, character, xLabel, yLabel, curve } = props;
  return (
    <>
      <Axis
        side="left"
        ticks={y.ticks}
        grid={plot.width}
        length={plot.height}
        character={character}
        label={curve.title ? `${curve.title}: ${yLabel}` : yLabel}
      />
      <g transform={`translate(0 ${plot.height})`}>
        <Axis
          side="bottom"
          ticks={x.ticks}
          grid={0}
          length={plot.width}
          character={character}
          label={xLabel}
        />
      </g>
    </>
  );
}

interface MovingPathProps {
  readonly className: string | undefined;
  readonly d: string;
}

function MovingPath({ className, d }: MovingPathProps) {
  const path = useMoving<SVGPathElement>('d', d);
  return <path ref={path} className={className} d={d} />;
}

function Band({ series, x, y }: Scales & { readonly series: Series }) {
  const { points, variant } = series;
  const isBanded = ({ estimate: e }: SimulatedPoint) => e.interval !== null;
  const band = (ends: (point: SimulatedPoint) => readonly [number, number]) =>
    area<SimulatedPoint>()
      .defined(isBanded)
      .x((point) => x.place(point.at))
      .y0((point) => y.place(ends(point)[0]))
      .y1((point) => y.place(ends(point)[1]))([...points]) ?? '';
  const middle = line<SimulatedPoint>()
    .x((point) => x.place(point.at))
    .y((point) => y.place(point.estimate.median))([...points]);
  const last = points.at(-1);
  return (
    <g data-variant={variant} className={styles.series}>
      {points.some(isBanded) && (
        <MovingPath className={styles.spread} d={band(({ estimate: e }) => [e.least, e.most])} />
      )}
      <MovingPath
        className={styles.interval}
        d={band(({ estimate: e }) => e.interval ?? [e.median, e.median])}
      />
      <MovingPath className={styles.median} d={middle ?? ''} />
      {last && (
        <text
          className={styles.letter}
          x={x.place(last.at) + 10}
          y={y.place(last.estimate.median)}
          dy="0.32em"
        >
          {variant}
        </text>
      )}
    </g>
  );
}

/** Dashed: what the closed form says, while points are still missing and beside them. */
function Instant({ curve, x, y }: Scales & { readonly curve: Curve }) {
  if (!curve.instant) return null;
  const { values, variant } = curve.instant;
  const path = line<number | undefined>()
    .defined((value) => value !== undefined)
    .x((_, at) => x.place(at))
    .y((value) => y.place(value!))([...values]);
  return (
    <path data-variant={variant} className={styles.instant} d={path ?? ''}>
      <title>{words.instantOf(variant)}</title>
    </path>
  );
}

/** Hollow: a circle with its standard deviation, or a range from end to end. */
function Published(
  props: Scales & {
    readonly curve: Curve;
    readonly point: DrawnPublished;
    readonly signed: boolean;
  },
) {
  const { curve, point, x, y, signed } = props;
  const { value, spread, at, variant } = point;
  const isRange = typeof value !== 'number';
  const ends = isRange ? value : ([value - (spread ?? 0), value + (spread ?? 0)] as const);
  const [low, high] = [y.place(ends[0]), y.place(ends[1])];
  return (
    <g
      data-variant={variant}
      className={styles.published}
      transform={`translate(${x.place(at)} 0)`}
    >
      <title>{publishedTitle(curve, point, signed)}</title>
      {(isRange || spread !== undefined) && (
        <path className={styles.whisker} d={`M-6 ${low}H6M0 ${low}V${high}M-6 ${high}H6`} />
      )}
      {!isRange && <circle className={styles.hollow} r={markRadius + 3} cy={y.place(value)} />}
    </g>
  );
}

interface MarksProps extends ChartProps, Scales {
  readonly series: Series;
}

function Marks({ series, ...props }: MarksProps) {
  // One stop of the Tab key for each series.
  const stop = useRoving(series.points.length, { atEnd: 'stay' });
  return series.points.map((point, index) => (
    <MarkOf
      key={point.at}
      {...props}
      mark={{ curve: props.curve, variant: series.variant, point }}
      stop={stop(index)}
    />
  ));
}

interface MarkOfProps extends Omit<MarksProps, 'series'> {
  readonly mark: ChartMark;
  readonly stop: Stop;
}

function MarkOf({ mark, stop, x, y, signed, onMark, onOpen }: MarkOfProps) {
  const { curve, variant, point } = mark;
  const { ref, onFocus, onKeyDown, ...roving } = stop;
  const place = `translate(${x.place(point.at)} ${y.place(point.estimate.median)})`;
  const group = useMoving<SVGGElement>('transform', place);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a button cannot stand inside of an SVG
    <g
      role="button"
      {...roving}
      ref={(element) => {
        ref(element);
        group.current = element;
      }}
      data-mark={variant}
      data-variant={variant}
      aria-label={pointText(curve, variant, point, signed)}
      className={styles.mark}
      transform={place}
      onPointerEnter={() => onMark(mark)}
      onPointerLeave={() => onMark(undefined)}
      onFocus={() => {
        onFocus();
        onMark(mark);
      }}
      onBlur={() => onMark(undefined)}
      onClick={() => onOpen(mark)}
      onKeyDown={(event) => {
        onKeyDown(event);
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        event.stopPropagation();
        onOpen(mark);
      }}
    >
      <circle className={styles.target} r={targetRadius} />
      <circle className={styles.dot} r={markRadius} />
    </g>
  );
}

/** Diamonds with their interval: what the program came with. Each opens the run it was judged by. */
function Shipped({ curve, x, y, signed, onShipped }: ChartProps & Scales) {
  const { shipped } = curve;
  const stop = useRoving(shipped.length, { atEnd: 'stay' });
  const half = markRadius + 1;
  return shipped.map((point, index) => {
    const { id, variant, at, value, interval } = point;
    const { onKeyDown, ...roving } = stop(index);
    const middle = y.place(value);
    const text = shippedText(curve, point, signed);
    return (
      // biome-ignore lint/a11y/useSemanticElements: a button cannot stand inside of an SVG
      <g
        key={id}
        role="button"
        {...roving}
        data-shipped={variant}
        data-variant={variant}
        aria-label={text}
        className={`${styles.series} ${styles.mark}`}
        transform={`translate(${x.place(at)} 0)`}
        onClick={() => onShipped(point)}
        onKeyDown={(event) => {
          onKeyDown(event);
          if (event.key !== 'Enter' && event.key !== ' ') return;
          event.preventDefault();
          event.stopPropagation();
          onShipped(point);
        }}
      >
        <title>{text}</title>
        <circle className={styles.target} cy={middle} r={targetRadius} />
        {interval && (
          <path
            className={styles.shippedInterval}
            d={`M0 ${y.place(interval[0])}V${y.place(interval[1])}`}
          />
        )}
        <path
          className={styles.dot}
          d={`M0 ${middle - half}l${half} ${half}l${-half} ${half}l${-half} ${-half}Z`}
        />
      </g>
    );
  });
}

export function Chart(props: ChartProps) {
  const { curve, width, height, y, character, xLabel, yLabel } = props;
  const margin = marginsOf(character);
  const plot = {
    width: Math.max(40, width - margin.left - margin.right),
    height: Math.max(40, height - margin.top - margin.bottom),
  };
  const x = xScale(curve.xs, plot.width, character);
  const name = `${curve.title ? `${curve.title}: ` : ''}${yLabel} against ${xLabel}`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no picture
    <svg
      role="group"
      aria-label={name}
      className={styles.chart}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
    >
      <g transform={`translate(${margin.left} ${margin.top})`}>
        <Axes {...props} x={x} plot={plot} />
        <Instant curve={curve} x={x} y={y} />
        {curve.series.map((series) => (
          <Band key={series.variant} series={series} x={x} y={y} />
        ))}
        {curve.published.map((point) => (
          <Published key={point.id} curve={curve} point={point} signed={props.signed} x={x} y={y} />
        ))}
        <Shipped {...props} x={x} y={y} />
        {curve.series.map((series) => (
          <Marks key={series.variant} {...props} series={series} x={x} y={y} />
        ))}
      </g>
    </svg>
  );
}
