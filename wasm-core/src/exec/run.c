/*
 * The event loop: takes the first event, settles what the CPU was doing, and resumes its path.
 * Order: (time, CPU, kind), which is total because a CPU has one pending event of each kind.
 */
#include "exec/run.h"

#include "exec/footprint.h"
#include "exec/idle.h"
#include "exec/ledger.h"
#include "exec/lock.h"
#include "exec/path.h"
#include "exec/record.h"
#include "exec/sequence.h"
#include "exec/user.h"

static const u8 vector_of_event[] = {
    [SS_EVENT_RESCHEDULE_IPI] = SS_VECTOR_RESCHEDULE,
    [SS_EVENT_CALL_IPI] = SS_VECTOR_CALL_FUNCTION,
    [SS_EVENT_TIMER] = SS_VECTOR_TIMER,
    [SS_EVENT_TICK] = SS_VECTOR_TICK,
};

/* Resumes what `cpu` does now: its innermost path, until everything waits. */
static SS_HOT void run_cpu(struct ss_world *w, struct ss_cpu *cpu)
{
    u32 resumes = 0;
    while (!w->defect) {
        if (cpu->frame == SS_STACK_EMPTY) {
            ss_defect(w, "a task's base path returned");
            break;
        }
        struct ss_path *path = ss_path_top(w, cpu);
        resumes++;
        if (path->function(w, cpu))
            continue;
        if (!cpu->switched)
            break;
        cpu->switched = false;
    }
    w->effort->resumes += resumes;
}

/* ---- interrupts ------------------------------------------------------------------------------ */

static u32 event_key(u32 cpu, enum ss_event_kind kind)
{
    return cpu << 3 | kind;
}

void ss_ipi_send(struct ss_world *w, struct ss_cpu *cpu, u32 target, enum ss_vector vector)
{
    SS_DEBUG_CHECK(target < w->topology.cpus && vector < SS_VECTORS);
    const struct ss_topology *t = &w->topology;
    bool same_socket = t->package[cpu->number] == t->package[target];
    enum ss_event_kind kind =
        vector == SS_VECTOR_RESCHEDULE ? SS_EVENT_RESCHEDULE_IPI : SS_EVENT_CALL_IPI;
    u32 node = kind * t->cpus + target;
    if (ss_idle_watches(w, ss_cpu(w, target), cpu->clock)) {
        ss_spend_at_pace(cpu, ss_idle_kick_ns(w, cpu, target));
        ss_idle_kick(w, cpu, target, node, event_key(target, kind), vector);
        return;
    }
    ss_spend_at_pace(cpu, w->platform.os.ipi_send);
    ss_record(w, cpu, SS_RECORD_IPI, target, vector, 0, 0);
    if (ss_wheel_pending(&w->wheel, node))
        return;
    u64 at = cpu->clock + (same_socket ? w->platform.os.ipi_deliver_same_socket
                                       : w->platform.os.ipi_deliver_other_socket);
    ss_wheel_set(&w->wheel, node, at, event_key(target, kind));
}

void ss_resched_from_outside(struct ss_world *w, u32 target)
{
    SS_DEBUG_CHECK(target < w->topology.cpus);
    const u32 node = SS_EVENT_RESCHEDULE_IPI * w->topology.cpus + target;
    if (ss_cpu(w, target)->need_resched)
        return;
    ss_cpu(w, target)->need_resched = true;
    if (!ss_wheel_pending(&w->wheel, node))
        ss_wheel_set(&w->wheel, node, w->clock->now + w->platform.os.ipi_deliver_same_socket,
                     event_key(target, SS_EVENT_RESCHEDULE_IPI));
}

