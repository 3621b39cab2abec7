/*
 * stress-ng --cyclic N --cyclic-policy fifo: N unpinned RT99 tasks, each sleeping a fixed time on
 * the high-resolution timer over and over. The cleanest cpupri load: hardly any search, two updates
 * a cycle. Source: stress-ng's stress-cyclic.c as spec "Workload models" section 4.8 describes it;
 * the parent processes, which only wait, are left out. Score: cycles.
 */
#include "exec/path.h"
#include "sched/core/interrupts.h"
#include "sched/core/state.h"
#include "workload/workload.h"

#define PARAMETERS(P)                                                                              \
    P(THREADS, "threads", WHOLE(1, SS_LIMIT_TASKS), "the number of threads")                       \
    P(INTERVAL_NS, "interval", TIME(1000, SS_LONGEST_NS), "the sleep between two wake-ups")
SS_PARAMETERS(PARAMETERS)

#define RT99 0
#define POLICY_FIFO 1
#define CLOCK_READ_NS 40 /* one clock_gettime, twice a cycle */
#define COUNT_NS 20      /* counting the operation */

static void needs(const struct ss_world_def *def, struct ss_workload_needs *needs)
{
    *needs = (struct ss_workload_needs){.tasks = def->workload_parameter[THREADS]};
}

struct cyclic_task_frame {
    struct ss_path path;
};

static bool cyclic_task(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(cyclic_task);
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    SS_DEBUG_CHECK(ss_current(w, cpu)->prio == RT99);
    PATH_CALL(user_run, .ns = CLOCK_READ_NS);
    PATH_CALL(hrtimer_nanosleep, .ns = parameter(w, INTERVAL_NS));
    PATH_CALL(user_run, .ns = CLOCK_READ_NS + COUNT_NS);
    ss_workload_score(w, cpu);
    PATH_END;
}

/* The tasks start within one interval of each other, as processes forked one by one do. */
struct cyclic_start_frame {
    struct ss_path path;
};

static bool cyclic_start(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(cyclic_start);
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    PATH_CALL(user_run,
              .ns = 1 + ss_prng_below(&ss_current(w, cpu)->random, parameter(w, INTERVAL_NS)));
    for (;;)
        PATH_CALL(cyclic_task);
    PATH_END;
}

static void start(struct ss_world *w)
{
    for (u32 i = 0; i < parameter(w, THREADS); i++) {
        struct ss_task *task = ss_workload_task(w, i, (i32)i, RT99, POLICY_FIFO, 0);
        ss_sched_place_task(w, ss_task_id(w, task), i % w->topology.cpus, PROGRAM(cyclic_start));
    }
}

static const struct ss_role roles[] = {{"cyclictest", SS_FORM_TASK}};

SS_WORKLOAD_SAYS(
    cyclic,
    "stress-ng cyclic: unpinned RT99 threads that sleep for an interval, wake, and sleep again",
    PARAMETERS);

const struct ss_workload_kind ss_workload_cyclic = {
    .name = "cyclic",
    SS_PARAMETERS_ARE(parameters),
    .needs = needs,
    SS_ROLES_ARE(roles),
    .futex_home = ss_home_by_index,
    .start = start,
};
