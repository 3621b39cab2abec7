/*
 * The CPU priority index: which CPUs run at which RT level, kept with atomics and searched without
 * locks. Source: kernel/sched/cpupri.c, Linux 6.18.2; per-node form: patch 4 of "sched/rt: mitigate
 * root_domain cache line contention". Behaviour: spec "RT scheduling class and cpupri" section 2.
 */
#include "sched/rt/cpupri.h"

#include "exec/record.h"
#include "sched/root_domain.h"
#include "sched/run_queue.h"

/* Priority -1 INVALID, 0..98 RT99..RT1, 99 NORMAL, 100 HIGHER to level -1, 99..1, 0, 100. */
i32 ss_cpupri_level(i32 prio)
{
    if (prio == SS_PRIO_NORMAL)
        return SS_LEVEL_NORMAL;
    if (prio == SS_PRIO_HIGHER)
        return SS_LEVEL_HIGHER;
    return prio == SS_PRIO_INVALID ? SS_LEVEL_INVALID : SS_PRIO_NORMAL - prio;
}

/* What former kernels handed over besides RT priorities; the highest level of generation A. */
#define FIRST_FAIR_PRIO 100
#define IDLE_PRIO 140
#define HIGHEST_LEVEL_A 101

/* A: 102 vectors, IDLE 0, NORMAL 1, RT from 2 on. B: 100 vectors, NORMAL 0, RT1..RT99 at 1..99. */
i32 ss_cpupri_level_in(enum ss_cpupri_generation generation, i32 prio)
{
    if (generation == SS_CPUPRI_C)
        return ss_cpupri_level(prio);
    if (prio == SS_PRIO_INVALID)
        return SS_LEVEL_INVALID;
    if (generation == SS_CPUPRI_B)
        return prio >= SS_PRIO_NORMAL ? 0 : SS_PRIO_NORMAL - prio;
    if (prio >= FIRST_FAIR_PRIO)
        return prio == IDLE_PRIO ? 0 : 1;
    return HIGHEST_LEVEL_A - prio;
}

static u32 mask_node(const struct ss_world *w, u32 cpu)
{
    return w->sched->per_node ? w->topology.node[cpu] : 0;
}

bool ss_cpupri_ghost(const struct ss_world *w, u32 level, u32 cpu)
{
    const struct ss_sched *s = w->sched;
    return w->def->static_root_domain && s->per_node && s->cpu_to_pri[cpu] != (i32)level &&
           ss_bitset_has(ss_level_mask(s, level, mask_node(w, cpu)), cpu);
}

/* Files `cpu` under a new level: joins the new vector before it leaves the old one, so that a
 * concurrent search cannot miss a CPU that is raised. The caller holds the CPU's run-queue lock. */
bool cpupri_set(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(cpupri_set);
    struct ss_sched *const s = w->sched;
    const u32 node = mask_node(w, me->cpu);
    const u32 to_pri = ELEMENT(CPU_TO_PRI, 0, LEVEL, me->cpu);
#define MASK(level) ss_level_mask(s, (u32)(level), node)
#define BIT_WORD(level) ss_mask_word(w, (u32)(level), node, me->cpu / 64)
    PATH_BEGIN;
    SS_DEBUG_CHECK(me->cpu < w->topology.cpus);
    SS_DEBUG_CHECK(s->cpu_to_pri[me->cpu] < SS_CPUPRI_LEVELS);
    me->new_level = ss_cpupri_level(me->prio);
    PATH_LOAD(cpupri_set, ss_rd(w, SS_RD_CPU_TO_PRI));
    PATH_LOAD(cpupri_set, to_pri, me->old_level = s->cpu_to_pri[me->cpu]);
    if (me->new_level == me->old_level)
        PATH_LEAVE;
    ss_record(w, cpu, SS_RECORD_LEVEL, (u32)(me->new_level + 1), (u32)(me->old_level + 1), me->cpu,
              0);
    if (me->new_level != SS_LEVEL_INVALID) {
        PATH_LOAD(cpupri_set, ss_mask_pointer(w, (u32)me->new_level));
        if (s->per_node)
            PATH_LOAD(cpupri_set, ELEMENT(CPUPRI_NODE_POINTERS, me->new_level, MASK, node));
        PATH_SET_BIT(cpupri_set, BIT_WORD(me->new_level), MASK(me->new_level), me->cpu);
        PATH_BARRIER(BEFORE_ATOMIC);
        PATH_INCREMENT(cpupri_set, ss_count_word(w, (u32)me->new_level),
                       s->state->count[me->new_level]);
    }
    if (me->old_level != SS_LEVEL_INVALID) {
        if (me->new_level != SS_LEVEL_INVALID)
            PATH_BARRIER(AFTER_ATOMIC);
        PATH_DECREMENT(cpupri_set, ss_count_word(w, (u32)me->old_level),
                       s->state->count[me->old_level]);
        PATH_BARRIER(AFTER_ATOMIC);
        PATH_LOAD(cpupri_set, ss_mask_pointer(w, (u32)me->old_level));
        if (s->per_node)
            PATH_LOAD(cpupri_set, ELEMENT(CPUPRI_NODE_POINTERS, me->old_level, MASK, node));
        PATH_CLEAR_BIT(cpupri_set, BIT_WORD(me->old_level), MASK(me->old_level), me->cpu);
    }
    PATH_STORE(cpupri_set, to_pri, s->cpu_to_pri[me->cpu] = me->new_level);
    PATH_END;
#undef MASK
#undef BIT_WORD
}

