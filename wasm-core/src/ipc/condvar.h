/*
 * A condition variable of user space: a waiting thread gives a mutex back and sleeps until another
 * thread signals; the futex word is the number of the last signal. A signal without a waiter is
 * lost and enters no kernel. Source: pthread_cond_wait and _signal of glibc 2.25 and later.
 *
 * Simplified: without glibc's two groups of waiters, so a waiter that has not yet gone to sleep may
 * return for the signal of another, as the standard allows.
 */
#ifndef SS_IPC_CONDVAR_H
#define SS_IPC_CONDVAR_H

#include "ipc/futex.h"

/* The mutex is another futex, which the current task holds; `pi`: that of pi_mutex.h. */
struct cond_wait_frame {
    struct ss_path path;
    /* arguments */
    u32 futex, mutex;
    bool pi;
    /* kept */
    u32 sequence;
};
bool cond_wait(struct ss_world *w, struct ss_cpu *cpu);

/* Wakes one waiter, or all of them. */
struct cond_signal_frame {
    struct ss_path path;
    /* arguments */
    u32 futex;
    bool all;
    /* kept */
    bool waited;
};
bool cond_signal(struct ss_world *w, struct ss_cpu *cpu);

#endif
