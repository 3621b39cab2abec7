// The Struct layout view in the dock: feeds it what one side has measured, keeps the edits among the
// choices, and runs a layout as variant C. It shows the structure of the selected line, else what a person
// chose, has edited or is the hottest. A chunk of its own.

import { useMemo, useState } from 'react';
import { findLine } from '../../engine/fields.ts';
import type { Catalog } from '../../engine/types.ts';
import { arrayLengthsOf } from '../../scenario/edited-structures.ts';
import { patchesNamed, tableNamed } from '../../scenario/layout/index.ts';
import { useBrought } from '../../stage/brought.ts';
import { recipeChunk } from '../../stage/content.ts';
import { useHeadReport } from '../../stage/head-report.ts';
import { withLazyChunk } from '../../stage/lazy-chunk.ts';
import { layoutNotices } from '../../stage/messages.ts';
import type { VariantId } from '../../stage/playback/playback.ts';
import { type Session, useSession, useSummaryPart, variantOn } from '../../stage/session.ts';
import { choose, type StageLayout, useStageState, variantsOn } from '../../stage/store.ts';
import {
  type Editing,
  edited,
  editingOf,
  editingOfKernel,
  fieldUses,
  LayoutView,
  layoutEdit,
  type OwnLayout,
  type ShownStructure,
  sameLayout,
  usedStructures,
} from '../../views/layout/index.ts';
import { PasteDialog } from './PasteDialog.tsx';

const rootDomain = 'root_domain';

/** What layouts call a structure, from what the core calls it; undefined: it cannot be laid out anew. */
const keyOf = (name: string | undefined): string | undefined =>
  name === undefined || name === rootDomain ? name : tableNamed(name)?.key;

/** What the core calls it. */
const nameOf = (key: string): string => tableNamed(key)?.name ?? key;

/** The layout that the editor begins with: that of the baseline on stage. */
function beginning({ opened }: Session): Editing {
  const kernel = variantOn(opened, 'A')?.kernel;
  const name = kernel?.layout;
  const base = (typeof name === 'string' && patchesNamed(name)?.layout) || 'base';
  return editingOfKernel(kernel) ?? editingOf({ base, edits: [] });
}

/** C takes the place of the side that it is compared with least. */
const stageWithC = (stage: StageLayout): StageLayout =>
  stage === 'B' || stage === 'B | C' ? 'B | C' : 'A | C';

/** Puts a layout on stage as C: at once if that is what C is, else by opening a recipe. */
async function runAsC(session: Session, layout: OwnLayout, runs: OwnLayout | undefined) {
  const choice = useStageState.getState();
  const stage = stageWithC(choice.stage);
  if (runs && sameLayout(runs, layout)) return choose({ stage });
  const chunk = await withLazyChunk(layoutNotices.run, recipeChunk);
  if (!chunk) return;
  const recipe = chunk.recipeOf(session.opened.recipe, { ...choice, stage });
  const news = recipe.interventions && layoutNotices.forkGone;
  const own = {
    ...recipe,
    layout: layoutEdit('A', layout),
    interventions: undefined,
    policy: undefined,
  };
  await session.stage.open(own, { news });
}

/** The structure of a line, as layouts call it. */
const structureOn = (catalog: Catalog | undefined, line: number | undefined) =>
  line === undefined ? undefined : keyOf(catalog?.structures[catalog.lines.structure[line]!]);

/**
 * The number of the selected line if it is one of the structure, of whichever of its kind; lines that A
 * lacks are kept here.
 */
function useLine(catalog: Catalog | undefined, key: string) {
  const selection = useStageState((state) => state.selection);
  const [beyond, setBeyond] = useState<number>();
  const { line } = selection;
  const isOurs = catalog && line !== undefined && structureOn(catalog, line) === key;
  const onLine = (number: number | undefined) => {
    // Among several of a kind: another line of the one that is selected, else of the first.
    const instance = isOurs ? catalog.lines.instance[line]! : 0;
    const question = { structure: nameOf(key), line: number ?? 0, instance };
    const found = catalog && number !== undefined ? findLine(catalog, question) : undefined;
    setBeyond(found === undefined ? number : undefined);
    const { line: _, ...rest } = selection;
    choose({ selection: found === undefined ? rest : { ...rest, line: found } });
  };
  return { line: isOurs ? catalog.lines.lineNumber[line!] : beyond, onLine };
}

