/*
 * chacha20-xiangshan: a compiled model of a processor, eight threads of one process in lockstep.
 * For each simulated cycle every thread works through its partition and meets the others at a few
 * points, polling a shared word until the last has come. Source: spec "Workload models" section
 * 4.17. The run does not end after a number of cycles: time per cycle is what the benchmark's
 * milliseconds come from. Score: simulated cycles.
 *
 * Beside it run a few tasks that wake up now and then, as on any machine: background.h.
 *
 * Simplified: partitions are equal in the mean, and what one thread reads of another's outputs is a
 * share of its accesses (exec/footprint.h), not lines of its own.
 */
#include "exec/footprint.h"
#include "exec/path.h"
#include "ipc/busy_wait.h"
#include "sched/cache/state.h"
#include "sched/core/interrupts.h"
#include "sched/core/state.h"
#include "workload/background.h"
#include "workload/places.h"
#include "workload/workload.h"

#define MOST_THREADS 512
#define MOST_POINTS 16
#define MOST_ACCESSES 1000 /* an access a ns */

#define PARAMETERS(P)                                                                              \
    P(THREADS, "threads", WHOLE(1, MOST_THREADS), "the threads of the model")                      \
    P(PARTITION_NS, "partition", TIME(1, SS_LONGEST_NS),                                           \
      "the work of a thread for a simulated cycle, with all it works on in its cache")             \
    P(POINTS, "points", WHOLE(1, MOST_POINTS), "how often all threads meet in a simulated cycle")  \
    P(MEMORY_KIB, "memory", WHOLE_OF("KiB", 1, 67108864),                                          \
      "the resident memory of the process, KiB")                                                   \
    P(OUTPUTS, "outputs", WHOLE_OF("%", 0, 100),                                                   \
      "the share of accesses that read what other threads wrote, %")                               \
    P(ACCESSES, "accesses", WHOLE(0, MOST_ACCESSES),                                               \
      "the accesses of a thread to its last-level cache in 1 µs of work")                          \
    P(PLACES, "places", CHOICE([SS_PLACES_ACROSS] = "across", [SS_PLACES_TOGETHER] = "together"),  \
      "where threads begin")                                                                       \
    P(BACKGROUND, "background", WHOLE(0, SS_MOST_BACKGROUND),                                      \
      "tasks of other processes, which wake up every 2 ms or so")
SS_PARAMETERS(PARAMETERS)

#define PRIO_NORMAL 120
#define POLICY_NORMAL 0
#define OVERLAP_TENTHS 20 /* misses in flight: an assumption */
#define UNEVEN_PERCENT 40 /* partitions take 80 to 120 % of the mean: an assumption */

/* The word of the first counts arrivals, that of the second the meetings that are over. */
enum { COME, MET, FUTEXES };
enum { OUTPUT_FOOTPRINT, FIRST_PARTITION };

static bool check(const struct ss_world_def *def, struct ss_message *message)
{
    const u32 *p = def->workload_parameter;
    const char *problem = NULL;
    if (p[MEMORY_KIB] < p[THREADS])
        problem = "workload.memory: must be at least 1 KiB per thread";
    return ss_workload_fits(message, problem);
}

static void needs(const struct ss_world_def *def, struct ss_workload_needs *needs)
{
    const u32 threads = def->workload_parameter[THREADS];
    *needs = (struct ss_workload_needs){.tasks = threads + def->workload_parameter[BACKGROUND],
                                        .processes = 1,
                                        .futexes = FUTEXES,
                                        .futex_words = true,
                                        .footprints = FIRST_PARTITION + threads};
}

static u32 futex_home(const struct ss_world *w, u32 index)
{
    (void)index;
    return ss_place_cpu(w, parameter(w, PLACES), 0);
}

/* ---- a cycle --------------------------------------------------------------------------------- */

static u64 part_ns(struct ss_world *w, const struct ss_cpu *cpu)
{
    const u64 mean = 1 + parameter(w, PARTITION_NS) / parameter(w, POINTS);
    const u64 uneven = ss_prng_below(&ss_current(w, cpu)->random, UNEVEN_PERCENT + 1);
    return 1 + mean * (100 - UNEVEN_PERCENT / 2 + uneven) / 100;
}

struct meet_frame {
    struct ss_path path;
    /* kept */
    u32 meeting;
    bool last;
};

