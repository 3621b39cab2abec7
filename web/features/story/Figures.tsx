// The measurements: the measured window in figures, machine by machine and how they differ, then the published
// figures beside it, each with what agreement would show and whether the run agrees. A chunk of its own, loaded
// when it is opened.

import { memo, useMemo } from 'react';
import { capitalised } from '../../base/capital.ts';
import { barOfChange, isAsPublished } from '../../scenario/error-bars/setting.ts';
import { errorBarWords } from '../../scenario/error-bars/words.ts';
import { expectedOf } from '../../scenario/expected.ts';
import { type FigureValue, formatFigure, isNames } from '../../stage/figure.ts';
import { GuessPlate } from '../../stage/GuessPlate.tsx';
import { gaugeWords } from '../../stage/gauge-words.ts';
import { useNoReportYet } from '../../stage/head-report.ts';
import { measuredRows } from '../../stage/measured-rows.ts';
import { measure, type RunReport } from '../../stage/measures.ts';
import { story as words } from '../../stage/messages.ts';
import type { VariantId } from '../../stage/playback/playback.ts';
import { useSession, variantName } from '../../stage/session.ts';
import { type StageLayout, useStageState, variantsOn } from '../../stage/store.ts';
import { type Reports, useWholeReports } from '../../stage/whole-reports.ts';
import { useAskedIn, useWithheldSide } from '../../stage/withheld.ts';
import { duration } from '../../ui/format.ts';
import { unbroken } from '../../ui/unbroken.tsx';
import styles from './Figures.module.css';

const claimOrder = ['predicted', 'follows-from-fitted', 'fitted', 'not-claimed'] as const;
const published: readonly VariantId[] = ['A', 'B'];

/** A and B; once C or D is on stage those that are there, beside A where one stands alone. */
function sidesBeside(stage: StageLayout): readonly VariantId[] {
  const shown = variantsOn(stage);
  if (shown.every((side) => published.includes(side))) return published;
  return shown.length > 1 ? shown : ['A', ...shown];
}

export default function Figures() {
  const session = useSession();
  const { opened } = session;
  const reports = useWholeReports();
  const sides = sidesBeside(useStageState((state) => state.stage));
  const figures = opened.scenario.published ?? [];
  const headline = reports.A?.headline;
  const kept = sides.map((side) => reports[side]).find((report) => report?.isKept);
  const said = (length: string) =>
    kept ? words.keptFigures(length, kept.traceHash ?? '') : words.atHead(length);
  const notYet = useNoReportYet('A') === 'unfetched' ? words.unfetched : words.warmingUp;
  const withheld = useWithheldSide();
  // What was published tells, too.
  if (withheld) return <GuessPlate side={withheld} />;
  return (
    <section className={styles.figures}>
      <h2>{words.measured}</h2>
      <p className={styles.window}>
        {headline?.measuring ? said(duration(headline.windowLength)) : notYet}
      </p>
      <Measured sides={sides} reports={reports} />
      <h2>{words.headline}</h2>
      {figures.length === 0 ? (
        // On another machine nothing was published.
        <p>{words.nothingMeasured}</p>
      ) : (
        <Published figures={figures} sides={sides} reports={reports} />
      )}
    </section>
  );
}

interface TableProps {
  readonly sides: readonly VariantId[];
  readonly reports: Reports;
}

/** The heads of the columns; behind them, where it is asked for, how the second stands to the first. */
function Heads({ sides, hasName, hasDifference }: Omit<TableProps, 'reports'> & HeadOptions) {
  const session = useSession();
  return (
    <thead>
      <tr>
        {hasName && <td />}
        {sides.map((side) => (
          <th key={side} scope="col" data-side={side}>
            {variantName(session, side)}
          </th>
        ))}
        {hasDifference && <th scope="col">{words.difference(variantName(session, sides[0]!))}</th>}
      </tr>
    </thead>
  );
}
interface HeadOptions {
  readonly hasName?: boolean;
  readonly hasDifference?: boolean;
}

