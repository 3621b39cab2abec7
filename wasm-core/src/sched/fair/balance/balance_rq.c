/*
 * One balance pass of one CPU at one domain: is there something to move, from where, and moving it.
 * Source: sched_balance_rq, need_active_balance of kernel/sched/fair.c, 6.18.2; spec "Fair
 * scheduler" sections 10.3 and 10.11. When passes happen is not decided here.
 */
#include "sched/fair/balance/balance_rq.h"

#include "sched/cache/balance.h"
#include "sched/domains/domains.h"
#include "sched/explain/balance.h"
#include "sched/explain/reasons.h"
#include "sched/fair/balance/group_stats.h"
#include "sched/fair/balance/move.h"
#include "sched/fair/balance/should_balance.h"
#include "sched/fair/balance/src_group.h"
#include "sched/fair/balance/src_rq.h"
#include "sched/fair/queue/update.h"
#include "sched/rules/cache_rules.h"
#include "sched/rules/weight.h"
#include "sched/run_queue.h"
#include "sched/state/cache.h"
#include "sched/state/fair.h"

#define MAX_PINNED_INTERVAL_MS 512

static struct ss_domain_state *state_of(const struct ss_world *w, u32 domain)
{
    return &w->sched->fair->domain[domain];
}

void ss_balance_begin(struct ss_world *w, const struct ss_cpu *cpu, u32 domain,
                      enum ss_balance_type idle)
{
    w->sched->fair->work[cpu->number].balance =
        (struct ss_balance){.domain = domain,
                            .dst = (u16)cpu->number,
                            .notes.first = (u16)cpu->number,
                            .idle = (u8)idle,
                            .loop_break = SS_MIGRATE_BREAK,
                            .detached = {SS_NO_TASK, SS_NO_TASK}};
    ss_bitset_copy(ss_balance_mask(w, cpu),
                   ss_span_cpus(w->domains, w->domains->domain[domain].span),
                   w->topology.cpu_words);
}

/* ---- the imbalance flag ---------------------------------------------------------------------- */

/* The flag of tasks that could not move belongs to the first group of the parent domain. */
static u32 *parent_flag(const struct ss_world *w, u32 domain)
{
    u32 parent = w->domains->domain[domain].parent;
    if (parent == SS_NO_DOMAIN)
        return NULL;
    return &w->sched->fair->capacity[ss_domain_group(w->domains, parent, 0)->capacity].imbalance;
}

static void set_parent_flag(const struct ss_world *w, const struct ss_balance *balance)
{
    u32 *flag = parent_flag(w, balance->domain);
    if (flag && balance->some_pinned && balance->amount > 0)
        *flag = 1;
}

/* ---- ends ------------------------------------------------------------------------------------ */

static void lengthen_interval(const struct ss_world *w, const struct ss_balance *balance)
{
    struct ss_domain_state *state = state_of(w, balance->domain);
    if (balance->idle == SS_NEWLY_IDLE)
        return;
    if ((balance->all_pinned && state->balance_interval < MAX_PINNED_INTERVAL_MS) ||
        state->balance_interval < w->domains->domain[balance->domain].max_interval)
        state->balance_interval *= 2;
}

static void end_balanced(const struct ss_world *w, const struct ss_balance *balance)
{
    u32 *flag = parent_flag(w, balance->domain);
    if (flag && !balance->all_pinned)
        *flag = 0;
    state_of(w, balance->domain)->nr_balance_failed = 0;
    lengthen_interval(w, balance);
}

static bool needs_active(struct ss_world *w, struct ss_cpu *cpu, const struct ss_balance *balance)
{
    const struct ss_sched_domain *domain = &w->domains->domain[balance->domain];
    const struct ss_cfs_rq *source = ss_cfs(w, balance->src), *target = ss_cfs(w, balance->dst);
    if (ss_cache_is_on(w) && ss_cache_vetoes(w, cpu, balance))
        return false;
    if (balance->type == SS_MIGRATE_LLC_TASK)
        return true;
    if (balance->type == SS_MIGRATE_TASK &&
        state_of(w, balance->domain)->nr_balance_failed > domain->cache_nice_tries + 2u)
        return true;
    u32 share = source->capacity * domain->imbalance_pct;
    return balance->idle != SS_NOT_IDLE && source->h_nr_runnable == 1 &&
           share < SS_WEIGHT_NICE_0 * 100 && share < target->capacity * 100;
}

