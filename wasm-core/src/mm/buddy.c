/* Splitting, merging and falling back, as buddy.h says. */
#include "mm/buddy.h"

#include "base/check.h"

#define NO_TYPE SS_MIGRATE_TYPES

/* ---- free lists ------------------------------------------------------------------------------ */

static void touch_list_head(struct ss_hold *hold, u32 order, u32 type)
{
    ss_touch_line(hold, SS_LINE_FREE_AREA + (order * SS_FREE_AREA_BYTES + 16 * type) / 64);
}

static void touch_counter(struct ss_hold *hold, u32 order)
{
    ss_touch_line(hold,
                  SS_LINE_FREE_AREA + (order * SS_FREE_AREA_BYTES + SS_FREE_AREA_COUNTER) / 64);
}

static void take_off(struct ss_hold *hold, u32 page, u32 order)
{
    SS_DEBUG_CHECK(hold->zone->state->nr_free[order]);
    struct ss_zone *z = hold->zone;
    ss_touch_page(hold, z->page[page].next);
    ss_touch_page(hold, z->page[page].previous);
    ss_page_list_unlink(z->page, page);
    z->page[page].line.marks &= (u8) ~(SS_PAGE_BUDDY | SS_PAGE_ORDER);
    z->state->nr_free[order]--;
    touch_counter(hold, order);
}

static void put_on(struct ss_hold *hold, u32 page, u32 order, u32 type, bool at_tail)
{
    SS_DEBUG_CHECK(page % (1u << order) == 0 && page + (1u << order) <= hold->zone->pages);
    struct ss_zone *z = hold->zone;
    u32 head = ss_free_list(z, order, type);
    touch_list_head(hold, order, type);
    if (at_tail) {
        ss_touch_page(hold, z->page[head].previous);
        ss_page_list_append(z->page, head, page);
    } else {
        ss_touch_page(hold, z->page[head].next);
        ss_page_list_push(z->page, head, page);
    }
    z->page[page].line.marks = (u8)(SS_PAGE_BUDDY | order);
    z->state->nr_free[order]++;
    touch_counter(hold, order);
}

/* To the head of another type's list; the number of free blocks stays. */
static void move_to(struct ss_hold *hold, u32 page, u32 order, u32 type)
{
    struct ss_zone *z = hold->zone;
    u32 head = ss_free_list(z, order, type);
    ss_touch_page(hold, z->page[page].next);
    ss_touch_page(hold, z->page[page].previous);
    ss_page_list_unlink(z->page, page);
    touch_list_head(hold, order, type);
    ss_touch_page(hold, z->page[head].next);
    ss_page_list_push(z->page, head, page);
}

/* ---- taking ---------------------------------------------------------------------------------- */

/* Gives the upper halves of a block back until it has the wanted order. */
static void expand(struct ss_hold *hold, u32 page, u32 have, u32 want, u32 type)
{
    while (have > want) {
        have--;
        u32 half = page + (1u << have);
        ss_touch_page(hold, half);
        put_on(hold, half, have, type, false);
        hold->splits++;
    }
}

static u32 remove_smallest(struct ss_hold *hold, u32 order, u32 type)
{
    struct ss_zone *z = hold->zone;
    for (u32 have = order; have < SS_ORDERS; have++) {
        u32 head = ss_free_list(z, have, type);
        touch_list_head(hold, have, type);
        if (ss_page_list_empty(z->page, head))
            continue;
        u32 page = z->page[head].next;
        ss_touch_page(hold, page);
        take_off(hold, page, have);
        expand(hold, page, have, order, type);
        z->page[page].line.type = (u8)type;
        hold->highest = ss_max_u32(hold->highest, have);
        return page;
    }
    return SS_NO_PAGE;
}

/* ---- falling back to other types ------------------------------------------------------------- */

