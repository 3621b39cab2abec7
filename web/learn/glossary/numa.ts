// Glossary entries about NUMA balancing as far as it is simulated: tasks that go to their memory. What it
// does to pages is not.

import { type Entry, entry, reason } from './entry.ts';

export const numa: readonly Entry[] = [
  entry(
    'task-numa-migrate',
    'task_numa_migrate()',
    'Looks for a CPU on the [node|numa-node] that a task’s memory lies on, and has the stopper thread of its present CPU take it there. Which [LLC|llc] the task’s process prefers it does not ask.',
    'task_numa_migrate(), kernel/sched/fair.c, 6.18',
  ),
  reason(
    'NB_IDLE_CPU',
    'The task ran on another [node|numa-node] than its memory lies on, and a CPU there was [idle|idle]. Cores without any work come first.',
  ),
  reason(
    'NB_NO_CPU',
    'Every CPU of the [node|numa-node] had something to run. The task stays and tries again after a sixteenth of the scan period, at most a second: 62.5 ms at the default period of 1 s.',
  ),
  reason(
    'MV_NEARER',
    'A balance pass took the task to the [node|numa-node] that its memory lies on. That counts more than what is left of it in the old caches.',
  ),
  reason(
    'MV_AWAY',
    'The task runs on the [node|numa-node] that its memory lies on, and others wait beside it that do not. It stays until passes fail too often.',
  ),
  reason(
    'MV_AWAY_ANYWAY',
    'The task ran on the [node|numa-node] that its memory lies on, which is a reason to leave it. More passes than the [domain|sched-domain] allows had moved nothing, so it went all the same.',
  ),
];