/* The CPU leaves user mode or idle for an interrupt that arrives now. */
static void enter_interrupt(struct ss_world *w, struct ss_cpu *cpu)
{
    u64 now = w->clock->now;
    u64 elapsed = now > cpu->clock ? now - cpu->clock : 0;
    bool idle = cpu->wait == SS_WAIT_IDLE;
    const bool spins = !idle && ss_current_user(w, cpu)->spins;
    u32 idle_exit = idle ? ss_idle_exit(w, cpu, now) : 0;
    u32 idle_state = ss_idle_state(w, cpu, now);
    ss_wheel_cancel(&w->wheel, cpu->number);
    if (now >= cpu->clock) /* else some of it has still to pass */
        ss_settle_ahead(w, cpu);
    if (idle) {
        ss_charge(w, cpu, SS_LEDGER_IDLE, elapsed);
    } else {
        ss_user_settle(w, cpu, elapsed);
        ss_charge(w, cpu, SS_LEDGER_USER, elapsed);
    }
    cpu->event_time = cpu->clock;
    cpu->wait = SS_WAIT_NONE;
    if (idle || spins)
        ss_user_sibling_changed(w, cpu);
    if (!idle)
        ss_user_traffic_changed(w, cpu);
    struct ss_interrupt_frame *frame = (struct ss_interrupt_frame *)ss_path_push_clear(
        w, cpu, ss_interrupt, sizeof(struct ss_interrupt_frame));
    frame->from_idle = idle;
    frame->idle_exit = idle_exit;
    frame->idle_state = (u8)idle_state;
    run_cpu(w, cpu);
}

bool ss_interrupt(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(ss_interrupt);
    PATH_BEGIN;
    SS_DEBUG_CHECK(!cpu->interrupted && cpu->pending_vectors);
    SS_DEBUG_CHECK(!me->idle_exit || me->from_idle);
    cpu->interrupted = true;
    if (me->from_idle) {
        PATH_COMPUTE_AS(SS_LEDGER_IDLE_EXIT, me->idle_exit);
        ss_record(w, cpu, SS_RECORD_IDLE, 0, me->idle_state, 0, 0);
    }
    while (cpu->pending_vectors) {
        me->vector = ss_lowest_bit(cpu->pending_vectors);
        cpu->pending_vectors &= (u8) ~(1u << me->vector);
        me->noticed = cpu->noticed_vectors >> me->vector & 1;
        cpu->noticed_vectors &= (u8) ~(1u << me->vector);
        cpu->symbol = SS_SYMBOL_interrupt;
        if (!me->noticed) {
            ss_record(w, cpu, SS_RECORD_INTERRUPT, me->vector, 0, 0, 0);
            PATH_COMPUTE(w->platform.os.irq_entry_exit);
        }
        PATH_CALL_HOOK(w->hooks.interrupt[me->vector], w->hooks.interrupt_frame[me->vector]);
    }
    cpu->interrupted = false;
    if (ss_wants_resched(cpu))
        PATH_CALL_HOOK(w->hooks.schedule, w->hooks.schedule_frame);
    PATH_END;
}

/* ---- timers ---------------------------------------------------------------------------------- */

void ss_timer_program(struct ss_world *w, struct ss_cpu *cpu)
{
    u32 node = SS_EVENT_TIMER * w->topology.cpus + cpu->number;
    if (cpu->timer_head == SS_NO_TASK) {
        ss_wheel_cancel(&w->wheel, node);
        return;
    }
    u64 at = ss_max_u64(w->task[cpu->timer_head].timer_expires, w->clock->now);
    ss_wheel_set(&w->wheel, node, at, event_key(cpu->number, SS_EVENT_TIMER));
}

void ss_timer_start(struct ss_world *w, struct ss_cpu *cpu, struct ss_task *task, u64 time)
{
    SS_DEBUG_CHECK(task->timer_expires == SS_NEVER && time != SS_NEVER);
    i32 *link = &cpu->timer_head;
    while (*link != SS_NO_TASK && w->task[*link].timer_expires <= time)
        link = &w->task[*link].timer_next;
    task->timer_expires = time;
    task->timer_next = *link;
    *link = ss_task_id(w, task);
    ss_timer_program(w, cpu);
}

i32 ss_timer_expired(struct ss_world *w, struct ss_cpu *cpu)
{
    i32 id = cpu->timer_head;
    if (id == SS_NO_TASK || w->task[id].timer_expires > cpu->clock)
        return SS_NO_TASK;
    cpu->timer_head = w->task[id].timer_next;
    w->task[id].timer_expires = SS_NEVER;
    return id;
}

