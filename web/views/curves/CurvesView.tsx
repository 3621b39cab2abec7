// The curves of a sweep: charts side by side, or the same data against the first variant, as a map, as a table, as
// mmtests compares, as CSV. Draws the given data; another module runs the sweep.

import { type ReactNode, useMemo, useRef, useState } from 'react';
import { gains } from '../../engine/metrics.ts';
import { errorBarWords } from '../../scenario/error-bars/words.ts';
import { type CurveForm, curveForms } from '../../scenario/tabs.ts';
import { Button } from '../../ui/Button.tsx';
import { pngOf, saveFile, svgText } from '../../ui/picture-file.ts';
import { withTexts } from '../../ui/png-texts.ts';
import { Segments } from '../../ui/Segments.tsx';
import { Select, type SelectOffer } from '../../ui/Select.tsx';
import { unbroken } from '../../ui/unbroken.tsx';
import { useSize } from '../../ui/use-size.ts';
import { Blank, isBlank } from './Blank.tsx';
import { Chart, type ChartMark, marginsOf } from './Chart.tsx';
import styles from './CurvesView.module.css';
import { bandSeeds, type Curve, type CurveInput, curveOf, type DrawnShipped } from './curve.ts';
import { DataTable } from './DataTable.tsx';
import { HeatMap } from './HeatMap.tsx';
import { isDone, SweepControl, type SweepState } from './SweepControl.tsx';
import { yScale } from './scales.ts';
import { compareText, csvOfCurves } from './table.ts';
import { disagreements, isChange, pointClaimText, pointText, words } from './words.ts';

export type CurveOffer = SelectOffer<string>;

export interface CurvesViewProps {
  /** Of the scenario. */
  readonly title: string;
  /** One for each chart; the same axis and the same variants. */
  readonly inputs: readonly CurveInput[];
  readonly axes: readonly CurveOffer[];
  readonly axis: string;
  readonly onAxis: (key: string) => void;
  /** What charts may differ by; '' for one chart. */
  readonly besides: readonly CurveOffer[];
  readonly beside: string;
  readonly onBeside: (key: string) => void;
  readonly metrics: readonly CurveOffer[];
  readonly metric: string;
  readonly onMetric: (key: string) => void;
  readonly lengths: readonly CurveOffer[];
  readonly length: string;
  readonly onLength: (key: string) => void;
  /** The form in which the data is shown. */
  readonly form: CurveForm;
  readonly onForm: (form: CurveForm) => void;
  readonly sweep: SweepState;
  /** Seeds that every place will have. */
  readonly seeds: number;
  /** When a place has more seeds than that, in a sentence; left out: never. */
  readonly until?: string;
  /** Which of the offers is chosen. */
  readonly seedChoice: string;
  readonly seedOffers: readonly CurveOffer[];
  readonly onSeeds: (key: string) => void;
  /** What is simulated and what is discarded, in a sentence. */
  readonly window: string;
  /** What exported files say of their runs, line by line. */
  readonly said?: readonly string[];
  /** Why no point came with the program; said where none is there. */
  readonly whyNone?: string;
  /** False when more than this parameter was changed: no published figure belongs here then. */
  readonly isAsItComes: boolean;
  /** What else was published of the story, as a view of its own. */
  readonly others?: ReactNode;
  readonly onRun: () => void;
  readonly onCancel: () => void;
  readonly onOpen: (chart: number, mark: ChartMark) => void;
  /** Opens the run of a shipped point. */
  readonly onShipped: (point: DrawnShipped) => void;
}

/** The room for charts, and the width of a character in it, followed as they change. */
function useRoom() {
  const room = useRef<HTMLDivElement>(null);
  return { room, ...useSize(room, roomFor, { width: 640, height: 0, character: 7 }) };
}