static const u8 other_types[SS_PCP_TYPES][2] = {
    [SS_UNMOVABLE] = {SS_RECLAIMABLE, SS_MOVABLE},
    [SS_MOVABLE] = {SS_RECLAIMABLE, SS_UNMOVABLE},
    [SS_RECLAIMABLE] = {SS_UNMOVABLE, SS_MOVABLE},
};

static u32 other_type_with(struct ss_hold *hold, u32 order, u32 wanted)
{
    for (u32 i = 0; i < SS_ARRAY_LENGTH(other_types[0]); i++) {
        u32 type = other_types[wanted][i];
        touch_list_head(hold, order, type);
        if (!ss_page_list_empty(hold->zone->page, ss_free_list(hold->zone, order, type)))
            return type;
    }
    return NO_TYPE;
}

/* True if a block of this order makes the rest of its pageblock worth taking as well. */
static bool takes_whole_block(u32 order, u32 wanted)
{
    return order >= SS_PAGEBLOCK_ORDER / 2 || wanted != SS_MOVABLE;
}

/* Moves all free blocks of a pageblock to another type; pages moved, and in *on_lru the pages of
 * the block that lie on the LRU. */
static u32 move_pageblock(struct ss_hold *hold, u32 first, u32 type, u32 *on_lru)
{
    struct ss_zone *z = hold->zone;
    u32 moved = 0;
    for (u32 page = first; page < first + SS_PAGEBLOCK_PAGES;) {
        u8 marks = z->page[page].line.marks;
        ss_touch_page(hold, page);
        if (!(marks & SS_PAGE_BUDDY)) {
            *on_lru += (marks & SS_PAGE_LRU) != 0;
            page++;
            continue;
        }
        move_to(hold, page, marks & SS_PAGE_ORDER, type);
        moved += 1u << (marks & SS_PAGE_ORDER);
        page += 1u << (marks & SS_PAGE_ORDER);
    }
    SS_DEBUG_CHECK(moved + *on_lru <= SS_PAGEBLOCK_PAGES);
    return moved;
}

/* Takes the block of `taken`, with as much of its pageblock as goes with it, and says what it did.
 */
static void steal(struct ss_hold *hold, struct ss_fallback *taken, u32 wanted, bool whole)
{
    struct ss_zone *z = hold->zone;
    const u32 page = taken->page, order = taken->order, block = page >> SS_PAGEBLOCK_ORDER;
    const u32 old = ss_block_type(z, page);
    if (old == SS_HIGHATOMIC || order >= SS_PAGEBLOCK_ORDER || !whole) {
        bool large = old != SS_HIGHATOMIC && order >= SS_PAGEBLOCK_ORDER;
        for (u32 i = 0; large && i < 1u << (order - SS_PAGEBLOCK_ORDER); i++)
            ss_block_set_type(z, block + i, wanted);
        taken->extent = large ? SS_FALLBACK_LARGE : SS_FALLBACK_ONE;
        taken->moved = 1u << order;
        move_to(hold, page, order, wanted);
        return;
    }
    taken->moved = move_pageblock(hold, block << SS_PAGEBLOCK_ORDER, wanted, &taken->on_lru);
    if (wanted == SS_MOVABLE)
        taken->alike = taken->on_lru;
    else if (old == SS_MOVABLE)
        taken->alike = SS_PAGEBLOCK_PAGES - (taken->moved + taken->on_lru);
    taken->extent = SS_FALLBACK_PIECES;
    if (taken->moved + taken->alike < SS_PAGEBLOCK_PAGES / 2)
        return;
    taken->extent = SS_FALLBACK_CLAIMED;
    ss_block_set_type(z, block, wanted);
}

