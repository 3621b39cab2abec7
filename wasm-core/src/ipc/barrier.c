/* The barrier of barrier.h. */
#include "ipc/barrier.h"

/* Counts one arrival; true if that completes the round. */
static bool arrive(struct ss_futex *futex, u32 parties)
{
    if (++futex->arrived < parties)
        return false;
    futex->arrived = 0;
    return true;
}

bool barrier_wait(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(barrier_wait);
    struct ss_futex *const futex = &w->ipc->futex[me->futex];
    PATH_BEGIN;
    SS_IN_TASK(w, cpu);
    SS_DEBUG_CHECK(me->futex < w->ipc->futexes);
    SS_DEBUG_CHECK(futex->arrived < me->parties);
    PATH_ATOMIC(user, futex->word_address, me->round = futex->word;
                me->last = arrive(futex, me->parties));
    if (me->last) {
        PATH_INCREMENT(user, futex->word_address, futex->word);
        PATH_CALL(futex_wake_all, .futex = me->futex);
    }
    while (!me->last && futex->word == me->round)
        PATH_CALL(futex_wait, .futex = me->futex, .checks = true, .expected = me->round);
    /* Each thread also counts itself out, so that the barrier may be destroyed afterwards. */
    PATH_ATOMIC(user, futex->word_address);
    PATH_RETURN(me->last);
    PATH_END;
}
