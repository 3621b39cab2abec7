/* The invariants of run_queue_invariants.h: every runnable task can be found. Release builds do not
 * have them. */
#ifdef SS_DEBUG
#include "sched/run_queue_invariants.h"

u32 ss_listed(const struct ss_world *w, const struct ss_task_list *list, u32 cpu)
{
    u32 length = 0;
    i32 previous = SS_NO_TASK;
    for (i32 task = list->head; task != SS_NO_TASK; task = w->task[task].queue_next) {
        if (w->task[task].cpu != (i32)cpu || !w->task[task].on_rq ||
            w->task[task].queue_previous != previous)
            return UINT32_MAX;
        previous = task;
        length++;
    }
    return list->tail == previous ? length : UINT32_MAX;
}

const char *ss_broken_tasks(const struct ss_world *w)
{
    for (u32 task = w->topology.cpus; task < w->tasks; task++) {
        const struct ss_task *t = &w->task[task];
        if (t->state == SS_TASK_RUNNABLE && !t->on_rq && !t->migrating)
            return "a runnable task is on no queue";
        if (t->migrating && t->state != SS_TASK_RUNNABLE && t->state != SS_TASK_RUNNING)
            return "a task that changes its CPU sleeps";
        if (t->on_cpu && w->cpu[t->cpu].current != (i32)task)
            return "a task is on a CPU that runs another one";
    }
    return NULL;
}
#else
/* A file has to declare something. */
typedef int ss_no_run_queue_invariants_in_release_builds;
#endif
