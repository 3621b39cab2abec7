/* The tasks of background.h. */
#include "workload/background.h"

#include "exec/path.h"
#include "sched/core/interrupts.h"
#include "sched/core/state.h"
#include "workload/places.h"
#include "workload/workload.h"

#define PRIO_NORMAL 120
#define POLICY_NORMAL 0
#define NAP_NS 2000000 /* mean sleep and work of a task: assumptions */
#define WORK_NS 50000

struct background_frame {
    struct ss_path path;
};

static bool background(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(background);
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    PATH_CALL(hrtimer_nanosleep, .ns = 1 + ss_prng_below(&ss_current(w, cpu)->random, 2 * NAP_NS));
    PATH_CALL_LAST(user_run, .ns = 1 + ss_prng_below(&ss_current(w, cpu)->random, 2 * WORK_NS));
    PATH_END;
}

void ss_background_start(struct ss_world *w, u32 from, u32 to)
{
    for (u32 i = from; i < to; i++) {
        struct ss_task *task = ss_workload_task(w, i, 1, PRIO_NORMAL, POLICY_NORMAL, 0);
        w->user[ss_task_id(w, task)].smt_1024 = ss_workload_mixed_smt(w);
        ss_sched_place_task(w, ss_task_id(w, task), ss_place_cpu(w, SS_PLACES_ACROSS, i),
                            PROGRAM(background));
    }
}
