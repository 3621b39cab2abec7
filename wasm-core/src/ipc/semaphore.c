/* The semaphore of semaphore.h. */
#include "ipc/semaphore.h"

/* Takes one if there is one; otherwise the caller counts as waiting. */
static bool take(struct ss_futex *semaphore)
{
    if (!semaphore->word) {
        semaphore->arrived++;
        return false;
    }
    semaphore->word--;
    return true;
}

bool semaphore_post(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(semaphore_post);
    struct ss_futex *const semaphore = &w->ipc->futex[me->futex];
    PATH_BEGIN;
    SS_IN_TASK(w, cpu);
    SS_DEBUG_CHECK(me->futex < w->ipc->futexes);
    PATH_ATOMIC(user, semaphore->word_address, semaphore->word++;
                me->waited = semaphore->arrived != 0);
    if (me->waited)
        PATH_CALL_LAST(futex_wake, .futex = me->futex, .sync = me->sync);
    PATH_END;
}

bool semaphore_wait(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(semaphore_wait);
    struct ss_futex *const semaphore = &w->ipc->futex[me->futex];
    PATH_BEGIN;
    SS_IN_TASK(w, cpu);
    SS_DEBUG_CHECK(me->futex < w->ipc->futexes);
    for (;;) {
        PATH_ATOMIC(user, semaphore->word_address, me->taken = take(semaphore));
        if (me->taken)
            break;
        PATH_CALL(futex_wait, .futex = me->futex, .checks = true, .expected = 0);
        PATH_DECREMENT(user, semaphore->word_address, semaphore->arrived);
    }
    PATH_END;
}
