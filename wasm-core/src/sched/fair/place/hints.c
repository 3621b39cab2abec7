/*
 * Hints by which user space says where tasks should start and wake: which task may set them, and
 * where they hold against balancing. Experimental and never merged. Source: "[RFC PATCH 0/5] sched:
 * Userspace Hinting for Task Placement", 10 Sep 2022; spec "Split-LLC placement" section 7. What
 * they change in a placement stands in fork.c, select.c and idle_sibling.c.
 */
#include "sched/fair/place/hints.h"

#include "sched/domains/domains.h"
#include "sched/run_queue.h"
#include "sched/state/fair.h"

bool ss_sched_hints_valid(u32 hints)
{
    const u32 fork = hints & (SS_HINT_FORK_AFFINE | SS_HINT_FORK_SPREAD);
    const u32 wake = hints & (SS_HINT_WAKE_AFFINE | SS_HINT_WAKE_HOLD);
    const u32 all = SS_HINT_WAKE_WIDE | fork | wake;
    return !(hints & ~all) && fork != (SS_HINT_FORK_AFFINE | SS_HINT_FORK_SPREAD) &&
           wake != (SS_HINT_WAKE_AFFINE | SS_HINT_WAKE_HOLD);
}

bool ss_hints_check(const struct ss_world_def *def, struct ss_message *message)
{
    const bool valid = ss_sched_hints_valid(def->task_hints);
    if (!valid)
        ss_message_text(message, "kernel.hints: must be at most one fork hint and one wake hint");
    return valid;
}

i32 ss_prctl_sched_hint(struct ss_world *w, i32 caller, const u32 arguments[4])
{
    const u32 hints = arguments[0], pid = arguments[1];
    if (!ss_sched_hints_valid(hints) || arguments[2] || arguments[3])
        return -SS_EINVAL;
    if (pid && (pid < w->topology.cpus || pid >= w->tasks))
        return -SS_ESRCH; /* idle tasks have no pid of their own */
    const u32 target = pid ? pid : (u32)caller;
    if (w->sched->fair->task[target].per_cpu_kthread || ss_is_stopper(w, (i32)target))
        return -SS_EPERM; /* all other tasks belong to the same user */
    w->sched->fair->task[target].hints = (u8)hints;
    return 0;
}

/* Tasks that run or wait on the CPUs of an LLC, without those of the idle policy. */
static u32 running_in(const struct ss_world *w, u32 llc)
{
    const u32 words = w->topology.cpu_words;
    const u64 *span = ss_span_cpus(w->domains, w->domains->domain[llc].span);
    u32 running = 0;
    for (i32 at = ss_bitset_first(span, words); at >= 0;
         at = ss_bitset_next(span, words, (u32)at + 1))
        running += w->sched->rq[at].nr_running - ss_cfs(w, (u32)at)->h_nr_idle;
    return running;
}

/* The LLC of a CPU has more work than CPUs, by the measure the definition names. */
static bool llc_is_overloaded(const struct ss_world *w, u32 cpu)
{
    const struct ss_cpu_domains *cached = &w->domains->cpu[cpu];
    if (cached->sd_llc == SS_NO_DOMAIN)
        return w->sched->rq[cpu].nr_running > 1;
    const struct ss_shared_state *shared = &w->sched->fair->shared[cached->sd_llc_shared];
    switch (w->def->hint_overload) {
    case SS_HINT_OVERLOAD_IDLE_CORE:
        return !shared->has_idle_cores;
    case SS_HINT_OVERLOAD_NR_SCAN:
        return !shared->nr_idle_scan;
    case SS_HINT_OVERLOAD_NR_BUSY:
        return shared->nr_busy_cpus >= cached->sd_llc_size;
    default:
        return running_in(w, cached->sd_llc) > cached->sd_llc_size;
    }
}

/* Simplified: what it reads of the LLC's CPUs is not charged to the pass. */
bool ss_hint_holds(const struct ss_world *w, const struct ss_balance *balance, i32 task)
{
    const u32 wake = SS_HINT_WAKE_AFFINE | SS_HINT_WAKE_HOLD | SS_HINT_WAKE_WIDE;
    if (!(w->sched->fair->task[task].hints & wake) ||
        (w->domains->domain[balance->domain].flags & SS_SD_SHARE_LLC))
        return false;
    return balance->active || !llc_is_overloaded(w, balance->src);
}
