/*
 * Many FFmpeg instances as token rings: each instance has its own CPUs and T real-time threads of
 * which M are runnable; a thread computes for a while, does other kernel work, wakes the thread
 * that has slept longest, and sleeps. Workload A of spec "Hardware model" section 8, a stand-in for
 * the measured 60 FFmpeg transcodings, whose threading is not published. Score: quanta finished.
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
    P(THREADS, "threads", WHOLE(1, 1024), "the threads of an instance")                            \
    P(RUNNABLE, "runnable", WHOLE(1, 1024),                                                        \
      "how many threads of an instance are runnable at a time")                                    \
    P(USER_NS, "user", TIME(1, SS_LONGEST_NS), "the mean user work between two sleeps")            \
    P(KERNEL_NS, "kernel", TIME(0, SS_LONGEST_NS), "the other kernel work between two sleeps")     \
    P(DISTRIBUTION, "quantum",                                                                     \
      CHOICE([SS_EXPONENTIAL] = "exponential", [SS_CONSTANT] = "constant",                         \
             [SS_UNIFORM] = "uniform"),                                                            \
      "how user work is distributed")                                                              \
    P(HANDLERS, "interrupt_threads", OPTIONAL(CHOICE("none", "rt50")),                             \
      "a handler of interrupts on the first CPU of each instance: a thread that sleeps 200 µs "   \
      "and works 100 µs on average")
SS_PARAMETERS(PARAMETERS)

#define RT99 0  /* kernel prio of user priority 99 */
#define RT50 49 /* what threaded handlers of interrupts run at */
#define POLICY_FIFO 1
#define HANDLER_SLEEP_NS 200000 /* mean sleep and work of a handler: assumptions */
#define HANDLER_WORK_NS 100000

static bool check(const struct ss_world_def *def, struct ss_message *message)
{
    const u32 *p = def->workload_parameter;
    const char *problem = NULL;
    if (p[INSTANCES] * p[CPUS_EACH] > def->cpus)
        problem = "workload.instances: instances times CPUs of each must be between 1 and the CPUs "
                  "of the machine";
    else if (p[INSTANCES] * (p[THREADS] + p[HANDLERS]) > SS_LIMIT_TASKS)
        problem = "workload.threads: all threads together must be at most 16384";
    else if (p[RUNNABLE] > p[THREADS])
        problem = "workload.runnable: must be between 1 and the threads of an instance";
    return ss_workload_fits(message, problem);
}

static void needs(const struct ss_world_def *def, struct ss_workload_needs *needs)
{
    const u32 *p = def->workload_parameter;
    *needs = (struct ss_workload_needs){.tasks = p[INSTANCES] * (p[THREADS] + p[HANDLERS]),
                                        .futexes = p[INSTANCES],
                                        .affinities = p[INSTANCES] * (1 + p[HANDLERS])};
}

static u32 futex_home(const struct ss_world *w, u32 instance)
{
    return ss_instance_cpu(w, instance, parameter(w, CPUS_EACH), 0);
}

struct ffmpeg_thread_frame {
    struct ss_path path;
};

/* One quantum; the task's base path repeats it. */
static bool ffmpeg_thread(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(ffmpeg_thread);
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    PATH_CALL(user_run, .ns = ss_draw_quantum(ss_current(w, cpu), parameter(w, USER_NS),
                                              parameter(w, DISTRIBUTION)));
    PATH_COMPUTE(parameter(w, KERNEL_NS));
    ss_workload_score(w, cpu);
    PATH_CALL(futex_wake, .futex = (u32)ss_current(w, cpu)->group);
    PATH_CALL_LAST(futex_wait, .futex = (u32)ss_current(w, cpu)->group);
    PATH_END;
}

struct interrupt_thread_frame {
    struct ss_path path;
};

/* Waits for its device, then works; its CPU is filed at RT50 whenever no other thread runs there.
 */
static bool interrupt_thread(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(interrupt_thread);
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    PATH_CALL(hrtimer_nanosleep,
              .ns = 1 + ss_prng_below(&ss_current(w, cpu)->random, 2 * HANDLER_SLEEP_NS));
    PATH_CALL_LAST(user_run,
                   .ns = 1 + ss_prng_below(&ss_current(w, cpu)->random, 2 * HANDLER_WORK_NS));
    PATH_END;
}

static void start_handler(struct ss_world *w, u32 instance)
{
    const u32 instances = parameter(w, INSTANCES), affinity = 1 + instances + instance;
    const u32 cpu = futex_home(w, instance);
    ss_bitset_add(w->affinity + (u64)affinity * w->topology.cpu_words, cpu);
    struct ss_task *task = ss_workload_task(w, instances * parameter(w, THREADS) + instance,
                                            (i32)instance, RT50, POLICY_FIFO, affinity);
    ss_sched_place_task(w, ss_task_id(w, task), cpu, PROGRAM(interrupt_thread));
}

static void start_instance(struct ss_world *w, u32 instance)
{
    const u32 threads = parameter(w, THREADS), runnable = parameter(w, RUNNABLE);
    const u32 cpus = parameter(w, CPUS_EACH);
    const u32 affinity = ss_instance_affinity(w, instance, cpus);
    for (u32 i = 0; i < threads; i++) {
        struct ss_task *task =
            ss_workload_task(w, instance * threads + i, (i32)instance, RT99, POLICY_FIFO, affinity);
        i32 id = ss_task_id(w, task);
        u32 cpu = ss_instance_cpu(w, instance, cpus, i % cpus);
        if (i < runnable) {
            ss_sched_place_task(w, id, cpu, PROGRAM(ffmpeg_thread));
        } else {
            ss_sched_place_sleeping(w, id, cpu, PROGRAM(ffmpeg_thread));
            ss_futex_queue_silently(w, instance, id);
        }
    }
}

static void start(struct ss_world *w)
{
    for (u32 instance = 0; instance < parameter(w, INSTANCES); instance++) {
        start_instance(w, instance);
        if (parameter(w, HANDLERS))
            start_handler(w, instance);
    }
}

static const struct ss_role roles[] = {{"thread", SS_FORM_TASK}, {"irq thread", SS_FORM_KERNEL}};

static struct ss_who who(const struct ss_world_def *def, u32 index)
{
    const u32 *p = def->workload_parameter, threads = p[INSTANCES] * p[THREADS];
    return index < threads ? (struct ss_who){0, (u16)index}
                           : (struct ss_who){1, (u16)(index - threads)};
}

SS_WORKLOAD_SAYS(
    ffmpeg_token,
    "transcoding instances, each pinned to its own CPUs: RT99 threads that run, wake the "
    "longest sleeper, and sleep",
    PARAMETERS);

const struct ss_workload_kind ss_workload_ffmpeg_token = {
    .name = "ffmpeg-token",
    SS_PARAMETERS_ARE(parameters),
    .check = check,
    .needs = needs,
    SS_ROLES_ARE(roles),
    .who = who,
    .futex_home = futex_home,
    .start = start,
};
