/* The pipes of pipe.h. */
#include "ipc/pipe.h"

#include "exec/lock.h"
#include "exec/path.h"
#include "exec/sequence.h"
#include "ipc/data.h"
#include "sched/core/interrupts.h"

#define ENTRY_LENGTH 12 /* struct pipe_buffer: where its `len` lies */

static u32 readers_of(u32 pipe)
{
    return 2 * pipe;
}

static u32 writers_of(u32 pipe)
{
    return 2 * pipe + 1;
}

void ss_pipe_start(struct ss_world *w, u32 index)
{
    struct ss_pipe *pipe = &w->ipc->pipe[index];
    pipe->mutex = ss_lock_register(w, WORD(PIPE, index, MUTEX), false);
    if (w->def->pipe_mutex == SS_PIPE_MUTEX_OPTIMISTIC)
        ss_lock_make_mutex(w, pipe->mutex);
    for (u32 i = 0; i < SS_ARRAY_LENGTH(pipe->toucher); i++)
        pipe->toucher[i] = SS_NO_CORE;
    ss_wait_queue_start(w, &w->ipc->queue[readers_of(index)], WORD(PIPE, index, READERS));
    ss_wait_queue_start(w, &w->ipc->queue[writers_of(index)], WORD(PIPE, index, WRITERS));
}

/* ---- the ring -------------------------------------------------------------------------------- */

static bool is_empty(const struct ss_pipe *pipe)
{
    return pipe->head == pipe->tail;
}

static bool is_full(const struct ss_pipe *pipe)
{
    return pipe->head - pipe->tail >= SS_PIPE_SLOTS;
}

static u32 entry_address(const struct ss_world *w, u32 pipe, u32 slot)
{
    return ELEMENT(PIPE, pipe, RING, slot % SS_PIPE_SLOTS) + ENTRY_LENGTH;
}

/* The last page has room behind what is in it. */
static bool can_merge(const struct ss_pipe *pipe, u32 bytes)
{
    return !is_empty(pipe) &&
           pipe->filled[(pipe->head - 1) % SS_PIPE_SLOTS] + bytes <= SS_PIPE_PAGE_BYTES;
}

/* Moves the lines that `bytes` from `from` on lie on to the CPU: the ns it takes. */
static u32 touch_data(struct ss_world *w, const struct ss_cpu *cpu, struct ss_pipe *pipe, u32 slot,
                      u32 from, u32 bytes)
{
    u32 ns = 0;
    i16 *toucher = pipe->toucher + slot % SS_PIPE_SLOTS * SS_PIPE_PAGE_LINES;
    for (u32 line = ss_line_of(from); line <= ss_line_of(from + bytes - 1); line++)
        ns += ss_data_to_core(w, cpu, &toucher[line], 1);
    return ns;
}

/* Puts the message on the last page or on a new one: the ns it takes. */
static u32 put(struct ss_world *w, const struct ss_cpu *cpu, struct ss_pipe *pipe, u32 bytes,
               bool merges)
{
    if (!merges) {
        pipe->filled[pipe->head % SS_PIPE_SLOTS] = pipe->drained[pipe->head % SS_PIPE_SLOTS] = 0;
        pipe->head++;
    }
    const u32 slot = pipe->head - 1;
    u16 *filled = &pipe->filled[slot % SS_PIPE_SLOTS];
    *filled = (u16)(*filled + bytes);
    return touch_data(w, cpu, pipe, slot, *filled - bytes, bytes);
}

/* Takes the first message: the ns it takes. */
static u32 take(struct ss_world *w, const struct ss_cpu *cpu, struct ss_pipe *pipe, u32 bytes)
{
    u16 *drained = &pipe->drained[pipe->tail % SS_PIPE_SLOTS];
    SS_CHECK(w, *drained + bytes <= pipe->filled[pipe->tail % SS_PIPE_SLOTS],
             "a pipe was read in pieces of another size than it was written in");
    *drained = (u16)(*drained + bytes);
    return touch_data(w, cpu, pipe, pipe->tail, *drained - bytes, bytes);
}

static bool page_is_drained(const struct ss_pipe *pipe)
{
    return pipe->drained[pipe->tail % SS_PIPE_SLOTS] == pipe->filled[pipe->tail % SS_PIPE_SLOTS];
}

/* ---- waiting --------------------------------------------------------------------------------- */

struct wait_for_pipe_frame {
    struct ss_path path;
    /* arguments */
    u32 pipe;
    bool writer;
    /* kept */
    bool ready;
};

/* Until the pipe is not full for a writer, not empty for a reader; one waiter at a time is woken.
 */
static bool wait_for_pipe(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(wait_for_pipe);
    const struct ss_pipe *const pipe = &w->ipc->pipe[me->pipe];
    const u32 head = WORD(PIPE, me->pipe, HEAD);
    PATH_BEGIN;
    SS_IN_TASK(w, cpu);
    SS_DEBUG_CHECK(me->pipe < w->ipc->pipes);
    SS_HOLDS_NOT(w, cpu, pipe->mutex);
    PATH_LOAD(pipe_wait, head, me->ready = me->writer ? !is_full(pipe) : !is_empty(pipe));
    if (me->ready)
        PATH_RETURN(0);
    for (;;) {
        PATH_CALL(prepare_to_wait, .exclusive = true,
                  .queue = me->writer ? writers_of(me->pipe) : readers_of(me->pipe));
        PATH_LOAD(pipe_wait, head, me->ready = me->writer ? !is_full(pipe) : !is_empty(pipe));
        if (me->ready)
            break;
        PATH_CALL(schedule);
    }
    PATH_CALL(finish_wait);
    PATH_RETURN(1);
    PATH_END;
}

