// What one side has measured up to the head of its run: read again when the head has moved, at most
// once in two seconds, because it is for reading, not for watching.

import { useEffect, useState } from 'react';
import { measureAhead, type Report } from './measures.ts';
import type { Playback, Side } from './playback/playback.ts';
import { useSession, useSummaryPart } from './session.ts';

/** ms between two readings. */
const interval = 2_000;
/** ms between two looks whether there is something to read for the first time. */
const firstLook = 250;

/** Undefined before the measured window, unless the figures of the whole run were kept. */
export async function readReport(playback: Playback, side: Side): Promise<Report | undefined> {
  const { catalog } = playback.summary().lanes[side];
  const engine = playback.engine(side);
  if (!engine || !catalog) return undefined;
  const measured = await engine.measured();
  return measured && { ...measured, catalog };
}

/** Why there is nothing to read of a side: its run is warming up, or what reads it could not be fetched. */
export const useNoReportYet = (side: Side): 'warm-up' | 'unfetched' =>
  useSummaryPart(({ lanes }) => (lanes[side].headline?.unfetched ? 'unfetched' : 'warm-up'));

/** Undefined before the measured window, unless the figures of the whole run were kept. */
export function useHeadReport(side: Side): Report | undefined {
  const { playback, opened } = useSession();
  const [report, setReport] = useState<Report>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    let current = true;
    let read = -1;
    const look = async () => {
      const head = playback.summary().lanes[side].status?.headTime ?? 0;
      // A run that broke says so on its own machine; here the last report stays.
      const found = head === read ? undefined : await readReport(playback, side).catch(() => {});
      if (found) await measureAhead(found, opened.scenario.published ?? []);
      if (!current) return;
      if (found) {
        read = head;
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
  }, [playback, opened, side]);
  return report;
}
