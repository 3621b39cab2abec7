// The locks that are shown at a moment, with the holder and waiters of each: read from a frame. Knows nothing of
// drawing.

import type { Catalog, Frame } from '../../../../engine/types.ts';
import { isLockNamed } from '../../lock-names.ts';

/** More gates have no room beside each other. */
export const mostGates = 3;

/** CPUs that spin for each lock: room, made once for a machine. */
export function countWaits({ cpus }: Pick<Frame, 'cpus'>, counts: Uint16Array): void {
  counts.fill(0);
  for (let cpu = 0; cpu < cpus.count; cpu++) {
    const lock = cpus.lock[cpu]!;
    if (lock >= 0 && lock < counts.length) counts[lock]!++;
  }
}

/**
 * The locks that have a gate: those of the focus, or the selected one; else those that most CPUs wait for, and then those
 * that are held, lowest first.
 */
export function locksShown(
  { locks }: Pick<Catalog, 'locks'>,
  { mechanisms }: Pick<Frame, 'mechanisms'>,
  counts: Uint16Array,
  selected: number | undefined,
  focus: string | undefined,
): number[] {
  const shown: number[] = [];
  const add = (lock: number) => {
    if (shown.length < mostGates && !shown.includes(lock)) shown.push(lock);
  };
  if (focus?.startsWith('lock:')) {
    const name = focus.slice('lock:'.length);
    for (let lock = 0; lock < locks.length; lock++) if (isLockNamed(locks[lock]!, name)) add(lock);
  }
  if (selected !== undefined) add(selected);
  for (let place = shown.length; place < mostGates; place++) {
    let most = -1;
    for (let lock = 0; lock < counts.length; lock++) {
      if (counts[lock]! === 0 || shown.includes(lock)) continue;
      if (most < 0 || counts[lock]! > counts[most]!) most = lock;
    }
    if (most >= 0) add(most);
  }
  const holders = mechanisms?.locks?.holder;
  for (let lock = 0; holders && lock < holders.length; lock++) {
    if (holders[lock]! >= 0 && shown.length < mostGates) add(lock);
  }
  return shown;
}

/** What a lock protects, by its name: "zone.lock of node 0" lies in a zone. */
export const structureOf = (name: string): string => /^([^.]+)\./.exec(name)?.[1] ?? '';