/* ---- events ---------------------------------------------------------------------------------- */

/* What the CPU waited for has ended now: account for it. */
static void settle(struct ss_world *w, struct ss_cpu *cpu)
{
    SS_DEBUG_CHECK(w->clock->now >= cpu->clock);
    u64 elapsed = w->clock->now - cpu->clock;
    ss_settle_ahead(w, cpu);
    switch (cpu->wait) {
    case SS_WAIT_ACCESS:
        SS_DEBUG_CHECK(elapsed >= cpu->in_flight_wait);
        ss_charge(w, cpu, SS_LEDGER_LINE_WAIT, cpu->in_flight_wait);
        ss_charge(w, cpu, cpu->in_flight, elapsed - cpu->in_flight_wait);
        break;
    case SS_WAIT_COMPUTE:
        ss_charge(w, cpu, cpu->in_flight, elapsed);
        break;
    case SS_WAIT_LOCK:
        ss_charge(w, cpu, SS_LEDGER_LOCK_WAIT, elapsed);
        break;
    case SS_WAIT_USER:
        ss_charge(w, cpu, SS_LEDGER_USER, elapsed);
        if (w->footprints)
            ss_footprint_ran(w, cpu, elapsed);
        ss_current_user(w, cpu)->left = 0;
        ss_record(w, cpu, SS_RECORD_MODE, SS_ACTIVITY_KERNEL, (u32)cpu->current, 0, 0);
        break;
    default:
        break;
    }
    cpu->event_time = w->clock->now;
    SS_DEBUG_CHECK(cpu->clock == w->clock->now);
}

/* Does what the CPU has parked; true when its path goes on. */
static inline bool goes_on(struct ss_world *w, struct ss_cpu *cpu)
{
    if (cpu->parked != SS_PARKED_NOTHING &&
        !(cpu->parked == SS_PARKED_TOUCH ? ss_touch_parked(w, cpu) : ss_lock_parked(w, cpu)))
        return false;
    return !cpu->rest_count || ss_sequence_goes_on(w, cpu);
}

static void complete(struct ss_world *w, struct ss_cpu *cpu)
{
    if (cpu->wait == SS_WAIT_IDLE) { /* it polls no more */
        ss_user_sibling_changed(w, cpu);
        return;
    }
    settle(w, cpu);
    const u8 ended = cpu->wait;
    if (ended != SS_WAIT_ACCESS)
        cpu->wait = SS_WAIT_NONE;
    if (ended == SS_WAIT_LOCK || (ended == SS_WAIT_USER && ss_current_user(w, cpu)->spins))
        ss_user_sibling_changed(w, cpu);
    if (ended == SS_WAIT_USER)
        ss_user_traffic_changed(w, cpu);
    if (goes_on(w, cpu))
        run_cpu(w, cpu);
}

/* Begins the measured window at the present moment. */
static void measure_begin(struct ss_world *w)
{
    struct ss_world_clock *clock = w->clock;
    for (u32 i = 0; i < w->topology.cpus; i++)
        ss_ledger_now(w, i, w->ledger_window[i].ns);
    ss_c2c_reset(&w->c2c);
    clock->measuring = 1;
    clock->window_start = clock->now;
    clock->score_window = clock->score;
    clock->latency_sum = clock->latency_count = 0;
    memset(w->latency, 0, w->latencies * sizeof(*w->latency));
}

_Static_assert(SS_EVENT_COMPLETION == 0, "node of a completion = number of its CPU");

static void dispatch(struct ss_world *w, u32 node)
{
    /* The nodes of completions come first: nearly all events are spared the division. */
    if (node < w->topology.cpus) {
        complete(w, ss_cpu(w, node));
        return;
    }
    u32 kind = node / w->topology.cpus;
    struct ss_cpu *cpu = ss_cpu(w, node % w->topology.cpus);
    if (kind >= SS_EVENT_KINDS) {
        if (node - SS_EVENT_KINDS * w->topology.cpus == SS_WORLD_EVENT_MEASURE)
            measure_begin(w);
        else
            w->hooks.intervene(w);
        return;
    }
    cpu->pending_vectors |= (u8)(1u << vector_of_event[kind]);
    if (cpu->wait == SS_WAIT_USER || cpu->wait == SS_WAIT_IDLE)
        enter_interrupt(w, cpu);
}

