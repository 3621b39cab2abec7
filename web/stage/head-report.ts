// What one side has measured up to the head of its run: read again when the head has moved, at most once in two
// seconds, because it is for reading, not for watching. Figures of whole runs are whole-reports.ts's.

import { useEffect, useState } from 'react';
import { measureAhead, type Report } from './measures.ts';
import type { Playback, Side } from './playback/playback.ts';
import { type Session, useSession, useSummaryPart } from './session.ts';

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

/** Why there is nothing to read of a side: its run is warming up, or what reads it could not be fetched. */
export const useNoReportYet = (side: Side): 'warm-up' | 'unfetched' =>
  useSummaryPart(({ lanes }) => (lanes[side].headline?.unfetched ? 'unfetched' : 'warm-up'));

/** Computes the metrics that a session asks for before anybody draws them. */
export const measuredAhead = async ({ opened }: Session, report: Report): Promise<void> =>
  measureAhead(report, opened.scenario.published ?? []);

/** Something to read again and again: what it is now, and a word that changes when it may have changed. */
export interface Reading<Value> {
  /** Undefined: there is nothing yet, or nothing new. */
  readonly read: (session: Session, before: Value | undefined) => Promise<Value | undefined>;
  readonly sign: (playback: Playback) => string;
}

/** The latest that `reading`, which has to be the same in every call, gave; undefined before there is something. */
export function useReading<Value>({ read, sign }: Reading<Value>): Value | undefined {
  const session = useSession();
  const [value, setValue] = useState<Value>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    let current = true;
    let last: { readonly sign: string; readonly value: Value } | undefined;
    const look = async () => {
      const now = sign(session.playback);
      const found =
        last?.sign === now ? undefined : await read(session, last?.value).catch(() => undefined);
      if (!current) return;
      if (found) {
        last = { sign: now, value: found };
        setValue(found);
      }
      timer = setTimeout(look, last ? interval : firstLook);
    };
    void look();
    return () => {
      current = false;
      clearTimeout(timer);
      setValue(undefined);
    };
  }, [session, read, sign]);
  return value;
}

const readingOf = (side: Side): Reading<Report> => ({
  // A run that broke says so on its own machine; here the last report stays.
  read: async (session) => {
    const report = await readReport(session.playback, side);
    if (report) await measuredAhead(session, report);
    return report;
  },
  sign: (playback) => String(playback.summary().lanes[side].status?.headTime ?? 0),
});

const readings = { A: readingOf('A'), B: readingOf('B'), C: readingOf('C'), D: readingOf('D') };

/** Undefined before the measured window. */
export const useHeadReport = (side: Side): Report | undefined => useReading(readings[side]);
