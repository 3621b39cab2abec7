/* The functions of own_lists.h. */
#include "mm/own_lists.h"

#include "mm/pcp_modern.h"

u64 ss_mm_ns(struct ss_world *w, const struct ss_cpu *cpu, u64 ps)
{
    struct ss_mm_cpu *own = ss_mm_own_lists(w, cpu);
    u64 sum = ps + own->ps;
    own->ps = (u32)(sum % 1000);
    return sum / 1000;
}

void ss_mm_score(struct ss_world *w, u32 n)
{
    *w->mm->half_pages += n;
    w->clock->score = *w->mm->half_pages / 2;
}

u64 ss_mm_memory_wait(struct ss_world *w, const struct ss_cpu *cpu, u32 n)
{
    struct ss_mm_zone *zone = ss_mm_own_zone(w, cpu);
    u64 begin = ss_max_u64(zone->memory_free_at, cpu->clock);
    zone->memory_free_at = begin + (u64)n * w->mm->zero_ps / 1000;
    return zone->memory_free_at - cpu->clock;
}

u32 ss_mm_take(const struct ss_mm *mm, struct ss_hold *hold, struct ss_mm_cpu *own, u32 type)
{
    u32 page = ss_pcp_take(hold, &own->pcp, type);
    if (page == SS_NO_PAGE)
        return page;
    /* Once an allocation: the refill between two tries does not ask for it. */
    if (mm->form == SS_PCP_FORM_MODERN)
        ss_pcp_modern_allocates(&own->pcp);
    struct ss_zone_state *state = hold->zone->state;
    hold->zone->page[page].line.marks = SS_PAGE_USED;
    /* Zeroing: 64 lines of data pass through the core's caches. */
    hold->zone->core_fills[hold->core] += 4096 / 64;
    state->socket_fills += 4096 / 64;
    state->count.allocated++;
    return page;
}

u32 ss_mm_put(const struct ss_mm *mm, struct ss_hold *hold, struct ss_mm_cpu *own, u32 page)
{
    struct ss_zone *zone = hold->zone;
    struct ss_pcp *pcp = &own->pcp;
    SS_DEBUG_CHECK(zone->page[page].line.marks == SS_PAGE_USED);
    zone->page[page].line.marks = 0;
    own->put_list = ss_pcp_free_list(zone, page);
    ss_pcp_put(hold, pcp, own->put_list, page);
    zone->state->count.freed++;
    if (mm->form == SS_PCP_FORM_MODERN)
        return ss_pcp_modern_frees(pcp, zone, 0);
    return pcp->count >= pcp->high ? ss_min_u32(pcp->batch, pcp->count) : 0;
}
