/*
 * schbench in three versions: messengers wake workers, workers work and report back. A messenger
 * takes one time stamp for all the workers it is about to wake, so the wake-ups before a worker's
 * own are part of its latency. Source: spec "Workload models" sections 4.2 (2021: commit 2eef447;
 * old: 91ea787) and 4.3 (48aed1d). Score: requests, or wake-ups of a worker. Latencies: from the
 * stamp until the worker runs or, in the two older versions, until its work is done; and of the
 * requests of the present version.
 */
#include "ipc/futex.h"
#include "sched/api.h"
#include "workload/workload.h"

enum distance { FREE, SAME_CORE, SAME_LLC, SAME_NODE, OTHER_NODE };

#define SCHBENCH(P, work, sleep)                                                                   \
    P(MESSENGERS, "messengers", WHOLE(1, 1024), "the number of messengers")                        \
    P(WORKERS, "workers", WHOLE(1, SS_LIMIT_TASKS - 2), "the workers of a messenger")              \
    P(WORK_NS, "work", TIME(1, SS_LONGEST_NS), work)                                               \
    P(SLEEP_NS, "sleep", TIME(1, SS_LONGEST_NS), sleep)
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
#define PRESENT(P)                                                                                 \
    SCHBENCH(P, "the work of a request; 3.65 ms in the benchmark",                                 \
             "the nap before the work of a request; 100 µs in the benchmark")
#define IN_2021(P)                                                                                 \
    SCHBENCH(                                                                                      \
        P, "how long workers, and the messenger after waking them, spin; 30 ms in the benchmark",  \
        "how long a messenger sleeps before it wakes its workers, and up to a quarter more; 30 "   \
        "ms in the benchmark")
#define BEFORE(P)                                                                                  \
    SCHBENCH(P, "the work of a worker; about 110 ms in the benchmark",                             \
             "how long a messenger sleeps before it wakes its workers, and up to a quarter more; " \
             "30 ms in the benchmark")
#define BY_HAND(P) IN_2021(P) PLACED(P)
SS_PARAMETERS(BY_HAND)
static const struct ss_parameter present[] = {PRESENT(SS_PARAMETER_ROW)};
static const struct ss_parameter in_2021[] = {IN_2021(SS_PARAMETER_ROW)};
static const struct ss_parameter before[] = {BEFORE(SS_PARAMETER_ROW)};

#define PRIO_NORMAL 120
#define POLICY_NORMAL 0
#define BETWEEN_WAKES_NS 50 /* user code of a messenger from one wake-up to the next; assumed */
#define DEFERRED_NS 4000000 /* the tick of an idle CPU has stopped by then */
#define FOOTPRINT_KIB 2048  /* resident, of all threads: spec "Split-LLC placement" 7.7 */
#define MATRICES_KIB 256    /* private to a worker: spec "Workload models" 4.3 */
#define LOCK_POLL_NS 1000   /* how often a worker tries the lock of its CPU; assumed */
#define APART_NS 100000     /* the first cycles of workers begin apart, by at most this much */
#define JITTER_FOURTH 4     /* a messenger sleeps up to a quarter longer */
#define MATRIX_SMT_1024 489 /* 0.478: its share of a core with a busy sibling, section 3.1 */

enum word { BLOCKED, RUNNING };

/* A worker's own words: the next in its messenger's list, as task id + 1, and the stamp. A
 * messenger has the first of its list. */
enum { LIST, STAMP_LOW, STAMP_HIGH, STARTED };

/* The version of 2021, as it is or with its threads placed by hand: threads start, or stay, at a
 * given distance from their messenger, a worker may leave work for a kernel thread of its CPU, and
 * another task may run in the LLC of each messenger. */
static bool is_2021(const struct ss_world_def *def)
{
    return def->workload == SS_WORKLOAD_SCHBENCH_2021 ||
           def->workload == SS_WORKLOAD_SCHBENCH_PLACED;
}

static bool is_placed(const struct ss_world_def *def)
{
    return def->workload == SS_WORKLOAD_SCHBENCH_PLACED;
}

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
    const u32 *p = def->workload_parameter;
    const char *problem = NULL;
    if (1 + p[MESSENGERS] * (1 + p[WORKERS]) > SS_LIMIT_TASKS)
        problem = "workload.workers: all tasks together (the workers of each messenger, the "
                  "messengers, and one) must be at most 16384";
    else if (is_placed(def))
        problem = problem_of_place(def);
    return ss_workload_fits(message, problem);
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
    return is_placed(def) && p[BUSY] ? p[MESSENGERS] : 0;
}

