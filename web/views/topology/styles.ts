// How the fills of CPUs are told apart: which style a CPU has at a moment by what the colours say. Pure; knows no
// colours.

import { ACTIVITY } from '../../engine/abi.gen.ts';
import type { Catalog, Frame } from '../../engine/types.ts';
import type { HuePart, LegendEntry } from '../../scenario/colouring.ts';
import { taskHues } from '../../ui/theme.ts';
import { type Colouring, heatBands, hueOf, type PartCounts } from './colouring.ts';
import { roleHue } from './roles.ts';

/**
 * Styles of fills: 0 none (idle), the activities by their codes, then the hues of tasks at home, of those away, then the
 * bands of heat. As many again are the same for CPUs that recede behind what is selected.
 */
export const styles = {
  none: 0,
  /** Of a recording, where nothing is known. */
  unknown: ACTIVITY.UNKNOWN,
  home: 6,
  away: 6 + taskHues,
  heat: 6 + 2 * taskHues,
  count: 6 + 2 * taskHues + heatBands,
} as const;

/** What a task has in common with those of its hue; -1: nothing that is known. */
export function huePartOf(
  { tasks }: Pick<Frame, 'tasks'>,
  catalog: Catalog,
  hue: HuePart,
  task: number,
): number {
  if (hue === 'process' && tasks.process[task]! >= 0) return tasks.process[task]!;
  if (hue === 'role') {
    const role = roleHue(catalog, task);
    if (role >= 0) return role;
  }
  return tasks.group[task]!;
}

export function countParts({ tasks }: Pick<Frame, 'tasks'>): PartCounts {
  let [process, instance] = [0, 0];
  for (let task = 0; task < tasks.count; task++) {
    process = Math.max(process, tasks.process[task]! + 1);
    instance = Math.max(instance, tasks.group[task]! + 1);
  }
  return { process, instance };
}

/** The band of a share of the full heat, 0 to heatBands - 1; -1: there is nothing to show. */
export const bandOf = (value: number, full: number): number =>
  full > 0 && value > 0 ? Math.min(heatBands - 1, Math.floor((value / full) * heatBands)) : -1;

/** Whether a task is at home: in the cache it prefers, away from it, or without one. */
export function homeOf({ tasks }: Pick<Frame, 'tasks'>, catalog: Catalog, task: number): Homeness {
  const preferred = task < 0 ? -1 : tasks.preferredLlc[task]!;
  const cpu = task < 0 ? -1 : tasks.cpu[task]!;
  if (preferred < 0 || cpu < 0) return 'no-home';
  return catalog.topology.llc[cpu] === preferred ? 'at-home' : 'away';
}
export type Homeness = 'at-home' | 'away' | 'no-home';

const stateEntry: Readonly<Record<number, LegendEntry>> = {
  [ACTIVITY.IDLE]: 'idle',
  [ACTIVITY.USER]: 'user',
  [ACTIVITY.KERNEL]: 'kernel',
  [ACTIVITY.STALLED]: 'line',
  [ACTIVITY.SPINNING]: 'lock',
};

const hueEntries = Array.from({ length: taskHues }, (_, hue) => `hue-${hue + 1}` as LegendEntry);
const heatEntries = Array.from({ length: heatBands }, (_, at) => `heat-${at + 1}` as LegendEntry);

/** The style of a CPU at a moment, and whether the legend's filter lets it recede: style, + styles.count if so. */
export function styleOf(
  frame: Frame,
  catalog: Catalog,
  colouring: Colouring,
  heat: { readonly values: ArrayLike<number> | undefined; readonly full: number },
  cpu: number,
): number {
  const { by, only } = colouring;
  const activity = frame.cpus.activity[cpu]!;
  const task = frame.cpus.task[cpu]!;
  if (activity === ACTIVITY.UNKNOWN) return styles.unknown;
  let style: number = styles.none;
  let entry: LegendEntry | undefined;
  if (by === 'state') {
    style = activity;
    entry = stateEntry[activity];
  } else if (by === 'heat') {
    const band = bandOf(heat.values?.[cpu] ?? 0, heat.full);
    if (band >= 0) {
      style = styles.heat + band;
      entry = heatEntries[band];
    }
  } else if (by === 'home') {
    entry = homeOf(frame, catalog, task);
    if (task >= 0 && activity !== ACTIVITY.IDLE) {
      const first = entry === 'away' ? styles.away : styles.home;
      style = entry === 'no-home' ? ACTIVITY.USER : first + hueOf(frame.tasks.preferredLlc[task]!);
    } else entry = undefined;
  } else if (task >= 0 && only) {
    // The fill recedes; it is the tasks that have hues.
    entry = hueEntries[hueOf(huePartOf(frame, catalog, colouring.hue, task))];
  }
  return only !== undefined && entry !== only ? style + styles.count : style;
}

/** True if the legend's filter lets a task recede. */
export function taskRecedes(
  frame: Frame,
  catalog: Catalog,
  { by, hue, only }: Colouring,
  task: number,
): boolean {
  if (only === undefined) return false;
  if (by === 'task') return hueEntries[hueOf(huePartOf(frame, catalog, hue, task))] !== only;
  return by === 'home' && homeOf(frame, catalog, task) !== only;
}
