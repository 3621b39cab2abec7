// The Struct layout view in the dock: feeds it what one side has measured, keeps the edits among the
// choices, and runs a layout as variant C. A chunk of its own.

import { useMemo, useState } from 'react';
import { findLine } from '../../engine/fields.ts';
import type { Catalog } from '../../engine/types.ts';
import { patchesNamed } from '../../scenario/layout/index.ts';
import { scenarioRoom } from '../../stage/content.ts';
import { useHeadReport } from '../../stage/head-report.ts';
import { layoutNotices } from '../../stage/messages.ts';
import type { Side } from '../../stage/playback/playback.ts';
import { type Session, useSession, useSummaryPart, variantOn } from '../../stage/session.ts';
import { choose, type Stage, sidesOn, useChoice } from '../../stage/store.ts';
import {
  type Editing,
  edited,
  editingOf,
  editingOfKernel,
  fieldUses,
  LayoutView,
  layoutEdit,
  type OwnLayout,
  sameLayout,
} from '../../views/layout/index.ts';

const structure = 'root_domain';

/** The layout that the editor begins with: that of the baseline on stage. */
function beginning({ opened }: Session): Editing {
  const kernel = variantOn(opened, 'A')?.kernel;
  const name = kernel?.layout;
  const base = (typeof name === 'string' && patchesNamed(name)?.layout) || 'base';
  return editingOfKernel(kernel) ?? editingOf({ base, edits: [] });
}

/** C takes the place of the side that it is compared with least. */
const stageWithC = (stage: Stage): Stage =>
  stage === 'B' || stage === 'B | C' ? 'B | C' : 'A | C';

/** Puts a layout on stage as C: at once if that is what C is, else by opening a recipe. */
async function runAsC(session: Session, layout: OwnLayout, runs: OwnLayout | undefined) {
  const choice = useChoice.getState();
  const stage = stageWithC(choice.stage);
  if (runs && sameLayout(runs, layout)) return choose({ stage });
  const { recipeOf } = await scenarioRoom();
  const recipe = recipeOf(session.opened.recipe, { ...choice, stage });
  const news = recipe.interventions && layoutNotices.forkGone;
  const own = { ...recipe, layout: layoutEdit('A', layout), interventions: undefined };
  await session.stage.open(own, { news });
}

/** The number of the selected line if it is one of root_domain; lines that A lacks are kept here. */
function useLine(catalog: Catalog | undefined) {
  const selection = useChoice((choice) => choice.selection);
  const [beyond, setBeyond] = useState<number>();
  const { line } = selection;
  const isOurs =
    catalog &&
    line !== undefined &&
    catalog.structures[catalog.lines.structure[line]!] === structure;
  const onLine = (number: number | undefined) => {
    const found =
      catalog && number !== undefined ? findLine(catalog, { structure, line: number }) : undefined;
    setBeyond(found === undefined ? number : undefined);
    const { line: _, ...rest } = selection;
    choose({ selection: found === undefined ? rest : { ...rest, line: found } });
  };
  return { line: isOurs ? catalog.lines.lineNumber[line!] : beyond, onLine };
}

export default function LayoutTab({ side }: { readonly side: Side }) {
  const session = useSession();
  const { opened } = session;
  const report = useHeadReport(side);
  const catalog = useSummaryPart((summary) => summary.lanes.A.catalog);
  const stage = useChoice((choice) => choice.stage);
  const begun = useMemo(() => beginning(session), [session]);
  const editing = useChoice((choice) => choice.layout) ?? begun;
  const uses = useMemo(() => report && fieldUses(report.catalog, report.rows), [report]);
  const { line, onLine } = useLine(catalog);
  const runs = editingOfKernel(variantOn(opened, 'C')?.kernel)?.now;
  return (
    <LayoutView
      editing={editing}
      onAction={(action) =>
        choose((choice) => ({ layout: edited(choice.layout ?? begun, action) }))
      }
      uses={uses}
      usesOf={`${side}, ${variantOn(opened, side)?.label ?? ''}`}
      line={line}
      onLine={onLine}
      running={sidesOn(stage).includes('C') ? runs : undefined}
      onRun={(layout) => void runAsC(session, layout, runs)}
    />
  );
}
