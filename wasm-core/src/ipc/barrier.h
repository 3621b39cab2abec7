/*
 * A barrier of user space: each thread counts itself in. All but the last sleep; the last thread to
 * come wakes them, highest priority first. The futex word is the number of the round. Source:
 * pthread_barrier_wait of glibc 2.25 and later.
 */
#ifndef SS_IPC_BARRIER_H
#define SS_IPC_BARRIER_H

#include "ipc/futex.h"

struct barrier_wait_frame {
    struct ss_path path;
    /* arguments */
    u32 futex;
    u32 parties;
    /* kept */
    u32 round;
    bool last;
};
/* Result: 1 for the thread that completed the round (PTHREAD_BARRIER_SERIAL_THREAD), else 0. */
bool barrier_wait(struct ss_world *w, struct ss_cpu *cpu);

#endif
