/*
 * The records balancing leaves: what a pass summed up, tested and did, and why there was none. It
 * only reads what the passes know. Source: spec "Fair scheduler" section 16.
 */
#include "sched/explain/balance.h"

#include "exec/record.h"
#include "sched/domains/domains.h"
#include "sched/explain/cache.h"
#include "sched/explain/reasons.h"
#include "sched/explain/steps.h"
#include "sched/rules/group.h"
#include "sched/run_queue.h"
#include "sched/state/cache.h"
#include "sched/state/explaining.h"
#include "sched/state/fair.h"

_Static_assert((int)SS_NOT_IDLE == SS_BALANCE_BUSY && (int)SS_IDLE == SS_BALANCE_IDLE &&
                   (int)SS_NEWLY_IDLE == SS_BALANCE_NEWIDLE,
               "a record gives the balance type as it is");
_Static_assert((int)SS_MIGRATE_LOAD == SS_MOVES_LOAD && (int)SS_MIGRATE_UTIL == SS_MOVES_UTIL &&
                   (int)SS_MIGRATE_TASK == SS_MOVES_TASK &&
                   (int)SS_MIGRATE_LLC_TASK == SS_MOVES_LLC_TASK,
               "a record gives the migration type as it is");

/* Most of the time balancing leaves things as they are because there is nothing to take, or because
 * it is not yet time; a record of each of these would bury the others. */
static bool is_quiet(u8 reason)
{
    return (reason >= SS_REASON_LB_NOT_DUE && reason <= SS_REASON_LB_NO_BUSIEST) ||
           reason == SS_REASON_NI_DICE;
}

#ifdef SS_DEBUG
/* The reasons that explain why a waiting task stays elsewhere although this CPU idles. Not among
 * them: nothing to take, a busy CPU, a move that was made, and reasons for tasks that could not
 * have come. */
static bool declines(u8 reason)
{
    static const u8 reasons[] = {
        SS_REASON_LB_SERIALIZED, SS_REASON_LB_NOT_FIRST,  SS_REASON_LB_LOCAL_BUSIER,
        SS_REASON_LB_AVG_LOCAL,  SS_REASON_LB_AVG_DOMAIN, SS_REASON_LB_PCT,
        SS_REASON_LB_IDLE_DIFF,  SS_REASON_MV_HINT,       SS_REASON_MV_INELIGIBLE,
        SS_REASON_MV_HOT,        SS_REASON_MV_TOO_BIG,    SS_REASON_MV_AWAY,
        SS_REASON_LLC_KEPT,      SS_REASON_LLC_FULL,      SS_REASON_LLC_OTHERS,
        SS_REASON_LLC_STOPS,     SS_REASON_LLC_NO_ROOM,
    };
    for (u32 i = 0; i < SS_ARRAY_LENGTH(reasons); i++)
        if (reasons[i] == reason)
            return true;
    return false;
}
#endif

/* For the invariants: a reason given for leaving waiting tasks of the domain where they are. A CPU
 * for which another one balances ends its walk there, so that reason holds for the domains above,
 * too. */
static void note_reason(const struct ss_world *w, const struct ss_cpu *cpu, u32 domain, u8 reason)
{
#ifdef SS_DEBUG
    for (u32 at = domain; declines(reason) && at != SS_NO_DOMAIN;
         at = w->domains->domain[at].parent) {
        w->sched->fair->domain[at].declined_at = cpu->clock;
        if (reason != SS_REASON_LB_NOT_FIRST)
            break;
    }
#else
    (void)w, (void)cpu, (void)domain, (void)reason;
#endif
}

/* Whether a record of that reason is wanted; remembers it if it is a quiet one. */
static bool is_wanted(const struct ss_world *w, const struct ss_cpu *cpu, u32 domain, u8 reason)
{
    note_reason(w, cpu, domain, reason);
    u8 *quiet = &w->sched->explaining->quiet[domain];
    const bool again = *quiet == reason;
    *quiet = is_quiet(reason) ? reason : SS_REASON_NONE;
    return !is_quiet(reason) || (w->def->explain_quiet && !again);
}

static void copy_figures(u32 figures[SS_GROUP_FIGURES], const struct ss_group_stats *stats)
{
    figures[SS_GROUP_TASKS] = stats->nr;
    figures[SS_GROUP_IDLE] = stats->idle;
    figures[SS_GROUP_UTIL] = ss_saturated(stats->util);
    figures[SS_GROUP_LOAD] = ss_saturated(stats->avg_load);
    figures[SS_GROUP_CLASS] = stats->class;
}

/* The part of a record that says how far a pass came. */
static void copy_tests(const struct ss_fair_work *work, struct ss_explain_pass *record)
{
    const struct ss_balance *balance = &work->balance;
    for (u32 i = 0; i < balance->notes.tests; i++)
        record->test[i] = balance->notes.test[i];
    if (!balance->notes.tests)
        return;
    if (work->local_group >= 0)
        copy_figures(record->own_group, &work->local);
    if (work->chosen_group >= 0)
        copy_figures(record->busiest_group, &work->chosen);
    record->amount = balance->notes.wanted;
    record->moves = balance->type;
    record->source_metric = balance->notes.metric;
    record->tasks_seen = balance->loop;
}

/* The record, and in the last column of its mark what a picture of the machine needs: CPUs of the
 * domain, the kind of pass, whether anything moved. */