function roomFor(element: HTMLElement) {
  const text = Number.parseFloat(getComputedStyle(element).fontSize) || 12;
  // The charts must not decide how much room there is for them: their parent does, where it stands
  // in a grid; elsewhere it is as high as they are.
  const figure = element.closest('figure');
  const isGiven = figure && getComputedStyle(figure).display === 'grid';
  const height = isGiven ? (element.parentElement?.clientHeight ?? 0) : 0;
  return { width: element.clientWidth || 640, height, character: text * 0.58 };
}

/** Narrowest readable chart, in characters. */
const leastChart = 44;
/**
 * Height of a chart where the room leaves it open: against its width, and its bounds in characters. One
 * that is alone is seen whole in a low panel, too: `low` is its least height.
 */
const shape = { ratio: 0.5, low: 24, least: 30, most: 60 };
/** Height of the line that reads a mark out, in characters. */
const readoutLine = 4;

interface ChartsProps extends CurvesViewProps {
  readonly curves: readonly Curve[];
  readonly signed: boolean;
  readonly yLabel: string;
}

function Charts(props: ChartsProps & { readonly blank: ReactNode }) {
  const { curves, signed, yLabel, onOpen, onShipped, blank } = props;
  const { room, width, height: roomHeight, character } = useRoom();
  const [mark, setMark] = useState<ChartMark>();
  const columns = Math.max(
    1,
    Math.min(curves.length, Math.floor(width / (leastChart * character))),
  );
  const each = Math.floor(width / columns) - (columns > 1 ? 8 : 0);
  const rows = Math.ceil(curves.length / columns);
  const share = (roomHeight - readoutLine * character) / rows;
  const isAlone = rows === 1 && roomHeight > 0;
  const wanted = isAlone || share > shape.least * character ? share : each * shape.ratio;
  const least = isAlone ? shape.low : shape.least;
  const height = Math.min(shape.most, Math.max(least, wanted / character)) * character;
  const { top, bottom } = marginsOf(character);
  const y = yScale(curves, Math.max(40, height - top - bottom));
  return (
    <div className={styles.main}>
      <p className={styles.readout} aria-hidden="true">
        {mark
          ? `${pointText(mark.curve, mark.variant, mark.point, signed)} – ${words.openRun}`
          : !blank && words.hint}
      </p>
      {blank}
      <div ref={room} className={styles.charts}>
        {curves.map((curve, index) => (
          <Chart
            key={curve.title}
            curve={curve}
            width={each}
            height={height}
            y={y}
            xLabel={axisName(props)}
            yLabel={yLabel}
            character={character}
            signed={signed}
            onMark={setMark}
            onOpen={(pressed) => onOpen(index, pressed)}
            onShipped={onShipped}
          />
        ))}
      </div>
    </div>
  );
}

/** What is claimed of the published figures in the picture, every sentence once. */
const claimsIn = (curves: readonly Curve[]): string[] => [
  ...new Set(curves.flatMap(({ published }) => published.map(pointClaimText))),
];

/** How far figures like those in the picture were off, of the widest; nothing where all are published. */
function expectedIn(curves: readonly Curve[]): string[] {
  const bars = curves.flatMap(({ series }) =>
    series.flatMap(({ points }) => points.flatMap(({ expected }) => expected ?? [])),
  );
  if (bars.length === 0) return [];
  const widest = bars.reduce((one, next) => (next.within > one.within ? next : one));
  return [words.expected(errorBarWords(widest))];
}

const axisName = ({ axes, axis }: CurvesViewProps): string =>
  axes.find(({ key }) => key === axis)?.label ?? axis;

/** The data in the picture as CSV, with the parameters it is of. */
const csvIn = ({ curves, axis, beside, metric }: ChartsProps): string =>
  csvOfCurves(curves, {
    path: axis,
    beside: beside || undefined,
    metric,
    unit: curves[0]?.unit ?? '',
  });

/** Fewest seeds at any place, 0 where nothing has been simulated. */
function fewestSeeds(curves: readonly Curve[]): number {
  const counts = curves.flatMap(({ series, simulated }) =>
    series.flatMap(({ points }) =>
      points.length < simulated.filter(Boolean).length
        ? [0]
        : points.map(({ estimate: e }) => e.count),
    ),
  );
  return Math.min(...counts, Number.POSITIVE_INFINITY);
}

