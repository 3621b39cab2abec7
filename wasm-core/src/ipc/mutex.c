/* The plain mutex of mutex.h. */
#include "ipc/mutex.h"

enum word { FREE, TAKEN, CONTENDED };

/* Exchanges the word; true if it was free. */
static bool exchange(struct ss_futex *futex, enum word word)
{
    bool was_free = futex->word == FREE;
    futex->word = word;
    return was_free;
}

/* Compare and exchange: only a free mutex is taken. */
static bool take_if_free(struct ss_futex *futex)
{
    return futex->word == FREE && exchange(futex, TAKEN);
}

bool mutex_lock(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(mutex_lock);
    struct ss_futex *const futex = &w->ipc->futex[me->futex];
    PATH_BEGIN;
    SS_IN_TASK(w, cpu);
    SS_DEBUG_CHECK(me->futex < w->ipc->futexes);
    SS_DEBUG_CHECK(futex->word <= CONTENDED);
    PATH_ATOMIC(user, futex->word_address, me->taken = take_if_free(futex));
    if (me->taken)
        PATH_RETURN(0);
    for (;;) {
        PATH_ATOMIC(user, futex->word_address, me->taken = exchange(futex, CONTENDED));
        if (me->taken)
            PATH_RETURN(1);
        PATH_CALL(futex_wait, .futex = me->futex, .checks = true, .expected = CONTENDED);
    }
    PATH_RETURN(1);
    PATH_END;
}

bool mutex_unlock(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(mutex_unlock);
    struct ss_futex *const futex = &w->ipc->futex[me->futex];
    PATH_BEGIN;
    SS_IN_TASK(w, cpu);
    SS_DEBUG_CHECK(me->futex < w->ipc->futexes);
    SS_DEBUG_CHECK(futex->word == TAKEN || futex->word == CONTENDED);
    PATH_ATOMIC(user, futex->word_address, me->contended = futex->word == CONTENDED;
                futex->word = FREE);
    if (me->contended)
        PATH_CALL_LAST(futex_wake, .futex = me->futex);
    PATH_END;
}
