/*
 * NUMA balancing as far as load balancing meets it: a task whose memory lies on a node is moved to
 * that node, and kept from leaving it. Which node that is says the workload, for the whole run:
 * scans of page tables and hinting faults are not simulated. Source: task_tick_numa,
 * numa_migrate_preferred, task_numa_migrate, update_numa_stats, migrate_degrades_locality of
 * kernel/sched/fair.c, 6.18.2.
 *
 * Simplified: a task goes to a CPU with nothing to do, whole idle cores first, or stays; tasks are
 * not swapped. The choice of the queue to take from does not tell tasks with a node from others.
 */
#include "sched/fair/balance/numa.h"

#include "exec/path.h"
#include "sched/domains/domains.h"
#include "sched/explain/reasons.h"
#include "sched/explain/steps.h"
#include "sched/fair/balance/migrate.h"
#include "sched/rules/eevdf.h"
#include "sched/run_queue.h"
#include "sched/state/cache.h"
#include "sched/state/fair.h"

/* Jiffies between two tries: a sixteenth of the time in which a task's memory is scanned once, of
 * which the shortest is a second (sysctl_numa_balancing_scan_period_min). */
#define RETRY_JIFFIES (SS_FAIR_HZ / 16)

void ss_sched_set_memory_node(struct ss_world *w, i32 task, u32 node)
{
    if (w->sched->fair)
        w->sched->fair->task[task].memory_node = (u8)(node + 1);
}

/* ---- keeping --------------------------------------------------------------------------------- */

/* Tasks queued on a CPU that are not on the node of their memory, or have none. */
static bool somebody_is_astray(const struct ss_world *w, u32 cpu)
{
    const i32 node = w->topology.node[cpu];
    for (i32 task = ss_cfs(w, cpu)->tasks.head; task != SS_NO_TASK; task = w->task[task].queue_next)
        if (ss_memory_node(w, task) != node)
            return true;
    return false;
}

enum ss_locality ss_numa_locality(const struct ss_world *w, const struct ss_balance *balance,
                                  i32 task)
{
    const i32 memory = ss_memory_node(w, task);
    const i32 from = w->topology.node[balance->src], to = w->topology.node[balance->dst];
    if (!w->def->numa_balancing || memory < 0 || from == to ||
        !(w->domains->domain[balance->domain].flags & SS_SD_NUMA))
        return SS_LOCALITY_SAME;
    if (from == memory)
        return somebody_is_astray(w, balance->src) ? SS_LOCALITY_WORSE : SS_LOCALITY_SAME;
    return to == memory ? SS_LOCALITY_BETTER : SS_LOCALITY_SAME;
}

/* ---- moving ---------------------------------------------------------------------------------- */

void ss_numa_tick(struct ss_world *w, struct ss_cpu *cpu)
{
    const i32 current = ss_cfs(w, cpu->number)->eevdf.current;
    if (!w->def->numa_balancing || current == SS_NO_ENTITY)
        return;
    struct ss_fair_task *task = &w->sched->fair->task[current];
    if (!task->memory_node || ss_jiffies(cpu) < task->numa_retry)
        return;
    task->numa_retry = ss_jiffies(cpu) + RETRY_JIFFIES;
    if (ss_memory_node(w, current) != w->topology.node[cpu->number])
        task->numa_work = cpu->task_work = true;
}

static i32 next_cpu(const struct ss_world *w, const struct ss_cpu *cpu, i32 node, u32 from)
{
    const struct ss_topology *t = &w->topology;
    const u64 *allowed = ss_affinity(w, &w->task[cpu->current]);
    for (i32 at = ss_bitset_next(allowed, t->cpu_words, from); at >= 0;
         at = ss_bitset_next(allowed, t->cpu_words, (u32)at + 1))
        if (t->node[at] == node)
            return at;
    return -1;
}

static bool is_free(const struct ss_world *w, u32 cpu)
{
    return w->sched->rq[cpu].current == (i32)cpu && !w->sched->rq[cpu].nr_running &&
           !ss_cfs(w, cpu)->numa_claimed;
}

static void consider(const struct ss_world *w, struct task_numa_migrate_frame *me)
{
    const struct ss_topology *t = &w->topology;
    const u64 *core = t->core_cpus + (u64)t->core[me->at] * t->cpu_words;
    if (!is_free(w, (u32)me->at))
        return;
    if (me->free < 0)
        me->free = me->at;
    for (i32 at = ss_bitset_first(core, t->cpu_words); at >= 0;
         at = ss_bitset_next(core, t->cpu_words, (u32)at + 1))
        if (!is_free(w, (u32)at))
            return;
    if (me->core < 0)
        me->core = me->at;
}

static bool claim(const struct ss_world *w, u32 cpu)
{
    const bool claimed = !ss_cfs(w, cpu)->numa_claimed;
    ss_cfs(w, cpu)->numa_claimed = true;
    return claimed;
}

static void explain(struct ss_world *w, struct ss_cpu *cpu, i32 target)
{
    const struct ss_explain record = {.decision = SS_DECISION_NUMA_MIGRATE,
                                      .reason =
                                          target < 0 ? SS_REASON_NB_NO_CPU : SS_REASON_NB_IDLE_CPU,
                                      .task = cpu->current,
                                      .chosen = target < 0 ? (i32)cpu->number : target,
                                      .previous = (i32)cpu->number};
    ss_explain_plainly(w, cpu, record);
}

bool task_numa_migrate(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(task_numa_migrate);
    PATH_BEGIN;
    SS_IN_TASK(w, cpu);
    SS_HOLDS_NOT(w, cpu, cpu->number);
    SS_DEBUG_CHECK(ss_has_numa_work(w, cpu->current));
    w->sched->fair->task[cpu->current].numa_work = false;
    cpu->task_work = ss_has_numa_work(w, cpu->current) || ss_has_cache_work(w, cpu->current);
    me->node = ss_memory_node(w, cpu->current);
    me->free = me->core = -1;
    if (w->topology.node[cpu->number] == me->node)
        PATH_RETURN(0);
    for (me->at = next_cpu(w, cpu, me->node, 0); me->at >= 0;
         me->at = next_cpu(w, cpu, me->node, (u32)me->at + 1))
        PATH_LOAD(task_numa_migrate, WORD(RQ, me->at, NR_RUNNING), consider(w, me));
    me->free = me->core >= 0 ? me->core : me->free;
    if (me->free >= 0)
        PATH_ATOMIC(task_numa_migrate, WORD(CFS_RQ, me->free, SD),
                    me->free = claim(w, (u32)me->free) ? me->free : -1);
    explain(w, cpu, me->free);
    if (me->free < 0)
        PATH_RETURN(0);
    PATH_CALL(migrate_current_to, .target = (u32)me->free, .symbol = SS_SYMBOL_task_numa_migrate,
              .reason = SS_MIGRATE_NUMA);
    PATH_RETURN(1);
    PATH_END;
}
