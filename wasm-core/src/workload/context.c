/*
 * stress-ng --context: processes that each swap between three user-level contexts and do nothing
 * else; no task switch, no wake-up, nothing shared. A control: no policy of placement may move it.
 * Source: spec "Workload models" section 4.7. Score: bogo operations, a thousand swaps each.
 */
#include "exec/path.h"
#include "sched/core/fork.h"
#include "sched/core/interrupts.h"
#include "sched/core/state.h"
#include "workload/workload.h"

#define MOST_SWAP_NS 1000000 /* a thousand of them fit a second */

#define PARAMETERS(P)                                                                              \
    P(INSTANCES, "instances", WHOLE(1, SS_LIMIT_TASKS - 1), "the number of processes")             \
    P(SWAP_NS, "swap", TIME(1, MOST_SWAP_NS),                                                      \
      "the time of a swap on an idle core; 337 ns were measured")
SS_PARAMETERS(PARAMETERS)

#define PRIO_NORMAL 120
#define POLICY_NORMAL 0
#define SWAPS 1000        /* of a bogo operation */
#define SWAP_SMT_1024 836 /* 0.816: its share of a core with a busy sibling, section 3.1 */

static void needs(const struct ss_world_def *def, struct ss_workload_needs *needs)
{
    *needs = (struct ss_workload_needs){.tasks = 1 + def->workload_parameter[INSTANCES]};
}

/* What it keeps of a task. */
struct swapper {
    u32 operations; /* begun */
};
SS_OWN_TASK(swapper)

struct swap_contexts_frame {
    struct ss_path path;
};

/* The first operation of a process begins somewhere in its middle. */
static u64 operation_ns(struct ss_world *w, const struct ss_cpu *cpu)
{
    struct ss_task *task = ss_current(w, cpu);
    const u32 whole = parameter(w, SWAP_NS) * SWAPS;
    return own(w, cpu->current)->operations++ ? whole : 1 + ss_prng_below(&task->random, whole);
}

static bool swap_contexts(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(swap_contexts);
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    PATH_CALL(user_run, .ns = operation_ns(w, cpu));
    ss_workload_score(w, cpu);
    PATH_END;
}

struct creator_frame {
    struct ss_path path;
};

static bool creator(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(creator);
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    SS_DEBUG_CHECK(cpu->current == (i32)w->topology.cpus);
    PATH_CALL(create_tasks, .first = cpu->current + 1, .count = parameter(w, INSTANCES), .step = 1,
              .ns = SS_FORK_NS);
    for (;;)
        PATH_CALL(sleep_for_good);
    PATH_END;
}

static void start(struct ss_world *w)
{
    struct ss_task *task = ss_workload_task(w, 0, -1, PRIO_NORMAL, POLICY_NORMAL, 0);
    ss_sched_place_task(w, ss_task_id(w, task), 0, PROGRAM(creator));
    for (u32 i = 0; i < parameter(w, INSTANCES); i++) {
        task = ss_workload_task(w, 1 + i, (i32)i, PRIO_NORMAL, POLICY_NORMAL, 0);
        w->user[ss_task_id(w, task)].smt_1024 = SWAP_SMT_1024;
        ss_sched_place_sleeping(w, ss_task_id(w, task), i % w->topology.cpus,
                                PROGRAM(swap_contexts));
    }
}

static const struct ss_role roles[] = {{"main", SS_FORM_TASK}, {"instance", SS_FORM_TASK}};

static struct ss_who who(const struct ss_world_def *def, u32 index)
{
    (void)def;
    return index ? (struct ss_who){1, (u16)(index - 1)} : (struct ss_who){0, 0};
}

SS_WORKLOAD_SAYS(
    context, "stress-ng context: processes that only swap user-level contexts, and share nothing",
    PARAMETERS);

const struct ss_workload_kind ss_workload_context = {
    .name = "context",
    .task_bytes = sizeof(struct swapper),
    .traits = SS_TRAIT_FAIR,
    SS_PARAMETERS_ARE(parameters),
    .needs = needs,
    SS_ROLES_ARE(roles),
    .who = who,
    .futex_home = ss_home_by_index,
    .start = start,
};
