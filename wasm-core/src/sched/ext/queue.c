/*
 * Where tasks wait: the CPUs' own queues and the dispatch queues. Source: do_enqueue_task,
 * dispatch_enqueue, dispatch_dequeue, consume_dispatch_q and consume_remote_task of
 * kernel/sched/ext.c, 6.18.2. The links of a list lie in the tasks. Under the lock of the queue,
 * adding a task writes to the task before it; taking one reads the first task and writes to the one
 * that is first then. Not touched: the neighbours of a task that leaves by itself, and the tasks
 * behind one that may not run here. A queue by vtime is a tree in the kernel; here it is a list in
 * order, without accesses for the way down a tree.
 */
#include "sched/ext/queue.h"

#include "policy/program.h"
#include "sched/state/ext.h"

/* In order of vtime, behind its equals. */
static void sort_in(struct ss_world *w, struct ss_task_list *list, i32 task)
{
    const u64 vtime = ss_ext_task(w, task)->vtime;
    i32 before = list->tail;
    while (before != SS_NO_TASK && ss_ext_task(w, before)->sorts &&
           (i64)(ss_ext_task(w, before)->vtime - vtime) > 0)
        before = w->task[before].queue_previous;
    if (before == SS_NO_TASK) {
        ss_list_prepend(w, list, task);
        return;
    }
    const i32 after = w->task[before].queue_next;
    if (after == SS_NO_TASK) {
        ss_list_append(w, list, task);
        return;
    }
    w->task[task].queue_previous = before;
    w->task[task].queue_next = after;
    w->task[before].queue_next = w->task[after].queue_previous = task;
}

static void put(struct ss_world *w, u32 queue, i32 task)
{
    struct ss_ext_queue *q = &w->sched->ext->queue[queue];
    if (ss_ext_task(w, task)->sorts)
        sort_in(w, &q->list, task);
    else
        ss_list_append(w, &q->list, task);
    q->count++;
    ss_ext_task(w, task)->waits = (u8)queue;
}

static void unlink(struct ss_world *w, u32 queue, i32 task)
{
    struct ss_ext_queue *q = &w->sched->ext->queue[queue];
    ss_list_remove(w, &q->list, task);
    q->count--;
    ss_ext_task(w, task)->waits = SS_EXT_NOWHERE;
}

static void put_local(struct ss_world *w, u32 cpu, i32 task)
{
    ss_list_append(w, &w->sched->ext->cpu[cpu].local, task);
    ss_ext_task(w, task)->waits = SS_EXT_LOCAL;
}

/* Settles the queue that the task goes to now, and forgets what the policy said. */
static void settle(struct ss_world *w, i32 task)
{
    struct ss_ext_task *t = ss_ext_task(w, task);
    if (t->told == SS_EXT_NOWHERE) {
        t->told = SS_EXT_GLOBAL;
        t->slice = SS_EXT_SLICE;
        t->sorts = false;
    }
    t->waits = t->told;
    t->told = SS_EXT_NOWHERE;
}

bool ext_enqueue(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(ext_enqueue);
    struct ss_ext_task *const t = ss_ext_task(w, me->task);
    PATH_BEGIN;
    SS_HOLDS(w, cpu, me->cpu);
    SS_DEBUG_CHECK(t->waits == SS_EXT_NOWHERE && t->taker < 0);
    if (t->told == SS_EXT_NOWHERE && ss_policy_asks_here(w, cpu, SS_POLICY_POINT_ENQUEUE)) {
        ss_policy_begin(
            w, cpu, SS_POLICY_POINT_ENQUEUE,
            (i64[SS_POLICY_ARGUMENTS]){me->task, me->cpu, me->initial ? SS_POLICY_FLAG_FORK : 0});
        PATH_CALL(policy_program);
    }
    settle(w, me->task);
    if (t->waits == SS_EXT_LOCAL) {
        PATH_STORE(dispatch_enqueue, ss_ext_cpu_word(w, me->cpu), put_local(w, me->cpu, me->task));
        PATH_LEAVE;
    }
    PATH_LOCK(w->sched->ext->queue[t->waits].lock);
    PATH_STORE(dispatch_enqueue, ss_ext_list_word(w, t->waits), put(w, t->waits, me->task));
    me->neighbour = w->task[me->task].queue_previous;
    if (me->neighbour != SS_NO_TASK)
        PATH_STORE(dispatch_enqueue, w->task[me->neighbour].address);
    PATH_UNLOCK_LAST(w->sched->ext->queue[t->waits].lock);
    PATH_END;
}

