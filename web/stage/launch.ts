// What somebody brings along who goes from Home to the stage, where an address cannot say it: a file, or a
// dialog that is to be open.

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

/** What somebody comes for; undefined: what the address says. */
export const launchIntent = (): LaunchIntent | undefined => pending;

/** Goes to the stage, whatever the address says. */
export function launch(next: LaunchIntent): void {
  pending = next;
  notify();
}

/** From now on the address says where somebody is. */
export function clearLaunchIntent(): void {
  pending = undefined;
}

/** Calls back when somebody goes to the stage. Returns the way to stop. */
export function onLaunch(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
