// What was measured beside what was published, figure by figure, each with what agreement would show. A chunk of its
// own: reading the measures of a run costs its worker time, so nobody does before somebody looks.

import { memo } from 'react';
import { type FigureValue, formatFigure, isNames } from '../../stage/figure.ts';
import { useNoReportYet } from '../../stage/head-report.ts';
import { measure, type Report } from '../../stage/measures.ts';
import { story as words } from '../../stage/messages.ts';
import type { Side } from '../../stage/playback/playback.ts';
import { sideName, useSession } from '../../stage/session.ts';
import { type Stage, sidesOn, useStageState } from '../../stage/store.ts';
import { useWholeReports } from '../../stage/whole-reports.ts';
import { duration } from '../../ui/format.ts';
import styles from './Figures.module.css';

const claimOrder = ['predicted', 'follows-from-fitted', 'fitted', 'not-claimed'] as const;
const published: readonly Side[] = ['A', 'B'];

/** Two at a time, as wide as a panel is: those on stage once C or D is, beside A where it stands alone. */
function sidesBeside(stage: Stage): readonly Side[] {
  const shown = sidesOn(stage);
  if (shown.every((side) => published.includes(side))) return published;
  return shown.length > 1 ? shown : ['A', ...shown];
}

/** One table; a group of rows a figure: simulated above published, one side beside the other. */
export default function Figures() {
  const session = useSession();
  const { opened } = session;
  const reports = useWholeReports();
  const sides = sidesBeside(useStageState((state) => state.stage));
  const figures = opened.scenario.published ?? [];
  const ordered = claimOrder.flatMap((claim) => figures.filter((each) => each.claim === claim));
  const headline = reports.A?.headline;
  const areKept = sides.some((side) => reports[side]?.isKept);
  const said = areKept ? words.keptFigures : words.atHead;
  const notYet = useNoReportYet('A') === 'unfetched' ? words.unfetched : words.warmingUp;
  // On another machine nothing was published.
  if (figures.length === 0) return <p>{words.nothingMeasured}</p>;
  return (
    <section className={styles.figures}>
      <h2>{figures.some(({ published }) => published) ? words.headline : words.measured}</h2>
      <p className={styles.window}>
        {headline?.measuring ? said(duration(headline.windowLength)) : notYet}
      </p>
      <table className={styles.table}>
        <thead>
          <tr>
            <td />
            {sides.map((side) => (
              <th key={side} scope="col" data-side={side}>
                {sideName(session, side)}
              </th>
            ))}
          </tr>
        </thead>
        {ordered.map((figure) => (
          <FigureRows key={figure.id} figure={figure} sides={sides} reports={reports} />
        ))}
      </table>
    </section>
  );
}

type Figure = NonNullable<ReturnType<typeof useSession>['opened']['scenario']['published']>[number];

interface FigureProps {
  readonly figure: Figure;
  readonly sides: readonly Side[];
  readonly reports: Record<Side, Report | undefined>;
}

const FigureRows = memo(function FigureRows({ figure, sides, reports }: FigureProps) {
  const simulated = Object.fromEntries(
    sides.map((side) => [side, measure(figure.metric, reports[side], reports.A, figure.line)]),
  );
  return (
    <tbody>
      <tr className={styles.label}>
        <th scope="rowgroup" colSpan={sides.length + 1} title={figure.note}>
          {figure.label}{' '}
          <span
            className={styles.claim}
            data-claim={figure.claim}
            title={words.claimMeaning[figure.claim]}
          >
            {words.claims[figure.claim]}
          </span>
        </th>
      </tr>
      <Values name={words.simulated} figure={figure} sides={sides} values={simulated} />
      {figure.published && (
        <Values
          className={styles.published}
          name={words.published}
          figure={figure}
          sides={sides}
          values={figure.published}
        />
      )}
    </tbody>
  );
});

interface ValuesProps {
  readonly name: string;
  readonly figure: Figure;
  readonly sides: readonly Side[];
  readonly values: { readonly [S in Side]?: FigureValue | undefined };
  readonly className?: string | undefined;
}

/** Numbers stand in the columns of the sides; lists of names are long and get a line a side. */
function Values({ name, figure, sides, values, className }: ValuesProps) {
  const text = (side: Side) => formatFigure(values[side], figure.metric);
  const isList = sides.some((side) => isNames(values[side]));
  return (
    <tr className={className}>
      <th scope="row">{name}</th>
      {isList ? (
        <td colSpan={sides.length}>
          {sides
            .filter((side) => isNames(values[side]))
            .map((side) => (
              <p key={side} className={styles.names}>
                {words.namesOn(side, text(side))}
              </p>
            ))}
        </td>
      ) : (
        sides.map((side) => <td key={side}>{text(side)}</td>)
      )}
    </tr>
  );
}
