/*
 * rt-tests pi_stress: groups of three real-time threads, each group pinned to a CPU of its own,
 * that invert priorities on purpose. The low thread takes a PI mutex, the high one waits for it and
 * lends it its priority, the medium one would starve them without that. Nothing here ever searches
 * for a CPU: all threads are pinned. Source: pi_stress of rt-tests 2.1 as spec "RT scheduling class
 * and cpupri" section 6.3 describes it. Score: inversions.
 */
#include "exec/path.h"
#include "ipc/barrier.h"
#include "ipc/ipc.h"
#include "ipc/mutex.h"
#include "ipc/pi_mutex.h"
#include "sched/core/interrupts.h"
#include "sched/core/state.h"
#include "workload/workload.h"

#define PARAMETERS(P)                                                                              \
    P(GROUPS, "groups", WHOLE(1, 1023),                                                            \
      "the number of groups; group k lives on CPU k, the admin on CPU 0")                          \
    P(USER_NS, "user", TIME(1, SS_LONGEST_NS), "the user code between two calls")
SS_PARAMETERS(PARAMETERS)

/* The futexes of a group; behind those of all groups comes the one of the shutdown flag. */
enum futex { LOOP, START, LOCKED, ELEVATE, FINISH, MUTEX, FUTEXES_EACH };
enum thread { LOW, MEDIUM, HIGH, THREADS_EACH };

#define POLICY_FIFO 1
#define PRIO(user_priority) (99 - (user_priority)) /* kernel prio of RT1 .. RT99 */
#define ADMIN PRIO(4)
#define ADMIN_SLEEP_NS 1000000000 /* how often it looks at the counters; not in the source read */
#define START_NS 100000           /* groups are created one by one; no figure known */

static u32 futex_of(const struct ss_world *w, const struct ss_cpu *cpu, enum futex which)
{
    return (u32)w->task[cpu->current].group * FUTEXES_EACH + which;
}

static u32 shutdown_flag(const struct ss_world *w)
{
    return parameter(w, GROUPS) * FUTEXES_EACH;
}

static bool check(const struct ss_world_def *def, struct ss_message *message)
{
    const char *problem = NULL;
    if (def->workload_parameter[GROUPS] >= def->cpus)
        problem = "workload.groups: must be between 1 and one less than the CPUs of the machine, "
                  "because CPU 0 belongs to the admin thread";
    return ss_workload_fits(message, problem);
}

static void needs(const struct ss_world_def *def, struct ss_workload_needs *needs)
{
    const u32 groups = def->workload_parameter[GROUPS];
    *needs = (struct ss_workload_needs){.tasks = 1 + groups * THREADS_EACH,
                                        .futexes = groups * FUTEXES_EACH + 1,
                                        .affinities = 1 + groups,
                                        .futex_words = true};
}

/* Group g lives on CPU g + 1; the shutdown flag lies where the admin thread created it. */
static u32 futex_home(const struct ss_world *w, u32 index)
{
    return index == shutdown_flag(w) ? 0 : index / FUTEXES_EACH + 1;
}

/* ---- the threads ----------------------------------------------------------------------------- */

struct meet_frame {
    struct ss_path path;
    /* arguments */
    enum futex barrier;
    u32 parties;
};

/* A little user work, then one of the group's barriers. Result: 1 if it completed the round. */
static bool meet(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(meet);
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    SS_DEBUG_CHECK(me->barrier < MUTEX && me->parties >= 2 && me->parties <= THREADS_EACH);
    PATH_CALL(user_run, .ns = parameter(w, USER_NS));
    PATH_CALL(barrier_wait, .futex = futex_of(w, cpu, me->barrier), .parties = me->parties);
    PATH_RETURN(cpu->result);
    PATH_END;
}

struct begin_inversion_frame {
    struct ss_path path;
};

/* All three threads meet; the one that completes the first barrier looks whether the program shall
 * end, under the one lock that all groups share. */
static bool begin_inversion(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(begin_inversion);
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    PATH_CALL(meet, .barrier = LOOP, .parties = 3);
    if (cpu->result) {
        PATH_CALL(user_run, .ns = parameter(w, USER_NS));
        PATH_CALL(mutex_lock, .futex = shutdown_flag(w));
        PATH_CALL(mutex_unlock, .futex = shutdown_flag(w));
    }
    PATH_CALL_LAST(meet, .barrier = START, .parties = 3);
    PATH_END;
}

struct low_thread_frame {
    struct ss_path path;
};

static bool low_thread(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(low_thread);
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    SS_DEBUG_CHECK(w->ipc->task[cpu->current].pi_held == SS_NO_FUTEX);
    PATH_CALL(begin_inversion);
    PATH_CALL(user_run, .ns = parameter(w, USER_NS));
    PATH_CALL(pi_mutex_lock, .futex = futex_of(w, cpu, MUTEX));
    PATH_CALL(meet, .barrier = LOCKED, .parties = 2);
    PATH_CALL(meet, .barrier = ELEVATE, .parties = 2);
    PATH_CALL(user_run, .ns = parameter(w, USER_NS));
    PATH_CALL(pi_mutex_unlock, .futex = futex_of(w, cpu, MUTEX));
    PATH_CALL_LAST(meet, .barrier = FINISH, .parties = 3);
    PATH_END;
}

