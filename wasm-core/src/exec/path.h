/*
 * Kernel paths: functions that can stop in the middle and go on later, so that every access that
 * misses is an event of its own while the code still reads top to bottom like the algorithm it is.
 *
 *     struct cpupri_set_frame {
 *         struct ss_path path;
 *         // arguments     (these headings with the other kind of comment)
 *         u32 cpu;
 *         i16 prio;
 *         // kept
 *         i32 old_level;
 *     };
 *
 *     bool cpupri_set(struct ss_world *w, struct ss_cpu *cpu)
 *     {
 *         PATH_FRAME(cpupri_set);
 *         struct ss_sched *const s = w->sched; // locals: the same whenever the path goes on
 *         PATH_BEGIN;
 *         SS_DEBUG_CHECK(me->cpu < w->topology.cpus); // what it relies on, asked once
 *         PATH_LOAD(cpupri_set, address);      // may wait; then goes on here
 *         PATH_LOAD(cpupri_set, word, me->old_level = s->cpu_to_pri[me->cpu]);
 *         if (me->old_level == level_of(me->prio))
 *             PATH_LEAVE;
 *         PATH_CALL(other_path, .argument = me->old_level); // its result is in cpu->result
 *         PATH_CALL_INTO(me->target, third_path, .argument = me->cpu);
 *         PATH_END;
 *     }
 *
 * A path without a result leaves by PATH_LEAVE, by a PATH_..._LAST or at its PATH_END. One with a
 * result leaves by PATH_RETURN, PATH_UNLOCK_RETURN or PATH_CALL_LAST of a path with that result,
 * also before its PATH_END, which is then never reached. A path may have PATH_BECOMES before
 * anything has waited: another path takes over its frame. One that only chooses between such has
 * neither beginning nor end.
 *
 * Rules; `npm test` holds what text can show of them (tools/lib/path-form.mjs).
 *  - Whatever must survive a wait lives in the frame (`me->`). A C local is const and stands before
 *    PATH_BEGIN, worked out anew whenever the path goes on, or lives in a block without waits. One
 *    before PATH_BEGIN uses no field that the path assigns: it would be two things, one before
 *    the assignment and another after the next wait.
 *  - The first thing after PATH_BEGIN says what the path relies on: SS_HOLDS or SS_HOLDS_NOT of
 *    lock.h, SS_IN_TASK, SS_IN_PROGRAM or SS_DEBUG_CHECK. Release builds ask nothing.
 *  - Callers give a frame's arguments; the rest begins as zero and is the path's own.
 *  - The effect of an access (the last argument, if there is one) happens when the access is
 *    issued: that is the line's service order. The path goes on when the access is done.
 *  - An access without an effect is left to the CPU, as locks are (lock.h): it waits for its turn
 *    and for the line while the path rests. Its address is worked out once, when the path comes
 *    to it.
 *  - One PATH_ macro a source line: the line number is the resume point. No switch inside a path:
 *    the resume points are the cases of one.
 *  - After PATH_SWITCH the path may run on another CPU: `cpu` is right, copies of it are not.
 *
 * How it works: the frames of a task lie on its kernel stack. A path returns true when it has
 * finished (its frame is gone) and false when it waits; run.c resumes the innermost frame at
 * the label it stored. A nested call that does not wait costs one ordinary function call.
 */
#ifndef SS_EXEC_PATH_H
#define SS_EXEC_PATH_H

#include "exec/touch.h"

/* Every frame starts with this. */
struct ss_path {
    ss_path_function *function;
    u32 resume;   /* 0: from the start */
    u32 previous; /* the frame below, from the start of all stacks on, or SS_STACK_EMPTY */
#if UINTPTR_MAX == UINT32_MAX
    u32 filler; /* zero: what a compiler leaves in padding would get into the state */
#endif
};
_Static_assert(sizeof(struct ss_path) == 16, "a 64-bit field behind the head leaves no gap");

/* Puts a frame for `function` on the current task's stack; the caller fills what follows its head.
 */
struct ss_path *ss_path_push(struct ss_world *w, struct ss_cpu *cpu, ss_path_function *function,
                             u32 bytes);
/* The same with everything behind the head zeroed. */
struct ss_path *ss_path_push_clear(struct ss_world *w, struct ss_cpu *cpu,
                                   ss_path_function *function, u32 bytes);