bool ext_leave(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(ext_leave);
    struct ss_ext_task *const t = ss_ext_task(w, me->task);
    PATH_BEGIN;
    SS_HOLDS(w, cpu, w->task[me->task].cpu);
    t->taker = -1; /* a CPU that is taking the task will find it gone */
    if (t->waits == SS_EXT_NOWHERE)
        PATH_LEAVE;
    if (t->waits == SS_EXT_LOCAL) {
        PATH_STORE(dispatch_enqueue, ss_ext_cpu_word(w, (u32)w->task[me->task].cpu));
        ss_list_remove(w, &w->sched->ext->cpu[w->task[me->task].cpu].local, me->task);
        t->waits = SS_EXT_NOWHERE;
        PATH_LEAVE;
    }
    me->queue = t->waits;
    PATH_LOCK(w->sched->ext->queue[me->queue].lock);
    if (t->waits == me->queue)
        unlink(w, me->queue, me->task);
    t->taker = -1;
    PATH_UNLOCK_LAST(w->sched->ext->queue[me->queue].lock);
    PATH_END;
}

/* The first that may run on this CPU leaves the queue, and is this CPU's to take. */
static i32 take_first(struct ss_world *w, const struct ss_cpu *cpu, u32 queue)
{
    i32 task = w->sched->ext->queue[queue].list.head;
    while (task != SS_NO_TASK && !ss_task_allowed(w, task, cpu->number))
        task = w->task[task].queue_next;
    if (task == SS_NO_TASK)
        return task;
    unlink(w, queue, task);
    ss_ext_task(w, task)->taker = (i32)cpu->number;
    return task;
}

static bool is_mine(const struct ss_world *w, const struct ss_cpu *cpu, i32 task)
{
    return ss_ext_task(w, task)->taker == (i32)cpu->number;
}

bool ext_consume(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(ext_consume);
    const u32 self = cpu->number;
    struct ss_ext *const ext = w->sched->ext;
    PATH_BEGIN;
    SS_HOLDS(w, cpu, cpu->number);
    PATH_LOAD(consume_dispatch_q, ss_ext_list_word(w, me->queue),
              me->empty = !ext->queue[me->queue].count);
    if (me->empty)
        PATH_RETURN(0);
    PATH_LOCK(ext->queue[me->queue].lock);
    /* Whether the first may run here, and to whose run queue it belongs. */
    me->neighbour = ext->queue[me->queue].list.head;
    if (me->neighbour != SS_NO_TASK)
        PATH_LOAD(consume_dispatch_q, w->task[me->neighbour].address);
    PATH_STORE(consume_dispatch_q, ss_ext_list_word(w, me->queue),
               me->task = take_first(w, cpu, me->queue));
    me->neighbour = ext->queue[me->queue].list.head;
    if (me->task != SS_NO_TASK && me->neighbour != SS_NO_TASK)
        PATH_STORE(consume_dispatch_q, w->task[me->neighbour].address);
    PATH_UNLOCK(ext->queue[me->queue].lock);
    if (me->task == SS_NO_TASK)
        PATH_RETURN(0);
    me->source = w->task[me->task].cpu;
    if (me->source != (i32)self) {
        ext->cpu[self].dropped = true;
        PATH_UNLOCK(self);
        PATH_LOCK(me->source);
        me->came = is_mine(w, cpu, me->task) && w->task[me->task].cpu == me->source;
        if (me->came) {
            PATH_CALL(set_nr_running, .cpu = (u32)me->source,
                      .now = ss_rq(w, (u32)me->source)->nr_running - 1,
                      .symbol = SS_SYMBOL_consume_dispatch_q);
            ss_task_migrated(w, cpu, me->task, self, SS_MIGRATE_DISPATCH);
        }
        PATH_UNLOCK(me->source);
        PATH_LOCK(self);
        if (!me->came)
            PATH_RETURN(0);
        PATH_CALL(set_nr_running, .cpu = self, .now = ss_rq(w, self)->nr_running + 1,
                  .symbol = SS_SYMBOL_consume_dispatch_q);
    } else if (!is_mine(w, cpu, me->task)) {
        PATH_RETURN(0);
    }
    ss_ext_task(w, me->task)->taker = -1;
    PATH_STORE(consume_dispatch_q, ss_ext_cpu_word(w, self), put_local(w, self, me->task));
    PATH_RETURN(1);
    PATH_END;
}