/** What the gauges and the sentences of the story say, in a table. */
function Measured({ sides, reports }: TableProps) {
  const { opened, recorded } = useSession();
  const { scenario } = opened;
  const rows = useMemo(() => measuredRows(scenario), [scenario]);
  const askedIn = useAskedIn();
  // More machines than two fill the width; each then stands there by its own figure.
  const isPair = sides.length === 2;
  const [first, second] = sides.map((side) => reports[side]);
  return (
    <table className={styles.table} aria-label={words.measured}>
      <Heads sides={sides} hasDifference={isPair} />
      {rows.map(({ name, label, text, against, change }) => {
        const areTold = sides.every((side) => askedIn(side, name) === undefined);
        const difference = first && second && areTold ? against(second, first) : undefined;
        const isRun = recorded === undefined || !sides.includes(recorded);
        const by = isPair && difference && isRun ? change?.(second!, first!) : undefined;
        const bar = by && barOfChange(opened, sides[1]!, by.metric, by.percent);
        return (
          <tbody key={name} data-measure={name}>
            <tr className={styles.label}>
              <th scope="rowgroup" colSpan={sides.length + (isPair ? 1 : 0)}>
                {unbroken(label)}
              </th>
            </tr>
            <tr>
              {sides.map((side) => {
                const report = reports[side];
                return (
                  <td key={side}>
                    <Told asked={askedIn(side, name)} text={report && text(report)} />
                  </td>
                );
              })}
              {isPair && <td>{unbroken(difference ?? words.none)}</td>}
            </tr>
            {bar && (
              <tr className={styles.expected}>
                <td colSpan={3}>{unbroken(`${capitalised(errorBarWords(bar))}.`)}</td>
              </tr>
            )}
          </tbody>
        );
      })}
    </table>
  );
}

interface ToldProps {
  /** The step whose question asks for it; undefined: none does. */
  readonly asked: number | undefined;
  readonly text: string | undefined;
}

const Told = ({ asked, text }: ToldProps) =>
  unbroken(asked === undefined ? (text ?? words.none) : gaugeWords.askedIn(asked));

interface PublishedProps extends TableProps {
  readonly figures: readonly Figure[];
}

/** A group of rows a figure: simulated above published, one side beside the other. */
function Published({ figures, sides, reports }: PublishedProps) {
  const ordered = claimOrder.flatMap((claim) => figures.filter((each) => each.claim === claim));
  return (
    <table className={styles.table} aria-label={words.headline}>
      <Heads sides={sides} hasName />
      {ordered.map((figure) => (
        <FigureRows key={figure.id} figure={figure} sides={sides} reports={reports} />
      ))}
    </table>
  );
}

type Figure = NonNullable<ReturnType<typeof useSession>['opened']['scenario']['published']>[number];

interface FigureProps {
  readonly figure: Figure;
  readonly sides: readonly VariantId[];
  readonly reports: Record<VariantId, RunReport | undefined>;
}

type Values = { readonly [S in VariantId]?: FigureValue | undefined };

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
      <VerdictRow figure={figure} sides={sides} reports={reports} values={simulated} />
    </tbody>
  );
});

/** Whether all that the verdict speaks of has run to the end of its measured window. */
const areWhole = (reports: FigureProps['reports'], sides: readonly VariantId[], length: number) =>
  sides.every((side) => {
    const report = reports[side];
    return report && (report.isKept === true || report.headline.windowLength >= length);
  });

/** Whether the run agrees with the expectation, variant by variant; or why that cannot be told. */
function VerdictRow({ figure, sides, reports, values }: FigureProps & { readonly values: Values }) {
  const { opened } = useSession();
  const { window } = opened;
  const askedIn = useAskedIn();
  const expecting = sides.filter((side) => figure.band?.[side] ?? figure.names?.[side]);
  const why = () => {
    if (expecting.length === 0) return words.unjudged.unexpected;
    if (!isAsPublished(opened)) return words.unjudged.set;
    const isOver = areWhole(reports, expecting, window.to - window.from);
    return isOver ? undefined : words.unjudged.running;
  };
  const unjudged = why();
  return (
    <tr data-row="verdict">
      <th scope="row">{words.verdict}</th>
      {unjudged === undefined ? (
        sides.map((side) => {
          const found = expectedOf(figure, side, values[side]);
          const text = found && words.verdicts[found.verdict];
          const isList = isNames(found?.value);
          const expected = found && formatFigure(found.value, figure.metric);
          return (
            <td key={side} data-verdict={found?.verdict}>
              <Told
                asked={askedIn(side, figure.metric, figure.line)}
                text={text && expected && !isList ? words.expected(text, expected) : text}
              />
            </td>
          );
        })
      ) : (
        <td colSpan={sides.length}>{unjudged}</td>
      )}
    </tr>
  );
}

interface ValuesProps {
  readonly name: string;
  readonly figure: Figure;
  readonly sides: readonly VariantId[];
  readonly values: Values;
  readonly className?: string | undefined;
}

/** Numbers stand in the columns of the sides; lists of names are long and get a line a side. */
function Values({ name, figure, sides, values, className }: ValuesProps) {
  const askedIn = useAskedIn();
  const asked = (side: VariantId) => askedIn(side, figure.metric, figure.line);
  const text = (side: VariantId) => formatFigure(values[side], figure.metric);
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
        sides.map((side) => (
          <td key={side}>
            <Told asked={asked(side)} text={text(side)} />
          </td>
        ))
      )}
    </tr>
  );
}
