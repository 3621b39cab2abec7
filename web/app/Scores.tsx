// The gauges over a machine: the quantities its scenario names, of the frame that is on stage, each with how it stands
// to that of the first machine beside it.

import type { ScoreName } from '../scenario/scores-schema.ts';
import type { LaneSummary, Side } from '../stage/playback/playback.ts';
import { barOf, type ScoreBar } from '../stage/score-bar.ts';
import { scores as words } from '../stage/score-words.ts';
import { isMomentary, isToldByTraces, type Score, scoreOf, windowOf } from '../stage/scores.ts';
import { sideName, useSession, useSummary } from '../stage/session.ts';
import { sidesOn, useStageState } from '../stage/store.ts';
import styles from './Scores.module.css';

const scoreIn = (name: ScoreName, { still, catalog }: LaneSummary): Score | undefined =>
  still && catalog && scoreOf(name, still, catalog);

/** A way to ask a lane: a recording says nothing of what its trace does not hold. */
const askerOf =
  (recorded: LaneSummary | undefined) =>
  (name: ScoreName, lane: LaneSummary): Score | undefined =>
    lane === recorded && !isToldByTraces(name) ? undefined : scoreIn(name, lane);

/** The same moment only: while both are on their way, one may be a picture ahead. */
const isBeside = (one: LaneSummary, other: LaneSummary): boolean =>
  one.still !== undefined && one.still.time === other.still?.time;

export function Scores({ side }: { readonly side: Side }) {
  const session = useSession();
  const { opened, recorded } = session;
  const { scenario } = opened;
  const { lanes } = useSummary();
  const ask = askerOf(recorded && lanes[recorded]);
  const sides = sidesOn(useStageState((state) => state.stage));
  const [first] = sides;
  const lane = lanes[side];
  const beside = sides.map((each) => lanes[each]).filter((each) => isBeside(lane, each));
  // One hot colour a story, that of what its machines wait for.
  const hot = scenario.scores?.show.some(({ of }) => isOfLocks(of)) ? 'lock' : 'line';
  const { show = [] } = scenario.scores ?? {};
  const before = first !== side && first && isBeside(lane, lanes[first]) ? lanes[first] : undefined;
  const window = lane.still && windowOf(lane.still);
  return (
    <section className={styles.scores} aria-label={words.region(side)}>
      <dl className={styles.row}>
        {show.map(({ of, label = words.label(of), better }, at) => (
          <Gauge
            key={of}
            name={of}
            label={label}
            isFirst={at === 0}
            score={ask(of, lane)}
            all={beside.flatMap((each) => ask(of, each)?.value ?? [])}
            hot={hot}
            better={better}
            before={before && ask(of, before)}
            none={recorded === side && !isToldByTraces(of) ? words.notInTrace : words.none}
            first={sideName(session, first ?? side)}
          />
        ))}
      </dl>
      {window ? (
        <p className={styles.window} title={words.windowHint}>
          {show.some(({ of }) => !isMomentary(of)) && words.window(window)}
        </p>
      ) : null}
    </section>
  );
}

const isOfLocks = (name: ScoreName): boolean =>
  name === 'waiting-for-locks' || name === 'lock-wait-share';

interface BarProps {
  readonly name: ScoreName;
  readonly bar: ScoreBar;
  readonly hot: 'line' | 'lock';
}

/** An aid to the eye: what it shows stands in figures under it. */
function Bar({ name, bar, hot }: BarProps) {
  const from = 100 * bar.plain;
  return (
    <svg
      className={styles.bar}
      viewBox="0 0 100 6"
      preserveAspectRatio="none"
      aria-hidden="true"
      data-bar={name}
    >
      <rect className={styles.plain} width={from} height={6} />
      <rect className={styles[hot]} x={from} width={100 * bar.hot} height={6} />
    </svg>
  );
}

interface GaugeProps {
  readonly name: ScoreName;
  readonly label: string;
  readonly isFirst: boolean;
  readonly score: Score | undefined;
  /** Its values on all machines on stage at this moment. */
  readonly all: readonly number[];
  readonly hot: 'line' | 'lock';
  readonly better: 'more' | 'less' | undefined;
  readonly before: Score | undefined;
  readonly first: string;
  /** What stands there where there is nothing to be told. */
  readonly none: string;
}

function Gauge({ name, label, isFirst, score, all, hot, better, before, first, none }: GaugeProps) {
  const { figure, unit } = score ? words.figureOf(name, score) : { figure: none, unit: '' };
  const against = score && before && words.against(name, score.value, before.value);
  const bar = score && barOf(name, score.value, all, better);
  const isWaiting = score !== undefined && score.value > 0 && name.startsWith('waiting');
  const isHot = isFirst && isWaiting && (bar === undefined || bar.hot > 0);
  return (
    <div className={styles.gauge}>
      <dt title={label}>{label}</dt>
      <dd data-score={name}>
        {bar && <Bar name={name} bar={bar} hot={hot} />}
        <strong data-hot={isHot ? name : undefined}>{figure}</strong> <span>{unit}</span>
        {against && (
          <span className={styles.against} title={words.toFirst(against, first)}>
            {' '}
            {against}
          </span>
        )}
      </dd>
    </div>
  );
}
