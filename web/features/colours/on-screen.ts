// Which entries of the legend the machines on stage have something of, so that the key has no word too many. Pure.

import type { Catalog, Frame } from '../../engine/types.ts';
import type { ColourBy, LegendEntry } from '../../scenario/colouring.ts';
import { type Activity, activities, activityShares } from '../../views/topology/index.ts';

/** A machine at a moment. */
export interface ShownMachine {
  readonly frame: Frame;
  readonly catalog: Catalog;
}

export const entryOfActivity: Readonly<Record<Activity, LegendEntry>> = {
  idle: 'idle',
  user: 'user',
  kernel: 'kernel',
  stalled: 'line',
  spinning: 'lock',
};

function activitiesOf({ frame: { cpus, ledger } }: ShownMachine): LegendEntry[] {
  const shares = new Float32Array(cpus.count * activities.length);
  activityShares(Float64Array.from(ledger), shares);
  const mean = activities.map((_, activity) => {
    let sum = 0;
    for (let cpu = 0; cpu < cpus.count; cpu++) sum += shares[cpu * activities.length + activity]!;
    return sum / cpus.count;
  });
  return activities.flatMap((activity, code) => {
    const isThere = mean[code]! > 0 || cpus.activity.includes(code);
    return isThere ? [entryOfActivity[activity]] : [];
  });
}

function homesOf({ frame: { tasks }, catalog: { topology } }: ShownMachine): LegendEntry[] {
  const found = new Set<LegendEntry>();
  for (let task = 0; task < tasks.count; task++) {
    if (tasks.cpu[task]! < 0 || tasks.group[task]! < 0) continue;
    const wanted = tasks.preferredLlc[task]!;
    if (wanted < 0) found.add('no-home');
    else found.add(topology.llc[tasks.cpu[task]!] === wanted ? 'at-home' : 'away');
  }
  return [...found];
}

/** Entries of a colouring that one of the machines has; undefined: all that there are. */
export function entriesOnScreen(
  by: ColourBy,
  machines: readonly ShownMachine[],
): ReadonlySet<LegendEntry> | undefined {
  if (by === 'state') return new Set(machines.flatMap(activitiesOf));
  if (by === 'home') return new Set(machines.flatMap(homesOf));
  return undefined;
}
