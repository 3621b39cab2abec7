// The figures of all sides together: those of their whole runs where these were kept and have not ended again, which
// then say so (`isKept`), else what each has measured so far. A part is never put beside a whole that was kept.

import { measuredAhead, type PolledValue, readHeadReport, useReading } from './head-report.ts';
import type { RunReport } from './measures.ts';
import type { Playback, VariantId, VariantSummary } from './playback/playback.ts';
import { variantIds } from './playback/types.ts';

export type Reports = Readonly<Record<VariantId, RunReport | undefined>>;

const none: Reports = { A: undefined, B: undefined, C: undefined, D: undefined };

const isKept = ({ status, failure }: VariantSummary): boolean =>
  failure === undefined && status?.areFiguresKept === true;

const isWhole = (run: VariantSummary): boolean =>
  isKept(run) || (run.failure === undefined && run.status?.state === 'finished');

/** Whether kept figures may be told: every run that there is, or was before it broke, can tell of its whole. */
export function areAllWhole(playback: Playback): boolean {
  const { variants } = playback.summary();
  const isNone = (side: VariantId) =>
    playback.engine(side) === undefined && variants[side].failure === undefined;
  return variantIds.every((side) => isNone(side) || isWhole(variants[side]));
}

async function readSide(playback: Playback, side: VariantId): Promise<RunReport | undefined> {
  const lane = playback.summary().variants[side];
  const mayBeKept = areAllWhole(playback) && isKept(lane);
  const kept = mayBeKept ? await playback.engine(side)?.keptFigures() : undefined;
  return kept && lane.catalog ? { ...kept, catalog: lane.catalog } : readHeadReport(playback, side);
}

/** All of them at one look. Where a run gives nothing any more, its last own report stays. */
export async function readReports(playback: Playback, before: Reports = none): Promise<Reports> {
  const read = async (side: VariantId) => {
    const found = await readSide(playback, side).catch(() => undefined);
    const last = before[side]?.isKept ? undefined : before[side];
    return [side, found ?? last] as const;
  };
  const found = Object.fromEntries(await Promise.all(variantIds.map(read))) as Reports;
  // A run may have ended while the others were read: what was kept is told of all or of none.
  if (areAllWhole(playback)) return found;
  const own = variantIds.map(
    (side) => [side, found[side]?.isKept ? undefined : found[side]] as const,
  );
  return Object.fromEntries(own) as Reports;
}

const reading: PolledValue<Reports> = {
  read: async (session, before) => {
    const reports = await readReports(session.playback, before);
    for (const side of variantIds) {
      const report = reports[side];
      if (report && report !== before?.[side]) await measuredAhead(session, report);
    }
    const hasSome = variantIds.some((side) => reports[side]);
    return hasSome || before ? reports : undefined;
  },
  // Kept figures do not change while their run goes on.
  sign: (playback) => {
    const { variants } = playback.summary();
    const areKept = areAllWhole(playback);
    const signOf = (side: VariantId) =>
      areKept && isKept(variants[side]) ? 'kept' : (variants[side].status?.headTime ?? 0);
    return variantIds.map(signOf).join();
  },
};

/** Without any before one side has something to tell. */
export const useWholeReports = (): Reports => useReading(reading) ?? none;