/* Puts a zeroed frame on a task's stack before it ever ran. */
struct ss_path *ss_path_prepare(struct ss_world *w, u32 task, ss_path_function *function,
                                u32 bytes);

/* Puts a frame for `function` in the place of the current task's innermost one. */
struct ss_path *ss_path_replace(struct ss_world *w, struct ss_cpu *cpu, ss_path_function *function,
                                u32 bytes);

void ss_path_pop(struct ss_world *w, struct ss_cpu *cpu);

/* The CPU runs the paths of another task from now on. */
void ss_path_switch(struct ss_world *w, struct ss_cpu *cpu, i32 task);

/* Empties a stack: that of a task that does not run, or of the CPU's current one. */
void ss_path_empty(struct ss_world *w, u32 task);
void ss_path_empty_current(struct ss_cpu *cpu);

static inline void *ss_path_top(struct ss_world *w, const struct ss_cpu *cpu)
{
    return (u8 *)w->stack + cpu->frame;
}

/* Debug builds trap unless a task runs, for itself: no interrupt, no idle loop, not on its way to
 * sleep. The second says that the task is one of the workload's. */
#define SS_IN_TASK(w, cpu)                                                                         \
    SS_DEBUG_CHECK(!(cpu)->interrupted && (cpu)->current >= (i32)(w)->topology.cpus &&             \
                   ss_current((w), (cpu))->state == SS_TASK_RUNNING)
#define SS_IN_PROGRAM(w, cpu)                                                                      \
    SS_DEBUG_CHECK(!(cpu)->interrupted && (cpu)->current >= (i32)(w)->topology.cpus &&             \
                   (cpu)->current < (i32)(w)->stoppers &&                                          \
                   ss_current((w), (cpu))->state == SS_TASK_RUNNING)

#define PATH_FRAME(name) struct name##_frame *const me = ss_path_top(w, cpu)

/* The resume points are cases of one switch; falling into the next one is the normal way on. */
#define PATH_BEGIN                                                                                 \
    switch (me->path.resume) {                                                                     \
    case 0:

#define PATH_END                                                                                   \
    break;                                                                                         \
    }                                                                                              \
    ss_path_pop(w, cpu);                                                                           \
    return true

#define PATH_LEAVE                                                                                 \
    do {                                                                                           \
        ss_path_pop(w, cpu);                                                                       \
        return true;                                                                               \
    } while (0)

#define PATH_RETURN(value)                                                                         \
    do {                                                                                           \
        cpu->result = (i32)(value);                                                                \
        ss_path_pop(w, cpu);                                                                       \
        return true;                                                                               \
    } while (0)

/* Another path takes over the frame, before anything has waited: this one has only chosen which. */
#define PATH_BECOMES(name)                                                                         \
    do {                                                                                           \
        SS_DEBUG_CHECK(!me->path.resume);                                                          \
        me->path.function = name;                                                                  \
        return name(w, cpu);                                                                       \
    } while (0)

#define PATH_HERE                                                                                  \
    me->path.resume = __LINE__;                                                                    \
    __attribute__((fallthrough));                                                                  \
    case __LINE__:

/* The last thing that a path does, where that has no effect: the frame goes first, and when it is
 * done the path below goes on. */
#define PATH_ENDS_BY(is_done)                                                                      \
    do {                                                                                           \
        ss_path_pop(w, cpu);                                                                       \
        return is_done;                                                                            \
    } while (0)

/* A barrier that only orders. */
#define PATH_BARRIER(kind) (void)ss_barrier(w, cpu, SS_BARRIER_##kind)

/* Goes on when the CPU's last store is visible. */
#define PATH_FULL_BARRIER(symbol_)                                                                 \
    do {                                                                                           \
        cpu->symbol = SS_SYMBOL_##symbol_;                                                         \
        me->path.resume = __LINE__;                                                                \
        if (!ss_barrier(w, cpu, SS_BARRIER_FULL))                                                  \
            return false;                                                                          \
        __attribute__((fallthrough));                                                              \
    case __LINE__:                                                                                 \
        cpu->wait = SS_WAIT_NONE;                                                                  \
    } while (0)