/* Kernel threads: of threads placed by hand one that works once on some CPU, or one a CPU. */
static u32 kworkers(const struct ss_world_def *def)
{
    if (!is_placed(def))
        return 0;
    return def->workload_parameter[KWORKER_PERIOD] ? def->cpus : 1;
}

/* Tasks: the main thread, then each messenger with its workers behind it; of threads placed by hand
 * the kernel threads and those beside messengers. A futex a task of the benchmark but the main
 * thread, in the same order, and for the present version a lock a CPU. */
static void needs(const struct ss_world_def *def, struct ss_workload_needs *needs)
{
    const u32 threads =
        def->workload_parameter[MESSENGERS] * (1 + def->workload_parameter[WORKERS]);
    const bool locks = def->workload == SS_WORKLOAD_SCHBENCH;
    const u32 kthreads = kworkers(def), beside = tasks_beside(def);
    const u32 sets = SETS(def) + beside + (kthreads > 1 ? kthreads : 0);
    *needs = (struct ss_workload_needs){.tasks = 1 + threads + kthreads + beside,
                                        .processes = 1,
                                        .affinities = is_placed(def) ? sets : 0,
                                        .futexes = threads + (locks ? def->cpus : 0),
                                        .futex_words = true,
                                        .latencies = true};
}

/* All memory is allocated by the main thread. */
static u32 futex_home(const struct ss_world *w, u32 index)
{
    (void)w;
    (void)index;
    return 0;
}

static i32 first_thread(const struct ss_world *w)
{
    return (i32)w->topology.cpus + 1;
}

static u32 futex_of(const struct ss_world *w, i32 task)
{
    return (u32)(task - first_thread(w));
}

static i32 messenger_of(const struct ss_world *w, i32 task)
{
    return first_thread(w) + w->task[task].group * (i32)(1 + parameter(w, WORKERS));
}

static u32 lock_of_cpu(const struct ss_world *w, u32 cpu)
{
    return parameter(w, MESSENGERS) * (1 + parameter(w, WORKERS)) + cpu;
}

static u32 word_address(const struct ss_world *w, i32 task)
{
    return w->ipc->futex[futex_of(w, task)].word_address;
}

/* ---- posting and waiting --------------------------------------------------------------------- */

struct post_frame {
    struct ss_path path;
    /* arguments */
    i32 task;
    /* kept */
    bool was_blocked;
};

/* Sets a task running; the kernel is asked only if the task is blocked. */
static bool post(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(post);
    struct ss_futex *const futex = &w->ipc->futex[futex_of(w, me->task)];
    PATH_BEGIN;
    PATH_ATOMIC(user, futex->word_address, me->was_blocked = futex->word == BLOCKED;
                futex->word = RUNNING);
    if (me->was_blocked)
        PATH_CALL(futex_wake, .futex = futex_of(w, me->task));
    PATH_END;
}

struct wait_until_posted_frame {
    struct ss_path path;
    /* kept */
    bool running;
};

static bool wait_until_posted(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(wait_until_posted);
    const u32 index = futex_of(w, cpu->current);
    const struct ss_futex *const futex = &w->ipc->futex[index];
    PATH_BEGIN;
    for (;;) {
        PATH_LOAD(user, futex->word_address, me->running = futex->word == RUNNING);
        if (me->running)
            break;
        PATH_CALL(futex_wait, .futex = index, .checks = true, .expected = BLOCKED);
    }
    PATH_END;
}

/* ---- the messenger --------------------------------------------------------------------------- */

/* The whole list, at once. */
static i32 take_list(struct ss_task *messenger)
{
    const i32 first = (i32)messenger->program[LIST] - 1;
    messenger->program[LIST] = 0;
    return first;
}

static i32 stamp_and_next(struct ss_task *worker, u64 stamp)
{
    worker->program[STAMP_LOW] = (u32)stamp;
    worker->program[STAMP_HIGH] = (u32)(stamp >> 32);
    return (i32)worker->program[LIST] - 1;
}

struct wake_workers_frame {
    struct ss_path path;
    /* kept */
    u64 stamp;
    i32 worker, next;
};

