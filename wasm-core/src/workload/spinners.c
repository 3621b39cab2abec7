/*
 * Threads that only compute: processes of a number of threads, always runnable or with pauses,
 * placed on the caches of the machine as asked. No benchmark, but what the properties of
 * cache-aware balancing are stated of (spec "Cache-aware load balancing" section 4). Score: pieces
 * of work, a millisecond each at full speed or as long as the thread runs between two pauses.
 */
#include "exec/path.h"
#include "sched/cache/state.h"
#include "sched/core/fork.h"
#include "sched/core/interrupts.h"
#include "sched/core/state.h"
#include "sched/fair/balance/numa.h"
#include "workload/places.h"
#include "workload/workload.h"

enum memory_on { MEMORY_UNKNOWN, MEMORY_FIRST, MEMORY_SECOND, MEMORY_IN_TURN };

#define PARAMETERS(P)                                                                              \
    P(PROCESSES, "processes", WHOLE(1, 64), "the number of processes")                             \
    P(THREADS, "threads", WHOLE(1, 1024), "the threads of the first process")                      \
    P(OTHERS, "others", WHOLE(0, 1024), "the threads of every other process; 0: as many")          \
    P(MEMORY_MIB, "memory_mib", WHOLE_OF("MiB", 0, 1048576),                                       \
      "the resident memory of a process, MiB")                                                     \
    P(ON_NS, "on", TIME(0, SS_LONGEST_NS), "the work between two pauses")                          \
    P(OFF_NS, "off", TIME(0, SS_LONGEST_NS), "a pause; 0 ns: none")                                \
    P(PLACES, "places", CHOICE([SS_PLACES_ACROSS] = "across", [SS_PLACES_TOGETHER] = "together"),  \
      "where threads begin")                                                                       \
    P(LATER_NS, "later", TIME(0, SS_LONGEST_NS),                                                   \
      "how much later than the one before a process begins")                                       \
    P(LEAVING, "leaving", WHOLE(0, 1024), "the threads of the first process that end")             \
    P(LEAVING_NS, "leaving_after", TIME(0, SS_LONGEST_NS), "when they end")                        \
    P(MEMORY_ON, "memory_on",                                                                      \
      OPTIONAL(CHOICE([MEMORY_UNKNOWN] = "unknown", [MEMORY_FIRST] = "first-node",                 \
                      [MEMORY_SECOND] = "second-node", [MEMORY_IN_TURN] = "in-turn")),             \
      "the node that the memory of a thread lies on, where NUMA balancing has found that out: "    \
      "not yet (unknown), all on the first or on the second, or those of the threads in turn "     \
      "(in-turn)")
SS_PARAMETERS(PARAMETERS)

#define PRIO_NORMAL 120
#define POLICY_NORMAL 0
#define PIECE_NS 1000000

/* What it keeps of a thread. */
struct spinner {
    u32 number; /* in its process */
    u32 pieces; /* begun */
};
SS_OWN_TASK(spinner)

static u32 threads_of(const u32 *p, u32 process)
{
    return process && p[OTHERS] ? p[OTHERS] : p[THREADS];
}

static u32 all_threads(const u32 *p)
{
    return p[THREADS] + (p[PROCESSES] - 1) * threads_of(p, 1);
}

static bool check(const struct ss_world_def *def, struct ss_message *message)
{
    const u32 *p = def->workload_parameter;
    const char *problem = NULL;
    if (all_threads(p) > SS_LIMIT_TASKS)
        problem = "workload.threads, others: all together must be at most 16384";
    else if (p[MEMORY_ON] > MEMORY_FIRST && def->nodes < 2)
        problem = "workload.memory_on: must be 0 (unknown) or 1 (first) on a machine of one node";
    else if (p[LEAVING] > p[THREADS])
        problem = "workload.leaving: must be at most the threads of the first process";
    return ss_workload_fits(message, problem);
}

static void needs(const struct ss_world_def *def, struct ss_workload_needs *needs)
{
    const u32 *p = def->workload_parameter;
    *needs = (struct ss_workload_needs){.tasks = all_threads(p), .processes = p[PROCESSES]};
}

/* ---- what a thread does ---------------------------------------------------------------------- */

static bool leaves(struct ss_world *w, const struct ss_cpu *cpu)
{
    const struct ss_task *task = ss_current(w, cpu);
    return !task->group && own(w, cpu->current)->number < parameter(w, LEAVING) &&
           cpu->clock >= parameter(w, LEAVING_NS);
}

/* The first piece ends somewhere in its middle. */
static u64 piece_ns(struct ss_world *w, const struct ss_cpu *cpu)
{
    struct ss_task *task = ss_current(w, cpu);
    const u32 whole = parameter(w, OFF_NS) ? parameter(w, ON_NS) : PIECE_NS;
    return own(w, cpu->current)->pieces++ ? whole : 1 + ss_prng_below(&task->random, whole);
}

struct spin_frame {
    struct ss_path path;
};

static bool spin(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(spin);
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    if (!own(w, cpu->current)->pieces && ss_current(w, cpu)->group && parameter(w, LATER_NS))
        PATH_CALL(hrtimer_nanosleep, .ns = (u64)ss_current(w, cpu)->group * parameter(w, LATER_NS));
    if (leaves(w, cpu))
        PATH_CALL(sleep_for_good);
    PATH_CALL(user_run, .ns = piece_ns(w, cpu));
    ss_workload_score(w, cpu);
    if (parameter(w, OFF_NS))
        PATH_CALL_LAST(hrtimer_nanosleep, .ns = parameter(w, OFF_NS));
    PATH_END;
}

/* ---- where it begins ------------------------------------------------------------------------- */

/* Of one or of the first two nodes. */
static void set_memory_node(struct ss_world *w, i32 task, u32 thread)
{
    const u32 on = parameter(w, MEMORY_ON);
    if (on == MEMORY_IN_TURN)
        ss_sched_set_memory_node(w, task, thread % 2);
    else if (on != MEMORY_UNKNOWN)
        ss_sched_set_memory_node(w, task, on - MEMORY_FIRST);
}

static void start(struct ss_world *w)
{
    const u32 *p = w->def->workload_parameter;
    u32 made = 0;
    for (u32 process = 0; process < p[PROCESSES]; process++)
        for (u32 i = 0; i < threads_of(p, process); i++, made++) {
            struct ss_task *task =
                ss_workload_task(w, made, (i32)process, PRIO_NORMAL, POLICY_NORMAL, 0);
            w->user[ss_task_id(w, task)].smt_1024 = ss_workload_mixed_smt(w);
            own(w, ss_task_id(w, task))->number = i;
            ss_sched_join_process(w, ss_task_id(w, task), process);
            ss_sched_set_memory(w, process, (u64)p[MEMORY_MIB] << 20);
            ss_sched_place_task(w, ss_task_id(w, task), ss_place_cpu(w, p[PLACES], made),
                                PROGRAM(spin));
            set_memory_node(w, ss_task_id(w, task), i);
        }
}

static const struct ss_role roles[] = {{"spinner", SS_FORM_TASK}};

SS_WORKLOAD_SAYS(
    spinners,
    "threads that only compute: processes of a number of threads, always runnable or with "
    "pauses, placed under LLCs as requested",
    PARAMETERS);

const struct ss_workload_kind ss_workload_spinners = {
    .name = "spinners",
    .task_bytes = sizeof(struct spinner),
    .traits = SS_TRAIT_FAIR,
    SS_PARAMETERS_ARE(parameters),
    .check = check,
    .needs = needs,
    SS_ROLES_ARE(roles),
    .futex_home = ss_home_by_index,
    .start = start,
};
