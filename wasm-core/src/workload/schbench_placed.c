/*
 * schbench of December 2021 with its threads placed by hand: they start, or stay, at a given
 * distance from their messenger, a worker may leave work for a kernel thread of its CPU, and
 * another task may run in the LLC of each messenger. No benchmark of its own, but what the slides
 * of "Split-LLC placement" trace of it. What messengers and workers do is schbench.c's. Score:
 * wake-ups of a worker.
 */
#include "exec/path.h"
#include "sched/core/core.h"
#include "sched/core/fork.h"
#include "sched/core/interrupts.h"
#include "sched/core/state.h"
#include "workload/schbench.h"

enum distance { FREE, SAME_CORE, SAME_LLC, SAME_NODE, OTHER_NODE };

#define PLACED(P)                                                                                  \
    P(DISTANCE, "distance",                                                                        \
      CHOICE([FREE] = "free", [SAME_CORE] = "same-core", [SAME_LLC] = "same-llc",                  \
             [SAME_NODE] = "same-node", [OTHER_NODE] = "other-node"),                              \
      "where workers start, seen from the CPU of their messenger")                                 \
    P(PINNED, "pinned", CHOICE("no", "yes"), "whether the threads have to stay there")             \
    P(KWORKER_NS, "kworker", TIME(0, SS_LONGEST_NS),                                               \
      "the work of a bound kernel thread that is left behind on the CPU of a worker, once; 0: "    \
      "none")                                                                                      \
    P(KWORKER_AT, "kworker_at", TIME(0, SS_LONGEST_NS), "from when on that work is left behind")   \
    P(CODE_NS, "code", TIME(0, SS_LONGEST_NS),                                                     \
      "the code of a messenger before it wakes its workers, and again before it waits; about 4 "   \
      "µs in the trace of the slides")                                                             \
    P(KWORKER_LATE, "kworker_comes", OPTIONAL(CHOICE("early", "late")),                            \
      "when the kernel thread comes: as its CPU leaves idle, before the worker runs there "        \
      "(early), or once the worker runs (late)")                                                   \
    P(BUSY, "cache", OPTIONAL(CHOICE("idle", "busy")),                                             \
      "whether another task runs all the time in the cache of each messenger, on another core")    \
    P(KWORKER_PERIOD, "kworker_period", OPTIONAL(TIME(0, SS_LONGEST_NS)),                          \
      "how long after its work a CPU owes its kernel thread work again; 0 ns: never, one CPU of "  \
      "the machine owes it once")
#define PARAMETERS(P) SS_SCHBENCH_2021(P) PLACED(P)
SS_PARAMETERS(PARAMETERS)

#define PRIO_NORMAL 120
#define POLICY_NORMAL 0
#define DEFERRED_NS 4000000 /* the tick of an idle CPU has stopped by then */

static bool is_at(const struct ss_world_def *def, u32 distance, u32 a, u32 b)
{
    const bool llc = def->cpu_llc[a] == def->cpu_llc[b],
               core = def->cpu_core[a] == def->cpu_core[b];
    switch (distance) {
    case SAME_CORE:
        return core && a != b;
    case SAME_LLC:
        return llc && !core;
    case SAME_NODE:
        return !llc && def->cpu_node[a] == def->cpu_node[b];
    case OTHER_NODE:
        return def->cpu_node[a] != def->cpu_node[b];
    default:
        return true;
    }
}

/* The first CPU that far from another, in their order behind it; SS_LIMIT_CPUS: there is none. */
static u32 cpu_at(const struct ss_world_def *def, u32 distance, u32 from)
{
    for (u32 i = 1; i <= def->cpus; i++)
        if (is_at(def, distance, from, (from + i) % def->cpus))
            return (from + i) % def->cpus;
    return SS_LIMIT_CPUS;
}

static bool has_everywhere(const struct ss_world_def *def, u32 distance)
{
    for (u32 cpu = 0; cpu < def->cpus; cpu++)
        if (cpu_at(def, distance, cpu) == SS_LIMIT_CPUS)
            return false;
    return true;
}

static const char *problem_of_place(const struct ss_world_def *def)
{
    const u32 *p = def->workload_parameter;
    if (def->fair_class != SS_FAIR_FULL)
        return "workload: needs the full fair class";
    if (!has_everywhere(def, p[DISTANCE]))
        return "workload.distance: the machine has no CPUs that far apart; choose another";
    if (p[BUSY] && p[DISTANCE] == FREE)
        return "workload.cache: a messenger that starts anywhere has no cache yet to be busy; "
               "choose a distance";
    if (p[BUSY] && !has_everywhere(def, SAME_LLC))
        return "workload.cache: the machine has caches of one core, with no room beside a "
               "messenger; leave them idle";
    return NULL;
}

static bool check(const struct ss_world_def *def, struct ss_message *message)
{
    return ss_schbench_check(def, message) && ss_workload_fits(message, problem_of_place(def));
}

/* Affinity sets of threads placed by hand, behind that of all CPUs: of each messenger and of its
 * workers, and that of the kernel thread; behind them one a task beside a messenger, and where
 * kernel threads come again and again one a CPU. */
