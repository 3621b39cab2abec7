/* How long the locks of a zone were waited for and held. */
#ifndef SS_MM_HOLD_TIMES_H
#define SS_MM_HOLD_TIMES_H

#include "mm/mm.h"

/* The lock was asked for at `asked`, is held by now, and will be let go in `hold` ns. */
void ss_mm_count_hold(struct ss_world *w, const struct ss_cpu *cpu, struct ss_lock_times *times,
                      u64 asked, u64 hold);

#endif
