/* The register of workloads, and what they share. */
#include "workload/workload.h"

#include "sched/api.h"

bool ss_workload_fits(struct ss_message *message, const char *problem)
{
    if (problem)
        ss_message_text(message, problem);
    return !problem;
}

static bool check_nothing(const struct ss_world_def *def, struct ss_message *message)
{
    (void)def;
    (void)message;
    return true;
}

static void needs_nothing(const struct ss_world_def *def, struct ss_workload_needs *needs)
{
    (void)def;
    *needs = (struct ss_workload_needs){0};
}

u32 ss_home_by_index(const struct ss_world *w, u32 index)
{
    (void)w;
    return index;
}

static void start_nothing(struct ss_world *w)
{
    (void)w;
}

static const struct ss_workload_kind nothing = {"none", check_nothing, needs_nothing,
                                                ss_home_by_index, start_nothing};

static const struct ss_workload_kind *const kinds[] = {
    [SS_WORKLOAD_NONE] = &nothing,
    [SS_WORKLOAD_FFMPEG_TOKEN] = &ss_workload_ffmpeg_token,
    [SS_WORKLOAD_CYCLIC] = &ss_workload_cyclic,
    [SS_WORKLOAD_PAGE_FAULT1] = &ss_workload_page_fault1,
    [SS_WORKLOAD_PAGE_FAULT2] = &ss_workload_page_fault2,
    [SS_WORKLOAD_PI_STRESS] = &ss_workload_pi_stress,
    [SS_WORKLOAD_FFMPEG_FORK_JOIN] = &ss_workload_ffmpeg_fork_join,
    [SS_WORKLOAD_HACKBENCH] = &ss_workload_hackbench,
    [SS_WORKLOAD_SCHBENCH] = &ss_workload_schbench,
    [SS_WORKLOAD_SCHBENCH_2021] = &ss_workload_schbench,
    [SS_WORKLOAD_SCHBENCH_OLD] = &ss_workload_schbench,
    [SS_WORKLOAD_CONTEXT] = &ss_workload_context,
    [SS_WORKLOAD_FORK_BURST] = &ss_workload_fork_burst,
    [SS_WORKLOAD_SPINNERS] = &ss_workload_spinners,
    [SS_WORKLOAD_SCHBENCH_PLACED] = &ss_workload_schbench,
    [SS_WORKLOAD_STREAM] = &ss_workload_stream,
    [SS_WORKLOAD_TBENCH] = &ss_workload_tbench,
    [SS_WORKLOAD_CHACHA20] = &ss_workload_chacha20,
    [SS_WORKLOAD_REDIS] = &ss_workload_redis,
};

const struct ss_workload_kind *ss_workload_kind(u32 workload)
{
    return workload < SS_ARRAY_LENGTH(kinds) ? kinds[workload] : NULL;
}

struct ss_task *ss_workload_task(struct ss_world *w, u32 index, i32 group, i16 prio, u8 policy,
                                 u32 affinity)
{
    u32 id = w->topology.cpus + index;
    struct ss_task *task = &w->task[id];
    const u64 *set = w->affinity + (u64)affinity * w->topology.cpu_words;
    task->group = group;
    task->prio = task->normal_prio = prio;
    task->policy = policy;
    task->affinity = affinity;
    task->allowed_count = (u16)ss_bitset_count(set, w->topology.cpu_words);
    ss_prng_seed(&task->random, (u64)w->def->seed_high << 32 | w->def->seed_low, SS_RANDOM_PROGRAM,
                 index);
    return task;
}

void ss_workload_score(struct ss_world *w, struct ss_cpu *cpu)
{
    w->clock->score++;
    ss_record(w, cpu, SS_RECORD_SCORE, (u32)cpu->current, (u32)ss_current(w, cpu)->group, 0, 0);
}

void ss_workload_latency(struct ss_world *w, enum ss_code series, u64 ns)
{
    ss_histogram_add(&w->latency[series], ns);
}

#define BETWEEN_FORKS_NS 100 /* user code; an assumption */

bool create_tasks(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(create_tasks);
    PATH_BEGIN;
    for (me->created = 0; me->created < me->count; me->created++) {
        PATH_CALL(user_run, .ns = BETWEEN_FORKS_NS);
        PATH_COMPUTE(me->ns);
        PATH_CALL(wake_up_new_task, .task = me->first + (i32)(me->created * me->step));
    }
    PATH_END;
}

#define AT_A_TIME_NS 1000000000

bool run_for_good(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(run_for_good);
    PATH_BEGIN;
    PATH_CALL(user_run, .ns = AT_A_TIME_NS);
    PATH_END;
}