/* Result: 1 for the last to come. */
static bool meet(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(meet);
    struct ss_futex *const come = &w->ipc->futex[COME];
    const struct ss_futex *const met = &w->ipc->futex[MET];
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    SS_DEBUG_CHECK(come->word < parameter(w, THREADS));
    me->meeting = met->word;
    PATH_ATOMIC(user, come->word_address, me->last = ++come->word == parameter(w, THREADS);
                come->word = me->last ? 0 : come->word);
    if (!me->last) {
        PATH_CALL(busy_wait, .futex = MET, .old = me->meeting);
        PATH_RETURN(0);
    }
    PATH_CALL(busy_release, .futex = MET, .word = me->meeting + 1, .first = (i32)w->topology.cpus,
              .count = parameter(w, THREADS));
    PATH_RETURN(1);
    PATH_END;
}

struct simulate_cycle_frame {
    struct ss_path path;
    /* kept */
    u32 point;
};

static bool simulate_cycle(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(simulate_cycle);
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    SS_DEBUG_CHECK((u32)cpu->current < w->topology.cpus + parameter(w, THREADS));
    for (; me->point < parameter(w, POINTS); me->point++) {
        PATH_CALL(user_run, .ns = part_ns(w, cpu));
        PATH_CALL(meet);
    }
    if (cpu->result)
        ss_workload_score(w, cpu);
    PATH_END;
}

/* ---- where it begins ------------------------------------------------------------------------- */

static void set_footprints(struct ss_world *w, u32 home)
{
    const u32 *p = w->def->workload_parameter;
    const u64 bytes = (u64)p[MEMORY_KIB] << 10, outputs = bytes * p[OUTPUTS] / 100;
    struct ss_user_work work = {.bytes = outputs,
                                .accesses_a_ms = p[ACCESSES] * 10 * p[OUTPUTS],
                                .miss_uncached = SS_ONE,
                                .overlap_tenths = OVERLAP_TENTHS};
    ss_footprint_set(w, OUTPUT_FOOTPRINT, &work, SS_ONE, home);
    work.bytes = (bytes - outputs) / p[THREADS];
    work.accesses_a_ms = p[ACCESSES] * 10 * (100 - p[OUTPUTS]);
    for (u32 i = 0; i < p[THREADS]; i++)
        ss_footprint_set(w, FIRST_PARTITION + i, &work, 0, home);
    ss_sched_set_memory(w, 0, bytes);
}

static void start(struct ss_world *w)
{
    const u32 *p = w->def->workload_parameter;
    set_footprints(w, ss_node_of_cpu(w, futex_home(w, 0)));
    for (u32 i = 0; i < p[THREADS]; i++) {
        struct ss_task *task = ss_workload_task(w, i, 0, PRIO_NORMAL, POLICY_NORMAL, 0);
        w->user[ss_task_id(w, task)].smt_1024 = ss_workload_mixed_smt(w);
        ss_footprint_give(w, ss_task_id(w, task), SS_OWN_FOOTPRINT, FIRST_PARTITION + i);
        ss_footprint_give(w, ss_task_id(w, task), SS_SHARED_FOOTPRINT, OUTPUT_FOOTPRINT);
        ss_sched_join_process(w, ss_task_id(w, task), 0);
        ss_sched_place_task(w, ss_task_id(w, task), ss_place_cpu(w, p[PLACES], i),
                            PROGRAM(simulate_cycle));
    }
    ss_background_start(w, p[THREADS], p[THREADS] + p[BACKGROUND]);
}

static const struct ss_role roles[] = {{"thread", SS_FORM_TASK}, {"background", SS_FORM_TASK}};

static struct ss_who who(const struct ss_world_def *def, u32 index)
{
    const u32 threads = def->workload_parameter[THREADS];
    return index < threads ? (struct ss_who){0, (u16)index}
                           : (struct ss_who){1, (u16)(index - threads)};
}

SS_WORKLOAD_SAYS(
    chacha20,
    "chacha20-xiangshan: the threads of a compiled processor model, which work through their "
    "partitions and meet at a few points of every simulated cycle, polling a shared word",
    PARAMETERS);

const struct ss_workload_kind ss_workload_chacha20 = {
    .name = "chacha20",
    .traits = SS_TRAIT_FAIR,
    SS_PARAMETERS_ARE(parameters),
    .check = check,
    .needs = needs,
    SS_ROLES_ARE(roles),
    .who = who,
    .futex_home = futex_home,
    .start = start,
};
