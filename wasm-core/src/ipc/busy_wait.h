/*
 * Polling a word of user space that is shared: the waiting task keeps its CPU and sees the change
 * as soon as the line has come over. The polling itself makes no events; ticks and preemption go
 * on. The users of the futex word define its meaning; nothing here enters the kernel.
 */
#ifndef SS_IPC_BUSY_WAIT_H
#define SS_IPC_BUSY_WAIT_H

#include "ipc/futex.h"

/* Polls until the word differs from `old`, at most `most_ns` of its CPU's time (0: for ever).
 * Result: 1 if the word has changed. */
struct busy_wait_frame {
    struct ss_path path;
    /* arguments */
    u32 futex, old, most_ns;
    /* kept */
    u32 polled_ns;
    bool changed;
};
bool busy_wait(struct ss_world *w, struct ss_cpu *cpu);

/* Writes `word`; those of the `count` tasks from `first` on that poll it look again. */
struct busy_release_frame {
    struct ss_path path;
    /* arguments */
    u32 futex, word;
    i32 first;
    u32 count;
};
bool busy_release(struct ss_world *w, struct ss_cpu *cpu);

#endif
