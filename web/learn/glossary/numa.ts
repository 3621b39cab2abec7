// Glossary entries about NUMA balancing as far as it is simulated: tasks that go to their memory. What it
// does to pages is not.

import { type GlossaryEntry, glossaryEntry, reason } from './entry.ts';

export const numa: readonly GlossaryEntry[] = [
  glossaryEntry(
    'task-numa-migrate',
    'task_numa_migrate()',
    'Looks for a CPU on the [node|numa-node] that holds a task’s memory, and has the stopper thread of the present CPU move the task there. It does not ask which [LLC|llc] the task’s process prefers.',
    'task_numa_migrate(), kernel/sched/fair.c, 6.18',
  ),
  reason(
    'NB_IDLE_CPU',
    'The task’s memory lies on another [node|numa-node], and a CPU there was [idle|idle]. Idle cores come first.',
  ),
  reason(
    'NB_NO_CPU',
    'Every CPU of the [node|numa-node] had something to run. The task stays and tries again after a sixteenth of the scan period, at most a second: 62.5 ms at the default period of 1 s.',
  ),
  reason(
    'MV_NEARER',
    'A balance pass moved the task to the [node|numa-node] of its memory. That counts more than what its old caches still hold.',
  ),
  reason(
    'MV_AWAY',
    'The task runs on the [node|numa-node] of its memory, unlike other tasks that wait beside it. So it stays until passes fail too often.',
  ),
  reason(
    'MV_AWAY_ANYWAY',
    'The task ran on the [node|numa-node] of its memory, which is a reason to leave the task there. But more passes than the [domain|sched-domain] allows had moved nothing, so the task was moved.',
  ),
];
