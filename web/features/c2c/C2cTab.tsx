// The c2c view in the dock, with the rows of one side at the head of its run. A chunk of its own.

import { useEffect, useMemo, useRef } from 'react';
import type { C2cRows, Catalog } from '../../engine/types.ts';
import { useBrought } from '../../stage/brought.ts';
import { useHeadReport, useNoReportYet } from '../../stage/head-report.ts';
import { dock, story as words } from '../../stage/messages.ts';
import { lineName } from '../../stage/names.ts';
import type { VariantId } from '../../stage/playback/playback.ts';
import { useSession, useSummaryPart } from '../../stage/session.ts';
import { useSideLine } from '../../stage/side-line.ts';
import { C2cView } from '../../views/c2c/C2cView.tsx';
import { type RankedLine, rankLines } from '../../views/c2c/lines.ts';
import { ReportBar } from './ReportBar.tsx';
import { type OwnReport, reportRowsOf, useOwnReport } from './report.ts';
import { words as own } from './words.ts';

/** The published tables that the scenario on stage says are of its run. */
function useTables(): readonly string[] {
  const { opened } = useSession();
  return useMemo(
    () => (opened.scenario.show?.tables ?? []).map(({ published }) => published),
    [opened],
  );
}

/** The line of the report that is shown, if it lies beside none of the run. */
function useAlone({ opened, matches }: OwnReport) {
  return useMemo(() => {
    const match = opened && matches[opened.shown];
    if (!opened || !match || match.chosen) return undefined;
    return {
      title: own.title(opened.name, opened.shown),
      rows: reportRowsOf(opened.lines[opened.shown]!),
    };
  }, [opened, matches]);
}

/** Shows the line of the run that a line of the report was laid beside, when that changes. */
function useBeside(
  { opened, matches }: OwnReport,
  select: (line: number | undefined) => void,
): void {
  const chosen = opened && matches[opened.shown]?.chosen?.line;
  const key =
    opened && chosen !== undefined ? `${opened.name} ${opened.shown} ${chosen}` : undefined;
  const latest = useRef(select);
  latest.current = select;
  useEffect(() => {
    if (key !== undefined) latest.current(chosen);
  }, [key, chosen]);
}

/** The line that the view opens with for a structure of one's own: its hottest one. */
function useOwnLine(catalog: Catalog | undefined, rows: C2cRows | undefined): number | undefined {
  const { opened } = useSession();
  const of = opened.program?.fields[0]?.of;
  return useMemo(() => {
    if (of === undefined || !catalog || !rows) return undefined;
    const structure = catalog.structures.indexOf(`struct ${of}`);
    const isOwn = ({ line }: RankedLine) => catalog.lines.structure[line] === structure;
    return rankLines(rows).find(isOwn)?.line;
  }, [of, catalog, rows]);
}

export default function C2cTab({ side }: { readonly side: VariantId }) {
  const catalog = useSummaryPart((summary) => summary.variants[side].catalog);
  const report = useHeadReport(side);
  const missing = useNoReportYet(side) === 'unfetched';
  const baseline = useSummaryPart((summary) => summary.variants.A.catalog);
  const { line, select } = useSideLine(side);
  const tables = useTables();
  const ownReport = useOwnReport(report);
  useBrought('c2c', ({ file }) => void ownReport.open(file, file.name));
  const ownLine = useOwnLine(catalog, report?.rows);
  const alone = useAlone(ownReport);
  useBeside(ownReport, select);
  if (missing && !report) return <p>{words.unfetched}</p>;
  if (!catalog) return <p>{dock.loading}</p>;
  return (
    <C2cView
      side={side}
      catalog={catalog}
      rows={report?.rows}
      measuring={report !== undefined}
      baseline={baseline}
      tables={tables}
      line={line ?? ownLine}
      onLine={select}
      lineName={(each) => lineName(catalog, each)}
      own={ownReport.tables}
      alone={alone}
    >
      <ReportBar report={ownReport} />
    </C2cView>
  );
}
