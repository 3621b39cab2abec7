// The mechanisms that can be shown, a line each: what it is called, the parts of a frame that it asks for, and machines with
// something to show. A folder of its name has what draws it (mechanism.ts) and what says it (mechanism-legend.tsx).

import { workloadTasks } from '../../../engine/task-names.ts';
import type { Catalog, Explain, Frame, MechanismPart } from '../../../engine/types.ts';
import type { MechanismName } from '../../../scenario/mechanisms.ts';
import { isLockNamed } from '../lock-names.ts';

export interface MechanismFacts {
  readonly name: MechanismName;
  readonly title: string;
  readonly parts: readonly MechanismPart[];
  /** Whether a machine has something of it at a moment. */
  readonly suits: (catalog: Catalog, frame: Frame) => boolean;
  /** Names of the decisions of which it draws the last (Catalog.decisions); left out: it draws none. */
  readonly decisions?: RegExp;
  /** Whether it draws one of those; left out: all of them. */
  readonly draws?: (decision: Explain) => boolean;
}

/** Whether some task of the workload is of the fair class, and has been woken. */
function hasWoken(catalog: Catalog, { tasks }: Frame): boolean {
  const [first, end] = workloadTasks(catalog);
  for (let task = first; task < end; task++) {
    if (tasks.policy[task] === 0 && tasks.wakeups[task]! > 0) return true;
  }
  return false;
}

export const mechanismFacts: readonly MechanismFacts[] = [
  {
    name: 'page-lists',
    title: 'Page lists',
    parts: ['pages'],
    suits: ({ locks }) => locks.some((lock) => isLockNamed(lock, 'zone.lock')),
  },
  {
    name: 'cpupri',
    title: 'cpupri',
    parts: ['cpupri'],
    suits: (_, { tasks }) => tasks.policy.some((policy) => policy !== 0),
    decisions: /^(?:select_task_rq_rt|push_rt_task|pull_rt_task)$/,
    draws: ({ facts }) => facts.form === 'search' && facts.probed > 0,
  },
  {
    name: 'wake-up',
    title: 'Wake-up',
    parts: [],
    suits: hasWoken,
    decisions: /^select_task_rq_fair$/,
  },
  {
    name: 'line',
    title: 'Line',
    parts: ['sharers'],
    suits: (_, { lines }) => lines.count > 0,
  },
  {
    name: 'cache-account',
    title: 'Cache accounts',
    parts: ['accounts'],
    suits: (_, { epoch }) => epoch !== undefined,
  },
  {
    name: 'lock',
    title: 'Locks',
    parts: ['locks'],
    suits: ({ locks }) => locks.some((lock) => lock !== ''),
  },
  {
    name: 'domains',
    title: 'Balancing',
    parts: [],
    suits: hasWoken,
    decisions: /^sched_balance_rq$/,
  },
  {
    name: 'bandwidth',
    title: 'Memory bandwidth',
    parts: ['traffic'],
    suits: ({ hasTraffic }) => hasTraffic,
  },
];

export const mechanismOf = (name: MechanismName): MechanismFacts | undefined =>
  mechanismFacts.find((each) => each.name === name);
