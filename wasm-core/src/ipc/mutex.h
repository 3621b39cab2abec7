/*
 * A plain mutex of user space: taken and given back with one atomic each, through the kernel only
 * when a thread has to wait. No priority inheritance; that is pi_mutex.h. The futex word is 0 free,
 * 1 taken, 2 taken with waiters. Source: the default pthread mutex of glibc 2.34 and later.
 */
#ifndef SS_IPC_MUTEX_H
#define SS_IPC_MUTEX_H

#include "ipc/futex.h"

struct mutex_lock_frame {
    struct ss_path path;
    /* arguments */
    u32 futex;
    /* kept */
    bool taken;
};
/* Result: 1 if it had to wait. */
bool mutex_lock(struct ss_world *w, struct ss_cpu *cpu);

struct mutex_unlock_frame {
    struct ss_path path;
    /* arguments */
    u32 futex;
    /* kept */
    bool contended;
};
bool mutex_unlock(struct ss_world *w, struct ss_cpu *cpu);

#endif
