/* The view of view.h: the masks as a search would find them now. */
#include "sched/rt/view.h"

#include "sched/rt/cpupri.h"
#include "sched/run_queue.h"

/* As a search takes them: the AND over the masks of all nodes and the active CPUs. */
static void view_level(const struct ss_world *w, u32 level, u64 *mask, u64 *ghost)
{
    const struct ss_sched *s = w->sched;
    for (u32 word = 0; word < s->words; word++) {
        mask[word] = s->active[word];
        ghost[word] = 0;
        for (u32 node = 0; node < s->mask_nodes; node++)
            mask[word] &= ss_level_mask(s, level, node)[word];
    }
    SS_BITSET_EACH(cpu, mask, s->words)
    if (ss_cpupri_ghost(w, level, (u32)cpu))
        ss_bitset_add(ghost, (u32)cpu);
}

static void view(const struct ss_world *w, const struct ss_mechanism_views *views)
{
    const u32 words = w->sched->words;
    for (u32 level = 0; level < SS_CPUPRI_LEVELS; level++)
        view_level(w, level, views->cpupri_mask + (u64)level * words,
                   views->cpupri_ghost + (u64)level * words);
}

const struct ss_room ss_cpupri_view_room = {.mechanisms = view};
