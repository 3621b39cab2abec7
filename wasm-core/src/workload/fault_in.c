/*
 * The first half of a round of the page-fault benchmarks: page after page is taken, zeroed (and
 * copied, of a file) and put on its way to the LRU. What needs a lock, a refill of the CPU's lists
 * or a full pagevec, is a path of mm/. Source: spec "Per-CPU page lists" 2.12.
 */
#include "workload/fault_in.h"

#include "mm/lru_paths.h"
#include "mm/own_lists.h"
#include "mm/refill.h"
#include "workload/page_fault.h"

enum contact { CONTACT_NONE, CONTACT_REFILL, CONTACT_LRU };

/* A page of the page table comes before the first page that it maps. */
static u8 wanted_type(const struct ss_world *w, const struct fault_in_frame *me)
{
    return w->mm->needs.tables && me->tables * SS_PAGES_A_TABLE <= me->done ? SS_UNMOVABLE
                                                                            : SS_MOVABLE;
}

/* Writes page after page until the CPU needs a lock or is through. */
static enum contact fault_until_contact(struct ss_world *w, struct ss_cpu *cpu,
                                        struct fault_in_frame *me)
{
    struct ss_mm_cpu *mm_cpu = &w->mm->cpu[cpu->number];
    struct ss_hold hold = ss_mm_begin(w, cpu);
    u32 *mapping = w->mm->mapping + ss_faulting_first(w, cpu);
    const u64 fault = ss_faulting_at_own_speed(
        w, cpu,
        w->def->page_fault_ps +
            (w->def->workload == SS_WORKLOAD_PAGE_FAULT2 ? w->def->page_copy_ps : 0));
    enum contact contact = CONTACT_NONE;
    while (me->done < me->pages && contact == CONTACT_NONE) {
        me->type = wanted_type(w, me);
        u32 page = ss_mm_take(w->mm, &hold, mm_cpu, me->type);
        if (page == SS_NO_PAGE) {
            contact = CONTACT_REFILL;
            break;
        }
        if (me->type == SS_UNMOVABLE) {
            mapping[w->mm->needs.mapping + me->tables++] = page;
            continue;
        }
        me->ps += fault;
        me->zeroed++;
        mapping[me->done++] = page;
        mm_cpu->pagevec.page[mm_cpu->pagevec.count++] = page;
        if (mm_cpu->pagevec.count == w->mm->pagevec_pages)
            contact = CONTACT_LRU;
    }
    me->ps += hold.ps;
    return contact;
}

bool fault_in(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(fault_in);
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    SS_DEBUG_CHECK(me->done <= me->pages);
    do {
        me->contact = (u8)fault_until_contact(w, cpu, me);
        cpu->symbol = SS_SYMBOL_clear_page_erms;
        PATH_COMPUTE(ss_faulting_taken_ns(w, cpu, &me->ps));
        if (w->mm->zero_ps && me->zeroed)
            PATH_COMPUTE_AS(SS_LEDGER_MEMORY, ss_mm_memory_wait(w, cpu, me->zeroed));
        ss_mm_score(w, me->zeroed);
        me->zeroed = 0;
        if (me->contact == CONTACT_REFILL) {
            PATH_CALL(pcp_refill, .type = me->type);
            SS_CHECK(w, cpu->result, "a zone ran out of pages: it was made too small");
        } else if (me->contact == CONTACT_LRU) {
            PATH_CALL(lru_add);
        }
    } while (me->contact != CONTACT_NONE);
    if (w->mm->cpu[cpu->number].pagevec.count)
        PATH_CALL(lru_add);
    PATH_RETURN(me->tables);
    PATH_END;
}
