/*
 * Changes in the middle of a run: a fork of the past. They stand in the definition, in order of
 * time, and are made by the world itself, so that every way of driving a run meets them at the same
 * place; before the first nothing is different from a run without.
 */
#include "world/intervene.h"

#include "exec/record.h"
#include "exec/world.h"
#include "mm/definition.h"
#include "sched/core/affinity.h"
#include "sched/fair/place/hints.h"
#include "sched/fair/tunables.h"
#include "workload/workload.h"

#define ALL_TASKS UINT32_MAX
#define NO_SUCH_TASK                                                                               \
    "names a task that the workload does not have; choose one by its number on stage"

static u64 time_of(const struct ss_world_def *def, u32 index)
{
    return (u64)def->intervention_at_high[index] << 32 | def->intervention_at_low[index];
}

static bool has_cpu(const struct ss_world_def *def, u32 index, u32 cpu)
{
    return def->intervention_cpus[index * SS_CPU_SET_WORDS + cpu / 32] >> cpu % 32 & 1;
}

/* ---- checks ---------------------------------------------------------------------------------- */

static const char *problem_of_affinity(const struct ss_world_def *def, u32 index,
                                       const struct ss_workload_needs *needs)
{
    u32 inside = 0;
    const u32 task = def->intervention_task[index];
    const char *problem = NULL;
    if (task != ALL_TASKS && (task < def->cpus || task - def->cpus >= needs->tasks))
        return NO_SUCH_TASK;
    for (u32 cpu = 0; cpu < SS_LIMIT_CPUS && !problem; cpu++) {
        if (!has_cpu(def, index, cpu))
            continue;
        if (cpu >= def->cpus)
            return "names a CPU that the machine does not have; leave it out";
        problem = ss_mm_check_move(def, &needs->memory, task, cpu);
        inside++;
    }
    return inside ? problem : "leaves the task no CPU; name at least one";
}

static const char *problem_of_hints(const struct ss_world_def *def, u32 index, u32 tasks)
{
    const u32 task = def->intervention_task[index];
    if (def->fair_class != SS_FAIR_FULL)
        return "gives hints, which only the full fair class supports";
    if (!ss_sched_hints_valid(def->intervention_value[index]))
        return "gives two hints of one kind, or one that does not exist; give at most one fork "
               "hint and one wake hint";
    if (task != ALL_TASKS && (task < def->cpus || task - def->cpus >= tasks))
        return NO_SUCH_TASK;
    return NULL;
}

static const char *problem_of(const struct ss_world_def *def, u32 index,
                              const struct ss_workload_needs *needs)
{
    switch (def->intervention_kind[index]) {
    case SS_INTERVENE_AFFINITY:
        return problem_of_affinity(def, index, needs);
    case SS_INTERVENE_PCP_BATCH:
    case SS_INTERVENE_PCP_HIGH:
        return ss_mm_check_change(def, &needs->memory, def->intervention_kind[index],
                                  def->intervention_value[index]);
    case SS_INTERVENE_HINTS:
        return problem_of_hints(def, index, needs->tasks);
    case SS_INTERVENE_TUNABLE:
        return ss_tunable_problem(def, def->intervention_task[index],
                                  def->intervention_value[index]);
    default:
        return "is of no kind the core knows; see INTERVENE_ in schedscape.h";
    }
}

bool ss_interventions_check(const struct ss_world_def *def, struct ss_message *message)
{
    struct ss_workload_needs needs = {0};
    const char *problem = NULL;
    u32 i = 0;
    if (def->interventions > SS_LIMIT_INTERVENTIONS) {
        ss_message_text(message, "interventions: there are too many; make at most 32");
        return false;
    }
    ss_workload_kind(def->workload)->needs(def, &needs);
    for (; i < def->interventions && !problem; i++) {
        problem = problem_of(def, i, &needs);
        if (i && time_of(def, i) < time_of(def, i - 1))
            problem = "is earlier than the one before it; put them in order of time";
    }
    if (!problem)
        return true;
    ss_message_text(message, "interventions");
    ss_message_index(message, i - 1);
    ss_message_text(message, ": ");
    ss_message_text(message, problem);
    return false;
}

/* ---- making them ----------------------------------------------------------------------------- */

/* The next change, if any, becomes pending. */
void ss_interventions_arm(struct ss_world *w)
{
    const u32 next = w->clock->intervened;
    if (next < w->def->interventions)
        ss_wheel_set(&w->wheel, SS_EVENT_KINDS * w->topology.cpus + SS_WORLD_EVENT_INTERVENE,
                     time_of(w->def, next), UINT32_MAX - 1);
}

static void copy_cpus(const struct ss_world *w, u32 index, u64 *set)
{
    memset(set, 0, (u64)w->topology.cpu_words * sizeof(u64));
    for (u32 cpu = 0; cpu < w->topology.cpus; cpu++)
        if (has_cpu(w->def, index, cpu))
            ss_bitset_add(set, cpu);
}

/* Restricts what tasks asked for themselves to a cpuset; a set that would be left empty becomes the
 * whole cpuset. A set without CPUs is not used yet: a kernel thread that is bound later finds it as
 * it was. */
static void restrict_sets(struct ss_world *w, const u64 *cpus)
{
    const u32 words = w->topology.cpu_words;
    for (u32 i = 0; i < w->affinities; i++) {
        u64 *set = w->affinity + (u64)i * words;
        if (ss_bitset_first(set, words) < 0)
            continue;
        if (ss_bitset_next_and(set, cpus, words, 0) < 0) {
            memcpy(set, cpus, (u64)words * sizeof(u64));
            continue;
        }
        for (u32 word = 0; word < words; word++)
            set[word] &= cpus[word];
    }
}

static void change_affinity(struct ss_world *w, u32 index)
{
    const u32 words = w->topology.cpu_words;
    /* The last sets are kept free: one for each change. */
    const u32 own = w->affinities - w->def->interventions + index;
    u64 *cpus = w->affinity + (u64)own * words;
    const u32 task = w->def->intervention_task[index];
    copy_cpus(w, index, cpus);
    if (task == ALL_TASKS)
        restrict_sets(w, cpus);
    else
        w->task[task].affinity = own;
    for (u32 i = w->topology.cpus; i < w->stoppers; i++)
        ss_take_affinity(w, &w->task[i], w->task[i].affinity);
    ss_affinity_changed(w);
}

/* As from a shell: one call per task. Kernel threads refuse. */
static void change_hints(struct ss_world *w, u32 index)
{
    const u32 task = w->def->intervention_task[index];
    for (u32 i = w->topology.cpus; i < w->stoppers; i++)
        if (task == ALL_TASKS || task == i)
            ss_prctl_sched_hint(w, (i32)i, (u32[]){w->def->intervention_value[index], i, 0, 0});
}

void ss_interventions_make(struct ss_world *w)
{
    const struct ss_world_def *def = w->def;
    const u32 index = w->clock->intervened++;
    const struct ss_cpu outside = {.clock = w->clock->now};
    ss_record(w, &outside, SS_RECORD_INTERVENE, index, def->intervention_kind[index],
              def->intervention_task[index], 0);
    if (def->intervention_kind[index] == SS_INTERVENE_AFFINITY)
        change_affinity(w, index);
    else if (def->intervention_kind[index] == SS_INTERVENE_HINTS)
        change_hints(w, index);
    else if (def->intervention_kind[index] == SS_INTERVENE_TUNABLE)
        ss_tunable_set(w, def->intervention_task[index], def->intervention_value[index]);
    else
        ss_mm_change(w, def->intervention_kind[index], def->intervention_value[index]);
    ss_interventions_arm(w);
}
