/* What caches add to a balance pass. */
#ifndef SS_SCHED_CACHE_BALANCE_H
#define SS_SCHED_CACHE_BALANCE_H

#include "exec/path.h"

struct ss_balance;
struct ss_cache_levels;
struct ss_group_stats;

/* Utilisations of the LLCs of two CPUs; false if either has none. */
bool ss_cache_levels_of(const struct ss_world *w, u32 src, u32 dst, struct ss_cache_levels *levels);

/* Whether the group's tasks make it a class of its own (enum ss_llc_balance). */
u8 ss_cache_group_flag(const struct ss_world *w, struct ss_balance *balance,
                       const struct ss_group_stats *stats, i32 group);

struct record_group_level_frame {
    struct ss_path path;
    /* arguments */
    i32 group;
};
/* Leaves the utilisation of the group at hand for the tests of later passes. */
bool record_group_level(struct ss_world *w, struct ss_cpu *cpu);

/* Before detaching; no more tasks of this queue; why one of them may not go: enum ss_reason, or
 * SS_REASON_NONE if it may. */
void ss_cache_before_detach(struct ss_world *w, const struct ss_balance *balance);
bool ss_cache_stops_detach(const struct ss_world *w, const struct ss_balance *balance, i32 task,
                           u32 detached);
u8 ss_cache_keeps(struct ss_world *w, struct ss_cpu *cpu, struct ss_balance *balance, i32 task);
/* What the move of a task means for its cache: enum ss_reason, or SS_REASON_NONE. */
u8 ss_cache_move_reason(const struct ss_world *w, const struct ss_balance *balance, i32 task);

/* Active balance may not take what is at home. */
bool ss_cache_vetoes(struct ss_world *w, struct ss_cpu *cpu, const struct ss_balance *balance);

#endif