/* A pass that moved nothing for the sake of caches: v3 and later do not count it as failed. */
static bool forgives(const struct ss_world *w, const struct ss_balance *balance)
{
    return ss_cache_is_on(w) && balance->llc_refused &&
           w->sched->cache->rules->on[SS_CACHE_REFUSAL_IS_NO_FAILURE];
}

/* ---- moving ---------------------------------------------------------------------------------- */

struct move_tasks_frame {
    struct ss_path path;
    /* kept */
    u32 moved;
    i32 now;
};

/* Detaches and attaches until the amount is reached or nothing is left to try. Result: how many. */
static bool move_tasks(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(move_tasks);
    struct ss_balance *const balance = &w->sched->fair->work[cpu->number].balance;
    PATH_BEGIN;
    SS_HOLDS_NOT(w, cpu, balance->src);
    SS_HOLDS_NOT(w, cpu, balance->dst);
    SS_DEBUG_CHECK(balance->src != balance->dst);
    do {
        balance->need_break = false;
        PATH_LOCK(balance->src);
        ss_update_rq_clock(w, balance->src, cpu->clock);
        PATH_CALL_INTO(me->now, detach_tasks);
        PATH_UNLOCK(balance->src);
        if (me->now)
            PATH_CALL(attach_tasks);
        me->moved += (u32)me->now;
        if (balance->need_break)
            continue;
        if (!balance->dst_pinned || balance->amount <= 0)
            break;
        /* What may not come here may go to another CPU of the group. */
        ss_bitset_remove(ss_balance_mask(w, cpu), balance->dst);
        balance->dst = balance->new_dst;
        balance->dst_pinned = false;
        balance->loop = 0;
        balance->loop_break = SS_MIGRATE_BREAK;
    } while (true);
    PATH_RETURN(me->moved);
    PATH_END;
}

struct start_active_balance_frame {
    struct ss_path path;
    /* arguments */
    u16 target; /* the CPU that is balanced for */
    /* kept */
    bool may, started;
};

/* Has the source's stopper take its running task off and move it. Result: 0 if that task may not
 * run on the target. */
static bool start_active_balance(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(start_active_balance);
    struct ss_balance *const balance = &w->sched->fair->work[cpu->number].balance;
    struct ss_cfs_rq *const source = ss_cfs(w, balance->src);
    PATH_BEGIN;
    SS_HOLDS_NOT(w, cpu, balance->src);
    SS_DEBUG_CHECK(me->target < w->topology.cpus);
    SS_DEBUG_CHECK(balance->src != me->target);
    PATH_LOCK(balance->src);
    me->may = ss_bitset_has(ss_affinity(w, &w->task[ss_rq(w, balance->src)->current]), me->target);
    if (me->may) {
        balance->all_pinned = false;
        me->started = !source->active_balance;
    }
    if (me->started) {
        PATH_STORE(sched_balance_rq, WORD(CFS_RQ, balance->src, SD), source->active_balance = true);
        source->push_cpu = me->target;
        balance->active = true;
    }
    PATH_UNLOCK(balance->src);
    if (me->started)
        PATH_CALL_THROUGH(w->hooks.stop_one_cpu, stop_one_cpu, .cpu = balance->src);
    PATH_RETURN(me->may);
    PATH_END;
}

/* The source has only tasks that may not leave it: is there another CPU to take from? */
static bool others_remain(const struct ss_world *w, const struct ss_cpu *cpu,
                          struct ss_balance *balance)
{
    const struct ss_sched_group *group = ss_domain_group(w->domains, balance->domain, 0);
    const u64 *own = ss_span_cpus(w->domains, w->domains->capacity[group->capacity].balance_mask);
    ss_bitset_remove(ss_balance_mask(w, cpu), balance->src);
    balance->loop = 0;
    balance->loop_break = SS_MIGRATE_BREAK;
    return !ss_bitset_subset(ss_balance_mask(w, cpu), own, w->topology.cpu_words);
}

/* Kernels after 6.18 take the flag of balancing between nodes here, once a pass. */
static bool asks_for_flag(const struct ss_world *w, const struct ss_balance *balance)
{
    return w->def->serialize_test == SS_SERIALIZE_AFTER && !balance->has_flag &&
           (w->domains->domain[balance->domain].flags & SS_SD_SERIALIZE);
}

struct find_source_frame {
    struct ss_path path;
};

/* Result: 1 if there is a CPU to take from, 0 if all is balanced or another CPU balances between
 * nodes, -1 if others should balance. */
