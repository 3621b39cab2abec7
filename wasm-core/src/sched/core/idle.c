/*
 * The idle class: the one task of a CPU that runs when no other class has any. It is on no queue
 * and never wakes. What it does stands in interrupts.c. Source: kernel/sched/idle.c, 6.18.2.
 */
#include "sched/class.h"
#include "sched/run_queue.h"

static i32 pick_task_idle(const struct ss_world *w, u32 cpu)
{
    return w->cpu[cpu].idle_task;
}

const struct sched_class idle_sched_class = {.pick_task = pick_task_idle};
