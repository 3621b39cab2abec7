/*
 * Where a CPU's time goes. Every advance of a CPU's local clock passes through here, so the kinds
 * of a CPU sum to its wall time exactly.
 */
#ifndef SS_EXEC_LEDGER_H
#define SS_EXEC_LEDGER_H

#include "exec/world.h"

/* Time that has passed for good: the CPU's clock moves to the present event. */
static inline void ss_charge(struct ss_world *w, struct ss_cpu *cpu, u32 kind, u64 ns)
{
    w->ledger[cpu->number].ns[kind] += ns;
    cpu->clock += ns;
}

enum { SS_AHEAD_KERNEL, SS_AHEAD_PRIVATE };

/* Time the CPU ran ahead of its event without asking the others; settled at its next event. */
static inline void ss_charge_ahead(struct ss_cpu *cpu, u32 which, u32 ns)
{
    cpu->ahead[which] += ns;
    cpu->clock += ns;
}

static inline void ss_settle_ahead(struct ss_world *w, struct ss_cpu *cpu)
{
    u64 *ns = w->ledger[cpu->number].ns;
    ns[SS_LEDGER_KERNEL] += cpu->ahead[SS_AHEAD_KERNEL];
    ns[SS_LEDGER_PRIVATE] += cpu->ahead[SS_AHEAD_PRIVATE];
    cpu->ahead[0] = cpu->ahead[1] = 0;
}

#endif