/* Moves a block of another type to the wanted one's lists; false if there is none. */
static bool fall_back(struct ss_hold *hold, u32 order, u32 wanted)
{
    struct ss_zone *z = hold->zone;
    const u64 ps = hold->ps;
    const u32 touches = hold->touches;
    u32 have = SS_ORDERS, type = NO_TYPE;
    while (type == NO_TYPE && have > order)
        type = other_type_with(hold, --have, wanted);
    if (type == NO_TYPE)
        return false;
    /* Movable pages do not pollute: the smallest block that does will do. */
    if (!takes_whole_block(have, wanted) && have > order)
        for (have = order; (type = other_type_with(hold, have, wanted)) == NO_TYPE;)
            have++;
    struct ss_fallback taken = {
        .page = z->page[ss_free_list(z, have, type)].next, .order = have, .type = type};
    steal(hold, &taken, wanted, takes_whole_block(have, wanted));
    taken.ps = hold->ps - ps;
    taken.touches = hold->touches - touches;
    if (!hold->fallbacks++)
        hold->fallback = taken;
    return true;
}

u32 ss_buddy_remove(struct ss_hold *hold, u32 order, u32 type)
{
    SS_DEBUG_CHECK(order < SS_ORDERS && type < SS_PCP_TYPES);
    u32 page = remove_smallest(hold, order, type);
    while (page == SS_NO_PAGE && fall_back(hold, order, type))
        page = remove_smallest(hold, order, type);
    SS_DEBUG_CHECK(page == SS_NO_PAGE || page % (1u << order) == 0);
    return page;
}

/* ---- giving back ----------------------------------------------------------------------------- */

/* Isolated pageblocks keep their free pages to themselves. */
static bool may_merge(const struct ss_zone *z, u32 page, u32 buddy, u32 order)
{
    if (order < SS_PAGEBLOCK_ORDER || !z->state->isolated)
        return true;
    u32 own = ss_block_type(z, page), other = ss_block_type(z, buddy);
    return own == other || (own != SS_ISOLATE && other != SS_ISOLATE);
}

/* True if the block above this one would be complete but for this block: it may be merged soon, so
 * it is used last. */
static bool parent_is_nearly_free(struct ss_hold *hold, u32 page, u32 order)
{
    if (order + 2 >= SS_ORDERS)
        return false;
    u32 parent = page & ~(1u << order);
    u32 parent_buddy = parent ^ (2u << order);
    ss_touch_page(hold, parent_buddy);
    return ss_page_is_free(hold->zone, parent_buddy, order + 1);
}

static enum ss_merge_stop why_stopped(const struct ss_zone *z, u32 page, u32 order)
{
    if (order + 1 == SS_ORDERS)
        return SS_MERGE_LARGEST;
    const u8 marks = z->page[page ^ (1u << order)].line.marks;
    if (marks & SS_PAGE_BUDDY)
        return (marks & SS_PAGE_ORDER) == order ? SS_MERGE_ISOLATED : SS_MERGE_IN_PIECES;
    return marks & SS_PAGE_USED ? SS_MERGE_IN_USE : SS_MERGE_ON_A_LIST;
}

void ss_buddy_insert(struct ss_hold *hold, u32 page, u32 order, u32 type)
{
    SS_DEBUG_CHECK(order < SS_ORDERS && !(hold->zone->page[page].line.marks & SS_PAGE_BUDDY));
    struct ss_zone *z = hold->zone;
    const u32 merges = hold->merges;
    ss_touch_page(hold, page);
    z->state->free_pages += 1u << order;
    for (; order + 1 < SS_ORDERS; order++) {
        u32 buddy = page ^ (1u << order);
        ss_touch_page(hold, buddy);
        if (!ss_page_is_free(z, buddy, order) || !may_merge(z, page, buddy, order))
            break;
        take_off(hold, buddy, order);
        page &= buddy;
        hold->merges++;
    }
    hold->highest = ss_max_u32(hold->highest, order);
    hold->single += hold->merges == merges;
    hold->stopped[why_stopped(z, page, order)]++;
    put_on(hold, page, order, type, parent_is_nearly_free(hold, page, order));
}