static void leave(struct ss_world *w, struct ss_cpu *cpu, struct ss_explain_pass *record)
{
    ss_explain_decision(w, cpu, &(const union ss_explained){.pass = *record});
    if (record->reason != SS_REASON_LB_NOT_FIRST)
        ss_record_more(w, record->domain_cpus | (u32)record->balance_type << 16 |
                              (u32)(record->moved > 0) << 18);
}

/* A hint holds like an affinity: the pass goes on with other CPUs, and would end by saying that
 * there is nothing to take. */
static u8 outcome(const struct ss_balance *balance, u32 moved)
{
    if (moved)
        return SS_REASON_LB_MOVED;
    if (balance->notes.held && !balance->active && is_quiet(balance->reason))
        return SS_REASON_MV_HINT;
    return balance->active ? SS_REASON_LB_ACTIVE : balance->reason;
}

/* `previous` is the CPU tasks came from; where another CPU should balance, which is `chosen`, the
 * one that was to be balanced for. */
void ss_explain_pass(struct ss_world *w, struct ss_cpu *cpu, const struct ss_ended_pass *pass)
{
    const struct ss_fair_work *work = &w->sched->fair->work[cpu->number];
    const struct ss_balance *balance = &work->balance;
    const struct ss_sched_domain *domain = &w->domains->domain[pass->domain];
    const u8 reason = outcome(balance, pass->moved);
    for (u32 i = 0; i < balance->notes.tests && !pass->moved; i++)
        note_reason(w, cpu, pass->domain, balance->notes.test[i]);
    if (reason == SS_REASON_NONE || !is_wanted(w, cpu, pass->domain, reason))
        return;
    const bool is_others = reason == SS_REASON_LB_NOT_FIRST;
    const bool ends_early = reason >= SS_REASON_LB_NOT_DUE && reason <= SS_REASON_LB_NO_CPU;
    struct ss_explain_pass record = {
        .form = SS_FORM_PASS,
        .decision = SS_DECISION_BALANCE,
        .reason = reason,
        .task = SS_NO_TASK,
        .chosen = is_others ? balance->notes.first : balance->dst,
        .previous = is_others    ? balance->dst
                    : ends_early ? -1
                                 : balance->src,
        .moved = pass->moved,
        .accesses = pass->accesses,
        .cost = pass->cost,
        .level = (u16)domain->level,
        .domain_cpus = (u16)domain->span_weight,
        .groups = (u16)domain->group_count,
        .failed = w->sched->fair->domain[pass->domain].nr_balance_failed,
        .balance_type = pass->behalf ? SS_BALANCE_NOHZ : pass->idle,
    };
    copy_tests(work, &record);
    if (w->steps && pass->idle == SS_NEWLY_IDLE)
        w->sched->explaining->cpu[cpu->number].searched = (u32)w->clock->explains + 1;
    leave(w, cpu, &record);
    ss_explain_test(w, &balance->notes.of_group, SS_REASON_LLC_NO_ROOM);
}

void ss_explain_passed_over(struct ss_world *w, struct ss_cpu *cpu, u32 of, u32 domain, u8 reason)
{
    if (!is_wanted(w, cpu, domain, reason))
        return;
    const bool idle = ss_rq(w, of)->current == (i32)of;
    struct ss_explain_pass record = {
        .form = SS_FORM_PASS,
        .decision = SS_DECISION_BALANCE,
        .reason = reason,
        .task = SS_NO_TASK,
        .chosen = (i32)of,
        .previous = -1,
        .level = (u16)w->domains->domain[domain].level,
        .domain_cpus = (u16)w->domains->domain[domain].span_weight,
        .balance_type = of != cpu->number ? SS_BALANCE_NOHZ
                        : idle            ? SS_BALANCE_IDLE
                                          : SS_BALANCE_BUSY,
    };
    ss_explain_decision(w, cpu, &(const union ss_explained){.pass = record});
}

void ss_explain_gate(struct ss_world *w, struct ss_cpu *cpu, bool overloaded)
{
    const u32 self = cpu->number, base = w->domains->cpu[self].base;
    bool *not_overloaded = &w->sched->explaining->cpu[self].not_overloaded;
    const bool again = *not_overloaded;
    *not_overloaded = !overloaded;
    if (base == SS_NO_DOMAIN || (!overloaded && (again || !w->def->explain_quiet)))
        return;
    const struct ss_explain_gate record = {
        .form = SS_FORM_GATE,
        .decision = SS_DECISION_NEWIDLE,
        .reason = overloaded ? SS_REASON_NI_AVG_IDLE : SS_REASON_NI_NOT_OVERLOADED,
        .task = SS_NO_TASK,
        .chosen = (i32)self,
        .previous = -1,
        .idle = (u32)ss_cfs(w, self)->avg_idle,
        .expected = (u32)w->sched->fair->domain[base].newidle.max};
    ss_explain_decision(w, cpu, &(const union ss_explained){.gate = record});
}

void ss_explain_dice(struct ss_world *w, struct ss_cpu *cpu, u32 domain, u32 drawn)
{
    const struct ss_domain_state *state = &w->sched->fair->domain[domain];
    if (!is_wanted(w, cpu, domain, SS_REASON_NI_DICE))
        return;
    const struct ss_explain_gate record = {.form = SS_FORM_GATE,
                                           .decision = SS_DECISION_NEWIDLE,
                                           .reason = SS_REASON_NI_DICE,
                                           .task = SS_NO_TASK,
                                           .chosen = (i32)cpu->number,
                                           .previous = -1,
                                           .drawn = drawn,
                                           .needed = state->newidle_rate.ratio + 1};
    ss_explain_decision(w, cpu, &(const union ss_explained){.gate = record});
}
