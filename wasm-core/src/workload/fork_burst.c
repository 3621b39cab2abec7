/*
 * A generic burst of forks: parents that each fork a number of children at once, wait until the
 * last has ended, pause, and do it again; a child may replace its program first, computes and ends.
 * What shells, make and test runners do to placement at fork. Source: spec "Workload models"
 * sections 1 and 2. A child's task struct serves its successor, too; the zombie's parent waits on
 * one line for all children. Score: children ended.
 */
#include "exec/path.h"
#include "ipc/futex.h"
#include "sched/core/exec.h"
#include "sched/core/fork.h"
#include "sched/core/interrupts.h"
#include "sched/core/state.h"
#include "workload/instances.h"
#include "workload/workload.h"

#define PARAMETERS(P)                                                                              \
    P(PARENTS, "parents", WHOLE(1, 1024), "the number of parents")                                 \
    P(CHILDREN, "children", WHOLE(1, SS_LIMIT_TASKS - 1), "the children of a burst")               \
    P(WORK_NS, "work", TIME(1, SS_LONGEST_NS), "the mean user work of a child")                    \
    P(PAUSE_NS, "pause", TIME(1, SS_LONGEST_NS), "the mean pause between two bursts")              \
    P(EXECS, "exec", OPTIONAL(CHOICE("no", "yes")),                                                \
      "whether a child calls exec() before it works, which places it once more "                   \
      "(no)")
SS_PARAMETERS(PARAMETERS)

#define PRIO_NORMAL 120
#define POLICY_NORMAL 0
#define EXIT_NS 30000 /* fixed part, spec section 2 */
#define EXEC_NS 60000 /* an assumption, as nothing was measured: like a fork */

static bool check(const struct ss_world_def *def, struct ss_message *message)
{
    const u32 *p = def->workload_parameter;
    const char *problem = NULL;
    if (p[PARENTS] * (1 + p[CHILDREN]) > SS_LIMIT_TASKS)
        problem = "workload.children: all tasks together (the children of each parent and the "
                  "parents) must be at most 16384";
    return ss_workload_fits(message, problem);
}

/* A futex a parent: its word counts the children that have ended. */
static void needs(const struct ss_world_def *def, struct ss_workload_needs *needs)
{
    const u32 *p = def->workload_parameter;
    *needs = (struct ss_workload_needs){
        .tasks = p[PARENTS] * (1 + p[CHILDREN]), .futexes = p[PARENTS], .futex_words = true};
}

static struct ss_futex *ended(struct ss_world *w, const struct ss_cpu *cpu)
{
    return &w->ipc->futex[ss_current(w, cpu)->group];
}

struct parent_frame {
    struct ss_path path;
    /* kept */
    u32 seen;
    bool all;
};

/* Whether all children of the current task have left their run queues: a child that has woken its
 * parent is still on its way out, and for longer than a pause on a slow machine or if it is
 * preempted. */
static bool all_have_left(const struct ss_world *w, const struct ss_cpu *cpu)
{
    for (u32 child = 1; child <= parameter(w, CHILDREN); child++) {
        const struct ss_task *task = &w->task[cpu->current + (i32)child];
        if (task->state != SS_TASK_SLEEPING || task->on_rq)
            return false;
    }
    return true;
}

/* One burst. */
static bool parent(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(parent);
    struct ss_futex *const futex = ended(w, cpu);
    const u32 children = parameter(w, CHILDREN);
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    SS_DEBUG_CHECK(((u32)cpu->current - w->topology.cpus) % (1 + children) == 0);
    do {
        PATH_CALL(hrtimer_nanosleep, .ns = 1 + ss_draw_quantum(ss_current(w, cpu),
                                                               parameter(w, PAUSE_NS), SS_UNIFORM));
    } while (!all_have_left(w, cpu));
    PATH_STORE(wait4, futex->word_address, futex->word = 0);
    PATH_CALL(create_tasks, .first = cpu->current + 1, .count = children, .step = 1,
              .ns = SS_FORK_NS);
    for (;;) {
        PATH_LOAD(wait4, futex->word_address, me->seen = futex->word);
        if (me->seen == children)
            break;
        PATH_CALL(futex_wait, .futex = (u32)ss_current(w, cpu)->group, .checks = true,
                  .expected = me->seen);
    }
    PATH_END;
}

struct child_frame {
    struct ss_path path;
};

/* One life. */
static bool child(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(child);
    struct ss_futex *const futex = ended(w, cpu);
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    SS_DEBUG_CHECK(!ss_current(w, cpu)->dead);
    SS_DEBUG_CHECK(((u32)cpu->current - w->topology.cpus) % (1 + parameter(w, CHILDREN)) != 0);
    if (parameter(w, EXECS)) {
        PATH_CALL(sched_exec);
        PATH_COMPUTE(EXEC_NS);
    }
    PATH_CALL(user_run,
              .ns = 1 + ss_draw_quantum(ss_current(w, cpu), parameter(w, WORK_NS), SS_UNIFORM));
    PATH_COMPUTE(EXIT_NS);
    ss_workload_score(w, cpu);
    PATH_INCREMENT(do_exit, futex->word_address, futex->word);
    PATH_CALL(futex_wake, .futex = (u32)ss_current(w, cpu)->group);
    PATH_CALL_LAST(sleep_for_good);
    PATH_END;
}

static void start(struct ss_world *w)
{
    const u32 each = 1 + parameter(w, CHILDREN);
    for (u32 i = 0; i < parameter(w, PARENTS) * each; i++) {
        const bool forks = i % each == 0;
        struct ss_task *task =
            ss_workload_task(w, i, (i32)(i / each), PRIO_NORMAL, POLICY_NORMAL, 0);
        w->user[ss_task_id(w, task)].smt_1024 = ss_workload_mixed_smt(w);
        const u32 cpu = i % w->topology.cpus;
        if (forks)
            ss_sched_place_task(w, ss_task_id(w, task), cpu, PROGRAM(parent));
        else
            ss_sched_place_sleeping(w, ss_task_id(w, task), cpu, PROGRAM(child));
    }
}

static const struct ss_role roles[] = {{"parent", SS_FORM_TASK}, {"child", SS_FORM_TASK}};

static struct ss_who who(const struct ss_world_def *def, u32 index)
{
    const u32 children = def->workload_parameter[CHILDREN];
    const u32 family = index / (1 + children), place = index % (1 + children);
    return place ? (struct ss_who){1, (u16)(family * children + place - 1)}
                 : (struct ss_who){0, (u16)family};
}

SS_WORKLOAD_SAYS(
    fork_burst,
    "bursts of forks: parents that fork children, wait until the last has ended, pause, "
    "and fork again",
    PARAMETERS);

const struct ss_workload_kind ss_workload_fork_burst = {
    .name = "fork-burst",
    .traits = SS_TRAIT_FAIR | SS_TRAIT_FORKS,
    SS_PARAMETERS_ARE(parameters),
    .check = check,
    .needs = needs,
    SS_ROLES_ARE(roles),
    .who = who,
    .futex_home = ss_home_by_index,
    .start = start,
};
