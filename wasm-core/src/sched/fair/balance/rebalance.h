/* Balancing at the tick, domain after domain. */
#ifndef SS_SCHED_FAIR_BALANCE_REBALANCE_H
#define SS_SCHED_FAIR_BALANCE_REBALANCE_H

#include "exec/path.h"

/* Jiffies at which the domain is balanced next. */
u64 ss_domain_due(const struct ss_world *w, u32 domain, bool busy);

struct sched_balance_domains_frame {
    struct ss_path path;
    /* arguments */
    u16 cpu;     /* the one that is balanced for */
    bool behalf; /* which is another one than this */
    /* kept */
    u64 next;
    u32 domain;
    u8 idle; /* enum ss_balance_type */
    bool busy, goes_on, decays, decayed, asks, has_flag;
};
bool sched_balance_domains(struct ss_world *w, struct ss_cpu *cpu);

#endif