/* Wakes everybody who has reported back, under one time stamp, last come first. */
static bool wake_workers(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(wake_workers);
    struct ss_futex *const own = &w->ipc->futex[futex_of(w, cpu->current)];
    PATH_BEGIN;
    PATH_STORE(user, own->word_address, own->word = BLOCKED);
    PATH_ATOMIC(user, own->word_address, me->next = take_list(ss_current(w, cpu)));
    me->stamp = cpu->clock;
    while ((me->worker = me->next) != SS_NO_TASK) {
        PATH_LOAD(user, word_address(w, me->worker),
                  me->next = stamp_and_next(&w->task[me->worker], me->stamp));
        PATH_CALL(post, .task = me->worker);
        PATH_CALL(user_run, .ns = BETWEEN_WAKES_NS);
    }
    if (is_placed(w->def) && parameter(w, CODE_NS))
        PATH_CALL(user_run, .ns = parameter(w, CODE_NS));
    PATH_CALL(wait_until_posted);
    PATH_END;
}

/* A thread that was only placed by hand goes where it likes from now on. */
static void release(struct ss_world *w, const struct ss_cpu *cpu)
{
    struct ss_task *task = ss_current(w, cpu);
    if (!is_placed(w->def) || parameter(w, PINNED))
        return;
    task->affinity = 0;
    task->allowed_count = (u16)w->topology.cpus;
}

struct messenger_frame {
    struct ss_path path;
};

static u64 long_sleep(struct ss_world *w, const struct ss_cpu *cpu)
{
    const u32 ns = parameter(w, SLEEP_NS);
    return ns + ss_prng_below(&ss_current(w, cpu)->random, ns / JITTER_FOURTH + 1);
}

static bool messenger(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(messenger);
    PATH_BEGIN;
    if (!ss_current(w, cpu)->program[STARTED]) {
        ss_current(w, cpu)->program[STARTED] = 1;
        release(w, cpu);
        PATH_CALL(create_tasks, .first = cpu->current + 1, .count = parameter(w, WORKERS),
                  .step = 1, .ns = SS_CLONE_NS);
    }
    if (is_placed(w->def) && parameter(w, CODE_NS))
        PATH_CALL(user_run, .ns = parameter(w, CODE_NS));
    PATH_CALL(wake_workers);
    if (is_2021(w->def))
        PATH_CALL(user_spin, .ns = parameter(w, WORK_NS));
    if (w->def->workload != SS_WORKLOAD_SCHBENCH)
        PATH_CALL(hrtimer_nanosleep, .ns = long_sleep(w, cpu));
    PATH_END;
}

/* ---- workers --------------------------------------------------------------------------------- */

static u64 stamp_of(const struct ss_task *task)
{
    return (u64)task->program[STAMP_HIGH] << 32 | task->program[STAMP_LOW];
}

static u64 since_stamp(struct ss_world *w, const struct ss_cpu *cpu)
{
    return cpu->clock - stamp_of(ss_current(w, cpu));
}

static void push_on_list(struct ss_world *w, struct ss_cpu *cpu)
{
    struct ss_task *messenger = &w->task[messenger_of(w, cpu->current)];
    ss_current(w, cpu)->program[LIST] = messenger->program[LIST];
    messenger->program[LIST] = (u32)cpu->current + 1;
}

struct report_back_frame {
    struct ss_path path;
};

/* Tells the messenger that it may be woken, and waits for that. */
static bool report_back(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(report_back);
    struct ss_futex *const own = &w->ipc->futex[futex_of(w, cpu->current)];
    const i32 messenger = messenger_of(w, cpu->current);
    PATH_BEGIN;
    PATH_STORE(user, own->word_address, own->word = BLOCKED);
    PATH_ATOMIC(user, word_address(w, messenger), push_on_list(w, cpu));
    PATH_CALL(post, .task = messenger);
    PATH_CALL(wait_until_posted);
    PATH_END;
}

static bool take_lock(struct ss_futex *lock)
{
    const bool was_free = !lock->word;
    lock->word = 1;
    return was_free;
}

struct request_frame {
    struct ss_path path;
    /* kept */
    u64 began;
    u32 lock;
    bool taken;
};

/* A request of the present version: a nap, then work under the lock of the CPU it finds itself on;
 * who was preempted with that lock holds up the next one there. */
