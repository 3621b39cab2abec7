/* Where an RT task goes, and whether it preempts what runs there. */
#ifndef SS_SCHED_RT_RT_SELECT_H
#define SS_SCHED_RT_RT_SELECT_H

#include "exec/path.h"

struct find_lowest_rq_frame {
    struct ss_path path;
    /* arguments */
    i32 task;
};
/* Result: a CPU, or -1. */
bool find_lowest_rq(struct ss_world *w, struct ss_cpu *cpu);

/* Puts what the CPU's last find_lowest_rq came to into a record. */
void ss_explain_search(struct ss_world *w, const struct ss_cpu *cpu,
                       struct ss_explain_search *explain);

/* Whether `found`, what the CPU's last find_lowest_rq named, is a ghost; false for -1. */
bool ss_search_named_ghost(const struct ss_world *w, const struct ss_cpu *cpu, i32 found);

/* Operations of the class: frames in sched/class.h. */
bool select_task_rq_rt(struct ss_world *w, struct ss_cpu *cpu);
bool wakeup_preempt_rt(struct ss_world *w, struct ss_cpu *cpu);

#endif
