// Makes the files of the menu "Export" from what is on stage: pictures, and tables of both sides. Says
// with an ExportProblem what is missing; knows nothing of the menu itself.

import {
  type Provenance,
  provenanceLines,
  provenanceOf,
  provenanceText,
} from '../../exchange/provenance.ts';
import { figureTable, sumTable } from '../../exchange/tables/figures.ts';
import { c2cTable, ledgerTable, lineTable, topologyTable } from '../../exchange/tables/measured.ts';
import { byVariant, csvOf, jsonOf, type Table } from '../../exchange/tables/table.ts';
import { barOfRun } from '../../scenario/error-bars/setting.ts';
import { recipeChunk } from '../../stage/content.ts';
import { exportRegistry } from '../../stage/export-registry.ts';
import type { Features } from '../../stage/feature.ts';
import { readHeadReport } from '../../stage/head-report.ts';
import { measure, type RunReport } from '../../stage/measures.ts';
import type { VariantId } from '../../stage/playback/playback.ts';
import { type Session, variantName } from '../../stage/session.ts';
import { useStageState } from '../../stage/store.ts';
import { rangeNow } from '../../stage/timeline-kept.ts';
import { openQuestion, toldSides } from '../../stage/withheld.ts';
import { svgText } from '../../ui/picture-file.ts';
import { tableOnPage } from './page-table.ts';
import { stagePicture } from './stage-picture.ts';
import { stageSvg } from './stage-svg.ts';
import { words } from './words.ts';

/** Something a reader can do something about. */
export class ExportProblem extends Error {
  readonly remedy: string;

  constructor(message: string, remedy: string) {
    super(message);
    this.remedy = remedy;
  }
}

export interface ExportedFile {
  readonly name: string;
  readonly content: Blob;
}

export type TableKind =
  | 'figures'
  | 'lines'
  | 'c2c'
  | 'ledger'
  | 'timeline'
  | 'inspector'
  | 'dockTable'
  | 'topology';
export type TableFormat = 'csv' | 'json';

/** The sides a file is of: those on stage of which something may be told. */
function sidesNow(session: Session): readonly VariantId[] {
  const sides = toldSides(session);
  if (sides.length === 0) throw new ExportProblem(words.withheld, words.withheldRemedy);
  return sides;
}

/** A story on paper holds what its machines answer. Throws ExportProblem while the question of the step stands open. */
export function checkStoryMayBePrinted({ opened }: Session): void {
  if (openQuestion(opened.scenario, useStageState.getState())) {
    throw new ExportProblem(words.storyWithheld, words.withheldRemedy);
  }
}

/** With the recipe of what is on stage now, so that the link in a file opens just this. */
export async function provenanceNow(
  session: Session,
  sides: readonly VariantId[] = sidesNow(session),
): Promise<Provenance> {
  const { recipeOf } = await recipeChunk();
  const recipe = recipeOf(session.opened.recipe, useStageState.getState());
  return provenanceOf({ ...session.opened, recipe }, sides, session.recorded);
}

/** "cpupri-ffmpeg-480-a-c2c.csv" */
export function fileName({ scenario, variants }: Provenance, what: string, ending: string): string {
  const ids = variants.map(({ id }) => id).join('');
  const plain = `${scenario} ${ids} ${what}`.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  return `${plain.replace(/^-|-$/g, '')}.${ending}`;
}

async function reportsOf(session: Session): Promise<(readonly [VariantId, RunReport])[]> {
  const reports = await Promise.all(
    sidesNow(session).map(
      async (side) => [side, await readHeadReport(session.playback, side)] as const,
    ),
  );
  const found = reports.flatMap(([side, report]) => (report ? [[side, report] as const] : []));
  if (found.length === 0) throw new ExportProblem(words.nothingMeasured, words.tryAgain);
  return found;
}

async function measuredTable(session: Session, of: (run: RunReport) => Table): Promise<Table> {
  const reports = await reportsOf(session);
  return byVariant(reports.map(([side, report]) => [variantName(session, side), of(report)]));
}

async function figures(session: Session): Promise<Table> {
  const reports = new Map(await reportsOf(session));
  const first = reports.get('A') ?? (await readHeadReport(session.playback, 'A'));
  return figureTable(
    session.opened.scenario.published ?? [],
    [...reports.keys()],
    ({ metric, line }, side) => measure(metric, reports.get(side as VariantId), first, line),
    (side, metric, value) => barOfRun(session.opened, side, metric, value),
  );
}

async function timeline(session: Session): Promise<Table> {
  const parts = await Promise.all(
    sidesNow(session).map(async (side) => {
      const range = rangeNow(session, side);
      if (!range) return [];
      const { from, to, cpus } = range;
      const query = cpus ? { from, to, cpus: Uint16Array.from(cpus) } : { from, to };
      const sums = await session.playback.engine(side)?.timelineSums(query);
      return sums ? [[variantName(session, side), sumTable(sums)] as const] : [];
    }),
  );
  const found = parts.flat();
  if (found.length === 0) throw new ExportProblem(words.noRange, words.noRangeRemedy);
  return byVariant(found);
}