struct medium_thread_frame {
    struct ss_path path;
};

static bool medium_thread(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(medium_thread);
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    SS_DEBUG_CHECK(w->ipc->task[cpu->current].pi_held == SS_NO_FUTEX);
    PATH_CALL(begin_inversion);
    PATH_CALL(meet, .barrier = ELEVATE, .parties = 2);
    PATH_CALL_LAST(meet, .barrier = FINISH, .parties = 3);
    PATH_END;
}

/* What it keeps of a task. */
struct stress_thread {
    bool started;
};
SS_OWN_TASK(stress_thread)

struct high_thread_frame {
    struct ss_path path;
};

static bool high_thread(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(high_thread);
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    SS_DEBUG_CHECK(w->ipc->task[cpu->current].pi_held == SS_NO_FUTEX);
    if (!own(w, cpu->current)->started) {
        own(w, cpu->current)->started = true;
        PATH_CALL(user_run, .ns = 1 + ss_prng_below(&ss_current(w, cpu)->random, START_NS));
    }
    PATH_CALL(begin_inversion);
    PATH_CALL(meet, .barrier = LOCKED, .parties = 2);
    PATH_CALL(user_run, .ns = parameter(w, USER_NS));
    PATH_CALL(pi_mutex_lock, .futex = futex_of(w, cpu, MUTEX));
    PATH_CALL(user_run, .ns = parameter(w, USER_NS));
    PATH_CALL(pi_mutex_unlock, .futex = futex_of(w, cpu, MUTEX));
    PATH_CALL(meet, .barrier = FINISH, .parties = 3);
    ss_workload_score(w, cpu);
    PATH_END;
}

struct admin_thread_frame {
    struct ss_path path;
};

static bool admin_thread(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(admin_thread);
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    PATH_CALL(hrtimer_nanosleep, .ns = ADMIN_SLEEP_NS);
    PATH_CALL_LAST(user_run, .ns = parameter(w, USER_NS));
    PATH_END;
}

/* ---- start ----------------------------------------------------------------------------------- */

/* The affinity set of one CPU: one behind its number, for set 0 holds all CPUs. */
static u32 pin(struct ss_world *w, u32 cpu)
{
    ss_bitset_add(w->affinity + (u64)(cpu + 1) * w->topology.cpu_words, cpu);
    return cpu + 1;
}

static void start_group(struct ss_world *w, u32 group)
{
    static const struct {
        ss_path_function *program;
        u32 bytes;
        i16 prio;
    } threads[THREADS_EACH] = {
        [LOW] = {PROGRAM(low_thread), PRIO(1)},
        [MEDIUM] = {PROGRAM(medium_thread), PRIO(2)},
        [HIGH] = {PROGRAM(high_thread), PRIO(3)},
    };
    const u32 cpu = group + 1, affinity = pin(w, cpu);
    for (u32 i = 0; i < THREADS_EACH; i++) {
        struct ss_task *task = ss_workload_task(w, 1 + group * THREADS_EACH + i, (i32)group,
                                                threads[i].prio, POLICY_FIFO, affinity);
        ss_sched_place_task(w, ss_task_id(w, task), cpu, threads[i].program, threads[i].bytes);
    }
}

static void start(struct ss_world *w)
{
    struct ss_task *admin = ss_workload_task(w, 0, -1, ADMIN, POLICY_FIFO, pin(w, 0));
    ss_sched_place_task(w, ss_task_id(w, admin), 0, PROGRAM(admin_thread));
    for (u32 group = 0; group < parameter(w, GROUPS); group++)
        start_group(w, group);
}

static const struct ss_role roles[] = {{"admin", SS_FORM_TASK},
                                       {"low", SS_FORM_TASK},
                                       {"medium", SS_FORM_TASK},
                                       {"high", SS_FORM_TASK}};

static struct ss_who who(const struct ss_world_def *def, u32 index)
{
    (void)def;
    if (!index)
        return (struct ss_who){0, 0};
    const u32 place = (index - 1) % THREADS_EACH;
    const u16 role = place == LOW ? 1 : place == MEDIUM ? 2 : 3;
    return (struct ss_who){role, (u16)((index - 1) / THREADS_EACH)};
}

SS_WORKLOAD_SAYS(
    pi_stress,
    "rt-tests pi_stress: groups of three FIFO threads (RT1, RT2, RT3), each group pinned "
    "to one CPU, that invert priorities over a PI mutex",
    PARAMETERS);

const struct ss_workload_kind ss_workload_pi_stress = {
    .name = "pi-stress",
    .task_bytes = sizeof(struct stress_thread),
    SS_PARAMETERS_ARE(parameters),
    .check = check,
    .needs = needs,
    SS_ROLES_ARE(roles),
    .who = who,
    .futex_home = futex_home,
    .start = start,
};