/** What the marks or the colours are. */
function legendOf({ view, signed, seeds }: ChartsProps & { readonly view: CurveForm }): string {
  if (view === 'map') return signed ? words.mapOfChanges : words.mapOfSizes;
  return seeds >= bandSeeds ? words.legend : words.legendOfFew;
}

/** What an empty picture says: of published points only where it has some. */
const nothingIn = (curves: readonly Curve[], whyNone = ''): string => {
  const shipped = shippedIn(curves);
  if (shipped) return words.onlyShipped(shipped);
  return curves.some(({ published }) => published.length > 0)
    ? words.onlyPublished
    : `${words.nothingYet} ${whyNone}`;
};

/** What released the shipped points in the picture; undefined where there are none. */
const shippedIn = (curves: readonly Curve[]): string | undefined =>
  curves.flatMap(({ shipped }) => shipped)[0]?.from;

function Caption(props: ChartsProps & { readonly view: CurveForm; readonly blank: boolean }) {
  const { curves, window: span, seeds, sweep, isAsItComes, view, blank } = props;
  const notes = new Set(
    curves.flatMap(({ published }) => published.flatMap(({ note }) => note ?? [])),
  );
  const isEmpty = curves.every(({ series }) => series.every(({ points }) => points.length === 0));
  const fewest = fewestSeeds(curves);
  const isBanded = seeds >= bandSeeds;
  const shipped = shippedIn(curves);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <figcaption className={styles.caption} tabIndex={0}>
      {!isBanded && <p>{words.noBand(seeds)}</p>}
      <p>
        {isEmpty ? !blank && nothingIn(curves, props.whyNone) : legendOf(props)}{' '}
        {!isEmpty && shipped && words.besideShipped(shipped)}{' '}
        {view !== 'map' && curves.some(({ simulated }) => simulated.includes(false)) && words.alone}{' '}
        {view !== 'map' && curves.some(({ instant }) => instant) && words.instant} {span}{' '}
        {props.until}{' '}
        {!isEmpty &&
          fewest < seeds &&
          (isDone(sweep)
            ? words.measuredIn(fewest, seeds)
            : isBanded && words.fewSeeds(fewest, seeds))}{' '}
        {!isAsItComes && words.notAsItComes}
      </p>
      {[...curves.flatMap(disagreements), ...expectedIn(curves), ...claimsIn(curves), ...notes].map(
        (text) => (
          <p key={text}>{unbroken(text)}</p>
        ),
      )}
    </figcaption>
  );
}

/** The inputs as curves, in the way the chosen view needs them. */
function useCurves({ inputs }: CurvesViewProps, view: CurveForm): Curve[] {
  return useMemo(
    () =>
      inputs.map((input) => {
        const { asked } = input;
        if (view === 'against') return curveOf({ ...input, asked: { ...asked, against: true } });
        // The comparison computes its own changes: it wants the figure itself, of every variant.
        const of = view === 'compare' ? gains[asked.metric]?.of : undefined;
        return curveOf(of ? { ...input, asked: { ...asked, metric: of } } : input);
      }),
    [inputs, view],
  );
}

function Body(props: ChartsProps & { readonly view: CurveForm }) {
  const { view, curves } = props;
  if (view === 'table') return <DataTable {...props} xLabel={axisName(props)} />;
  if (view === 'map') {
    const { besides, beside } = props;
    const rowLabel = beside ? besides.find(({ key }) => key === beside)?.label : undefined;
    return <HeatMap {...props} xLabel={axisName(props)} rowLabel={rowLabel ?? ''} />;
  }
  const text =
    view === 'csv'
      ? csvIn(props)
      : curves
          .map((c) => (c.title ? `${c.title}\n${compareText(c)}` : compareText(c)))
          .join('\n\n');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <pre className={styles.text} tabIndex={0}>
      {text}
    </pre>
  );
}

const fileName = (title: string, metric: string) =>
  `${title} ${metric}`
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

