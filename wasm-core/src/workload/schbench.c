/*
 * schbench in three versions: messengers wake workers, workers work and report back. A messenger
 * takes one time stamp for all the workers it is about to wake, so the wake-ups before a worker's
 * own are part of its latency. Source: spec "Workload models" sections 4.2 (2021: commit 2eef447;
 * old: 91ea787) and 4.3 (48aed1d). Score: requests, or wake-ups of a worker. Latencies: from the
 * stamp until the worker runs or, in the two older versions, until its work is done; and of the
 * requests of the present version.
 */
#include "workload/schbench.h"

#include "exec/path.h"
#include "ipc/futex.h"
#include "sched/cache/state.h"
#include "sched/core/fork.h"
#include "sched/core/interrupts.h"
#include "sched/core/state.h"

#define PRESENT(P)                                                                                 \
    SS_SCHBENCH(P, "the work of a request; 3.65 ms in the benchmark",                              \
                "the nap before the work of a request; 100 µs in the benchmark")
#define BEFORE(P)                                                                                  \
    SS_SCHBENCH(                                                                                   \
        P, "the work of a worker; about 110 ms in the benchmark",                                  \
        "how long a messenger sleeps before it wakes its workers, and up to a quarter more; "      \
        "30 ms in the benchmark")
SS_PARAMETERS(PRESENT)
static const struct ss_parameter in_2021[] = {SS_SCHBENCH_2021(SS_PARAMETER_ROW)};
static const struct ss_parameter before[] = {BEFORE(SS_PARAMETER_ROW)};

#define PRIO_NORMAL 120
#define POLICY_NORMAL 0
#define FOOTPRINT_KIB 2048  /* resident, of all threads: spec "Split-LLC placement" 7.7 */
#define MATRICES_KIB 256    /* private to a worker: spec "Workload models" 4.3 */
#define LOCK_POLL_NS 1000   /* how often a worker tries the lock of its CPU; assumed */
#define JITTER_FOURTH 4     /* a messenger sleeps up to a quarter longer */
#define MATRIX_SMT_1024 489 /* 0.478: its share of a core with a busy sibling, section 3.1 */

enum word { BLOCKED, RUNNING };

static bool is_2021(const struct ss_world_def *def)
{
    return def->workload == SS_WORKLOAD_SCHBENCH_2021;
}

bool ss_schbench_check(const struct ss_world_def *def, struct ss_message *message)
{
    const u32 *p = def->workload_parameter;
    const char *problem = NULL;
    if (1 + p[MESSENGERS] * (1 + p[WORKERS]) > SS_LIMIT_TASKS)
        problem = "workload.workers: all tasks together (the workers of each messenger, the "
                  "messengers, and one) must be at most 16384";
    return ss_workload_fits(message, problem);
}

/* Tasks: the main thread, then each messenger with its workers behind it. A futex a task but the
 * main thread, in the same order, and for the present version a lock a CPU. */
void ss_schbench_needs(const struct ss_world_def *def, struct ss_workload_needs *needs)
{
    const u32 threads =
        def->workload_parameter[MESSENGERS] * (1 + def->workload_parameter[WORKERS]);
    const bool locks = def->workload == SS_WORKLOAD_SCHBENCH;
    *needs = (struct ss_workload_needs){.tasks = 1 + threads,
                                        .processes = 1,
                                        .futexes = threads + (locks ? def->cpus : 0),
                                        .futex_words = true,
                                        .latencies = true};
}

/* All memory is allocated by the main thread. */
u32 ss_schbench_futex_home(const struct ss_world *w, u32 index)
{
    (void)w;
    (void)index;
    return 0;
}

i32 ss_schbench_first_thread(const struct ss_world *w)
{
    return (i32)w->topology.cpus + 1;
}

static u32 futex_of(const struct ss_world *w, i32 task)
{
    return (u32)(task - ss_schbench_first_thread(w));
}

static i32 messenger_of(const struct ss_world *w, i32 task)
{
    return ss_schbench_first_thread(w) + w->task[task].group * (i32)(1 + parameter(w, WORKERS));
}