/**
 * What is shown and what may be: the structure of the line selected last or the one chosen last, whichever
 * came later; before either, one that has been edited; else the hottest.
 */
function useStructure(
  report: ReturnType<typeof useHeadReport>,
  catalog: Catalog | undefined,
  editing: Editing,
) {
  const { line } = useStageState((state) => state.selection);
  const [chosen, setChosen] = useState<{ readonly key: string; readonly line: typeof line }>();
  const used = useMemo(() => {
    const names = report ? usedStructures(report.catalog, report.rows) : [];
    return names.flatMap((name) => keyOf(name) ?? []);
  }, [report]);
  const edited = Object.keys(editing.now.structures ?? {});
  const first = editing.now.edits.length > 0 ? rootDomain : edited[0];
  const selected = structureOn(catalog, line);
  const pinned = chosen && chosen.line === line ? chosen.key : (selected ?? chosen?.key);
  const key = pinned ?? first ?? used[0] ?? rootDomain;
  const offered = [...new Set([key, ...used, ...edited, rootDomain])];
  return {
    key,
    offered: offered.map((each) => ({ key: each, name: nameOf(each) })),
    onStructure: (next: string) => setChosen({ key: next, line }),
  };
}

export default function LayoutTab({ side }: { readonly side: VariantId }) {
  const session = useSession();
  const { opened } = session;
  const report = useHeadReport(side);
  const catalog = useSummaryPart((summary) => summary.variants.A.catalog);
  const stage = useStageState((state) => state.stage);
  const presenting = useStageState((state) => state.presenting);
  const begun = useMemo(() => beginning(session), [session]);
  const editing = useStageState((state) => state.layout) ?? begun;
  const { key, offered, onStructure } = useStructure(report, catalog, editing);
  const uses = useMemo(
    () => report && fieldUses(report.catalog, report.rows, nameOf(key)),
    [report, key],
  );
  const shown = useMemo<ShownStructure | undefined>(
    () =>
      key === rootDomain ? undefined : { structure: key, counts: arrayLengthsOf(opened.machine) },
    [key, opened],
  );
  const { line, onLine } = useLine(catalog, key);
  const [isPasting, setPasting] = useState(false);
  const [brought, setBrought] = useState('');
  useBrought('struct-layout', ({ file }) => {
    void file.text().then((text) => {
      setBrought(text);
      setPasting(true);
    });
  });
  const runs = editingOfKernel(variantOn(opened, 'C')?.kernel)?.now;
  return (
    <>
      <LayoutView
        editing={editing}
        onAction={(action) =>
          choose((choice) => ({ layout: edited(choice.layout ?? begun, action) }))
        }
        shown={shown}
        plain={presenting}
        structures={offered}
        onStructure={onStructure}
        uses={uses}
        usesOf={`${side}, ${variantOn(opened, side)?.label ?? ''}`}
        line={line}
        onLine={onLine}
        running={variantsOn(stage).includes('C') ? runs : undefined}
        onPaste={() => {
          setBrought('');
          setPasting(true);
        }}
        onRun={(layout) => void runAsC(session, layout, runs)}
      />
      {isPasting && (
        <PasteDialog
          given={brought}
          base={editing.now.base}
          counts={arrayLengthsOf(opened.machine)}
          shown={key}
          onLay={(of, edits) => {
            onStructure(of?.structure ?? rootDomain);
            choose((choice) => ({
              layout: edited(choice.layout ?? begun, { do: 'replace', edits, of }),
            }));
          }}
          onClose={() => setPasting(false)}
        />
      )}
    </>
  );
}
