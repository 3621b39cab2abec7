/* The futex paths of futex.h. */
#include "ipc/futex.h"

#include "exec/lock.h"
#include "sched/api.h"

void ss_ipc_create(struct ss_world *w, struct ss_arena *header, u32 futexes,
                   u32 (*home_cpu)(const struct ss_world *w, u32 futex))
{
    struct ss_ipc *ipc = SS_ARENA_ARRAY(header, struct ss_ipc, 1);
    u32 *address = SS_ARENA_ARRAY(header, u32, futexes);
    if (!ipc || !address)
        return;
    *ipc = (struct ss_ipc){.address = address, .futexes = futexes};
    w->ipc = ipc;
    for (u32 i = 0; i < futexes; i++)
        address[i] = ss_shared_place(&w->shared, SS_STRUCTURE_FUTEX_BUCKET, i, SS_LINE_BYTES,
                                     ss_node_of_cpu(w, home_cpu(w, i)));
}

void ss_ipc_create_state(struct ss_world *w, struct ss_arena *state, u32 futexes)
{
    struct ss_futex *futex = SS_ARENA_ARRAY(state, struct ss_futex, futexes);
    if (!futex)
        return;
    w->ipc->futex = futex;
    for (u32 i = 0; i < futexes; i++) {
        futex[i] = (struct ss_futex){.head = SS_NO_TASK, .tail = SS_NO_TASK};
        futex[i].address = w->ipc->address[i];
        futex[i].lock = ss_lock_register(w, futex[i].address, false);
    }
}

static void append(struct ss_world *w, struct ss_futex *futex, i32 task)
{
    w->task[task].wait_next = SS_NO_TASK;
    if (futex->head == SS_NO_TASK)
        futex->head = task;
    else
        w->task[futex->tail].wait_next = task;
    futex->tail = task;
    futex->waiters++;
}

static i32 take_first(struct ss_world *w, struct ss_futex *futex)
{
    i32 task = futex->head;
    if (task == SS_NO_TASK)
        return SS_NO_TASK;
    futex->head = w->task[task].wait_next;
    if (futex->head == SS_NO_TASK)
        futex->tail = SS_NO_TASK;
    futex->waiters--;
    return task;
}

void ss_futex_queue_silently(struct ss_world *w, u32 futex, i32 task)
{
    append(w, &w->ipc->futex[futex], task);
}

bool futex_wait(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(futex_wait);
    struct ss_futex *futex = &w->ipc->futex[me->futex];
    switch (me->path.resume) {
    case 0:
        PATH_COMPUTE(w->platform.os.syscall);
        PATH_CALL(spin_lock, .lock = futex->lock);
        append(w, futex, cpu->current);
        ss_current(w, cpu)->state = SS_TASK_SLEEPING;
        PATH_CALL(spin_unlock, .lock = futex->lock);
        PATH_CALL(block);
    }
    PATH_RETURN(0);
}

bool futex_wake(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(futex_wake);
    struct ss_futex *futex = &w->ipc->futex[me->futex];
    switch (me->path.resume) {
    case 0:
        PATH_COMPUTE(w->platform.os.syscall);
        PATH_CALL(spin_lock, .lock = futex->lock);
        me->task = take_first(w, futex);
        PATH_CALL(spin_unlock, .lock = futex->lock);
        if (me->task == SS_NO_TASK)
            PATH_RETURN(0);
        PATH_CALL(try_to_wake_up, .task = me->task);
    }
    PATH_RETURN(1);
}
