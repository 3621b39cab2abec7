/* The questions of questions.h. */
#include "policy/questions.h"

#include "policy/sets.h"

/* Of the machine, of CPU `a` and, where two are compared, `b`. */
static i64 of_machine(const struct ss_topology *t, u32 what, u32 a, u32 b)
{
    switch (what) {
    case SS_POLICY_CALL_NR_CPU_IDS:
        return t->cpus;
    case SS_POLICY_CALL_NR_NODE_IDS:
        return t->nodes;
    case SS_POLICY_CALL_CPU_NODE:
        return t->node[a];
    case SS_POLICY_CALL_CPU_LLC:
        return t->llc[a];
    case SS_POLICY_CALL_CPU_CORE:
        return t->core[a];
    case SS_POLICY_CALL_DISTANCE:
        return t->distance[t->node[a] * t->nodes + t->node[b]];
    case SS_POLICY_CALL_CPUS_SHARE_CACHE:
        return t->llc[a] == t->llc[b];
    case SS_POLICY_CALL_LLC_CPUS:
        return ss_policy_set_of(SS_POLICY_LLC, t->llc[a]);
    case SS_POLICY_CALL_CORE_CPUS:
        return ss_policy_set_of(SS_POLICY_CORE, t->core[a]);
    case SS_POLICY_CALL_NODE_CPUS:
        return ss_policy_set_of(SS_POLICY_NODE, t->node[a]);
    default:
        return ss_policy_set_of(SS_POLICY_ALL, 0);
    }
}

i64 ss_policy_answer(const struct ss_world *w, const struct ss_cpu *cpu, struct ss_policy_vm *vm,
                     u32 what, const i64 of[2])
{
    switch (what) {
    case SS_POLICY_CALL_THIS_CPU:
        return cpu->number;
    case SS_POLICY_CALL_NOW:
        return (i64)cpu->clock;
    case SS_POLICY_CALL_CURRENT:
        return cpu->current;
    case SS_POLICY_CALL_OCCUPANCY:
        return w->policy->occupancy[cpu->number * w->topology.llcs + (u32)of[0]];
    case SS_POLICY_CALL_RANDOM:
        return ss_prng_below(&vm->random, (u32)of[0]);
    default:
        return of_machine(&w->topology, what, (u32)of[0], (u32)of[1]);
    }
}
