/*
 * The points of the fair class at which a policy of one's own is asked, and the questions it may
 * ask of run queues and tasks: the words are those that the kernel's own paths read. Source of the
 * vocabulary: kernel/sched/ext.c, 6.18.
 */
#include "sched/fair/asked.h"

#include "policy/program.h"
#include "policy/verify.h"
#include "sched/cache/state.h"
#include "sched/class.h"
#include "sched/domains/domains.h"
#include "sched/explain/steps.h"
#include "sched/fair/place/idle_cpu.h"
#include "sched/fair/place/select.h"
#include "sched/fair/place/wake_affine.h"
#include "sched/fair/queue/load.h"
#include "sched/fair/told.h"
#include "sched/rt/rt_select.h"
#include "sched/run_queue.h"
#include "sched/state/cache.h"
#include "sched/state/fair.h"

#define LEAST_SLICE 100000       /* as sched_setattr takes it: 100 us ... */
#define GREATEST_SLICE 100000000 /* ... to 100 ms */

/* ---- CPUs ------------------------------------------------------------------------------------ */

static u32 nr_running_word(const struct ss_world *w, i64 cpu, u32 *operation)
{
    *operation = SS_OPERATION_SCAN;
    return WORD(RQ, cpu, NR_RUNNING);
}

static i64 nr_running(const struct ss_world *w, i64 cpu, i64 and)
{
    (void)and;
    return w->sched->rq[cpu].nr_running;
}

static u32 curr_word(const struct ss_world *w, i64 cpu, u32 *operation)
{
    *operation = SS_OPERATION_SCAN;
    return WORD(RQ, cpu, CURR);
}

static i64 curr(const struct ss_world *w, i64 cpu, i64 and)
{
    (void)and;
    return w->sched->rq[cpu].current;
}

static u32 avg_word(const struct ss_world *w, i64 cpu, u32 *operation)
{
    *operation = SS_OPERATION_SCAN;
    return WORD(CFS_RQ, cpu, AVG);
}

static i64 util_of_cpu(const struct ss_world *w, i64 cpu, i64 and)
{
    (void)and;
    return ss_cpu_util(w, (u32)cpu);
}

static i64 load_of_cpu(const struct ss_world *w, i64 cpu, i64 and)
{
    (void)and;
    return w->sched->fair->rq[cpu].avg.load_avg;
}

/* A CPU without a cache of its own in the domains has no such word. */
static u32 shared_word(const struct ss_world *w, i64 cpu, u32 *operation)
{
    const u32 shared = w->domains->cpu[cpu].sd_llc_shared;
    *operation = SS_OPERATION_SCAN;
    return shared == SS_NO_SHARED ? SS_POLICY_NO_WORD : WORD(SCHED_DOMAIN_SHARED, shared, COUNTS);
}

static i64 has_idle_core(const struct ss_world *w, i64 cpu, i64 and)
{
    const u32 shared = w->domains->cpu[cpu].sd_llc_shared;
    (void)and;
    return shared != SS_NO_SHARED && w->sched->fair->shared[shared].has_idle_cores;
}

static bool asked_idle_cpu(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(policy_question);
    PATH_BEGIN;
    SS_DEBUG_CHECK((u32)me->of < w->topology.cpus);
    PATH_CALL(test_cpu, .cpu = (u16)me->of, .symbol = SS_SYMBOL_policy_select_cpu);
    PATH_RETURN(cpu->result == SS_CPU_IDLE);
    PATH_END;
}

/* ---- tasks ----------------------------------------------------------------------------------- */

static u32 task_word(const struct ss_world *w, i64 task, u32 *operation)
{
    *operation = SS_OPERATION_LOAD;
    return w->task[task].address;
}

static i64 cpu_of(const struct ss_world *w, i64 task, i64 and)
{
    (void)and;
    return w->task[task].cpu;
}

static i64 weight_of(const struct ss_world *w, i64 task, i64 and)
{
    (void)and;
    return (i64)w->sched->fair->entity[task].weight;
}

static i64 util_of(const struct ss_world *w, i64 task, i64 and)
{
    (void)and;
    return ss_task_util(w, (i32)task);
}

static i64 load_of(const struct ss_world *w, i64 task, i64 and)
{
    (void)and;
    return w->sched->fair->task[task].avg.load_avg;
}

static i64 wakee_flips_of(const struct ss_world *w, i64 task, i64 and)
{
    (void)and;
    return w->sched->fair->task[task].wakee_flips;
}

/* A process of threads is known where caches are looked after; a task without is its own. Numbers
 * of processes lie behind those of tasks. */
