/*
 * Pages of a zone and the lists they lie on. A struct page is one cache line; here it is its list
 * links, its marks, and where its line was last touched. Pages are numbers from 0 inside their
 * zone; the heads of all lists follow behind the last page, so that linking knows no special case.
 */
#ifndef SS_MM_PAGE_H
#define SS_MM_PAGE_H

#include "base/types.h"

#define SS_ORDERS 11         /* blocks of 2^0 .. 2^10 pages */
#define SS_PAGEBLOCK_ORDER 9 /* 512 pages share a migrate type */
#define SS_PAGEBLOCK_PAGES (1u << SS_PAGEBLOCK_ORDER)
#define SS_BLOCK_PAGES (1u << (SS_ORDERS - 1)) /* the largest block: zones are whole ones */
#define SS_ZONE_MOST_PAGES (1u << 24) /* 64 GiB: 20 bytes each fill what a world may take */

#define SS_NO_PAGE UINT32_MAX
#define SS_UNTOUCHED UINT16_MAX

enum ss_migrate_type {
    SS_UNMOVABLE,
    SS_MOVABLE,
    SS_RECLAIMABLE,
    SS_PCP_TYPES, /* these have per-CPU lists */
    SS_HIGHATOMIC = SS_PCP_TYPES,
    SS_CMA,
    SS_ISOLATE,
    SS_MIGRATE_TYPES
};

/* Marks of a page; the low bits hold the order of a free block. */
#define SS_PAGE_ORDER 0x0f
#define SS_PAGE_BUDDY 0x80 /* head of a free block of the buddy allocator */
#define SS_PAGE_LRU 0x40
#define SS_PAGE_USED 0x20 /* handed out, not freed yet */

/* A line of memory as the capacity model of zone.h sees it. */
struct ss_page_line {
    u32 core_fills, socket_fills; /* the counters of its last core and its socket at that touch */
    u16 core;                     /* that touched it last; SS_UNTOUCHED before the first time */
    u8 marks, type;               /* of the page whose line this is; else unused */
};

struct ss_page {
    u32 next, previous;
    struct ss_page_line line;
};

/* ---- lists: circular, the head is an entry behind the pages ---------------------------------- */

static inline void ss_page_list_init(struct ss_page *page, u32 head)
{
    page[head].next = page[head].previous = head;
}

static inline bool ss_page_list_empty(const struct ss_page *page, u32 head)
{
    return page[head].next == head;
}

static inline void ss_page_list_insert_after(struct ss_page *page, u32 at, u32 entry)
{
    u32 next = page[at].next;
    page[entry].next = next;
    page[entry].previous = at;
    page[next].previous = entry;
    page[at].next = entry;
}

static inline void ss_page_list_push(struct ss_page *page, u32 head, u32 entry)
{
    ss_page_list_insert_after(page, head, entry);
}

static inline void ss_page_list_append(struct ss_page *page, u32 head, u32 entry)
{
    ss_page_list_insert_after(page, page[head].previous, entry);
}

static inline void ss_page_list_unlink(struct ss_page *page, u32 entry)
{
    page[page[entry].previous].next = page[entry].next;
    page[page[entry].next].previous = page[entry].previous;
}

#endif
