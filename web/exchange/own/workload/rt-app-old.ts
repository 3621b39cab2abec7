// A phase of rt-app as it was before 1.0: "exec" µs of work in every "period", under the locks of its list, and a sleep until the
// period ends unless "sleep" is false. Facts from rt-app's history, 2010 to 2014; its events came in September 2014.

import type { LooseObject } from './loose-json.ts';
import { type LockWorld, lockedRun } from './rt-app-locks.ts';
import { find, wholeNumber } from './rt-app-values.ts';

/** µs: the longest amount that our form takes. */
const MOST_US = 10_000_000;

/** True for a phase that names its work and no event. */
export const isOldPhase = (phase: LooseObject, isEvent: (key: string) => boolean): boolean =>
  find(phase, 'exec') !== undefined &&
  !phase.entries.some(
    ({ key, value }) =>
      isEvent(key) && value.is !== 'list' && !(key === 'sleep' && value.is === 'flag'),
  );

/** The steps of one pass. Throws ScenarioError. */
export function oldSteps(
  phase: LooseObject,
  path: string,
  task: string,
  world: LockWorld,
): readonly string[] {
  const { names, notes } = world;
  notes.add(
    'The file is of rt-app before 1.0: a task runs "exec" µs in every "period", under the locks of "lock_order".',
  );
  if (find(phase, 'deadline')) notes.add('"deadline" is skipped: only rt-app’s log uses it.');
  const us = (key: string, otherwise: number): number => {
    const entry = find(phase, key);
    return entry ? wholeNumber(entry, `${path}.${key}`, notes, [0, MOST_US]) : otherwise;
  };
  const exec = us('exec', 0);
  const period = us('period', exec);
  const run = lockedRun(exec, phase, path, world) ?? (exec > 0 ? [`run ${exec}us`] : []);
  const sleep = find(phase, 'sleep')?.value;
  const isAwake = sleep?.is === 'flag' && !sleep.value;
  // Late by more than a period it does not sleep until it has caught up: its timer is absolute.
  const timer = `every ${period}us ${names.of(`${task}.period`)} absolute`;
  return isAwake || period === 0 ? run : [...run, timer];
}
