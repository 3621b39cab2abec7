// Input for a view that may not be there yet: a file, or a text as one. Each waits until its view takes it.

import { useEffect, useRef } from 'react';
import type { GivenMachine } from '../exchange/own/recording/recording.ts';

export interface Brought {
  /** The view by its link; "machine" is the dialog. */
  readonly view: string;
  readonly file: File;
  /** Of a trace: the machine that was given with it. */
  readonly machine?: GivenMachine | undefined;
}

const waiting = new Map<string, Brought>();
const listeners = new Set<() => void>();

/** The last one for each view counts. */
export function bring(brought: Brought): void {
  waiting.set(brought.view, brought);
  for (const listener of listeners) listener();
}

/** A text as the file that views take. */
export const asFile = (text: string, name: string): File =>
  new File([text], name, { type: 'text/plain' });

/** What waits for a view, once; undefined: nothing. */
export function taken(view: string): Brought | undefined {
  const found = waiting.get(view);
  waiting.delete(view);
  return found;
}

/** Gives a view what was brought for it, before it came or while it is there. */
export function useBrought(view: string, take: (brought: Brought) => void): void {
  const latest = useRef(take);
  latest.current = take;
  useEffect(() => {
    const look = () => {
      const found = taken(view);
      if (found) latest.current(found);
    };
    look();
    listeners.add(look);
    return () => {
      listeners.delete(look);
    };
  }, [view]);
}
