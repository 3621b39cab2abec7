/* How long the locks of a zone were waited for and held, and whose zone and lists a CPU uses. */
#ifndef SS_MM_HOLD_TIMES_H
#define SS_MM_HOLD_TIMES_H

#include "mm/mm.h"

static inline struct ss_mm_cpu *ss_mm_own_lists(const struct ss_world *w, const struct ss_cpu *cpu)
{
    return &w->mm->cpu[cpu->number];
}

static inline struct ss_mm_zone *ss_mm_own_zone(const struct ss_world *w, const struct ss_cpu *cpu)
{
    return &w->mm->zone_state[ss_mm_own_lists(w, cpu)->zone];
}

/* The lock was asked for at `asked`, is held by now, and will be let go in `hold` ns. */
void ss_mm_count_hold(struct ss_world *w, const struct ss_cpu *cpu, struct ss_lock_times *times,
                      u64 asked, u64 hold);

#endif
