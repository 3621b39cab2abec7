/*
 * The second half of a round of the page-fault benchmarks: the walk over the page table, then the
 * pages off the LRU and back to the CPU's lists in batches, from which they are flushed. Source:
 * spec "Per-CPU page lists" 2.13.
 */
#include "workload/unmap.h"

#include "mm/lru_paths.h"
#include "mm/own_lists.h"
#include "mm/refill.h"
#include "policy/program.h"
#include "workload/page_fault.h"

/* The gather batch: pages unmapped before they are released, in blocks of one small and then many
 * large ones (include/asm-generic/tlb.h). */
#define GATHER_FIRST 8
#define GATHER_BLOCK 510
#define GATHER_PAGES (GATHER_FIRST + 19 * GATHER_BLOCK)

/* Of what giving back a page costs, the part of the walk over the page table; the rest comes with
 * its release. In tenths. */
#define WALK_TENTHS 6

/* The walk drops the mapping count of each page: its line comes to this core. */
static u64 walk(struct ss_world *w, struct ss_cpu *cpu, u32 first, u32 n)
{
    struct ss_hold hold = ss_mm_begin(w, cpu);
    for (u32 i = 0; i < n; i++)
        ss_touch_page(&hold, w->mm->mapping[first + i]);
    u64 each = w->def->page_unmap_ps / 10 * WALK_TENTHS;
    return ss_faulting_at_own_speed(w, cpu, n * each);
}

struct release_block_frame {
    struct ss_path path;
    /* arguments */
    u32 first, n;  /* index into the mappings */
    bool is_table; /* pages of the page table: on no LRU, and not counted */
    /* kept */
    u64 ps;
    u32 at, freed, flush;
    bool asks; /* a policy of one's own is at work on how many */
};

/* How many pages go back to the zone once one more has come to the lists. A policy that touches
 * nothing answers at once, as Linux does. */
static u32 flush_as_told(struct ss_world *w, struct ss_cpu *cpu, struct release_block_frame *me,
                         u32 linux_says)
{
    const struct ss_pcp *pcp = &w->mm->cpu[cpu->number].pcp;
    me->asks = w->policy->begin(
        w, cpu, SS_POLICY_POINT_PCP_FLUSH,
        (i64[SS_POLICY_ARGUMENTS]){cpu->number, pcp->count, pcp->batch, pcp->high});
    const i32 told = me->asks ? SS_POLICY_LEFT : w->policy->end(w, cpu);
    return told == SS_POLICY_LEFT ? linux_says : (u32)told;
}

/* Puts pages on the CPU's lists, last first, until they have to be flushed or none is left. */
static u32 free_until_flush(struct ss_world *w, struct ss_cpu *cpu, struct release_block_frame *me)
{
    struct ss_mm_cpu *mm_cpu = &w->mm->cpu[cpu->number];
    struct ss_hold hold = ss_mm_begin(w, cpu);
    u64 each = w->def->page_unmap_ps / 10 * (10 - WALK_TENTHS);
    u64 cost = ss_faulting_at_own_speed(w, cpu, each);
    u32 flush = 0;
    while (me->at && !flush && !(ss_policy_is_there(w) && me->asks)) {
        flush = ss_mm_put(w->mm, &hold, mm_cpu, w->mm->mapping[me->first + --me->at]);
        if (ss_policy_asks(w, SS_POLICY_POINT_PCP_FLUSH))
            flush = flush_as_told(w, cpu, me, flush);
        me->ps += cost;
        me->freed++;
    }
    me->ps += hold.ps;
    return flush;
}

/* One call of release_pages: off the LRU in groups, then back to the lists in reverse. */
static bool release_block(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(release_block);
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    SS_DEBUG_CHECK(me->n && (me->is_table || me->n <= GATHER_BLOCK));
    for (me->at = me->is_table ? me->n : 0; me->at < me->n; me->at += w->mm->release_pages)
        PATH_CALL(lru_delete, .first = me->first + me->at,
                  .n = ss_min_u32(w->mm->release_pages, me->n - me->at));
    me->at = me->n;
    while (me->at) {
        me->flush = free_until_flush(w, cpu, me);
        cpu->symbol = SS_SYMBOL_release_pages;
        PATH_COMPUTE(ss_faulting_taken_ns(w, cpu, &me->ps));
        ss_mm_score(w, me->is_table ? 0 : me->freed);
        me->freed = 0;
        if (ss_policy_is_there(w) && me->asks) {
            PATH_CALL_THROUGH(w->policy->program, policy_program);
            me->asks = false;
            if (cpu->result != SS_POLICY_LEFT)
                me->flush = (u32)cpu->result;
        }
        if (me->flush)
            PATH_CALL(pcp_flush, .n = me->flush);
    }
    PATH_END;
}

bool unmap(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(unmap);
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    SS_DEBUG_CHECK(me->pages && me->pages <= w->mm->needs.mapping);
    while (me->done < me->pages) {
        me->until = ss_min_u32(me->done + GATHER_PAGES, me->pages);
        cpu->symbol = SS_SYMBOL_release_pages;
        PATH_COMPUTE(ss_mm_ns(w, cpu, walk(w, cpu, me->first + me->done, me->until - me->done)));
        me->block = GATHER_FIRST;
        while (me->done < me->until) {
            me->block = ss_min_u32(me->block, me->until - me->done);
            PATH_CALL(release_block, .first = me->first + me->done, .n = me->block);
            me->done += me->block;
            me->block = GATHER_BLOCK;
        }
    }
    if (me->tables)
        PATH_CALL_LAST(release_block, .first = me->first + w->mm->needs.mapping, .n = me->tables,
                       .is_table = true);
    PATH_END;
}
