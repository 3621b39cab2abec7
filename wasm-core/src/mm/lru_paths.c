/* The paths of lru_paths.h. */
#include "mm/lru_paths.h"

#include "exec/lock.h"
#include "mm/hold_times.h"
#include "mm/own_lists.h"

/* Instructions of one page in a hold, as multiples of the machine's step (spec 5.3). */
#define LRU_STEPS 25

static u64 lru_cost(struct ss_world *w, struct ss_cpu *cpu, const struct ss_hold *hold)
{
    return ss_mm_ns(w, cpu, hold->ps + (u64)hold->pages * LRU_STEPS * w->mm->instruction_ps);
}

static u64 add_now(struct ss_world *w, struct ss_cpu *cpu)
{
    struct ss_mm_cpu *own = ss_mm_own_lists(w, cpu);
    struct ss_hold hold = ss_mm_begin(w, cpu);
    ss_lru_add(&hold, &own->pcp, &own->pagevec);
    return lru_cost(w, cpu, &hold);
}

bool lru_add(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(lru_add);
    PATH_BEGIN;
    SS_HOLDS_NOT(w, cpu, ss_mm_own_zone(w, cpu)->lru_lock);
    SS_DEBUG_CHECK(ss_mm_own_lists(w, cpu)->pagevec.count);
    cpu->symbol = SS_SYMBOL_pagevec_lru_move_fn;
    me->asked = cpu->clock;
    PATH_LOCK(ss_mm_own_zone(w, cpu)->lru_lock);
    me->hold = add_now(w, cpu);
    ss_mm_count_hold(w, cpu, &ss_mm_own_zone(w, cpu)->lru_times, me->asked, me->hold);
    PATH_COMPUTE(me->hold);
    PATH_UNLOCK_LAST(ss_mm_own_zone(w, cpu)->lru_lock);
    PATH_END;
}

static u64 delete_now(struct ss_world *w, struct ss_cpu *cpu, u32 first, u32 n)
{
    struct ss_hold hold = ss_mm_begin(w, cpu);
    ss_lru_delete(&hold, &ss_mm_own_lists(w, cpu)->pcp, w->mm->mapping + first, n);
    return lru_cost(w, cpu, &hold);
}

bool lru_delete(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(lru_delete);
    PATH_BEGIN;
    SS_HOLDS_NOT(w, cpu, ss_mm_own_zone(w, cpu)->lru_lock);
    SS_DEBUG_CHECK(me->n && me->n <= w->mm->release_pages);
    cpu->symbol = SS_SYMBOL_release_pages;
    me->asked = cpu->clock;
    PATH_LOCK(ss_mm_own_zone(w, cpu)->lru_lock);
    me->hold = delete_now(w, cpu, me->first, me->n);
    ss_mm_count_hold(w, cpu, &ss_mm_own_zone(w, cpu)->lru_times, me->asked, me->hold);
    PATH_COMPUTE(me->hold);
    PATH_UNLOCK_LAST(ss_mm_own_zone(w, cpu)->lru_lock);
    PATH_END;
}