function Saving(props: ChartsProps & { readonly figure: () => HTMLElement | null }) {
  const { title, metric, curves, figure, yLabel, window: span, said = [] } = props;
  const name = fileName(title, metric);
  const picture = () => {
    const charts = [...(figure()?.querySelectorAll<SVGSVGElement>('svg') ?? [])];
    const lines = [`${title}: ${yLabel}. ${span}`, claimsIn(curves).join(' ')];
    return svgText(charts, lines, { description: said.join('\n') });
  };
  const saveSvg = () => saveFile(`${name}.svg`, new Blob([picture()], { type: 'image/svg+xml' }));
  const savePng = async () => {
    const texts = { Title: title, Software: 'Schedscape', Description: said.join('\n') };
    saveFile(`${name}.png`, await withTexts(await pngOf(picture()), texts));
  };
  const saveCsv = () => {
    const comments = said.map((line) => `# ${line}\r\n`);
    saveFile(`${name}.csv`, new Blob([...comments, csvIn(props)], { type: 'text/csv' }));
  };
  return (
    <div className={styles.saving}>
      <Button onClick={saveSvg}>{words.saveSvg}</Button>
      <Button onClick={() => void savePng()}>{words.savePng}</Button>
      <Button onClick={saveCsv}>{words.saveCsv}</Button>
    </div>
  );
}

interface ViewsProps {
  readonly view: CurveForm;
  readonly hasOthers: boolean;
  readonly onView: (view: CurveForm) => void;
}

function Views({ view, hasOthers, onView }: ViewsProps) {
  return (
    <Segments
      name={words.view}
      values={curveForms.filter((each) => each !== 'others' || hasOthers)}
      value={view}
      label={(each) => words.views[each]}
      onChange={onView}
    />
  );
}

export function CurvesView(props: CurvesViewProps) {
  const {
    axes,
    axis,
    besides,
    beside,
    metrics,
    metric,
    lengths,
    length,
    sweep,
    form: view,
  } = props;
  const figure = useRef<HTMLElement>(null);
  const curves = useCurves(props, view);
  const isPicture = view === 'chart' || view === 'against';
  const signed = isChange(metric, view === 'against');
  const label = metrics.find(({ key }) => key === metric)?.label ?? metric;
  const unit = curves[0]?.unit;
  const yLabel = `${label}${view === 'against' ? ', against A' : ''}${unit ? `, ${unit}` : ''}`;
  const charts = { ...props, curves, signed, yLabel };
  const running = sweep.state === 'running';
  // A problem is said where it is, beside the controls that cause it.
  const blank = isPicture && !running && sweep.message === undefined && isBlank(curves);
  return (
    <div className={styles.view}>
      <div className={styles.bar} data-tools>
        <Select name={words.metric} offers={metrics} value={metric} onChange={props.onMetric} />
        <Select
          name={words.axis}
          offers={axes}
          value={axis}
          onChange={props.onAxis}
          disabled={running}
        />
        <Select
          name={words.beside}
          offers={besides}
          value={beside}
          onChange={props.onBeside}
          disabled={running}
        />
        <Select
          name={words.length}
          offers={lengths}
          value={length}
          onChange={props.onLength}
          disabled={running}
        />
        <Select
          name={words.seeds}
          offers={props.seedOffers}
          value={props.seedChoice}
          onChange={props.onSeeds}
          disabled={running}
        />
        <SweepControl {...props} runsElsewhere={blank} />
      </div>
      <div className={styles.bar} data-tools>
        <Views view={view} hasOthers={props.others !== undefined} onView={props.onForm} />
        {isPicture && <Saving {...charts} figure={() => figure.current} />}
      </div>
      {view === 'others' ? (
        props.others
      ) : (
        <figure ref={figure} className={styles.figure}>
          {isPicture ? (
            <Charts {...charts} blank={blank && <Blank {...props} />} />
          ) : (
            <Body {...charts} view={view} />
          )}
          <Caption {...charts} view={view} blank={blank} />
        </figure>
      )}
    </div>
  );
}