#define SETS(def) (2 * (def)->workload_parameter[MESSENGERS] + 1)
static u32 set_of(i32 group, bool works)
{
    return 1 + 2 * (u32)group + works;
}

/* The tasks that run in the LLCs of messengers. */
static u32 tasks_beside(const struct ss_world_def *def)
{
    const u32 *p = def->workload_parameter;
    return p[BUSY] ? p[MESSENGERS] : 0;
}

/* Kernel threads: of threads placed by hand one that works once on some CPU, or one a CPU. */
static u32 kworkers(const struct ss_world_def *def)
{
    return def->workload_parameter[KWORKER_PERIOD] ? def->cpus : 1;
}

/* Behind the threads of the benchmark the kernel threads, then the tasks beside messengers. */
static void needs(const struct ss_world_def *def, struct ss_workload_needs *needs)
{
    const u32 kthreads = kworkers(def), beside = tasks_beside(def);
    ss_schbench_needs(def, needs);
    needs->tasks += kthreads + beside;
    needs->affinities = SETS(def) + beside + (kthreads > 1 ? kthreads : 0);
}

/* A thread that was only placed by hand goes where it likes from now on. */
static void release(struct ss_world *w, const struct ss_cpu *cpu)
{
    struct ss_task *task = ss_current(w, cpu);
    if (parameter(w, PINNED))
        return;
    ss_take_affinity(w, task, 0);
}

SS_OWN_TASK(ss_schbench_thread)

/* The kernel thread of a CPU, or of the world; behind all threads. */
static i32 kworker_of(const struct ss_world *w, u32 cpu)
{
    const u32 threads = parameter(w, MESSENGERS) * (1 + parameter(w, WORKERS));
    return ss_schbench_first_thread(w) + (i32)(threads + (kworkers(w->def) > 1 ? cpu : 0));
}

/* Whether this is a worker's turn to leave work for the kernel thread of its CPU: once, or again
 * when a period has passed there. */
static bool owes_work(const struct ss_world *w, const struct ss_cpu *cpu, bool late)
{
    if (!parameter(w, KWORKER_NS) || parameter(w, KWORKER_LATE) != late ||
        cpu->clock < parameter(w, KWORKER_AT))
        return false;
    const i32 kworker = kworker_of(w, cpu->number);
    const u32 period = parameter(w, KWORKER_PERIOD);
    return !own(w, kworker)->started || (period && w->task[kworker].state == SS_TASK_SLEEPING &&
                                         cpu->clock - own(w, kworker)->stamp >= period);
}

static void bind_kworker(struct ss_world *w, const struct ss_cpu *cpu)
{
    const bool several = kworkers(w->def) > 1;
    const u32 set = SETS(w->def) + (several ? tasks_beside(w->def) + 1 + cpu->number : 0);
    struct ss_schbench_thread *kworker = own(w, kworker_of(w, cpu->number));
    kworker->started = true;
    kworker->stamp = cpu->clock;
    ss_bitset_add(w->affinity + (u64)set * w->topology.cpu_words, cpu->number);
    ss_sched_bind_kthread(w, kworker_of(w, cpu->number), cpu->number, set);
}

/* Before it reports back: the work is due when its CPU has stopped its tick. */
static void leave_work_behind(struct ss_world *w, const struct ss_cpu *cpu)
{
    if (!owes_work(w, cpu, false))
        return;
    bind_kworker(w, cpu);
    ss_sched_defer_work(w, kworker_of(w, cpu->number), cpu->number, cpu->clock + DEFERRED_NS);
}

struct kworker_frame {
    struct ss_path path;
};

static bool kworker(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(kworker);
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    PATH_COMPUTE(parameter(w, KWORKER_NS));
    ss_current(w, cpu)->state = SS_TASK_SLEEPING;
    PATH_CALL_LAST(schedule);
    PATH_END;
}

/* ---- messengers and workers ------------------------------------------------------------------ */

struct messenger_frame {
    struct ss_path path;
};

static bool messenger(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(messenger);
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    if (!own(w, cpu->current)->started) {
        own(w, cpu->current)->started = true;
        release(w, cpu);
        PATH_CALL(create_tasks, .first = cpu->current + 1, .count = parameter(w, WORKERS),
                  .step = 1, .ns = SS_CLONE_NS);
    }
    if (parameter(w, CODE_NS))
        PATH_CALL(user_run, .ns = parameter(w, CODE_NS));
    PATH_CALL(wake_workers);
    if (parameter(w, CODE_NS))
        PATH_CALL(user_run, .ns = parameter(w, CODE_NS));
    PATH_CALL(wait_until_posted);
    PATH_CALL(user_spin, .ns = parameter(w, WORK_NS));
    PATH_CALL_LAST(hrtimer_nanosleep, .ns = ss_schbench_sleep_ns(w, cpu));
    PATH_END;
}

struct worker_frame {
    struct ss_path path;
};

