/*
 * Pipes: a ring of 16 pages behind a mutex, a wait queue for readers and one for writers. Small
 * writes share the last page, so 640 messages of 100 bytes fit. A writer wakes a reader only if the
 * pipe was empty, a reader wakes a writer only if it was full; both say that they are about to
 * sleep. Source: fs/pipe.c and struct pipe_inode_info, 6.18.2; spec "Workload models" 4.1.
 *
 * Simplified: the mutex spins. Its holder neither sleeps nor loses its CPU here, so a waiter would
 * spin on it in the kernel, too (mutex_spin_on_owner), in order of arrival.
 */
#ifndef SS_IPC_PIPE_H
#define SS_IPC_PIPE_H

#include "ipc/wait_queue.h"

#define SS_PIPE_SLOTS SS_MANY_PIPE_SLOTS
#define SS_PIPE_PAGE_BYTES 4096
#define SS_PIPE_PAGE_LINES (SS_PIPE_PAGE_BYTES / SS_LINE_BYTES)

struct ss_pipe {
    i32 mutex;
    u32 head, tail;                                    /* slots written to and read from so far */
    u16 filled[SS_PIPE_SLOTS], drained[SS_PIPE_SLOTS]; /* bytes of the slot's page */
    i16 toucher[SS_PIPE_SLOTS * SS_PIPE_PAGE_LINES];   /* core that touched a line of data last */
};

void ss_pipe_start(struct ss_world *w, u32 index);

/* Writes `bytes`, at most a page, in one piece; waits for room. `counted`: the task shares its open
 * files with others. */
struct pipe_write_frame {
    struct ss_path path;
    /* arguments */
    u32 pipe, bytes;
    bool counted;
    /* kept */
    bool was_empty, merges, wakes_writer;
};
bool pipe_write(struct ss_world *w, struct ss_cpu *cpu);

/* Waits for `bytes`, which are written in one piece, and reads them. */
struct pipe_read_frame {
    struct ss_path path;
    /* arguments */
    u32 pipe, bytes;
    bool counted;
    /* kept */
    u32 entry; /* address of the ring's entry */
    bool was_full, wakes_reader, page_done;
};
bool pipe_read(struct ss_world *w, struct ss_cpu *cpu);

/* poll(2) for one pipe: sleeps until there is something to read, without reading it. */
struct pipe_poll_frame {
    struct ss_path path;
    /* arguments */
    u32 pipe;
    /* kept */
    bool readable;
};
bool pipe_poll(struct ss_world *w, struct ss_cpu *cpu);

#endif
