/*
 * The scan of a process: a thread on its way to user mode reads how much the process ran on every
 * CPU, and moves the anchor to the busiest cache. Source: spec "Cache-aware load balancing"
 * sections 2.4, 2.5 and 3.
 */
#include "sched/cache/scan.h"

#include "policy/program.h"
#include "sched/cache/account.h"
#include "sched/cache/state.h"
#include "sched/domains/domains.h"
#include "sched/explain/cache.h"
#include "sched/explain/reasons.h"
#include "sched/rules/cache_rules.h"
#include "sched/rules/occupancy.h"
#include "sched/run_queue.h"
#include "sched/state/cache.h"
#include "sched/state/explaining.h"
#include "sched/state/fair.h"

static void visit(struct ss_world *w, const struct ss_cpu *cpu, struct task_cache_work_frame *me)
{
    const struct ss_cache *cache = w->sched->cache;
    struct ss_cache_clock *clock = &cache->queue[me->at].clock;
    struct ss_cache_record *record =
        &cache->record[ss_cache_record_at(w, me->process, (u32)me->at)];
    ss_cache_advance(clock, record, ss_jiffies(cpu), cache->rules->epoch_period);
    ss_cache_scan_cpu(&me->scan, me->at, ss_cache_fraction(clock, record));
}

static i32 node_of(const struct ss_world *w, i32 cpu)
{
    return cpu < 0 ? -1 : w->topology.node[cpu];
}

static i32 next_cpu(const struct ss_world *w, const struct ss_cpu *cpu,
                    const struct task_cache_work_frame *me, u32 from)
{
    const struct ss_cache *cache = w->sched->cache;
    const u32 first = cache->first[me->llc], domain = w->domains->cpu[first].sd_llc;
    const struct ss_cache_nodes nodes = {.wanted = ss_memory_node(w, cpu->current),
                                         .numa_balancing = w->def->numa_balancing,
                                         .anchor = node_of(w, cache->process[me->process].anchor),
                                         .own = node_of(w, (i32)cpu->number)};
    if (!ss_cache_visits(cache->rules, &nodes, node_of(w, (i32)first)))
        return -1;
    if (domain == SS_NO_DOMAIN)
        return from <= first ? (i32)first : -1;
    return ss_bitset_next(ss_span_cpus(w->domains, w->domains->domain[domain].span),
                          w->topology.cpu_words, from);
}

/* Why a process does not scan that is refused. */
static u8 reason_of_refusal(const struct ss_cache_rules *rules,
                            const struct ss_cache_standing *process)
{
    if (process->threads <= 1)
        return SS_REASON_LLC_LONE;
    return ss_cache_exceeds_memory(rules, process->llc_bytes, process->memory)
               ? SS_REASON_LLC_MEMORY
               : SS_REASON_LLC_THREADS;
}

/* True if the scan ends before it visits a CPU. */
static bool refuses(const struct ss_world *w, const struct ss_cpu *cpu,
                    struct task_cache_work_frame *me)
{
    const struct ss_cache_rules *rules = w->sched->cache->rules;
    const struct ss_cache_standing here = ss_cache_standing_of(w, me->process, cpu->number);
    const enum ss_cache_refusal refusal = ss_cache_refuses_scan(rules, &here);
    me->drops = refusal == SS_CACHE_DROPS;
    me->reason = reason_of_refusal(rules, &here);
    if (refusal == SS_CACHE_SCANS)
        return false;
    me->explained = ss_explain_refused_scan(w, cpu, &here, me->process, me->reason);
    return true;
}

static void move_anchor(struct ss_world *w, struct ss_cpu *cpu,
                        const struct task_cache_work_frame *me)
{
    const struct ss_cache *cache = w->sched->cache;
    struct ss_cache_process *mm = &cache->process[me->process];
    const i32 before = mm->anchor;
    mm->anchor = ss_policy_is_there(w) && me->told != SS_POLICY_LEFT
                     ? me->told
                     : ss_cache_scan_end(&me->scan, before);
    const u8 reason = mm->anchor != before ? SS_REASON_LLC_CHOSEN : SS_REASON_LLC_SAME;
    if (mm->anchor == before && (before < 0 || !w->def->explain_quiet))
        return;
    ss_cache_explain(w, cpu, SS_DECISION_TASK_CACHE_WORK, reason, cpu->current, mm->anchor, before);
    if (me->explained)
        ss_explain_scanned(w, cpu->current, me->process, &me->scan, reason);
}