void ss_cpupri_file(struct ss_world *w, u32 cpu, i32 level)
{
    struct ss_sched *s = w->sched;
    u32 node = s->per_node ? w->topology.node[cpu] : 0;
    i32 old = s->cpu_to_pri[cpu];
    ss_bitset_add(ss_level_mask(s, (u32)level, node), cpu);
    s->state->count[level]++;
    if (old != SS_LEVEL_INVALID) {
        s->state->count[old]--;
        ss_bitset_remove(ss_level_mask(s, (u32)old, node), cpu);
    }
    s->cpu_to_pri[cpu] = level;
}

/* ---- search ---------------------------------------------------------------------------------- */

static u64 *result_mask(const struct ss_world *w, const struct ss_cpu *cpu)
{
    return w->sched->scratch + (u64)cpu->number * w->sched->words;
}

static const u64 *affinity_set(const struct ss_world *w, u32 affinity)
{
    return w->affinity + (u64)affinity * w->sched->words;
}

/* Removes the CPUs that do not fit, in ascending order; true if any is left. */
static bool keep_fitting(struct ss_world *w, const struct ss_cpu *cpu, i32 fit)
{
    ss_bitset_and(result_mask(w, cpu), affinity_set(w, (u32)fit), w->sched->words);
    return !ss_bitset_empty(result_mask(w, cpu), w->sched->words);
}

struct __cpupri_find_frame {
    struct ss_path path;
    /* arguments */
    u32 affinity;
    u32 level;
    bool want_mask;
    /* kept */
    u32 word, node, tried;
    bool hit;
};

/* One level with a single bitmap. */
static bool probe_bitmap(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(__cpupri_find);
    struct ss_sched *const s = w->sched;
    const u64 *const affinity = affinity_set(w, me->affinity);
    const u64 *const mask = ss_level_mask(s, me->level, 0);
    u64 *const result = result_mask(w, cpu);
    PATH_BEGIN;
    SS_DEBUG_CHECK(me->level < SS_CPUPRI_LEVELS);
    SS_DEBUG_CHECK(me->affinity < w->affinities);
    SS_DEBUG_CHECK(!s->per_node);
    PATH_LOAD(cpupri_find_fitness, ss_mask_pointer(w, me->level));
    for (me->word = 0; me->word < s->words && !me->hit; me->word++)
        PATH_LOAD(_find_first_and_bit, ss_mask_word(w, me->level, 0, me->word),
                  me->hit = (affinity[me->word] & mask[me->word]) != 0);
    if (!me->hit || !me->want_mask)
        PATH_RETURN(me->hit);
    PATH_LOAD(cpupri_find_fitness, ss_mask_pointer(w, me->level));
    /* A second, independent read: what was seen a moment ago may be gone. */
    for (me->word = 0; me->word < s->words; me->word++)
        PATH_LOAD(__bitmap_and, ss_mask_word(w, me->level, 0, me->word),
                  result[me->word] = affinity[me->word] & mask[me->word]);
    for (me->word = 0; me->word < s->words; me->word++)
        PATH_LOAD(__bitmap_and, ELEMENT(CPU_ACTIVE_MASK, 0, BITS, me->word),
                  result[me->word] &= s->active[me->word]);
    PATH_RETURN(!ss_bitset_empty(result, s->words));
    PATH_END;
}

/* The word at hand of the node at hand, without other nodes' bits. */
static u64 node_mask(const struct ss_sched *s, const struct __cpupri_find_frame *me)
{
    const u64 *node_cpus = s->node_cpus + (u64)me->node * s->words;
    return ss_level_mask(s, me->level, me->node)[me->word] & node_cpus[me->word];
}

/* One level with a bitmap a node: looks at the searcher's own node first, but the result takes the
 * AND over all of them (a bit of another node is a constant 1). */
