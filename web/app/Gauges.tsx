// The gauges over a machine: the first quantity that its scenario names, compared with that of the first machine on
// stage, and below it the second one. The other quantities are there for screen readers, and in Figures. All of
// them are of the measured window, from the reports that the story and Figures have; present values are shown
// apart, as a small course of the first figure and as counts that say "now".

import { SAMPLE_WIDTH } from '../engine/track.ts';
import type { GaugeChoice, GaugeName } from '../scenario/gauges-schema.ts';
import { theSame } from '../stage/difference-words.ts';
import { useExported } from '../stage/export-registry.ts';
import { type Figure, gaugeWords as words } from '../stage/gauge-words.ts';
import {
  counterSampleOf,
  type GaugeValue,
  gaugeBetween,
  gaugeMeasured,
  gaugeNow,
  isMomentary,
  isToldByTraces,
  wayOf,
} from '../stage/gauges.ts';
import type { VariantId, VariantSummary } from '../stage/playback/playback.ts';
import { type Session, useSession, useSummary, variantName } from '../stage/session.ts';
import { useSamples } from '../stage/track-samples.ts';
import { type Reports, useWholeReports } from '../stage/whole-reports.ts';
import { type AskedIn, useAskedIn, useToldSides } from '../stage/withheld.ts';
import styles from './Gauges.module.css';
import { Now } from './Now.tsx';

/** What one machine has to say at a moment. */
interface Teller {
  readonly side: VariantId;
  readonly run: VariantSummary;
  readonly reports: Reports;
  /** The machine that others are compared with, if it is another one. */
  readonly first: VariantId | undefined;
  /** Which figures a question ahead asks for. */
  readonly askedIn: AskedIn;
  /** Samples of a recording, which has no measured window; undefined: it is a run. */
  readonly recorded: Float64Array | undefined;
  /** The playhead stands before the measured window, of which the run has told in part at most. */
  readonly isBefore: boolean;
}

interface Told extends Figure {
  readonly against?: string | undefined;
  readonly way?: 'better' | 'worse' | undefined;
  readonly isWaiting?: boolean;
}

type Gauge = GaugeChoice['show'][number];

const said = (text: string): Told => ({ figure: '', unit: text });

const momentOf = (
  name: GaugeName,
  { latestFrame, catalog }: VariantSummary,
): GaugeValue | undefined => latestFrame && catalog && gaugeNow(name, latestFrame, catalog);

/** All that the trace has told up to the playhead. */
function recordedScore(name: GaugeName, { latestFrame }: VariantSummary, samples: Float64Array) {
  if (!latestFrame || samples.length < SAMPLE_WIDTH) return undefined;
  const value = gaugeBetween(name, samples.subarray(0, SAMPLE_WIDTH), counterSampleOf(latestFrame));
  return value === undefined ? undefined : { value };
}

function tell(
  { of: name, better }: Gauge,
  { side, run, reports, first, recorded, isBefore, askedIn }: Teller,
): Told {
  const asked = askedIn(side, name);
  if (asked !== undefined) return said(words.askedIn(asked));
  const figure = (score: GaugeValue | undefined): Told =>
    score ? words.figureOf(name, score) : said(words.noneOf(name));
  if (recorded && !isToldByTraces(name)) return said(words.notInTrace);
  if (isMomentary(name)) return figure(momentOf(name, run));
  if (recorded) return figure(recordedScore(name, run, recorded));
  const report = reports[side];
  if (isBefore || !report) return said(words.none);
  const score = gaugeMeasured(name, report);
  const other = first && askedIn(first, name) === undefined ? reports[first] : undefined;
  const before = other && gaugeMeasured(name, other);
  const against = score && before && words.against(name, score.value, before.value);
  return {
    ...figure(score),
    against,
    // What is called the same is neither better nor worse.
    way:
      score && before && against !== theSame
        ? wayOf(name, score.value, before.value, better)
        : undefined,
    isWaiting: name.startsWith('waiting') && (score?.value ?? 0) > 0,
  };
}

