/*
 * A counting semaphore of user space: posts are remembered, and no thread enters the kernel while
 * there is something to take and no waiter to wake. The futex word is the value. Source: sem_wait
 * and sem_post of glibc 2.21 and later, whose names libc has for itself in native builds.
 */
#ifndef SS_IPC_SEMAPHORE_H
#define SS_IPC_SEMAPHORE_H

#include "ipc/futex.h"

struct semaphore_post_frame {
    struct ss_path path;
    /* arguments */
    u32 futex;
    bool sync;
    /* kept */
    bool waited;
};
bool semaphore_post(struct ss_world *w, struct ss_cpu *cpu);

struct semaphore_wait_frame {
    struct ss_path path;
    /* arguments */
    u32 futex;
    /* kept */
    bool taken;
};
bool semaphore_wait(struct ss_world *w, struct ss_cpu *cpu);

#endif