/* Goes on when whatever lies before the CPU's local clock has happened. */
#define PATH_TURN(symbol)                                                                          \
    do {                                                                                           \
        PATH_HERE;                                                                                 \
        if (!ss_turn(w, cpu, SS_SYMBOL_##symbol))                                                  \
            return false;                                                                          \
    } while (0)

/* Calls another path; its arguments are the fields of its frame. */
#define PATH_CALL(name, ...) PATH_CALL_THROUGH(name, name, __VA_ARGS__)

/* Calls whatever path the pointer names; it has `name`'s frame. */
#define PATH_CALL_THROUGH(pointer, name, ...)                                                      \
    do {                                                                                           \
        me->path.resume = __LINE__;                                                                \
        ss_path_function *const function_ = (pointer);                                             \
        struct name##_frame arguments_ = {__VA_ARGS__};                                            \
        struct name##_frame *callee_ =                                                             \
            (struct name##_frame *)ss_path_push(w, cpu, function_, sizeof(struct name##_frame));   \
        arguments_.path = callee_->path;                                                           \
        *callee_ = arguments_;                                                                     \
        if (!function_(w, cpu))                                                                    \
            return false;                                                                          \
        __attribute__((fallthrough));                                                              \
    case __LINE__:;                                                                                \
    } while (0)

/* Another path takes over the frame, as the last thing that this one does: this path does not go
 * on when that one is done, and the result of that one is its result. */
#define PATH_CALL_LAST(name, ...)                                                                  \
    do {                                                                                           \
        struct name##_frame arguments_ = {__VA_ARGS__};                                            \
        struct name##_frame *callee_ =                                                             \
            (struct name##_frame *)ss_path_replace(w, cpu, name, sizeof(struct name##_frame));     \
        arguments_.path = callee_->path;                                                           \
        *callee_ = arguments_;                                                                     \
        return name(w, cpu);                                                                       \
    } while (0)

/* Calls another path for its result. */
#define PATH_CALL_INTO(target, ...)                                                                \
    do {                                                                                           \
        PATH_CALL(__VA_ARGS__);                                                                    \
        (target) = (__typeof__(target))cpu->result;                                                \
    } while (0)

/* Calls a path known by its address only, without arguments. */
#define PATH_CALL_HOOK(hook, bytes)                                                                \
    do {                                                                                           \
        me->path.resume = __LINE__;                                                                \
        ss_path_push_clear(w, cpu, hook, bytes);                                                   \
        if (!(hook)(w, cpu))                                                                       \
            return false;                                                                          \
        __attribute__((fallthrough));                                                              \
    case __LINE__:;                                                                                \
    } while (0)

/* Kernel work of `ns`, during which interrupts stay pending. */
#define PATH_COMPUTE(ns) PATH_COMPUTE_AS(SS_LEDGER_KERNEL, ns)

#define PATH_COMPUTE_AS(ledger_kind, ns)                                                           \
    do {                                                                                           \
        me->path.resume = __LINE__;                                                                \
        if (!ss_wait_compute(w, cpu, ns, ledger_kind))                                             \
            return false;                                                                          \
        __attribute__((fallthrough));                                                              \
    case __LINE__:;                                                                                \
    } while (0)

/* User compute: what is left of the current task's; interrupts are taken. */
#define PATH_USER_WAIT()                                                                           \
    do {                                                                                           \
        me->path.resume = __LINE__;                                                                \
        if (!ss_wait_user(w, cpu))                                                                 \
            return false;                                                                          \
        __attribute__((fallthrough));                                                              \
    case __LINE__:;                                                                                \
    } while (0)

/* Idle until an interrupt has been served. */
#define PATH_IDLE_WAIT()                                                                           \
    do {                                                                                           \
        me->path.resume = __LINE__;                                                                \
        ss_wait_idle(w, cpu);                                                                      \
        return false;                                                                              \
    case __LINE__:;                                                                                \
    } while (0)

/* Spins for a lock without touching it; goes on when it was handed over. */
#define PATH_LOCK_WAIT(lock)                                                                       \
    do {                                                                                           \
        me->path.resume = __LINE__;                                                                \
        ss_wait_lock(w, cpu, lock);                                                                \
        return false;                                                                              \
    case __LINE__:;                                                                                \
    } while (0)

/* The CPU goes on with `next`; this path continues when its own task is switched to again. */
#define PATH_SWITCH(next)                                                                          \
    do {                                                                                           \
        me->path.resume = __LINE__;                                                                \
        ss_path_switch(w, cpu, next);                                                              \
        return false;                                                                              \
    case __LINE__:;                                                                                \
    } while (0)

#include "exec/path_access.h"

#endif