/** A report of the whole window holds wherever the playhead stands. */
const isWhole = (report: Reports[VariantId], { from, to }: Session['opened']['window']): boolean =>
  report !== undefined && (report.isKept === true || report.headline.windowLength >= to - from);

/** Which time a gauge is of; undefined: of the moment, or nothing is measured yet. */
function windowOf(
  name: GaugeName,
  { side, reports, recorded, isBefore }: Teller,
  whole: number,
): string | undefined {
  if (isMomentary(name)) return undefined;
  if (recorded) return words.recorded;
  const report = reports[side];
  if (isBefore || !report) return undefined;
  const { windowLength } = report.headline;
  return words.measured(windowLength, report.isKept === true || windowLength >= whole);
}

export function Gauges({ side }: { readonly side: VariantId }) {
  const session = useSession();
  const { scenario, window } = session.opened;
  const { variants } = useSummary();
  const reports = useWholeReports();
  const samples = useSamples(side);
  const [first] = useToldSides();
  const handed = useExported(`gauges ${side}`);
  const askedIn = useAskedIn();
  const run = variants[side];
  const isCompared = first !== side && first !== session.recorded;
  const teller: Teller = {
    side,
    run,
    reports,
    first: isCompared ? first : undefined,
    recorded: session.recorded === side ? samples : undefined,
    isBefore: (run.latestFrame?.time ?? 0) < window.from && !isWhole(reports[side], window),
    askedIn,
  };
  const { show = [] } = scenario.scores ?? {};
  const [main, ...others] = show;
  if (!main) return null;
  const { of: name, label = words.label(name) } = main;
  const against = variantName(session, first ?? side);
  const isAsked = askedIn(side, name) !== undefined;
  // Said once, by the large one; a run that broke says so itself.
  const isWarming =
    !isAsked &&
    !teller.recorded &&
    !isMomentary(name) &&
    (teller.isBefore || !reports[side]) &&
    !run.failure;
  return (
    <section
      ref={handed}
      className={styles.scores}
      aria-label={words.region(side)}
      title={words.measuredHint}
    >
      <dl className={styles.main} data-mark="score">
        <dt title={label}>{label}</dt>
        <Value
          name={name}
          told={isWarming ? said(words.warmingUp) : tell(main, teller)}
          first={against}
        />
      </dl>
      {run.latestFrame && !isAsked && (
        <Now side={side} name={name} label={label} time={run.latestFrame.time} />
      )}
      <dl className={styles.others}>
        {others.map((gauge) => {
          const told = tell(gauge, teller);
          return (
            <div key={gauge.of}>
              <dt>{gauge.label ?? words.labelFor(gauge.of, told.figure)}</dt>
              <Value name={gauge.of} told={told} first={against} />
            </div>
          );
        })}
      </dl>
      <p className={styles.window}>{windowOf(name, teller, window.to - window.from)}</p>
    </section>
  );
}

interface ValueProps {
  readonly name: GaugeName;
  readonly told: Told;
  readonly first: string;
}

/** "M/s" and "% of 48 busy CPUs" around the name of what they are of: "M pages/s", "% time waiting, of 48 busy CPUs". */
function aroundName(unit: string): readonly [before: string, behind: string] {
  const [, before = '', behind = ''] = /^(.*?) ?((?:of |\/).*)?$/.exec(unit) ?? [];
  return [before, behind];
}

function Value({ name, told: { figure, unit, against, way, isWaiting }, first }: ValueProps) {
  const [before, behind] = aroundName(unit);
  const isRate = behind.startsWith('/');
  return (
    <dd data-score={name}>
      {figure && <strong data-hot={isWaiting ? name : undefined}>{figure}</strong>}{' '}
      {before && <span className={styles.before}>{before}</span>}
      {before && behind && !isRate && ' '}
      {behind && (
        <span className={styles.behind} data-rate={isRate}>
          {behind}
        </span>
      )}
      {against && (
        <span className={styles.against} data-way={way} title={words.toFirst(against, first)}>
          {' '}
          {against}
        </span>
      )}
    </dd>
  );
}
