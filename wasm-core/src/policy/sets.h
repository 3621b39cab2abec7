/* Sets of CPUs as values: one of the machine's, by a number. */
#ifndef SS_POLICY_SETS_H
#define SS_POLICY_SETS_H

#include "exec/world.h"

enum ss_policy_set { SS_POLICY_ALL, SS_POLICY_LLC, SS_POLICY_CORE, SS_POLICY_NODE };

static inline i64 ss_policy_set_of(enum ss_policy_set kind, u32 index)
{
    return (i64)index << 2 | kind;
}

/* The first CPU of the set behind `after`, or -1; false if there is no such set. */
bool ss_policy_next(const struct ss_world *w, i64 set, i64 after, i64 *next);

#endif
