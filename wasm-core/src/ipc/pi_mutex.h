/*
 * Mutexes with priority inheritance: a holder runs at the priority of its first waiter. Taken and
 * given back in user space while no thread waits. The futex word is 0 free, else the holder's task
 * id + 1, with SS_PI_WAITERS once a thread had to wait. Source: futex_lock_pi and futex_unlock_pi
 * of kernel/futex/pi.c, kernel/locking/rtmutex.c, 6.18.2.
 *
 * Simplified: the kernel's rt_mutex and its wait_lock lie on the bucket's line and are held as the
 * bucket's lock; no waiter gives up (no timeouts, no signals), so priorities are lowered only when
 * a holder unlocks.
 */
#ifndef SS_IPC_PI_MUTEX_H
#define SS_IPC_PI_MUTEX_H

#include "ipc/futex.h"

#define SS_PI_WAITERS (1u << 31)

struct pi_mutex_lock_frame {
    struct ss_path path;
    /* arguments */
    u32 futex;
    /* kept */
    bool taken;
};
/* Result: 1 if the task had to wait. Locking a mutex twice is a defect of the workload. */
bool pi_mutex_lock(struct ss_world *w, struct ss_cpu *cpu);

struct pi_mutex_unlock_frame {
    struct ss_path path;
    /* arguments */
    u32 futex;
    /* kept */
    i32 next; /* the task that gets it */
    bool in_user;
};
/* Result: 1 if the mutex was handed to a waiter. Unlocking a mutex of another task is a defect. */
bool pi_mutex_unlock(struct ss_world *w, struct ss_cpu *cpu);

#endif
