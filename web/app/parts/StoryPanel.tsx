// The story: the question, what is seen and why, the headline numbers beside the published ones with
// what agreement would show, and what is not modelled, one press away.

import type { C2cRows } from '../../engine/types.ts';
import { type FigureValue, formatFigure } from '../figure.ts';
import { duration } from '../format.ts';
import { useHeadRows } from '../headRows.ts';
import { measure, type Report } from '../measures.ts';
import { story as words } from '../messages.ts';
import type { Side } from '../playback/playback.ts';
import { useSession, useSummary } from '../session.ts';
import styles from './StoryPanel.module.css';

export function StoryPanel() {
  const { scenario } = useSession().opened;
  return (
    <div className={styles.panel}>
      <h2 className={styles.question}>{scenario.question ?? scenario.title}</h2>
      <p>{scenario.what}</p>
      <Figures />
      {scenario.why && (
        <details className={styles.more}>
          <summary>{words.why}</summary>
          <p>{scenario.why}</p>
        </details>
      )}
      <details className={styles.more}>
        <summary>{words.notModelled}</summary>
        <ul>
          {(scenario.not_modelled ?? []).map((limit) => (
            <li key={limit}>{limit}</li>
          ))}
        </ul>
      </details>
      {scenario.notes && (
        <details className={styles.more}>
          <summary>{words.notes}</summary>
          <ul>
            {scenario.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}

const claimOrder = ['predicted', 'follows-from-fitted', 'fitted', 'not-claimed'] as const;
const sides: readonly Side[] = ['A', 'B'];

function useReports(): Record<Side, Report | undefined> {
  const { lanes } = useSummary();
  const rows: Record<Side, C2cRows | undefined> = { A: useHeadRows('A'), B: useHeadRows('B') };
  const report = (side: Side): Report | undefined => {
    const { catalog, headline } = lanes[side];
    return catalog && headline && { catalog, headline, rows: rows[side] };
  };
  return { A: report('A'), B: report('B') };
}

/** One table; a group of rows a figure: simulated above published, A beside B. */
function Figures() {
  const { opened } = useSession();
  const reports = useReports();
  const figures = opened.scenario.published ?? [];
  const ordered = claimOrder.flatMap((claim) => figures.filter((each) => each.claim === claim));
  const headline = reports.A?.headline;
  return (
    <section className={styles.figures}>
      <h3>{words.headline}</h3>
      <p className={styles.window}>
        {headline?.measuring ? words.atHead(duration(headline.windowLength)) : words.warmingUp}
      </p>
      <table className={styles.table}>
        <thead>
          <tr>
            <td />
            {sides.map((side) => (
              <th key={side} scope="col" data-side={side}>
                {side}
              </th>
            ))}
          </tr>
        </thead>
        {ordered.map((figure) => (
          <FigureRows key={figure.id} figure={figure} reports={reports} />
        ))}
      </table>
    </section>
  );
}

type Figure = NonNullable<ReturnType<typeof useSession>['opened']['scenario']['published']>[number];

function FigureRows({
  figure,
  reports,
}: {
  readonly figure: Figure;
  readonly reports: Record<Side, Report | undefined>;
}) {
  const simulated = (side: Side) => measure(figure.metric, reports[side], reports.A, figure.line);
  const published = (side: Side): FigureValue | undefined => figure.published?.[side];
  const show = (value: FigureValue | undefined) => formatFigure(value, figure.metric);
  return (
    <tbody>
      <tr className={styles.label}>
        <th scope="rowgroup" colSpan={3} title={figure.note}>
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
      <tr>
        <th scope="row">{words.simulated}</th>
        {sides.map((side) => (
          <td key={side}>
            {reports[side]?.headline.measuring ? show(simulated(side)) : words.warmingUpShort}
          </td>
        ))}
      </tr>
      {figure.published && (
        <tr className={styles.published}>
          <th scope="row">{words.published}</th>
          {sides.map((side) => (
            <td key={side}>{show(published(side))}</td>
          ))}
        </tr>
      )}
    </tbody>
  );
}
