/*
 * Many FFmpeg instances as fork and join: each instance has its own CPUs and a main thread that
 * wakes its workers one by one and sleeps until the last of them wakes it; a worker computes for a
 * while, does other kernel work, and sleeps. Workload B of spec "Hardware model" section 8: unlike
 * in the token ring, a late wake-up delays all threads of an instance. Score: quanta finished.
 */
#include "exec/path.h"
#include "ipc/futex.h"
#include "sched/core/interrupts.h"
#include "sched/core/state.h"
#include "workload/instances.h"
#include "workload/workload.h"

#define PARAMETERS(P)                                                                              \
    P(INSTANCES, "instances", WHOLE(1, 1024), "the number of instances")                           \
    P(CPUS_EACH, "cpus", WHOLE(1, 1024), "the CPUs an instance is pinned to")                      \
    P(THREADS, "threads", WHOLE(2, 1024),                                                          \
      "the threads of an instance: the main thread and its workers")                               \
    P(USER_NS, "user", TIME(1, SS_LONGEST_NS), "the mean user work of a job")                      \
    P(KERNEL_NS, "kernel", TIME(0, SS_LONGEST_NS), "the other kernel work of a job")               \
    P(DISTRIBUTION, "quantum",                                                                     \
      CHOICE([SS_EXPONENTIAL] = "exponential", [SS_CONSTANT] = "constant",                         \
             [SS_UNIFORM] = "uniform"),                                                            \
      "how user work is distributed")
SS_PARAMETERS(PARAMETERS)

#define RT99 0 /* kernel prio of user priority 99 */
#define POLICY_FIFO 1
#define BETWEEN_WAKES_NS                                                                           \
    50 /* user code from one pthread_cond_signal to the next; an assumption                        \
        */

static bool check(const struct ss_world_def *def, struct ss_message *message)
{
    const u32 *p = def->workload_parameter;
    const char *problem = NULL;
    if (p[INSTANCES] * p[CPUS_EACH] > def->cpus)
        problem = "workload.instances: instances times CPUs of each must be between 1 and the CPUs "
                  "of the machine";
    else if (p[INSTANCES] * p[THREADS] > SS_LIMIT_TASKS)
        problem = "workload.threads: all threads together must be at most 16384";
    return ss_workload_fits(message, problem);
}

/* A futex a thread: a worker's word counts the jobs given to it, the main thread's the rounds
 * completed. */
static void needs(const struct ss_world_def *def, struct ss_workload_needs *needs)
{
    const u32 *p = def->workload_parameter;
    *needs = (struct ss_workload_needs){.tasks = p[INSTANCES] * p[THREADS],
                                        .futexes = p[INSTANCES] * p[THREADS],
                                        .affinities = p[INSTANCES],
                                        .futex_words = true};
}

static u32 futex_home(const struct ss_world *w, u32 index)
{
    return ss_instance_cpu(w, index / parameter(w, THREADS), parameter(w, CPUS_EACH), 0);
}

/* The futex of thread i of the current task's instance; thread 0 is the main thread. */
static u32 futex_of(const struct ss_world *w, const struct ss_cpu *cpu, u32 thread)
{
    return (u32)w->task[cpu->current].group * parameter(w, THREADS) + thread;
}

/* What it keeps of a task. */
struct pool_thread {
    u32 number; /* in its instance; 0: the main thread */
    u32 seen;   /* value of its futex's word */
};
SS_OWN_TASK(pool_thread)

struct wait_for_next_frame {
    struct ss_path path;
    /* arguments */
    u32 futex;
};

/* Sleeps until the futex's word has moved on from the value this thread saw last. */
static bool wait_for_next(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(wait_for_next);
    struct ss_futex *const futex = &w->ipc->futex[me->futex];
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    SS_DEBUG_CHECK(me->futex == futex_of(w, cpu, own(w, cpu->current)->number));
    PATH_LOAD(user, futex->word_address);
    while (futex->word == own(w, cpu->current)->seen)
        PATH_CALL(futex_wait, .futex = me->futex, .checks = true,
                  .expected = own(w, cpu->current)->seen);
    own(w, cpu->current)->seen++;
    PATH_END;
}