static bool probe_node_bitmaps(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(__cpupri_find);
    struct ss_sched *const s = w->sched;
    const u32 nodes = s->mask_nodes;
    const u64 *const affinity = affinity_set(w, me->affinity);
    u64 *const result = result_mask(w, cpu);
#define MASK_WORD ss_mask_word(w, me->level, me->node, me->word)
    PATH_BEGIN;
    SS_DEBUG_CHECK(me->level < SS_CPUPRI_LEVELS);
    SS_DEBUG_CHECK(me->affinity < w->affinities);
    SS_DEBUG_CHECK(s->per_node);
    PATH_LOAD(cpupri_find_fitness, ss_mask_pointer(w, me->level));
    me->node = ss_node_of_cpu(w, cpu->number);
    for (; me->tried < nodes && !me->hit; me->tried++, me->node = (me->node + 1) % nodes) {
        PATH_LOAD(cpupri_find_fitness, ELEMENT(CPUPRI_NODE_POINTERS, me->level, MASK, me->node));
        for (me->word = 0; me->word < s->words && !me->hit; me->word++) {
            PATH_LOAD(_find_first_and_and_bit, MASK_WORD,
                      me->hit = (affinity[me->word] & node_mask(s, me)) != 0);
            PATH_LOAD(_find_first_and_and_bit, ELEMENT(NODE_TO_CPUMASK, me->node, BITS, me->word));
        }
    }
    if (!me->hit || !me->want_mask)
        PATH_RETURN(me->hit);
    for (me->node = 0; me->node < nodes; me->node++) {
        PATH_LOAD(cpupri_find_fitness, ELEMENT(CPUPRI_NODE_POINTERS, me->level, MASK, me->node));
        for (me->word = 0; me->word < s->words; me->word++)
            PATH_TOUCH(SS_OPERATION_LOAD, me->node ? SS_SYMBOL___bitmap_and : SS_SYMBOL_memcpy,
                       MASK_WORD,
                       result[me->word] = (me->node ? result[me->word] : ~0ull) &
                                          ss_level_mask(s, me->level, me->node)[me->word]);
    }
    ss_bitset_and(result, affinity, s->words);
    for (me->word = 0; me->word < s->words; me->word++)
        PATH_LOAD(__bitmap_and, ELEMENT(CPU_ACTIVE_MASK, 0, BITS, me->word),
                  result[me->word] &= s->active[me->word]);
    PATH_RETURN(!ss_bitset_empty(result, s->words));
    PATH_END;
#undef MASK_WORD
}

/* One level. Result: 1 if it has a CPU for the affinity. */
static bool __cpupri_find(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(__cpupri_find);
    if (w->sched->per_node)
        PATH_BECOMES(probe_node_bitmaps);
    PATH_BECOMES(probe_bitmap);
}

/* Looks for CPUs the task may use at the lowest level below its own, ascending; the first populated
 * level wins. Levels are read without any lock: the answer is a hint. */
bool cpupri_find_fitness(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(cpupri_find_fitness);
    struct ss_sched *const s = w->sched;
    struct ss_search *const search = &ss_rq(w, cpu->number)->search;
    PATH_BEGIN;
    /* Whatever has a level: none lies below SS_PRIO_INVALID's, all below SS_PRIO_HIGHER's. */
    SS_DEBUG_CHECK(me->prio >= SS_PRIO_INVALID && me->prio <= SS_PRIO_HIGHER);
    SS_DEBUG_CHECK(me->affinity < w->affinities);
    SS_DEBUG_CHECK(me->fit < (i32)w->affinities);
    *search = (struct ss_search){.level = -1, .domain = UINT32_MAX};
    me->limit = ss_cpupri_level(me->prio);
    for (;;) {
        for (me->level = 0; me->level < me->limit; me->level++) {
            PATH_SCAN(cpupri_find_fitness, ss_count_word(w, (u32)me->level),
                      me->count = s->state->count[me->level]);
            PATH_BARRIER(READ);
            search->probed++;
            if (!me->count)
                continue;
            PATH_CALL(__cpupri_find, .affinity = me->affinity, .level = (u32)me->level,
                      .want_mask = me->want_mask);
            if (cpu->result && (!me->want_mask || me->fit < 0 || me->ignore_fitness ||
                                keep_fitting(w, cpu, me->fit))) {
                search->level = me->level;
                PATH_RETURN(me->level + 1);
            }
            search->refused++;
        }
        if (me->fit < 0 || me->ignore_fitness)
            PATH_RETURN(0);
        me->ignore_fitness = true; /* no CPU fits: the best level counts, fit or not */
    }
    PATH_END;
}
