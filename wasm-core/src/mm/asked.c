/*
 * What the page lists ask a policy of one's own: how many pages a CPU takes from its zone, and how
 * many it gives back. No answer lets a CPU keep more than its zone has pages for.
 */
#include "mm/asked.h"

#include "mm/mm.h"
#include "policy/policy.h"

#define MOST_AT_ONCE 512 /* pages: a huge page's, more than any kernel's batch */

static bool has_room(const struct ss_world *w, const i64 *argument, i64 held)
{
    return held <= (i64)w->mm->cpu[argument[0]].pcp.high_max;
}

static bool can_take(const struct ss_world *w, const i64 *argument, i64 answer)
{
    return answer >= 1 && answer <= MOST_AT_ONCE && has_room(w, argument, argument[1] + answer);
}

static bool can_give(const struct ss_world *w, const i64 *argument, i64 answer)
{
    return answer >= 0 && answer <= argument[1] && has_room(w, argument, argument[1] - answer + 1);
}

static void create(struct ss_world *w, struct ss_arena *header)
{
    (void)header;
    if (!w->policy)
        return;
    w->policy->possible[SS_POLICY_POINT_PCP_REFILL] = can_take;
    w->policy->possible[SS_POLICY_POINT_PCP_FLUSH] = can_give;
}

const struct ss_room ss_asked_mm_room = {.create = create};