static bool worker(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(worker);
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    if (!own(w, cpu->current)->started) {
        own(w, cpu->current)->started = true;
        release(w, cpu);
        PATH_CALL(user_run,
                  .ns = 1 + ss_prng_below(&ss_current(w, cpu)->random, SS_SCHBENCH_APART_NS));
        /* it thinks before it first reports: trace of the slides */
        PATH_CALL(user_spin, .ns = parameter(w, WORK_NS));
    }
    leave_work_behind(w, cpu);
    PATH_CALL(report_back);
    if (owes_work(w, cpu, true)) { /* late: it is not waiting for its CPU any more */
        bind_kworker(w, cpu);
        PATH_CALL(try_to_wake_up, .task = kworker_of(w, cpu->number));
    }
    PATH_CALL(user_run, .ns = SS_SCHBENCH_BETWEEN_WAKES_NS);
    PATH_CALL(user_spin, .ns = parameter(w, WORK_NS));
    ss_schbench_woken(w, cpu);
    ss_workload_score(w, cpu);
    PATH_END;
}

/* ---- start ----------------------------------------------------------------------------------- */

/* Each messenger has a CPU of its own, drawn; its workers all CPUs at the distance asked for. */
static void fill_sets(struct ss_world *w, struct ss_task *main)
{
    const u32 words = w->topology.cpu_words;
    for (i32 group = 0; group < (i32)parameter(w, MESSENGERS); group++) {
        const u32 cpu = ss_prng_below(&main->random, w->topology.cpus);
        ss_bitset_add(w->affinity + (u64)set_of(group, false) * words, cpu);
        for (u32 other = 0; other < w->topology.cpus; other++)
            if (is_at(w->def, parameter(w, DISTANCE), cpu, other))
                ss_bitset_add(w->affinity + (u64)set_of(group, true) * words, other);
    }
}

static void place_kworkers(struct ss_world *w)
{
    for (u32 cpu = 0; cpu < kworkers(w->def); cpu++) {
        const u32 index = (u32)(kworker_of(w, cpu) - (i32)w->topology.cpus);
        struct ss_task *task = ss_workload_task(w, index, -1, PRIO_NORMAL, POLICY_NORMAL, 0);
        ss_sched_place_sleeping(w, ss_task_id(w, task), cpu, PROGRAM(kworker));
    }
}

/* A task that always runs, bound to another core of the LLC of each messenger. */
static void place_beside(struct ss_world *w)
{
    const u32 words = w->topology.cpu_words;
    const u32 first = (u32)kworker_of(w, 0) + kworkers(w->def) - w->topology.cpus;
    for (u32 i = 0; i < tasks_beside(w->def); i++) {
        const u32 set = SETS(w->def) + 1 + i;
        const i32 home = ss_bitset_first(w->affinity + (u64)set_of((i32)i, false) * words, words);
        const u32 cpu = cpu_at(w->def, SAME_LLC, (u32)home);
        struct ss_task *task = ss_workload_task(w, first + i, -1, PRIO_NORMAL, POLICY_NORMAL, set);
        task->allowed_count = 1;
        ss_bitset_add(w->affinity + (u64)set * words, cpu);
        ss_sched_place_task(w, ss_task_id(w, task), cpu, PROGRAM(run_for_good));
    }
}

static void settle(struct ss_world *w, struct ss_task *task, bool works)
{
    if (parameter(w, DISTANCE) == FREE)
        return;
    ss_take_affinity(w, task, set_of(task->group, works));
}

static void start(struct ss_world *w)
{
    struct ss_task *main = ss_schbench_main(w);
    if (parameter(w, DISTANCE) != FREE)
        fill_sets(w, main);
    ss_schbench_threads(w, &(struct ss_schbench_programs){
                               .messenger = messenger,
                               .messenger_bytes = sizeof(struct messenger_frame),
                               .worker = worker,
                               .worker_bytes = sizeof(struct worker_frame),
                               .settle = settle,
                           });
    place_kworkers(w);
    place_beside(w);
}

static struct ss_who who(const struct ss_world_def *def, u32 index)
{
    const u32 *p = def->workload_parameter;
    const u32 threads = 1 + p[MESSENGERS] * (1 + p[WORKERS]);
    if (index < threads)
        return ss_schbench_who(def, index);
    index -= threads;
    if (index < kworkers(def))
        return (struct ss_who){SS_SCHBENCH_KWORKER, (u16)index};
    return (struct ss_who){SS_SCHBENCH_BESIDE, (u16)(index - kworkers(def))};
}

SS_WORKLOAD_SAYS(
    schbench_placed,
    "schbench of December 2021: messengers wake workers, workers work and report back, its "
    "threads placed by hand",
    PARAMETERS);

const struct ss_workload_kind ss_workload_schbench_placed = {
    .name = "schbench-placed",
    .task_bytes = sizeof(struct ss_schbench_thread),
    .traits = SS_TRAIT_FAIR | SS_TRAIT_WAKES | SS_TRAIT_GATHERS,
    SS_PARAMETERS_ARE(parameters),
    .check = check,
    .needs = needs,
    SS_ROLES_ARE(ss_schbench_roles),
    .who = who,
    .futex_home = ss_schbench_futex_home,
    .start = start,
};
