// The gauges over a machine: the quantities its scenario names, of the frame that is on stage, each with how it stands
// to that of the first machine beside it.

import type { ScoreName } from '../scenario/scores-schema.ts';
import type { LaneSummary, Side } from '../stage/playback/playback.ts';
import { scores as words } from '../stage/score-words.ts';
import { isMomentary, type Score, scoreOf, windowOf } from '../stage/scores.ts';
import { useSession, useSummary } from '../stage/session.ts';
import { sidesOn, useStageState } from '../stage/store.ts';
import styles from './Scores.module.css';

const scoreIn = (name: ScoreName, { still, catalog }: LaneSummary): Score | undefined =>
  still && catalog && scoreOf(name, still, catalog);

/** The same moment only: while both are on their way, one may be a picture ahead. */
const isBeside = (one: LaneSummary, other: LaneSummary): boolean =>
  one.still !== undefined && one.still.time === other.still?.time;

export function Scores({ side }: { readonly side: Side }) {
  const { scenario } = useSession().opened;
  const { lanes } = useSummary();
  const [first] = sidesOn(useStageState((state) => state.stage));
  const lane = lanes[side];
  const { show = [] } = scenario.scores ?? {};
  const before = first !== side && first && isBeside(lane, lanes[first]) ? lanes[first] : undefined;
  const window = lane.still && windowOf(lane.still);
  return (
    <section className={styles.scores} aria-label={words.region(side)}>
      <dl className={styles.row}>
        {show.map(({ of, label = words.label(of) }, at) => (
          <Gauge
            key={of}
            name={of}
            label={label}
            isFirst={at === 0}
            score={scoreIn(of, lane)}
            before={before && scoreIn(of, before)}
            first={first ?? side}
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

interface GaugeProps {
  readonly name: ScoreName;
  readonly label: string;
  readonly isFirst: boolean;
  readonly score: Score | undefined;
  readonly before: Score | undefined;
  readonly first: Side;
}

function Gauge({ name, label, isFirst, score, before, first }: GaugeProps) {
  const { figure, unit } = score ? words.figureOf(name, score) : { figure: words.none, unit: '' };
  const against = score && before && words.against(name, score.value, before.value);
  const isHot = isFirst && name.startsWith('waiting') && score !== undefined && score.value > 0;
  return (
    <div className={styles.gauge}>
      <dt title={label}>{label}</dt>
      <dd data-score={name}>
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