static bool find_source(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(find_source);
    struct ss_fair_work *const work = &w->sched->fair->work[cpu->number];
    struct ss_sched_state *const global = w->sched->state;
    PATH_BEGIN;
    SS_HOLDS_NOT(w, cpu, cpu->number);
    SS_DEBUG_CHECK(work->balance.dst < w->topology.cpus);
    PATH_CALL(should_we_balance);
    if (!cpu->result) {
        if (work->balance.idle != SS_NEWLY_IDLE)
            work->balance.reason = SS_REASON_LB_NOT_FIRST;
        PATH_RETURN(-1);
    }
    if (asks_for_flag(w, &work->balance)) {
        PATH_ATOMIC(sched_balance_rq, WORD(BALANCE_RUNNING, 0, FLAG),
                    work->balance.has_flag = !global->balancing;
                    global->balancing = 1);
        if (!work->balance.has_flag) {
            work->balance.reason = SS_REASON_LB_SERIALIZED;
            PATH_RETURN(0);
        }
    }
    PATH_CALL(update_sd_lb_stats);
    if (!ss_find_imbalance(w, work))
        PATH_RETURN(0);
    PATH_CALL(sched_balance_find_src_rq);
    if (cpu->result < 0) {
        work->balance.reason = SS_REASON_LB_NO_CPU;
        PATH_RETURN(0);
    }
    work->balance.src = (u16)cpu->result;
    ss_note_test(&work->balance.notes, SS_REASON_LB_SRC);
    work->balance.reason = SS_REASON_LB_FAILED; /* until a task is looked at */
    work->balance.all_pinned = true;
    PATH_RETURN(1);
    PATH_END;
}

static void explain(struct ss_world *w, struct ss_cpu *cpu, const struct sched_balance_rq_frame *me)
{
    const struct ss_ended_pass pass = {.domain = me->domain,
                                       .moved = me->moved,
                                       .accesses = cpu->path_accesses - me->accesses_before,
                                       .cost = (u32)(cpu->clock - me->started),
                                       .idle = me->idle,
                                       .behalf = me->behalf};
    ss_explain_pass(w, cpu, &pass);
}

bool sched_balance_rq(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(sched_balance_rq);
    struct ss_balance *const balance = &w->sched->fair->work[cpu->number].balance;
    struct ss_domain_state *const state = state_of(w, me->domain);
    PATH_BEGIN;
    SS_HOLDS_NOT(w, cpu, cpu->number);
    SS_DEBUG_CHECK(me->domain != SS_NO_DOMAIN);
    SS_DEBUG_CHECK(me->behalf <= w->topology.cpus);
    me->started = cpu->clock;
    me->accesses_before = cpu->path_accesses;
    ss_balance_begin(w, cpu, me->domain, me->idle);
    if (me->behalf) {
        balance->dst = (u16)(me->behalf - 1);
        balance->nohz = true;
    }
    for (;;) {
        PATH_CALL(find_source);
        if (cpu->result <= 0) {
            me->moved = 0;
            explain(w, cpu, me);
            end_balanced(w, balance);
            PATH_RETURN(cpu->result);
        }
        if (ss_rq(w, balance->src)->nr_running <= 1)
            break;
        balance->loop_max =
            ss_min_u32(w->sched->fair->tunables->nr_migrate, ss_rq(w, balance->src)->nr_running);
        PATH_CALL(move_tasks);
        me->moved += (u32)cpu->result;
        set_parent_flag(w, balance);
        if (!balance->all_pinned)
            break;
        if (!others_remain(w, cpu, balance)) {
            explain(w, cpu, me);
            state->nr_balance_failed = 0;
            lengthen_interval(w, balance);
            PATH_RETURN(0);
        }
    }
    if (me->moved)
        state->nr_balance_failed = 0;
    else if (me->idle != SS_NEWLY_IDLE && !forgives(w, balance))
        state->nr_balance_failed++;
    if (!me->moved && needs_active(w, cpu, balance)) {
        PATH_CALL(start_active_balance,
                  .target = (u16)(me->behalf ? me->behalf - 1u : cpu->number));
        if (!cpu->result) {
            explain(w, cpu, me);
            lengthen_interval(w, balance);
            PATH_RETURN(0);
        }
    }
    explain(w, cpu, me);
    if (!balance->active || needs_active(w, cpu, balance))
        state->balance_interval = w->domains->domain[me->domain].min_interval;
    PATH_RETURN(me->moved);
    PATH_END;
}
