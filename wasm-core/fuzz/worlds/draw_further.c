/*
 * What a definition is drawn with besides what draw.c has, of one in a few: costs that most
 * machines lack, a measured matrix of transfers, nodes that are far to reclaim from, hints of more
 * than one bit. From a random stream of its own, so that the numbers of all others keep their
 * worlds.
 */
#include "worlds.h"

#define MOST_SPREAD_PS 500000000
#define MOST_COST_PS 100000000
#define MOST_TRANSFER_NS 100000

/* At most one for forks and one for wakes, as no other are taken. */
static uint32_t some_hints(struct ss_prng *random)
{
    static const uint32_t fork[] = {0, SS_HINT_FORK_AFFINE, SS_HINT_FORK_SPREAD};
    static const uint32_t wake[] = {0, SS_HINT_WAKE_AFFINE, SS_HINT_WAKE_HOLD};
    return fork[below(random, 3)] | wake[below(random, 3)] |
           (one_in(random, 2) ? SS_HINT_WAKE_WIDE : 0);
}

/* Of times like those of the classes, or any; seldom the same in both directions. */
static void draw_matrix(struct ss_prng *random, struct ss_world_def *def)
{
    const uint32_t nodes = def->nodes, most = one_in(random, 4) ? MOST_TRANSFER_NS : 600;
    const bool both_ways = one_in(random, 3);
    def->hitm_matrix_nodes = nodes;
    for (uint32_t from = 0; from < nodes; from++)
        for (uint32_t to = 0; to < nodes; to++)
            def->hitm_matrix_ns[from * nodes + to] = both_ways && to < from
                                                         ? def->hitm_matrix_ns[to * nodes + from]
                                                         : within(random, 2, most);
}

static void draw_costs(struct ss_prng *random, struct ss_world_def *def)
{
    if (one_in(random, 2))
        def->tick_spread_ps = within(random, 0, MOST_SPREAD_PS);
    if (one_in(random, 2))
        def->llc_asleep_ps = within(random, 0, MOST_COST_PS);
    if (one_in(random, 3))
        def->directory_penalty_ps = within(random, 0, one_in(random, 4) ? MOST_COST_PS : 300000);
    if (one_in(random, 3))
        def->page_zero_ps = within(random, 0, 1000000);
    if (one_in(random, 3))
        def->service_numerator = within(random, 0, 4 * def->service_denominator);
}

void draw_further(struct ss_prng *random, struct ss_world_def *def)
{
    if (one_in(random, 3))
        draw_costs(random, def);
    if (one_in(random, 8))
        draw_matrix(random, def);
    if (one_in(random, 6))
        def->node_reclaim_distance = within(random, 0, one_in(random, 3) ? UINT16_MAX : 64);
    if (def->fair_class == SS_FAIR_FULL && one_in(random, 6))
        def->task_hints = some_hints(random);
}

void draw_further_changes(struct ss_prng *random, struct ss_world_def *def)
{
    for (uint32_t i = 0; i < def->interventions; i++)
        if (def->intervention_kind[i] == SS_INTERVENE_HINTS && one_in(random, 2))
            def->intervention_value[i] = some_hints(random);
}