function onPage(name: string, region: Element | undefined, where: string): Table {
  const table = region && tableOnPage(name, region);
  if (!table) throw new ExportProblem(words.noTable(where), words.noTableRemedy);
  return table;
}

function topology(session: Session): Table {
  const { variants } = session.playback.summary();
  const catalog = sidesNow(session).flatMap((side) => variants[side].catalog ?? [])[0];
  if (!catalog) throw new ExportProblem(words.noStage, words.tryAgain);
  return topologyTable(catalog);
}

const tables: Readonly<Record<TableKind, (session: Session) => Promise<Table> | Table>> = {
  figures,
  lines: (session) => measuredTable(session, lineTable),
  c2c: (session) => measuredTable(session, c2cTable),
  ledger: (session) => measuredTable(session, ledgerTable),
  timeline,
  inspector: ({ stage }) =>
    onPage('inspector', exportRegistry(stage).get('inspector'), words.inInspector),
  dockTable: ({ stage }) => onPage('view', exportRegistry(stage).get('view'), words.inDock),
  topology,
};

/** Rejects with ExportProblem. */
export async function tableFile(
  session: Session,
  kind: TableKind,
  format: TableFormat,
): Promise<ExportedFile> {
  const provenance = await provenanceNow(session);
  const table = await tables[kind](session);
  const text = format === 'csv' ? csvOf(table, provenance) : jsonOf([table], provenance);
  const type = format === 'csv' ? 'text/csv' : 'application/json';
  return {
    name: fileName(provenance, table.name, format),
    content: new Blob([text], { type }),
  };
}

/** Rejects with ExportProblem. */
export async function stageFile(session: Session): Promise<ExportedFile> {
  const sides = sidesNow(session);
  const provenance = await provenanceNow(session, sides);
  const said = provenanceLines(provenance);
  const content = await stagePicture(session, sides, provenanceText(provenance), said);
  if (!content) throw new ExportProblem(words.noStage, words.tryAgain);
  return { name: fileName(provenance, 'stage', 'png'), content };
}

/** Rejects with ExportProblem. */
export async function stageSvgFile(session: Session): Promise<ExportedFile> {
  const sides = sidesNow(session);
  const provenance = await provenanceNow(session, sides);
  const said = provenanceLines(provenance);
  const text = await stageSvg(session, sides, provenanceText(provenance), said);
  if (!text) throw new ExportProblem(words.noStage, words.tryAgain);
  const content = new Blob([text], { type: 'image/svg+xml' });
  return { name: fileName(provenance, 'stage', 'svg'), content };
}

/** What HTML reads as markup. */
const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** A page of HTML with what is on stage in a frame, as wide as there is room: to be shown, or copied from. */
export async function frameFile(session: Session): Promise<ExportedFile> {
  const provenance = await provenanceNow(session);
  const { recipeOf, hashOfRecipe } = await recipeChunk();
  const recipe = recipeOf(session.opened.recipe, { ...useStageState.getState(), embed: true });
  const { origin, pathname } = window.location;
  const source = escaped(`${origin}${pathname}${hashOfRecipe(recipe)}`);
  const title = escaped(`${provenance.title}: ${provenanceText(provenance)}`);
  const text = `<!doctype html>
<meta charset="utf-8">
<title>${title}</title>
<iframe title="${title}" src="${source}" style="width: 100%; max-width: 1280px; height: auto; aspect-ratio: 16 / 9; border: 0" loading="lazy" allow="fullscreen; clipboard-write"></iframe>
`;
  return {
    name: fileName(provenance, 'frame', 'html'),
    content: new Blob([text], { type: 'text/html' }),
  };
}

/** Smaller drawings are signs on buttons and in keys, CSS pixels. */
const leastDrawing = 100;

/** Charts and layouts in the dock. Throws ExportProblem. */
export async function viewFile(session: Session, features: Features): Promise<ExportedFile> {
  const view = exportRegistry(session.stage).get('view');
  const drawings = [...(view?.querySelectorAll<SVGSVGElement>('svg') ?? [])].filter(
    (svg) => svg.getBoundingClientRect().width >= leastDrawing,
  );
  if (drawings.length === 0) throw new ExportProblem(words.noDrawing, words.noDrawingRemedy);
  const provenance = await provenanceNow(session);
  const tab = features.tabNamed(useStageState.getState().dock);
  const text = svgText(drawings, [provenance.title, provenanceText(provenance)], {
    stacked: tab?.isStacked ?? false,
    description: provenanceLines(provenance).join('\n'),
  });
  return {
    name: fileName(provenance, tab?.link ?? 'view', 'svg'),
    content: new Blob([text], { type: 'image/svg+xml' }),
  };
}