/* The process is refused. That has a record when it loses an anchor by it, at first, and when the
 * reason becomes another: every epoch would bury the rest. */
static void end_early(struct ss_world *w, struct ss_cpu *cpu,
                      const struct task_cache_work_frame *me)
{
    struct ss_cache_process *mm = &w->sched->cache->process[me->process];
    u8 *const refused = &w->sched->explaining->refused[me->process];
    const i32 before = mm->anchor;
    mm->anchor = me->drops ? -1 : before;
    if (mm->anchor != before || *refused != me->reason || w->def->explain_quiet) {
        ss_cache_explain(w, cpu, SS_DECISION_TASK_CACHE_WORK, me->reason, cpu->current, mm->anchor,
                         before);
        if (me->explained)
            ss_explain_scan_end(w, cpu->current);
    }
    *refused = me->reason;
}

static void update_average(struct ss_world *w, const struct ss_cpu *cpu,
                           const struct task_cache_work_frame *me)
{
    const struct ss_cache *cache = w->sched->cache;
    struct ss_cache_process *mm = &cache->process[me->process];
    mm->running_avg = ss_cache_average(cache->rules, mm->running_avg, me->scan.running,
                                       w->domains->cpu[cpu->number].sd_llc_size);
}

bool task_cache_work(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(task_cache_work);
    const struct ss_cache *const cache = w->sched->cache;
    PATH_BEGIN;
    SS_IN_TASK(w, cpu);
    SS_HOLDS_NOT(w, cpu, cpu->number);
    SS_DEBUG_CHECK(cache->task[cpu->current].work);
    cache->task[cpu->current].work = false;
    cpu->task_work = ss_has_numa_work(w, cpu->current) || ss_has_cache_work(w, cpu->current);
    if (!ss_cache_is_on(w))
        PATH_LEAVE;
    me->process = cache->task[cpu->current].process;
    me->scan = (struct ss_cache_scan){.best_cpu = -1, .busy_cpu = -1};
    if (refuses(w, cpu, me)) {
        if (me->drops)
            PATH_STORE(task_cache_work, WORD(MM_SCHED, me->process, MM), end_early(w, cpu, me));
        else
            end_early(w, cpu, me);
        PATH_LEAVE;
    }
    me->explained = ss_explain_scan(w, cpu->current, me->process);
    for (me->llc = 0; me->llc < cache->llcs; me->llc++) {
        for (me->at = next_cpu(w, cpu, me, 0); me->at >= 0;
             me->at = next_cpu(w, cpu, me, (u32)me->at + 1)) {
            PATH_ATOMIC(task_cache_work, WORD(RQ_CACHE, me->at, EPOCH));
            PATH_STORE(task_cache_work, ss_cache_record_word(w, me->process, (u32)me->at),
                       visit(w, cpu, me));
            PATH_STORE(task_cache_work, WORD(RQ_CACHE, me->at, EPOCH));
            PATH_LOAD(task_cache_work, WORD(RQ, me->at, CURR),
                      me->scan.running += ss_cache_runs_thread(w, me->process, (u32)me->at));
        }
        if (me->explained)
            ss_explain_scanned_llc(w, cpu->current, me->llc, &me->scan);
        ss_policy_saw(w, cpu, w->topology.llc[cache->first[me->llc]], me->scan.sum);
        ss_cache_scan_llc(&me->scan, cache->process[me->process].anchor >= 0 &&
                                         cache->llc[cache->process[me->process].anchor] == me->llc);
    }
    if (ss_policy_is_there(w))
        me->told = SS_POLICY_LEFT;
    if (ss_policy_asks(w, SS_POLICY_POINT_PREFER_LLC)) {
        w->policy->begin(w, cpu, SS_POLICY_POINT_PREFER_LLC,
                         (i64[SS_POLICY_ARGUMENTS]){cpu->current, me->scan.best_cpu});
        PATH_CALL_THROUGH(w->policy->program, policy_program);
        me->told = cpu->result;
    }
    PATH_STORE(task_cache_work, WORD(MM_SCHED, me->process, MM), move_anchor(w, cpu, me));
    PATH_STORE(task_cache_work, ss_cache_running_word(w, me->process), update_average(w, cpu, me));
    PATH_END;
}
