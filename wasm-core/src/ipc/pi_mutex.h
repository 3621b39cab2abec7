/*
 * Mutexes with priority inheritance: whoever holds one runs at the priority of the first who waits
 * for it. Taken and given back in user space while nobody waits. The futex word is 0 free, else the
 * holder's task id + 1, with SS_PI_WAITERS once somebody had to wait. Source: futex_lock_pi and
 * futex_unlock_pi of kernel/futex/pi.c, kernel/locking/rtmutex.c, 6.18.2.
 *
 * Simplified: the kernel's rt_mutex and its wait_lock lie on the bucket's line and are held as the
 * bucket's lock; nobody gives up waiting (no timeouts, no signals), so priorities are lowered only
 * when a holder unlocks.
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
/* Result: 1 if it had to wait. Locking what one holds is a defect of the workload. */
bool pi_mutex_lock(struct ss_world *w, struct ss_cpu *cpu);

struct pi_mutex_unlock_frame {
    struct ss_path path;
    /* arguments */
    u32 futex;
    /* kept */
    i32 next; /* who gets it */
    bool in_user;
};
/* Result: 1 if it was handed to a waiter. Unlocking what one does not hold is a defect. */
bool pi_mutex_unlock(struct ss_world *w, struct ss_cpu *cpu);

#endif
