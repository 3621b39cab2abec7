/* The idle states of idle.h. */
#include "exec/idle.h"

#include "exec/world.h"

/* Some CPU may be asked in what state it is. */
static bool states_are_modelled(const struct ss_world *w)
{
    return w->def->idle_states == SS_IDLE_BY_RESIDENCY;
}

u32 ss_idle_state(const struct ss_world *w, const struct ss_cpu *cpu, u64 now)
{
    if (cpu->wait != SS_WAIT_IDLE || !states_are_modelled(w))
        return SS_IDLE_STATE_NONE;
    /* It has seen that there is work and is not going any deeper. */
    if (cpu->noticed_vectors)
        return SS_IDLE_STATE_POLL;
    const u64 idle = now - ss_min_u64(now, cpu->idle_since);
    u32 state = SS_IDLE_STATE_C6;
    while (state > SS_IDLE_STATE_POLL && idle < w->platform.idle[state].residency)
        state--;
    return state;
}

/* All CPUs of its cache sleep deeply: the cache has to wake up, too. */
static bool llc_sleeps(const struct ss_world *w, u32 llc, u64 now)
{
    const u32 words = w->topology.cpu_words;
    const u64 *cpus = w->topology.llc_cpus + (u64)llc * words;
    for (i32 at = ss_bitset_first(cpus, words); at >= 0;
         at = ss_bitset_next(cpus, words, (u32)at + 1))
        if (ss_idle_state(w, &w->cpu[at], now) != SS_IDLE_STATE_C6)
            return false;
    return true;
}

u32 ss_idle_exit(const struct ss_world *w, const struct ss_cpu *cpu, u64 now)
{
    const u32 state = ss_idle_state(w, cpu, now);
    if (state == SS_IDLE_STATE_NONE)
        return w->platform.idle[SS_IDLE_STATE_C1].exit;
    u32 ns = w->platform.idle[state].exit;
    if (w->platform.llc_asleep && llc_sleeps(w, w->topology.llc[cpu->number], now))
        ns += w->platform.llc_asleep;
    return ns;
}

void ss_idle_wait_begins(struct ss_world *w, const struct ss_cpu *cpu)
{
    const u64 end = cpu->idle_since + w->platform.idle[SS_IDLE_STATE_C1].residency;
    if (states_are_modelled(w) && w->topology.smt_active && end > cpu->clock)
        ss_wheel_set(&w->wheel, cpu->number, end, cpu->number << 3 | SS_EVENT_COMPLETION);
}

u32 ss_idle_kick_ns(const struct ss_world *w, const struct ss_cpu *cpu, u32 target)
{
    SS_DEBUG_CHECK(target < w->topology.cpus && target != cpu->number);
    const u16 *core = w->topology.core;
    return ss_coherence_hitm(&w->coherence, core[target], core[cpu->number]) + w->platform.rmw;
}

void ss_idle_kick(struct ss_world *w, const struct ss_cpu *cpu, u32 target, u32 node, u32 key,
                  enum ss_vector vector)
{
    SS_DEBUG_CHECK(target < w->topology.cpus && vector < SS_VECTORS);
    const u16 *core = w->topology.core;
    const u32 back = ss_coherence_hitm(&w->coherence, core[cpu->number], core[target]);
    if (ss_wheel_pending(&w->wheel, node))
        return;
    ss_cpu(w, target)->noticed_vectors |= (u8)(1u << vector);
    ss_wheel_set(&w->wheel, node, cpu->clock + back, key);
}
