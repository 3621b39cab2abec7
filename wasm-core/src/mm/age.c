/* Scattering held pages over a zone, and cutting its free blocks around them. */
#include "mm/age.h"

#include "base/check.h"
#include "mm/lru.h"

static void add_free(struct ss_zone *z, u32 page, u32 order, struct ss_prng *random)
{
    const u32 head = ss_free_list(z, order, SS_MOVABLE);
    if (ss_prng_below(random, 2))
        ss_page_list_append(z->page, head, page);
    else
        ss_page_list_push(z->page, head, page);
    z->page[page].line.marks = (u8)(SS_PAGE_BUDDY | order);
    z->state->nr_free[order]++;
}

static bool is_held(const struct ss_zone *z, u32 page, u32 order)
{
    for (u32 i = 0; i < 1u << order; i++)
        if (z->page[page + i].line.marks == SS_PAGE_USED)
            return true;
    return false;
}

/* The free parts of a block, as large as its held pages leave them. */
static void cut(struct ss_zone *z, u32 page, u32 order, struct ss_prng *random)
{
    if (!is_held(z, page, order)) {
        add_free(z, page, order, random);
    } else if (order) {
        cut(z, page, order - 1, random);
        cut(z, page + (1u << (order - 1)), order - 1, random);
    }
}

/* Every page is as likely to be held as any other, by any task in proportion to what it holds. */
static void scatter(struct ss_zone *z, const struct ss_zone_holding *holding, u32 holdings,
                    struct ss_prng *random)
{
    u32 left[SS_LIMIT_CPUS], all = 0;
    for (u32 i = 0; i < holdings; i++)
        all += left[i] = holding[i].count;
    SS_DEBUG_CHECK(all < z->pages);
    for (u32 page = 0; all; page++) {
        if (ss_prng_below(random, z->pages - page) >= all)
            continue;
        u32 of = ss_prng_below(random, holdings);
        while (!left[of])
            of = (of + 1) % holdings;
        holding[of].page[--left[of]] = page;
        z->page[page].line.marks = SS_PAGE_USED;
        z->page[page].line.type = SS_MOVABLE;
        all--;
    }
}

/* A task met its pages in no order of their addresses. */
static void shuffle(const struct ss_zone_holding *holding, struct ss_prng *random)
{
    for (u32 left = holding->count; left > 1; left--) {
        u32 *last = &holding->page[left - 1], *other = &holding->page[ss_prng_below(random, left)];
        u32 page = *last;
        *last = *other;
        *other = page;
    }
}

static void add_to_lru(struct ss_zone *z, const u32 *page, u32 count)
{
    for (u32 i = 0; i < count; i++) {
        ss_page_list_push(z->page, ss_lru_list(z), page[i]);
        z->page[page[i]].line.marks |= SS_PAGE_LRU;
    }
    z->state->lru_pages += count;
}

/* Group after group of each, as tasks that run side by side put them there. */
static void fill_lru(struct ss_zone *z, const struct ss_zone_holding *holding, u32 holdings,
                     u32 group)
{
    bool more = true;
    for (u32 at = 0; more; at += group) {
        more = false;
        for (u32 i = 0; i < holdings; i++) {
            if (at >= holding[i].count)
                continue;
            add_to_lru(z, holding[i].page + at, ss_min_u32(group, holding[i].count - at));
            more = true;
        }
    }
}

void ss_zone_age(struct ss_zone *z, const struct ss_zone_holding *holding, u32 holdings, u32 group,
                 struct ss_prng *random)
{
    scatter(z, holding, holdings, random);
    for (u32 order = 0; order < SS_ORDERS; order++) {
        ss_page_list_init(z->page, ss_free_list(z, order, SS_MOVABLE));
        z->state->nr_free[order] = 0;
    }
    for (u32 page = 0; page < z->pages; page += SS_BLOCK_PAGES)
        cut(z, page, SS_ORDERS - 1, random);
    for (u32 i = 0; i < holdings; i++) {
        z->state->free_pages -= holding[i].count;
        shuffle(&holding[i], random);
    }
    fill_lru(z, holding, holdings, group);
}
