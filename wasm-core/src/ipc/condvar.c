/* The condition variable of condvar.h. */
#include "ipc/condvar.h"

#include "ipc/mutex.h"
#include "ipc/pi_mutex.h"

bool cond_wait(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(cond_wait);
    struct ss_futex *const cond = &w->ipc->futex[me->futex];
    PATH_BEGIN;
    SS_IN_TASK(w, cpu);
    SS_DEBUG_CHECK(me->futex < w->ipc->futexes && me->mutex < w->ipc->futexes);
    SS_DEBUG_CHECK(w->ipc->futex[me->mutex].word);
    PATH_ATOMIC(user, cond->word_address, me->sequence = cond->word; cond->arrived++);
    if (me->pi)
        PATH_CALL(pi_mutex_unlock, .futex = me->mutex);
    else if (w->ipc->futex[me->mutex].word) /* another thread may have given it back meanwhile */
        PATH_CALL(mutex_unlock, .futex = me->mutex);
    PATH_CALL(futex_wait, .futex = me->futex, .checks = true, .expected = me->sequence);
    PATH_DECREMENT(user, cond->word_address, cond->arrived);
    if (me->pi)
        PATH_CALL(pi_mutex_lock, .futex = me->mutex);
    else
        PATH_CALL_LAST(mutex_lock, .futex = me->mutex);
    PATH_END;
}

bool cond_signal(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(cond_signal);
    struct ss_futex *const cond = &w->ipc->futex[me->futex];
    PATH_BEGIN;
    SS_IN_TASK(w, cpu);
    SS_DEBUG_CHECK(me->futex < w->ipc->futexes);
    PATH_LOAD(user, cond->word_address, me->waited = cond->arrived != 0);
    if (!me->waited)
        PATH_LEAVE;
    PATH_INCREMENT(user, cond->word_address, cond->word);
    if (me->all)
        PATH_CALL(futex_wake_all, .futex = me->futex);
    else
        PATH_CALL_LAST(futex_wake, .futex = me->futex);
    PATH_END;
}