static u32 lock_of_cpu(const struct ss_world *w, u32 cpu)
{
    return parameter(w, MESSENGERS) * (1 + parameter(w, WORKERS)) + cpu;
}

static u32 word_address(const struct ss_world *w, i32 task)
{
    return w->ipc->futex[futex_of(w, task)].word_address;
}

SS_OWN_TASK(ss_schbench_thread)

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
    SS_IN_PROGRAM(w, cpu);
    SS_DEBUG_CHECK(me->task != cpu->current);
    SS_DEBUG_CHECK(futex_of(w, me->task) < w->ipc->futexes);
    PATH_ATOMIC(user, futex->word_address, me->was_blocked = futex->word == BLOCKED;
                futex->word = RUNNING);
    if (me->was_blocked)
        PATH_CALL_LAST(futex_wake, .futex = futex_of(w, me->task));
    PATH_END;
}

bool wait_until_posted(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(wait_until_posted);
    const u32 index = futex_of(w, cpu->current);
    const struct ss_futex *const futex = &w->ipc->futex[index];
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    SS_DEBUG_CHECK(index < w->ipc->futexes);
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
static i32 take_list(struct ss_schbench_thread *messenger)
{
    const i32 first = messenger->list - 1;
    messenger->list = 0;
    return first;
}

static i32 stamp_and_next(struct ss_schbench_thread *worker, u64 stamp)
{
    worker->stamp = stamp;
    return worker->list - 1;
}

/* Wakes all workers that have reported back, under one time stamp, last come first. */
bool wake_workers(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(wake_workers);
    struct ss_futex *const futex = &w->ipc->futex[futex_of(w, cpu->current)];
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    SS_DEBUG_CHECK(cpu->current == messenger_of(w, cpu->current));
    PATH_STORE(user, futex->word_address, futex->word = BLOCKED);
    PATH_ATOMIC(user, futex->word_address, me->next = take_list(own(w, cpu->current)));
    me->stamp = cpu->clock;
    while ((me->worker = me->next) != SS_NO_TASK) {
        PATH_LOAD(user, word_address(w, me->worker),
                  me->next = stamp_and_next(own(w, me->worker), me->stamp));
        PATH_CALL(post, .task = me->worker);
        PATH_CALL(user_run, .ns = SS_SCHBENCH_BETWEEN_WAKES_NS);
    }
    PATH_END;
}

struct messenger_frame {
    struct ss_path path;
};

u64 ss_schbench_sleep_ns(struct ss_world *w, const struct ss_cpu *cpu)
{
    const u32 ns = parameter(w, SLEEP_NS);
    return ns + ss_prng_below(&ss_current(w, cpu)->random, ns / JITTER_FOURTH + 1);
}

static bool messenger(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(messenger);
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    SS_DEBUG_CHECK(cpu->current == messenger_of(w, cpu->current));
    if (!own(w, cpu->current)->started) {
        own(w, cpu->current)->started = true;
        PATH_CALL(create_tasks, .first = cpu->current + 1, .count = parameter(w, WORKERS),
                  .step = 1, .ns = SS_CLONE_NS);
    }
    PATH_CALL(wake_workers);
    PATH_CALL(wait_until_posted);
    if (is_2021(w->def))
        PATH_CALL(user_spin, .ns = parameter(w, WORK_NS));
    if (w->def->workload != SS_WORKLOAD_SCHBENCH)
        PATH_CALL_LAST(hrtimer_nanosleep, .ns = ss_schbench_sleep_ns(w, cpu));
    PATH_END;
}

/* ---- workers --------------------------------------------------------------------------------- */

static u64 since_stamp(struct ss_world *w, const struct ss_cpu *cpu)
{
    return cpu->clock - own(w, cpu->current)->stamp;
}

void ss_schbench_woken(struct ss_world *w, const struct ss_cpu *cpu)
{
    ss_workload_latency(w, SS_LATENCY_WAKE,
                        ss_max_u64(since_stamp(w, cpu) - parameter(w, WORK_NS), 1000));
}

static void push_on_list(struct ss_world *w, struct ss_cpu *cpu)
{
    struct ss_schbench_thread *messenger = own(w, messenger_of(w, cpu->current));
    own(w, cpu->current)->list = messenger->list;
    messenger->list = cpu->current + 1;
}

/* Tells the messenger that it may be woken, and waits for that. */
bool report_back(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(report_back);
    struct ss_futex *const futex = &w->ipc->futex[futex_of(w, cpu->current)];
    const i32 messenger = messenger_of(w, cpu->current);
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    SS_DEBUG_CHECK(messenger != cpu->current);
    PATH_STORE(user, futex->word_address, futex->word = BLOCKED);
    PATH_ATOMIC(user, word_address(w, messenger), push_on_list(w, cpu));
    PATH_CALL(post, .task = messenger);
    PATH_CALL_LAST(wait_until_posted);
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

/* A request of the present version: a nap, then work under the lock of the CPU that the worker
 * finds itself on; a worker preempted with that lock holds up the next one there. */
static bool request(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(request);
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    SS_DEBUG_CHECK(cpu->current != messenger_of(w, cpu->current));
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

struct worker_frame {
    struct ss_path path;
};

static bool worker(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(worker);
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    SS_DEBUG_CHECK(cpu->current != messenger_of(w, cpu->current));
    if (!own(w, cpu->current)->started) {
        own(w, cpu->current)->started = true;
        PATH_CALL(user_run,
                  .ns = 1 + ss_prng_below(&ss_current(w, cpu)->random, SS_SCHBENCH_APART_NS));
        if (is_2021(w->def)) /* it thinks before it first reports: trace of the slides */
            PATH_CALL(user_spin, .ns = parameter(w, WORK_NS));
    }
    PATH_CALL(report_back);
    PATH_CALL(user_run, .ns = SS_SCHBENCH_BETWEEN_WAKES_NS);
    if (w->def->workload == SS_WORKLOAD_SCHBENCH) {
        ss_workload_latency(w, SS_LATENCY_WAKE, since_stamp(w, cpu));
        PATH_CALL(request);
    } else if (is_2021(w->def)) {
        PATH_CALL(user_spin, .ns = parameter(w, WORK_NS));
        ss_schbench_woken(w, cpu);
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
    SS_IN_PROGRAM(w, cpu);
    SS_DEBUG_CHECK(cpu->current == (i32)w->topology.cpus);
    PATH_CALL(create_tasks, .first = ss_schbench_first_thread(w), .count = parameter(w, MESSENGERS),
              .step = 1 + parameter(w, WORKERS), .ns = SS_CLONE_NS);
    for (;;)
        PATH_CALL(sleep_for_good);
    PATH_END;
}

/* Of the process; a worker of the present version has matrices of its own. */
static u64 resident_bytes(const struct ss_world *w)
{
    const bool matrices = w->def->workload == SS_WORKLOAD_SCHBENCH;
    const u64 workers = (u64)parameter(w, MESSENGERS) * parameter(w, WORKERS);
    return (FOOTPRINT_KIB + (matrices ? workers * MATRICES_KIB : 0)) << 10;
}

struct ss_task *ss_schbench_main(struct ss_world *w)
{
    struct ss_task *task = ss_workload_task(w, 0, -1, PRIO_NORMAL, POLICY_NORMAL, 0);
    w->user[ss_task_id(w, task)].memory_kib = FOOTPRINT_KIB;
    ss_sched_join_process(w, ss_task_id(w, task), 0);
    ss_sched_set_memory(w, 0, resident_bytes(w));
    return task;
}

void ss_schbench_threads(struct ss_world *w, const struct ss_schbench_programs *programs)
{
    const u32 each = 1 + parameter(w, WORKERS);
    ss_sched_place_task(w, (i32)w->topology.cpus, 0, PROGRAM(main_thread));
    for (u32 i = 0; i < parameter(w, MESSENGERS) * each; i++) {
        const bool works = i % each;
        struct ss_task *task =
            ss_workload_task(w, 1 + i, (i32)(i / each), PRIO_NORMAL, POLICY_NORMAL, 0);
        w->user[ss_task_id(w, task)].smt_1024 = works ? programs->worker_smt_1024 : 0;
        w->user[ss_task_id(w, task)].memory_kib = FOOTPRINT_KIB;
        ss_sched_join_process(w, ss_task_id(w, task), 0);
        if (programs->settle)
            programs->settle(w, task, works);
        ss_sched_place_sleeping(w, ss_task_id(w, task), i % w->topology.cpus,
                                works ? programs->worker : programs->messenger,
                                works ? programs->worker_bytes : programs->messenger_bytes);
    }
}

static void start(struct ss_world *w)
{
    ss_schbench_main(w);
    ss_schbench_threads(w, &(struct ss_schbench_programs){
                               .messenger = messenger,
                               .messenger_bytes = sizeof(struct messenger_frame),
                               .worker = worker,
                               .worker_bytes = sizeof(struct worker_frame),
                               .worker_smt_1024 = is_2021(w->def) ? 0 : MATRIX_SMT_1024,
                           });
}

const struct ss_role ss_schbench_roles[SS_SCHBENCH_ROLES] = {{"main", SS_FORM_TASK},
                                                             {"messenger", SS_FORM_SENDER},
                                                             {"worker", SS_FORM_TASK},
                                                             {"kworker", SS_FORM_KERNEL},
                                                             {"busy task", SS_FORM_TASK}};

struct ss_who ss_schbench_who(const struct ss_world_def *def, u32 index)
{
    const u32 workers = def->workload_parameter[WORKERS];
    if (!index)
        return (struct ss_who){SS_SCHBENCH_MAIN, 0};
    const u32 group = (index - 1) / (1 + workers), place = (index - 1) % (1 + workers);
    return place ? (struct ss_who){SS_SCHBENCH_WORKER, (u16)(group * workers + place - 1)}
                 : (struct ss_who){SS_SCHBENCH_MESSENGER, (u16)group};
}

SS_WORKLOAD_SAYS(schbench,
                 "schbench as it is now: messengers wake workers, workers work and report back",
                 PRESENT);

const struct ss_workload_kind ss_workload_schbench = {
    .name = "schbench",
    .task_bytes = sizeof(struct ss_schbench_thread),
    .traits = SS_TRAIT_FAIR | SS_TRAIT_WAKES | SS_TRAIT_GATHERS | SS_TRAIT_FORKS,
    SS_PARAMETERS_ARE(parameters),
    .check = ss_schbench_check,
    .needs = ss_schbench_needs,
    SS_ROLES_ARE(ss_schbench_roles),
    .who = ss_schbench_who,
    .futex_home = ss_schbench_futex_home,
    .start = start,
};

SS_WORKLOAD_SAYS(schbench_2021,
                 "schbench of December 2021: messengers wake workers, workers work and report back",
                 SS_SCHBENCH_2021);

const struct ss_workload_kind ss_workload_schbench_2021 = {
    .name = "schbench-2021",
    .task_bytes = sizeof(struct ss_schbench_thread),
    .traits = SS_TRAIT_FAIR | SS_TRAIT_WAKES | SS_TRAIT_GATHERS | SS_TRAIT_FORKS,
    SS_PARAMETERS_ARE(in_2021),
    .check = ss_schbench_check,
    .needs = ss_schbench_needs,
    SS_ROLES_ARE(ss_schbench_roles),
    .who = ss_schbench_who,
    .futex_home = ss_schbench_futex_home,
    .start = start,
};

SS_WORKLOAD_SAYS(schbench_old,
                 "schbench before its rewrite, whose latency includes the work: messengers wake "
                 "workers, workers work and report back",
                 BEFORE);

const struct ss_workload_kind ss_workload_schbench_old = {
    .name = "schbench-old",
    .task_bytes = sizeof(struct ss_schbench_thread),
    .traits = SS_TRAIT_FAIR | SS_TRAIT_WAKES | SS_TRAIT_GATHERS | SS_TRAIT_FORKS,
    SS_PARAMETERS_ARE(before),
    .check = ss_schbench_check,
    .needs = ss_schbench_needs,
    SS_ROLES_ARE(ss_schbench_roles),
    .who = ss_schbench_who,
    .futex_home = ss_schbench_futex_home,
    .start = start,
};