static i64 tgid_of(const struct ss_world *w, i64 task, i64 and)
{
    const i32 process = w->sched->cache ? w->sched->cache->task[task].process : -1;
    (void)and;
    return process < 0 ? task : (i64)w->tasks + process;
}

static i64 llc_of(const struct ss_world *w, i64 task, i64 and)
{
    const i32 preferred = w->sched->cache ? w->sched->cache->task[task].preferred : -1;
    (void)and;
    return preferred < 0 ? -1 : w->topology.llc[w->sched->cache->first[preferred]];
}

static i64 is_allowed(const struct ss_world *w, i64 task, i64 cpu)
{
    return ss_policy_may_use(w, (i32)task, (u32)cpu);
}

/* Linux's own answer to what this CPU's policy is asked; -1 at another point. */
static bool asked_select_cpu_dfl(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(policy_question);
    const struct ss_policy_vm *const vm = &w->policy->vm[cpu->number];
    const i64 *const asked = vm->argument;
    const u16 flag = asked[2] & SS_POLICY_FLAG_FORK   ? SS_SD_BALANCE_FORK
                     : asked[2] & SS_POLICY_FLAG_EXEC ? SS_SD_BALANCE_EXEC
                                                      : SS_SD_BALANCE_WAKE;
    PATH_BEGIN;
    SS_DEBUG_CHECK(vm->runs);
    if (vm->point != SS_POLICY_POINT_SELECT_CPU)
        PATH_RETURN(-1);
    if (ss_task_is_rt(&w->task[asked[0]])) {
        PATH_CALL_THROUGH(select_task_rq_rt, select_task_rq, .task = (i32)asked[0], .flag = flag);
        PATH_RETURN(cpu->result);
    }
    PATH_CALL(select_task_rq_fair, .task = (i32)asked[0], .flag = flag, .previous = (u16)asked[1],
              .sync = asked[2] & SS_POLICY_FLAG_SYNC);
    PATH_RETURN(cpu->result);
    PATH_END;
}

static const struct ss_policy_question questions[SS_POLICY_CALLS_COUNT] = {
    [SS_POLICY_CALL_NR_RUNNING] = {nr_running_word, nr_running, NULL},
    [SS_POLICY_CALL_CURR] = {curr_word, curr, NULL},
    [SS_POLICY_CALL_IDLE_CPU] = {NULL, NULL, asked_idle_cpu},
    [SS_POLICY_CALL_CPU_UTIL] = {avg_word, util_of_cpu, NULL},
    [SS_POLICY_CALL_CPU_LOAD] = {avg_word, load_of_cpu, NULL},
    [SS_POLICY_CALL_HAS_IDLE_CORE] = {shared_word, has_idle_core, NULL},
    [SS_POLICY_CALL_TASK_CPU] = {task_word, cpu_of, NULL},
    [SS_POLICY_CALL_TASK_WEIGHT] = {task_word, weight_of, NULL},
    [SS_POLICY_CALL_TASK_UTIL] = {task_word, util_of, NULL},
    [SS_POLICY_CALL_TASK_LOAD] = {task_word, load_of, NULL},
    [SS_POLICY_CALL_TASK_WAKEE_FLIPS] = {task_word, wakee_flips_of, NULL},
    [SS_POLICY_CALL_TASK_TGID] = {task_word, tgid_of, NULL},
    [SS_POLICY_CALL_TASK_LLC] = {task_word, llc_of, NULL},
    [SS_POLICY_CALL_ALLOWED] = {task_word, is_allowed, NULL},
    [SS_POLICY_CALL_SELECT_CPU_DFL] = {NULL, NULL, asked_select_cpu_dfl},
};

/* ---- points ---------------------------------------------------------------------------------- */

static bool is_cpu_for(const struct ss_world *w, const i64 *argument, i64 answer)
{
    return answer >= 0 && answer < w->topology.cpus &&
           ss_policy_may_use(w, (i32)argument[0], (u32)answer);
}

static bool is_cpu_or_none(const struct ss_world *w, const i64 *argument, i64 answer)
{
    (void)argument;
    return answer >= -1 && answer < w->topology.cpus;
}

static bool is_slice(const struct ss_world *w, const i64 *argument, i64 answer)
{
    (void)w;
    (void)argument;
    return answer >= LEAST_SLICE && answer <= GREATEST_SLICE;
}

/* The waker's bookkeeping comes first, so that the policy finds it done; Linux doing it once more
 * changes nothing. */
static bool asked_select_cpu(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(policy_point);
    PATH_BEGIN;
    SS_DEBUG_CHECK(w->task[me->task].allowed_count > 1);
    if (me->flags & SS_POLICY_FLAG_TTWU)
        ss_record_wakee(w, cpu, me->task);
    ss_policy_begin(w, cpu, SS_POLICY_POINT_SELECT_CPU,
                    (i64[SS_POLICY_ARGUMENTS]){me->task, me->cpu, me->flags});
    PATH_CALL(policy_program);
    PATH_RETURN(cpu->result);
    PATH_END;
}

