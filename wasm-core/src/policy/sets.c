/* The sets of sets.h. */
#include "policy/sets.h"

bool ss_policy_next(const struct ss_world *w, i64 set, i64 after, i64 *next)
{
    const struct ss_topology *t = &w->topology;
    const struct {
        const u64 *cpus;
        u32 count;
    } sets[] = {
        [SS_POLICY_ALL] = {NULL, 1},
        [SS_POLICY_LLC] = {t->llc_cpus, t->llcs},
        [SS_POLICY_CORE] = {t->core_cpus, t->cores},
        [SS_POLICY_NODE] = {t->node_cpus, t->nodes},
    };
    const u32 kind = set & 3;
    if (set < 0 || set >> 2 >= sets[kind].count || after < -1)
        return false;
    if (after + 1 >= t->cpus)
        *next = -1;
    else if (kind == SS_POLICY_ALL)
        *next = after + 1;
    else
        *next = ss_bitset_next(sets[kind].cpus + (u64)(set >> 2) * t->cpu_words, t->cpu_words,
                               (u32)(after + 1));
    return true;
}
