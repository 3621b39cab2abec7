// What one side has measured up to the head of its run, or the figures of the whole run where they were kept: read again when the head has moved, at most
// once in two seconds, because it is for reading, not for watching.

import { useEffect, useState } from 'react';
import { measureAhead, type Report } from './measures.ts';
import type { Playback, Side } from './playback/playback.ts';
import { useSession, useSummaryPart } from './session.ts';

/** ms between two readings. */
const interval = 2_000;
/** ms between two looks whether there is something to read for the first time. */
const firstLook = 250;

/** Undefined before the measured window. */
export async function readReport(playback: Playback, side: Side): Promise<Report | undefined> {
  const { headline, catalog } = playback.summary().lanes[side];
  const engine = playback.engine(side);
  if (!engine || !catalog || !headline?.measuring) return undefined;
  const measured = await engine.measured();
  return measured && { ...measured, catalog };
}

/** Kept figures of a side may be told: the others tell of their whole runs, too, as parts are not to be compared with wholes. */
function isKeptNow(playback: Playback, side: Side): boolean {
  const { lanes } = playback.summary();
  const areWhole = Object.values(lanes).every(
    ({ status }) => !status || status.areFiguresKept || status.state === 'finished',
  );
  return areWhole && lanes[side].status?.areFiguresKept === true;
}

/** The figures of the whole run, if they were kept and the run has not ended yet; else as readReport. */
async function readWhole(playback: Playback, side: Side): Promise<Report | undefined> {
  const { catalog } = playback.summary().lanes[side];
  const kept = isKeptNow(playback, side) ? await playback.engine(side)?.keptFigures() : undefined;
  return kept && catalog ? { ...kept, catalog } : readReport(playback, side);
}

/** Why there is nothing to read of a side: its run is warming up, or what reads it could not be fetched. */
export const useNoReportYet = (side: Side): 'warm-up' | 'unfetched' =>
  useSummaryPart(({ lanes }) => (lanes[side].headline?.unfetched ? 'unfetched' : 'warm-up'));

/** Undefined before the measured window. */
export const useHeadReport = (side: Side): Report | undefined => useReport(side, readReport);

/** Figures of the whole run already before it has ended, where they were kept; they say so (`isKept`). */
export const useWholeReport = (side: Side): Report | undefined => useReport(side, readWhole);

function useReport(side: Side, readNow: typeof readReport): Report | undefined {
  const { playback, opened } = useSession();
  const [report, setReport] = useState<Report>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    let current = true;
    let read = -1;
    let isKept = false;
    const look = async () => {
      const head = playback.summary().lanes[side].status?.headTime ?? 0;
      // A run that broke says so on its own machine; here the last report stays.
      const isOld = head === read || (isKept && isKeptNow(playback, side));
      const found = isOld ? undefined : await readNow(playback, side).catch(() => {});
      if (found) await measureAhead(found, opened.scenario.published ?? []);
      if (!current) return;
      if (found) {
        read = head;
        isKept = found.isKept === true;
        setReport(found);
      }
      timer = setTimeout(look, read < 0 ? firstLook : interval);
    };
    void look();
    return () => {
      current = false;
      clearTimeout(timer);
      setReport(undefined);
    };
  }, [playback, opened, side, readNow]);
  return report;
}
