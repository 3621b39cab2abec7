/*
 * Many FFmpeg instances as token rings: each instance has its own CPUs and T real-time threads of
 * which M are runnable; a thread computes for a while, does other kernel work, wakes the thread
 * that has slept longest, and sleeps. Workload A of spec "Hardware model" section 8, a stand-in for
 * the measured 60 FFmpeg transcodings, whose threading is not published. Score: quanta finished.
 */
#include "ipc/futex.h"
#include "sched/api.h"
#include "workload/workload.h"

enum parameter { INSTANCES, CPUS_EACH, THREADS, RUNNABLE, USER_NS, KERNEL_NS, DISTRIBUTION };
enum distribution { EXPONENTIAL, CONSTANT, UNIFORM };

#define RT99 0 /* kernel prio of user priority 99 */
#define POLICY_FIFO 1

static u32 parameter(const struct ss_world *w, enum parameter p)
{
    return w->def->workload_parameter[p];
}

/* CPUs in order of core, siblings next to each other: instance i takes a run of whole cores. */
static u32 nth_cpu_by_core(const struct ss_world *w, u32 n)
{
    const struct ss_topology *t = &w->topology;
    for (u32 core = 0; core < t->cores; core++) {
        const u64 *cpus = t->core_cpus + (u64)core * t->cpu_words;
        u32 count = ss_bitset_count(cpus, t->cpu_words);
        if (n >= count) {
            n -= count;
            continue;
        }
        i32 cpu = ss_bitset_first(cpus, t->cpu_words);
        while (n--)
            cpu = ss_bitset_next(cpus, t->cpu_words, (u32)cpu + 1);
        return (u32)cpu;
    }
    return 0;
}

static bool check(const struct ss_world_def *def, struct ss_message *message)
{
    const u32 *p = def->workload_parameter;
    const char *problem = NULL;
    if (!p[INSTANCES] || !p[CPUS_EACH] || (u64)p[INSTANCES] * p[CPUS_EACH] > def->cpus)
        problem = "workload.instances: instances times CPUs of each must be between 1 and the CPUs "
                  "of the machine";
    else if (!p[THREADS] || (u64)p[INSTANCES] * p[THREADS] > SS_LIMIT_TASKS)
        problem = "workload.threads: must be at least 1, and all threads together at most 16384";
    else if (!p[RUNNABLE] || p[RUNNABLE] > p[THREADS])
        problem = "workload.runnable: must be between 1 and the threads of an instance";
    else if (!p[USER_NS])
        problem = "workload.user: must be at least 1 ns";
    else if (p[DISTRIBUTION] > UNIFORM)
        problem = "workload.distribution: must be 0 (exponential), 1 (constant) or 2 (uniform)";
    if (problem)
        ss_message_text(message, problem);
    return !problem;
}

static void needs(const struct ss_world_def *def, struct ss_workload_needs *needs)
{
    const u32 *p = def->workload_parameter;
    *needs = (struct ss_workload_needs){
        .tasks = p[INSTANCES] * p[THREADS], .futexes = p[INSTANCES], .affinities = p[INSTANCES]};
}

static u32 futex_home(const struct ss_world *w, u32 instance)
{
    return nth_cpu_by_core(w, instance * parameter(w, CPUS_EACH));
}

static u64 draw_quantum(struct ss_world *w, struct ss_task *task)
{
    u32 mean = parameter(w, USER_NS);
    switch (parameter(w, DISTRIBUTION)) {
    case CONSTANT:
        return mean;
    case UNIFORM:
        return ss_prng_below(&task->random, 2 * mean + 1);
    default:
        return ss_prng_exponential(&task->random, mean);
    }
}

struct ffmpeg_thread_frame {
    struct ss_path path;
};

/* One quantum; the task's base path repeats it. */
static bool ffmpeg_thread(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_BEGIN(ffmpeg_thread);
    PATH_CALL(user_run, .ns = draw_quantum(w, ss_current(w, cpu)));
    PATH_COMPUTE(parameter(w, KERNEL_NS));
    ss_workload_score(w, cpu);
    PATH_CALL(futex_wake, .futex = (u32)ss_current(w, cpu)->group);
    PATH_CALL(futex_wait, .futex = (u32)ss_current(w, cpu)->group);
    PATH_END;
}

static void start_instance(struct ss_world *w, u32 instance)
{
    const u32 threads = parameter(w, THREADS), runnable = parameter(w, RUNNABLE);
    const u32 cpus = parameter(w, CPUS_EACH), affinity = instance + 1;
    u64 *set = w->affinity + (u64)affinity * w->topology.cpu_words;
    for (u32 i = 0; i < cpus; i++)
        ss_bitset_add(set, nth_cpu_by_core(w, instance * cpus + i));
    for (u32 i = 0; i < threads; i++) {
        struct ss_task *task =
            ss_workload_task(w, instance * threads + i, (i32)instance, RT99, POLICY_FIFO, affinity);
        i32 id = ss_task_id(w, task);
        u32 cpu = nth_cpu_by_core(w, instance * cpus + i % cpus);
        if (i < runnable) {
            ss_sched_place_task(w, id, cpu, ffmpeg_thread, sizeof(struct ffmpeg_thread_frame));
        } else {
            ss_sched_place_sleeping(w, id, cpu, ffmpeg_thread, sizeof(struct ffmpeg_thread_frame));
            ss_futex_queue_silently(w, instance, id);
        }
    }
}

static void start(struct ss_world *w)
{
    for (u32 instance = 0; instance < parameter(w, INSTANCES); instance++)
        start_instance(w, instance);
}

const struct ss_workload_kind ss_workload_ffmpeg_token = {"ffmpeg-token", check, needs, futex_home,
                                                          start};