bool pipe_poll(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(pipe_poll);
    const struct ss_pipe *const pipe = &w->ipc->pipe[me->pipe];
    PATH_BEGIN;
    SS_IN_TASK(w, cpu);
    SS_DEBUG_CHECK(me->pipe < w->ipc->pipes);
    SS_HOLDS_NOT(w, cpu, pipe->mutex);
    PATH_COMPUTE(w->platform.os.syscall);
    for (;;) {
        PATH_CALL(prepare_to_wait, .queue = readers_of(me->pipe));
        PATH_LOAD(pipe_poll, WORD(PIPE, me->pipe, HEAD), me->readable = !is_empty(pipe));
        if (me->readable)
            break;
        PATH_CALL(schedule);
    }
    PATH_CALL_LAST(finish_wait);
    PATH_END;
}

/* ---- writing and reading --------------------------------------------------------------------- */

bool pipe_write(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(pipe_write);
    struct ss_pipe *const pipe = &w->ipc->pipe[me->pipe];
    const u32 file = WORD(PIPE, me->pipe, WRITE_FILE);
    const u32 call_ns = w->platform.os.syscall + w->ipc->pipe_call_ns;
    PATH_BEGIN;
    SS_IN_TASK(w, cpu);
    SS_DEBUG_CHECK(me->pipe < w->ipc->pipes);
    SS_DEBUG_CHECK(me->bytes && me->bytes <= SS_PIPE_PAGE_BYTES);
    SS_HOLDS_NOT(w, cpu, pipe->mutex);
    if (me->counted)
        PATH_SEQUENCE(DO_COMPUTE(call_ns), DO_ATOMIC(fget, file), DO_LOCK(pipe->mutex));
    else
        PATH_SEQUENCE(DO_COMPUTE(call_ns), DO_LOCK(pipe->mutex));
    PATH_LOAD(pipe_write, WORD(PIPE, me->pipe, HEAD), me->was_empty = is_empty(pipe));
    if (!me->was_empty)
        PATH_LOAD(pipe_write, entry_address(w, me->pipe, pipe->head - 1));
    me->merges = can_merge(pipe, me->bytes);
    /* A writer that had to wait takes a page of its own, even if the last one has room again. */
    while (!me->merges && is_full(pipe)) {
        PATH_UNLOCK(pipe->mutex);
        PATH_CALL(wait_for_pipe, .pipe = me->pipe, .writer = true);
        PATH_LOCK(pipe->mutex);
        me->was_empty = is_empty(pipe);
        me->wakes_writer = true;
    }
    ss_spend(w, cpu, me->bytes / SS_COPY_BYTES_A_NS);
    PATH_COMPUTE_AS(SS_LEDGER_REMOTE, put(w, cpu, pipe, me->bytes, me->merges));
    PATH_STORE(pipe_write, entry_address(w, me->pipe, pipe->head - 1));
    if (!me->merges)
        PATH_STORE(pipe_write, WORD(PIPE, me->pipe, HEAD));
    me->wakes_writer = me->wakes_writer && !is_full(pipe);
    PATH_UNLOCK(pipe->mutex);
    if (me->was_empty)
        PATH_CALL(wake_up, .queue = readers_of(me->pipe), .sync = true);
    if (me->wakes_writer)
        PATH_CALL(wake_up, .queue = writers_of(me->pipe), .sync = true);
    if (me->counted)
        PATH_ATOMIC_LAST(fput, file);
    PATH_END;
}

bool pipe_read(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(pipe_read);
    struct ss_pipe *const pipe = &w->ipc->pipe[me->pipe];
    const u32 file = WORD(PIPE, me->pipe, READ_FILE);
    const u32 call_ns = w->platform.os.syscall + w->ipc->pipe_call_ns;
    PATH_BEGIN;
    SS_IN_TASK(w, cpu);
    SS_DEBUG_CHECK(me->pipe < w->ipc->pipes);
    SS_DEBUG_CHECK(me->bytes && me->bytes <= SS_PIPE_PAGE_BYTES);
    SS_HOLDS_NOT(w, cpu, pipe->mutex);
    if (me->counted)
        PATH_SEQUENCE(DO_COMPUTE(call_ns), DO_ATOMIC(fget, file), DO_LOCK(pipe->mutex));
    else
        PATH_SEQUENCE(DO_COMPUTE(call_ns), DO_LOCK(pipe->mutex));
    PATH_LOAD(pipe_read, WORD(PIPE, me->pipe, HEAD));
    while (is_empty(pipe)) {
        PATH_UNLOCK(pipe->mutex);
        PATH_CALL(wait_for_pipe, .pipe = me->pipe);
        PATH_LOCK(pipe->mutex);
        me->wakes_reader = true;
    }
    me->entry = entry_address(w, me->pipe, pipe->tail);
    PATH_LOAD(pipe_read, me->entry);
    me->was_full = is_full(pipe);
    ss_spend(w, cpu, me->bytes / SS_COPY_BYTES_A_NS);
    PATH_COMPUTE_AS(SS_LEDGER_REMOTE, take(w, cpu, pipe, me->bytes));
    me->page_done = page_is_drained(pipe);
    PATH_STORE(pipe_read, me->entry);
    if (me->page_done)
        PATH_STORE(pipe_read, WORD(PIPE, me->pipe, HEAD), pipe->tail++);
    me->wakes_reader = me->wakes_reader && !is_empty(pipe);
    PATH_UNLOCK(pipe->mutex);
    if (me->page_done && me->was_full)
        PATH_CALL(wake_up, .queue = writers_of(me->pipe), .sync = true);
    if (me->wakes_reader)
        PATH_CALL(wake_up, .queue = readers_of(me->pipe), .sync = true);
    if (me->counted)
        PATH_ATOMIC_LAST(fput, file);
    PATH_END;
}
