/* The polling of busy_wait.h. */
#include "ipc/busy_wait.h"

#include "exec/path.h"
#include "exec/user.h"
#include "sched/core/interrupts.h"

#define POLL_NS 100000 /* how long it polls in one piece; a change of the word cuts that short */

bool busy_wait(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(busy_wait);
    const struct ss_futex *const futex = &w->ipc->futex[me->futex];
    PATH_BEGIN;
    SS_IN_TASK(w, cpu);
    SS_DEBUG_CHECK(!ss_current_user(w, cpu)->spins);
    for (;;) {
        PATH_LOAD(user, futex->word_address, me->changed = futex->word != me->old);
        if (me->changed || (me->most_ns && me->polled_ns >= me->most_ns))
            PATH_RETURN(me->changed);
        if (futex->word != me->old)
            continue; /* it changed while the line was on its way */
        ss_current_user(w, cpu)->spins = me->futex + 1;
        PATH_CALL(user_run, .ns = POLL_NS);
        ss_current_user(w, cpu)->spins = 0;
        me->polled_ns += POLL_NS;
    }
    PATH_RETURN(0);
    PATH_END;
}

static void end_polling(struct ss_world *w, const struct ss_cpu *cpu,
                        const struct busy_release_frame *me)
{
    for (u32 i = 0; i < me->count; i++)
        if (w->user[me->first + (i32)i].spins == me->futex + 1)
            ss_user_cut_short(w, cpu, me->first + (i32)i);
}

bool busy_release(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(busy_release);
    struct ss_futex *const futex = &w->ipc->futex[me->futex];
    PATH_BEGIN;
    SS_IN_TASK(w, cpu);
    SS_DEBUG_CHECK(me->futex < w->ipc->futexes);
    SS_DEBUG_CHECK(!me->count || me->first + (i32)me->count <= (i32)w->tasks);
    PATH_TURN(user);
    PATH_STORE(user, futex->word_address, futex->word = me->word; end_polling(w, cpu, me));
    PATH_END;
}
