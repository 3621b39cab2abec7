/*
 * How far kernels before v6.0 searched an LLC: as far as the idle time of the searching CPU pays
 * for, which since v5.13 is used up by searches and by ticks without a wakeup. Source:
 * select_idle_cpu with SIS_PROP of kernel/sched/fair.c, v5.13 to v6.0, and v5.10; spec "Fair
 * scheduler" section 9.6.
 */
#include "sched/fair/place/sis_prop.h"

#include "sched/domains/domains.h"
#include "sched/rules/limits.h"
#include "sched/run_queue.h"
#include "sched/state/fair.h"

/* The kernel keeps what searches cost in the searching CPU's own LLC domain, not in the target's.
 */
static struct ss_domain_state *searching_llc(const struct ss_world *w, const struct ss_cpu *cpu)
{
    return &w->sched->fair->domain[w->domains->cpu[cpu->number].sd_llc];
}

u32 ss_sis_prop_begin(struct ss_world *w, const struct ss_cpu *cpu)
{
    struct ss_cfs_rq *cfs = ss_cfs(w, cpu->number);
    if (w->domains->cpu[cpu->number].sd_llc == SS_NO_DOMAIN)
        return 0;
    for (; cfs->wake_stamp < ss_jiffies(cpu) && cfs->wake_avg_idle; cfs->wake_stamp++)
        cfs->wake_avg_idle >>= 1;
    const u32 weight = w->domains->cpu[cpu->number].sd_llc_size;
    const u64 cost = searching_llc(w, cpu)->avg_scan_cost;
    return (u32)ss_min_u64(ss_sis_prop_budget(cfs->wake_avg_idle, cost, weight), SS_LIMIT_CPUS + 1);
}

u32 ss_sis_prop_510_begin(const struct ss_world *w, const struct ss_cpu *cpu)
{
    if (w->domains->cpu[cpu->number].sd_llc == SS_NO_DOMAIN)
        return 0;
    const u64 limit =
        ss_sis_prop_limit(ss_cfs(w, cpu->number)->avg_idle, searching_llc(w, cpu)->avg_scan_cost,
                          w->domains->cpu[cpu->number].sd_llc_size);
    return (u32)ss_min_u64(limit, SS_LIMIT_CPUS + 1);
}

void ss_sis_prop_end(struct ss_world *w, const struct ss_cpu *cpu, u64 ns)
{
    struct ss_cfs_rq *cfs = ss_cfs(w, cpu->number);
    struct ss_domain_state *llc = searching_llc(w, cpu);
    cfs->wake_avg_idle -= ss_min_u64(cfs->wake_avg_idle, ns);
    llc->avg_scan_cost = (u64)((i64)llc->avg_scan_cost + ((i64)ns - (i64)llc->avg_scan_cost) / 8);
}
