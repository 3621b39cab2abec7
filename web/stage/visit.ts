// What somebody brings along who goes from Home to the stage, where an address cannot say it: a file, or a
// dialog that is to be open.

import type { StageState } from './store.ts';

export interface Errand {
  readonly file?: File;
  readonly choice?: Partial<StageState>;
}

let errand: Errand | undefined;
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

/** What somebody comes for; undefined: what the address says. */
export const errandNow = (): Errand | undefined => errand;

/** Goes to the stage, whatever the address says. */
export function visit(next: Errand): void {
  errand = next;
  tell();
}

/** From now on the address says where somebody is. */
export function endVisit(): void {
  errand = undefined;
}

/** Calls back when somebody goes to the stage. Returns the way to stop. */
export function onVisit(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
