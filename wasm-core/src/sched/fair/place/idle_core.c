/*
 * What a CPU that goes idle tells its LLC: that there is a core with nothing to do. Source:
 * __update_idle_core of kernel/sched/fair.c, 6.18.2; spec "Fair scheduler" section 9.8.
 */
#include "sched/fair/place/idle_core.h"

#include "sched/domains/domains.h"
#include "sched/fair/place/idle_cpu.h"
#include "sched/run_queue.h"
#include "sched/state/fair.h"

bool update_idle_core(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(update_idle_core);
    const u32 words = w->topology.cpu_words;
    const u64 *const siblings = w->topology.core_cpus + (u64)w->topology.core[cpu->number] * words;
    const u32 index = w->domains->cpu[cpu->number].sd_llc_shared;
    struct ss_shared_state *const shared =
        &w->sched->fair->shared[index]; /* unless there is none */
    PATH_BEGIN;
    SS_HOLDS(w, cpu, cpu->number);
    SS_DEBUG_CHECK(ss_bitset_has(siblings, cpu->number));
    if (!w->topology.smt_active || index == SS_NO_SHARED)
        PATH_LEAVE;
    PATH_LOAD(__update_idle_core, WORD(SCHED_DOMAIN_SHARED, index, COUNTS),
              me->known = shared->has_idle_cores != 0);
    if (me->known)
        PATH_LEAVE;
    for (me->at = ss_bitset_first(siblings, words); me->at >= 0;
         me->at = ss_bitset_next(siblings, words, (u32)me->at + 1)) {
        if (me->at == (i32)cpu->number)
            continue;
        PATH_CALL(test_cpu, .cpu = (u16)me->at, .symbol = SS_SYMBOL___update_idle_core);
        if (cpu->result != SS_CPU_IDLE)
            PATH_LEAVE;
    }
    PATH_STORE(__update_idle_core, WORD(SCHED_DOMAIN_SHARED, index, COUNTS),
               shared->has_idle_cores = 1);
    PATH_END;
}
