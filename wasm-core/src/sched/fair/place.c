/*
 * Placement of a task of the full class as the core asks for it. Source: select_task_rq of
 * kernel/sched/core.c, 6.18.2. The rules are in select.c.
 */
#include "sched/fair/fair.h"

bool place_wakeup(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(place_wakeup);
    switch (me->path.resume) {
    case 0:
        PATH_CALL(select_task_rq_fair, .task = me->task, .flag = SS_SD_BALANCE_WAKE,
                  .previous = (u16)w->task[me->task].cpu, .sync = me->sync);
    }
    PATH_RETURN(cpu->result);
}

bool place_fork(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(place_fork);
    switch (me->path.resume) {
    case 0:
        PATH_CALL(select_task_rq_fair, .task = me->task, .flag = SS_SD_BALANCE_FORK,
                  .previous = (u16)cpu->number);
    }
    PATH_RETURN(cpu->result);
}
