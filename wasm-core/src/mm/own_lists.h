/*
 * What a CPU does with its own page lists without any lock: a page off a list, a page back on one,
 * and what goes with it: time, score, the node's memory.
 */
#ifndef SS_MM_OWN_LISTS_H
#define SS_MM_OWN_LISTS_H

#include "mm/mm.h"

/* Whole nanoseconds of a cost; the rest is kept for the CPU's next. */
u64 ss_mm_ns(struct ss_world *w, const struct ss_cpu *cpu, u64 ps);

/* `n` pages were allocated or freed: the score counts the mean of both. */
void ss_mm_score(struct ss_world *w, u32 n);

/* Takes a single page off the CPU's list of that migrate type, or SS_NO_PAGE: then refill and ask
 * again. */
u32 ss_mm_take(const struct ss_mm *mm, struct ss_hold *hold, struct ss_mm_cpu *own, u32 type);

/* Puts a page on the CPU's list. Returns how many pages have to be flushed now; 0: none. */
u32 ss_mm_put(const struct ss_mm *mm, struct ss_hold *hold, struct ss_mm_cpu *own, u32 page);

/* Zeroing n pages takes its turn at the node's memory. ns to wait from the CPU's clock on. */
u64 ss_mm_memory_wait(struct ss_world *w, const struct ss_cpu *cpu, u32 n);

#endif
