// The measurements of one variant up to the head of its run: read again when the head has moved, at most once in
// two seconds, because they are for reading, not for watching. whole-reports.ts has the figures of whole runs.

import { useSyncExternalStore } from 'react';
import { measureAhead, type RunReport } from './measures.ts';
import type { Playback, VariantId } from './playback/playback.ts';
import { type Session, useSession, useSummaryPart } from './session.ts';

/** ms between two readings. */
const interval = 2_000;
/** ms between two looks whether there is something to read for the first time. */
const firstLook = 250;

/** Undefined before the measured window. */
export async function readHeadReport(
  playback: Playback,
  side: VariantId,
): Promise<RunReport | undefined> {
  const { headline, catalog } = playback.summary().variants[side];
  const engine = playback.engine(side);
  if (!engine || !catalog || !headline?.measuring) return undefined;
  const measured = await engine.measured();
  return measured && { ...measured, catalog };
}

/** Why there is nothing to read of a side: its run is warming up, or what reads it could not be fetched. */
export const useNoReportYet = (side: VariantId): 'warm-up' | 'unfetched' =>
  useSummaryPart(({ variants }) => (variants[side].headline?.unfetched ? 'unfetched' : 'warm-up'));

/** Computes the metrics that a session asks for before they are drawn. */
export const measuredAhead = async ({ opened }: Session, report: RunReport): Promise<void> =>
  measureAhead(report, opened.scenario.published ?? []);

/** Something to read again and again: what it is now, and a word that changes when it may have changed. */
export interface PolledValue<Value> {
  /** Undefined: there is nothing yet, or nothing new. */
  readonly read: (session: Session, before: Value | undefined) => Promise<Value | undefined>;
  readonly sign: (playback: Playback) => string;
  /** ms between two readings, if not the usual ones. */
  readonly interval?: number;
}

/** A reading under way, shared by all views: a figure in two places of a page has one value at every moment. */
class Reader<Value> {
  readonly #session: Session;
  readonly #reading: PolledValue<Value>;
  readonly #listeners = new Set<() => void>();
  #last: { readonly sign: string; readonly value: Value } | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Counts the starts of reading: answers to an earlier start begin no further one. */
  #looks = 0;

  constructor(session: Session, reading: PolledValue<Value>) {
    this.#session = session;
    this.#reading = reading;
  }

  value = (): Value | undefined => this.#last?.value;

  /** Reads as long as there is a listener; the last value stays. */
  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    if (this.#listeners.size === 1) void this.#look(++this.#looks);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      clearTimeout(this.#timer);
      this.#looks += 1;
    };
  };

  async #look(look: number): Promise<void> {
    const { read, sign, interval: ms = interval } = this.#reading;
    const now = sign(this.#session.playback);
    const before = this.#last;
    const found =
      before?.sign === now
        ? undefined
        : await read(this.#session, before?.value).catch(() => undefined);
    if (look !== this.#looks) return;
    if (found) {
      this.#last = { sign: now, value: found };
      if (found !== before?.value) for (const listener of this.#listeners) listener();
    }
    this.#timer = setTimeout(() => void this.#look(look), this.#last ? ms : firstLook);
  }
}

const readers = new WeakMap<Session, Map<unknown, Reader<unknown>>>();

function readerOf<Value>(session: Session, reading: PolledValue<Value>): Reader<Value> {
  const known = readers.get(session) ?? new Map<unknown, Reader<unknown>>();
  readers.set(session, known);
  const found = known.get(reading) ?? new Reader<unknown>(session, reading as PolledValue<unknown>);
  known.set(reading, found);
  return found as Reader<Value>;
}

/** The latest that `reading`, which has to be the same in every call, gave; undefined before there is something. */
export function useReading<Value>(reading: PolledValue<Value>): Value | undefined {
  const { subscribe, value } = readerOf(useSession(), reading);
  return useSyncExternalStore(subscribe, value);
}

const readingOf = (side: VariantId): PolledValue<RunReport> => ({
  // A run that broke says so on its own machine; here the last report stays.
  read: async (session) => {
    const report = await readHeadReport(session.playback, side);
    if (report) await measuredAhead(session, report);
    return report;
  },
  sign: (playback) => String(playback.summary().variants[side].status?.headTime ?? 0),
});

const readings = { A: readingOf('A'), B: readingOf('B'), C: readingOf('C'), D: readingOf('D') };

/** Undefined before the measured window. */
export const useHeadReport = (side: VariantId): RunReport | undefined => useReading(readings[side]);
