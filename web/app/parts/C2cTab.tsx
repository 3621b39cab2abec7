// The c2c view in the dock, with the rows of one side at the head of its run. A chunk of its own.

import { C2cView } from '../../views/c2c/C2cView.tsx';
import { useHeadReport } from '../headReport.ts';
import { dock, c2c as words } from '../messages.ts';
import { lineName } from '../names.ts';
import type { Side } from '../playback/playback.ts';
import { useSummaryPart } from '../session.ts';
import { choose, useChoice } from '../store.ts';

export default function C2cTab({ side }: { readonly side: Side }) {
  const catalog = useSummaryPart((summary) => summary.lanes[side].catalog);
  const report = useHeadReport(side);
  const selection = useChoice((choice) => choice.selection);
  if (!catalog) return <p>{dock.loading}</p>;
  return (
    <C2cView
      side={side}
      catalog={catalog}
      rows={report?.rows}
      measuring={report !== undefined}
      line={selection.line}
      onLine={(line) => choose({ selection: { ...selection, line } })}
      lineName={(line) => lineName(catalog, line)}
      words={words}
    />
  );
}