i32 ss_exec_step(struct ss_world *w, u64 until, u32 max_records)
{
    SS_DEBUG_CHECK(until >= w->clock->now);
    u64 stop_at = max_records ? w->clock->records + max_records : UINT64_MAX;
    w->until = until;
    while (!w->defect) {
        u64 time;
        i32 node = ss_wheel_take(&w->wheel, until, &time);
        if (node < 0) {
            if (time == SS_NEVER)
                return SS_STEP_FINISHED;
            w->clock->now = ss_max_u64(w->clock->now, until);
            return SS_STEP_REACHED;
        }
        w->clock->now = time;
        w->effort->events++;
        dispatch(w, (u32)node);
#ifdef SS_DEBUG
        /* Asked once an event: it looks at another part of the world each time. */
        const char *broken = w->hooks.broken ? w->hooks.broken(w) : NULL;
        if (broken)
            ss_defect(w, broken);
#endif
        if (w->clock->records >= stop_at)
            return SS_STEP_RECORDS;
    }
    return SS_STEP_DEFECT;
}

/* ---- the present moment ---------------------------------------------------------------------- */

/* Takes time that lies ahead of `now` back out of the kinds it was charged to in advance. */
static void settle_partially(const struct ss_cpu *cpu, u64 now, u64 ns[SS_LEDGER_KINDS])
{
    static const u8 kinds[] = {SS_LEDGER_KERNEL, SS_LEDGER_PRIVATE};
    const u64 settled = cpu->clock - cpu->ahead[SS_AHEAD_KERNEL] - cpu->ahead[SS_AHEAD_PRIVATE];
    u64 budget = now - ss_min_u64(settled, now);
    /* ss_user_cut_short() may have charged user time beyond `now`: it is taken back. Where the
     * clock lay ahead before, some ns of the kernel count as user time until they settle. */
    const u64 to_poll = settled - ss_min_u64(settled, now);
    SS_DEBUG_CHECK(ns[SS_LEDGER_USER] >= to_poll);
    ns[SS_LEDGER_USER] -= to_poll;
    for (u32 i = 0; i < SS_ARRAY_LENGTH(kinds); i++) {
        u64 part = ss_min_u64(cpu->ahead[i], budget);
        ns[kinds[i]] += part;
        budget -= part;
    }
}

/* What the present wait is charged to. */
static u32 waiting_kind(const struct ss_cpu *cpu)
{
    switch (cpu->wait) {
    case SS_WAIT_ACCESS:
    case SS_WAIT_COMPUTE:
        return cpu->in_flight;
    case SS_WAIT_LOCK:
        return SS_LEDGER_LOCK_WAIT;
    case SS_WAIT_USER:
        return SS_LEDGER_USER;
    case SS_WAIT_IDLE:
        return SS_LEDGER_IDLE;
    default:
        return SS_LEDGER_KERNEL;
    }
}

void ss_ledger_now(const struct ss_world *w, u32 number, u64 ns[SS_LEDGER_KINDS])
{
    SS_DEBUG_CHECK(number < w->topology.cpus);
    const struct ss_cpu *cpu = &w->cpu[number];
    u64 now = w->clock->now;
    for (u32 i = 0; i < SS_LEDGER_KINDS; i++)
        ns[i] = w->ledger[number].ns[i];
    settle_partially(cpu, now, ns);
    if (now <= cpu->clock)
        return;
    u64 elapsed = now - cpu->clock;
    if (cpu->wait == SS_WAIT_ACCESS) {
        u64 waited = ss_min_u64(elapsed, cpu->in_flight_wait);
        ns[SS_LEDGER_LINE_WAIT] += waited;
        elapsed -= waited;
    }
    ns[waiting_kind(cpu)] += elapsed;
}