static bool request(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(request);
    PATH_BEGIN;
    me->began = cpu->clock;
    PATH_CALL(hrtimer_nanosleep, .ns = parameter(w, SLEEP_NS));
    for (;;) {
        me->lock = lock_of_cpu(w, cpu->number);
        PATH_ATOMIC(user, w->ipc->futex[me->lock].word_address,
                    me->taken = take_lock(&w->ipc->futex[me->lock]));
        if (me->taken)
            break;
        PATH_CALL(user_run, .ns = LOCK_POLL_NS);
    }
    PATH_CALL(user_run, .ns = parameter(w, WORK_NS));
    PATH_STORE(user, w->ipc->futex[me->lock].word_address, w->ipc->futex[me->lock].word = 0);
    ss_workload_latency(w, SS_LATENCY_REQUEST, cpu->clock - me->began);
    PATH_END;
}

/* The kernel thread of a CPU, or of the world; behind all threads. */
static i32 kworker_of(const struct ss_world *w, u32 cpu)
{
    const u32 threads = parameter(w, MESSENGERS) * (1 + parameter(w, WORKERS));
    return first_thread(w) + (i32)(threads + (kworkers(w->def) > 1 ? cpu : 0));
}

/* Whether this is a worker's turn to leave work for the kernel thread of its CPU: once, or again
 * when a period has passed there. */
static bool owes_work(const struct ss_world *w, const struct ss_cpu *cpu, bool late)
{
    if (!is_placed(w->def) || !parameter(w, KWORKER_NS) || parameter(w, KWORKER_LATE) != late ||
        cpu->clock < parameter(w, KWORKER_AT))
        return false;
    const struct ss_task *kworker = &w->task[kworker_of(w, cpu->number)];
    const u32 period = parameter(w, KWORKER_PERIOD);
    return !kworker->program[STARTED] || (period && kworker->state == SS_TASK_SLEEPING &&
                                          cpu->clock - stamp_of(kworker) >= period);
}

static void bind_kworker(struct ss_world *w, const struct ss_cpu *cpu)
{
    const bool several = kworkers(w->def) > 1;
    const u32 set = SETS(w->def) + (several ? tasks_beside(w->def) + 1 + cpu->number : 0);
    struct ss_task *kworker = &w->task[kworker_of(w, cpu->number)];
    kworker->program[STARTED] = 1;
    kworker->program[STAMP_LOW] = (u32)cpu->clock;
    kworker->program[STAMP_HIGH] = (u32)(cpu->clock >> 32);
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
    PATH_COMPUTE(parameter(w, KWORKER_NS));
    ss_current(w, cpu)->state = SS_TASK_SLEEPING;
    PATH_CALL(schedule);
    PATH_END;
}

struct worker_frame {
    struct ss_path path;
};

static bool worker(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(worker);
    PATH_BEGIN;
    if (!ss_current(w, cpu)->program[STARTED]) {
        ss_current(w, cpu)->program[STARTED] = 1;
        release(w, cpu);
        PATH_CALL(user_run, .ns = 1 + ss_prng_below(&ss_current(w, cpu)->random, APART_NS));
        if (is_2021(w->def)) /* it thinks before it first reports: trace of the slides */
            PATH_CALL(user_spin, .ns = parameter(w, WORK_NS));
    }
    leave_work_behind(w, cpu);
    PATH_CALL(report_back);
    if (owes_work(w, cpu, true)) { /* late: it is not waiting for its CPU any more */
        bind_kworker(w, cpu);
        PATH_CALL(try_to_wake_up, .task = kworker_of(w, cpu->number));
    }
    PATH_CALL(user_run, .ns = BETWEEN_WAKES_NS);
    if (w->def->workload == SS_WORKLOAD_SCHBENCH) {
        ss_workload_latency(w, SS_LATENCY_WAKE, since_stamp(w, cpu));
        PATH_CALL(request);
    } else if (is_2021(w->def)) {
        PATH_CALL(user_spin, .ns = parameter(w, WORK_NS));
        ss_workload_latency(w, SS_LATENCY_WAKE,
                            ss_max_u64(since_stamp(w, cpu) - parameter(w, WORK_NS), 1000));
    } else {
        PATH_CALL(user_run, .ns = parameter(w, WORK_NS));
        ss_workload_latency(w, SS_LATENCY_WAKE, since_stamp(w, cpu));
    }
    ss_workload_score(w, cpu);
    PATH_END;
}

/* ---- start ----------------------------------------------------------------------------------- */

struct main_thread_frame {
    struct ss_path path;
};

