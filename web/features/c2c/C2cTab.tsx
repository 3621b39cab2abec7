// The c2c view in the dock, with the rows of one side at the head of its run. A chunk of its own.

import { useMemo } from 'react';
import { useHeadReport, useNoReportYet } from '../../stage/head-report.ts';
import { dock, story as words } from '../../stage/messages.ts';
import { lineName } from '../../stage/names.ts';
import type { Side } from '../../stage/playback/playback.ts';
import { useSession, useSummaryPart } from '../../stage/session.ts';
import { useSideLine } from '../../stage/side-line.ts';
import { C2cView } from '../../views/c2c/C2cView.tsx';

/** The published tables that the scenario on stage says are of its run. */
function useTables(): readonly string[] {
  const { opened } = useSession();
  return useMemo(
    () => (opened.scenario.show?.tables ?? []).map(({ published }) => published),
    [opened],
  );
}

export default function C2cTab({ side }: { readonly side: Side }) {
  const catalog = useSummaryPart((summary) => summary.lanes[side].catalog);
  const report = useHeadReport(side);
  const missing = useNoReportYet(side) === 'unfetched';
  const baseline = useSummaryPart((summary) => summary.lanes.A.catalog);
  const { line, select } = useSideLine(side);
  const tables = useTables();
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
      line={line}
      onLine={select}
      lineName={(each) => lineName(catalog, each)}
    />
  );
}
