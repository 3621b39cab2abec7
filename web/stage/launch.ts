// The intent of a visit to the stage from Home, where an address cannot say it: a file to open, or a dialog.

import type { StageState } from './store.ts';

export interface LaunchIntent {
  readonly file?: File;
  readonly choice?: Partial<StageState>;
}

let pending: LaunchIntent | undefined;
const listeners = new Set<() => void>();

function notify(): void {
  for (const listener of listeners) listener();
}

/** The intent of the present visit; undefined: the address says it. */
export const launchIntent = (): LaunchIntent | undefined => pending;

/** Goes to the stage, whatever the address says. */
export function launch(next: LaunchIntent): void {
  pending = next;
  notify();
}

/** Forgets the intent: from now on the address names the place. */
export function clearLaunchIntent(): void {
  pending = undefined;
}

/** Calls back when the page goes to the stage. Returns a function that stops this. */
export function onLaunch(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