static bool main_thread(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(main_thread);
    PATH_BEGIN;
    PATH_CALL(create_tasks, .first = first_thread(w), .count = parameter(w, MESSENGERS),
              .step = 1 + parameter(w, WORKERS), .ns = SS_CLONE_NS);
    for (;;)
        PATH_CALL(sleep_for_good);
    PATH_END;
}

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
        ss_sched_place_sleeping(w, ss_task_id(w, task), cpu, kworker, sizeof(struct kworker_frame));
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
        ss_sched_place_task(w, ss_task_id(w, task), cpu, run_for_good,
                            sizeof(struct run_for_good_frame));
    }
}

/* Of the process; a worker of the present version has matrices of its own. */
static u64 resident_bytes(const struct ss_world *w)
{
    const bool matrices = w->def->workload == SS_WORKLOAD_SCHBENCH;
    const u64 workers = (u64)parameter(w, MESSENGERS) * parameter(w, WORKERS);
    return (FOOTPRINT_KIB + (matrices ? workers * MATRICES_KIB : 0)) << 10;
}

static void start(struct ss_world *w)
{
    const u32 each = 1 + parameter(w, WORKERS);
    struct ss_task *task = ss_workload_task(w, 0, -1, PRIO_NORMAL, POLICY_NORMAL, 0);
    task->footprint_kib = FOOTPRINT_KIB;
    ss_sched_join_process(w, ss_task_id(w, task), 0);
    ss_sched_set_memory(w, 0, resident_bytes(w));
    if (is_placed(w->def) && parameter(w, DISTANCE) != FREE)
        fill_sets(w, task);
    ss_sched_place_task(w, ss_task_id(w, task), 0, main_thread, sizeof(struct main_thread_frame));
    for (u32 i = 0; i < parameter(w, MESSENGERS) * each; i++) {
        const bool works = i % each;
        task = ss_workload_task(w, 1 + i, (i32)(i / each), PRIO_NORMAL, POLICY_NORMAL, 0);
        task->smt_1024 = works && !is_2021(w->def) ? MATRIX_SMT_1024 : 0;
        task->footprint_kib = FOOTPRINT_KIB;
        ss_sched_join_process(w, ss_task_id(w, task), 0);
        if (is_placed(w->def) && parameter(w, DISTANCE) != FREE) {
            task->affinity = set_of(task->group, works);
            task->allowed_count = (u16)ss_bitset_count(
                w->affinity + (u64)task->affinity * w->topology.cpu_words, w->topology.cpu_words);
        }
        ss_sched_place_sleeping(
            w, ss_task_id(w, task), i % w->topology.cpus, works ? worker : messenger,
            works ? sizeof(struct worker_frame) : sizeof(struct messenger_frame));
    }
    if (is_placed(w->def)) {
        place_kworkers(w);
        place_beside(w);
    }
}

const struct ss_workload_kind ss_workload_schbench = {
    .name = "schbench",
    .what = "schbench as it is now: messengers wake workers, workers work and report back",
    .traits = SS_TRAIT_FAIR | SS_TRAIT_WAKES | SS_TRAIT_GATHERS,
    SS_PARAMETERS_ARE(present),
    .check = check,
    .needs = needs,
    .futex_home = futex_home,
    .start = start,
};

const struct ss_workload_kind ss_workload_schbench_2021 = {
    .name = "schbench-2021",
    .what = "schbench of December 2021: messengers wake workers, workers work and report back",
    .traits = SS_TRAIT_FAIR | SS_TRAIT_WAKES | SS_TRAIT_GATHERS,
    SS_PARAMETERS_ARE(in_2021),
    .check = check,
    .needs = needs,
    .futex_home = futex_home,
    .start = start,
};

const struct ss_workload_kind ss_workload_schbench_old = {
    .name = "schbench-old",
    .what = "schbench before its rewrite, whose latency includes the work: messengers wake "
            "workers, workers work and report back",
    .traits = SS_TRAIT_FAIR | SS_TRAIT_WAKES | SS_TRAIT_GATHERS,
    SS_PARAMETERS_ARE(before),
    .check = check,
    .needs = needs,
    .futex_home = futex_home,
    .start = start,
};

const struct ss_workload_kind ss_workload_schbench_placed = {
    .name = "schbench-placed",
    .what = "schbench of December 2021: messengers wake workers, workers work and report back, its "
            "threads placed by hand",
    .traits = SS_TRAIT_FAIR | SS_TRAIT_WAKES | SS_TRAIT_GATHERS,
    SS_PARAMETERS_ARE(parameters),
    .check = check,
    .needs = needs,
    .futex_home = futex_home,
    .start = start,
};