struct main_thread_frame {
    struct ss_path path;
    /* kept */
    u32 worker;
};

/* One round. The count of workers still at work lies beside the word of the main thread. */
static bool main_thread(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(main_thread);
    struct ss_futex *const futexes = &w->ipc->futex[futex_of(w, cpu, 0)];
    const u32 workers = parameter(w, THREADS) - 1;
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    SS_DEBUG_CHECK(!own(w, cpu->current)->number);
    PATH_ATOMIC(user, futexes[0].word_address, futexes[0].arrived = 0);
    for (me->worker = 1; me->worker <= workers; me->worker++) {
        PATH_INCREMENT(user, futexes[me->worker].word_address, futexes[me->worker].word);
        PATH_CALL(futex_wake, .futex = futex_of(w, cpu, me->worker));
        PATH_CALL(user_run, .ns = BETWEEN_WAKES_NS);
    }
    PATH_CALL_LAST(wait_for_next, .futex = futex_of(w, cpu, 0));
    PATH_END;
}

struct worker_thread_frame {
    struct ss_path path;
    /* kept */
    bool last;
};

/* One job. */
static bool worker_thread(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(worker_thread);
    struct ss_futex *const join = &w->ipc->futex[futex_of(w, cpu, 0)];
    const u32 workers = parameter(w, THREADS) - 1;
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    SS_DEBUG_CHECK(own(w, cpu->current)->number && own(w, cpu->current)->number <= workers);
    PATH_CALL(wait_for_next, .futex = futex_of(w, cpu, own(w, cpu->current)->number));
    PATH_CALL(user_run, .ns = ss_draw_quantum(ss_current(w, cpu), parameter(w, USER_NS),
                                              parameter(w, DISTRIBUTION)));
    PATH_COMPUTE(parameter(w, KERNEL_NS));
    ss_workload_score(w, cpu);
    PATH_ATOMIC(user, join->word_address, me->last = ++join->arrived == workers);
    if (me->last) {
        PATH_INCREMENT(user, join->word_address, join->word);
        PATH_CALL(futex_wake, .futex = futex_of(w, cpu, 0));
    }
    PATH_END;
}

static void start_instance(struct ss_world *w, u32 instance)
{
    const u32 threads = parameter(w, THREADS), cpus = parameter(w, CPUS_EACH);
    const u32 affinity = ss_instance_affinity(w, instance, cpus);
    for (u32 i = 0; i < threads; i++) {
        struct ss_task *task =
            ss_workload_task(w, instance * threads + i, (i32)instance, RT99, POLICY_FIFO, affinity);
        u32 cpu = ss_instance_cpu(w, instance, cpus, i % cpus);
        own(w, ss_task_id(w, task))->number = i;
        if (i == 0)
            ss_sched_place_task(w, ss_task_id(w, task), cpu, PROGRAM(main_thread));
        else
            ss_sched_place_task(w, ss_task_id(w, task), cpu, PROGRAM(worker_thread));
    }
}

static void start(struct ss_world *w)
{
    for (u32 instance = 0; instance < parameter(w, INSTANCES); instance++)
        start_instance(w, instance);
}

static const struct ss_role roles[] = {{"main", SS_FORM_TASK}, {"worker", SS_FORM_TASK}};

static struct ss_who who(const struct ss_world_def *def, u32 index)
{
    const u32 threads = def->workload_parameter[THREADS];
    const u32 instance = index / threads, thread = index % threads;
    return thread ? (struct ss_who){1, (u16)(instance * (threads - 1) + thread - 1)}
                  : (struct ss_who){0, (u16)instance};
}

SS_WORKLOAD_SAYS(
    ffmpeg_fork_join,
    "transcoding instances, each pinned to its own CPUs: an RT99 thread wakes its workers "
    "one by one and sleeps until the last has finished",
    PARAMETERS);

const struct ss_workload_kind ss_workload_ffmpeg_fork_join = {
    .name = "ffmpeg-fork-join",
    .task_bytes = sizeof(struct pool_thread),
    SS_PARAMETERS_ARE(parameters),
    .check = check,
    .needs = needs,
    SS_ROLES_ARE(roles),
    .who = who,
    .futex_home = futex_home,
    .start = start,
};