static void set_slice(const struct ss_world *w, i32 task, i32 slice)
{
    struct ss_entity *entity = &w->sched->fair->entity[task];
    entity->custom_slice = slice != SS_POLICY_LEFT;
    if (entity->custom_slice)
        entity->slice = (u64)slice;
}

static bool asked_enqueue(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(policy_point);
    PATH_BEGIN;
    SS_HOLDS(w, cpu, me->cpu);
    ss_policy_begin(w, cpu, SS_POLICY_POINT_ENQUEUE,
                    (i64[SS_POLICY_ARGUMENTS]){me->task, me->cpu, me->flags});
    PATH_CALL(policy_program);
    set_slice(w, me->task, cpu->result);
    PATH_RETURN(cpu->result);
    PATH_END;
}

static void note(const struct ss_world *w, const struct ss_cpu *cpu, u32 word, i64 of, i64 value)
{
    if (w->sched->explaining)
        SS_STEP(w, cpu, POLICY_READ, .word = word, .asked_of = of, .value = value);
}

/* ---- what a world must have ------------------------------------------------------------------ */

enum needs { ANY, FAIR, CACHES, EXT, QUEUES };

static const struct {
    const char *name;
    u8 needs;
} calls[] = {
#define CALL(with, name, value, how, first, second, needs) [value] = {#name, needs},
    SS_POLICY_CALLS(CALL, )
#undef CALL
};

static const u8 point_needs[SS_POLICY_POINTS] = {
    [SS_POLICY_POINT_BALANCE] = FAIR,     [SS_POLICY_POINT_DISPATCH] = EXT,
    [SS_POLICY_POINT_RUNNING] = EXT,      [SS_POLICY_POINT_STOPPING] = EXT,
    [SS_POLICY_POINT_TICK] = EXT,         [SS_POLICY_POINT_ENQUEUE] = QUEUES,
    [SS_POLICY_POINT_PREFER_LLC] = CACHES};

/* What the world lacks of it, or NULL. */
static const char *lacks(const struct ss_world_def *def, u32 needs)
{
    if (needs == FAIR && def->fair_class != SS_FAIR_FULL)
        return " needs the full fair class; set kernel.fair to 1 (full)";
    if (needs == CACHES && !ss_cache_is_wanted(def))
        return " needs cache-aware balancing; set kernel.cache_aware";
    if (needs == EXT && def->fair_class != SS_FAIR_EXT)
        return " needs a custom scheduling class; set kernel.fair to 2 (ext)";
    if (needs == QUEUES && def->fair_class == SS_FAIR_MINIMAL)
        return " needs the full fair class or a custom class; set kernel.fair to 1 (full) or 2 "
               "(ext)";
    return NULL;
}

static bool check(const struct ss_world_def *def, struct ss_message *message)
{
    for (u32 i = 0; def->policy_words && i < SS_POLICY_POINTS; i++) {
        const char *problem = def->policy_entry[i] ? lacks(def, point_needs[i]) : NULL;
        if (!problem)
            continue;
        ss_message_text(message, "policy_entry");
        ss_message_index(message, i);
        ss_message_text(message, problem);
        return false;
    }
    for (u32 i = 0; def->policy_words && i < SS_POLICY_CALLS_COUNT; i++) {
        const char *problem = lacks(def, calls[i].needs);
        if (!problem || !ss_policy_has_call(def, i))
            continue;
        ss_message_text(message, "policy: POLICY_CALL_");
        ss_message_text(message, calls[i].name);
        ss_message_text(message, problem);
        return false;
    }
    return true;
}

static void create(struct ss_world *w, struct ss_arena *header)
{
    (void)header;
    if (!w->policy)
        return;
    for (u32 i = 0; i < SS_POLICY_CALLS_COUNT; i++)
        if (questions[i].word || questions[i].path)
            w->policy->questions[i] = questions[i];
    w->policy->possible[SS_POLICY_POINT_SELECT_CPU] = is_cpu_for;
    w->policy->possible[SS_POLICY_POINT_BALANCE] = is_cpu_or_none;
    w->policy->possible[SS_POLICY_POINT_ENQUEUE] = is_slice;
    w->policy->possible[SS_POLICY_POINT_PREFER_LLC] = is_cpu_or_none;
    w->policy->note = note;
    w->policy->select_cpu = asked_select_cpu;
    w->policy->balance = balance_as_told;
    w->policy->enqueue = asked_enqueue;
}

const struct ss_room ss_asked_room = {.check = check, .create = create};
