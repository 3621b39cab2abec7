/* What the steps of a program do. */
#include "workload/program_steps.h"

#include "exec/path.h"
#include "ipc/barrier.h"
#include "ipc/condvar.h"
#include "ipc/mutex.h"
#include "ipc/pi_mutex.h"
#include "ipc/semaphore.h"
#include "sched/core/fork.h"
#include "sched/core/interrupts.h"
#include "workload/program_words.h"

#define PIECE_NS 32000  /* of SPEND, as rt-app's runtime works */
#define MOST_OF_MEAN 20 /* an exponential is cut there */

static const struct ss_program_step *step_of(const struct ss_world *w, u32 step)
{
    return &ss_program_of(w).step[step];
}

static struct ss_program_resource resource_of(const struct ss_world *w, u32 step)
{
    const struct ss_program program = ss_program_of(w);
    return program.resource[ss_program_what(&program.step[step])];
}

static u32 futex_of(const struct ss_world *w, u32 step)
{
    return ss_program_futex(ss_program_what(step_of(w, step)));
}

static u64 between(struct ss_prng *random, u64 least, u64 most)
{
    const u64 span = most > least ? most - least : 0;
    return least + ss_multiply_shift(span + 1, ss_prng_next(random) >> 32, 32);
}

static u64 drawn(const struct ss_world *w, i32 task, u32 step)
{
    const struct ss_program_step *const s = step_of(w, step);
    struct ss_prng *const random = &w->task[task].random;
    const u64 first = ss_program_ns(s->first);
    switch (ss_program_distribution(s)) {
    case SS_PROGRAM_AMOUNT_EXPONENTIAL: {
        const u64 ns = ss_prng_exponential(random, first);
        return ns < MOST_OF_MEAN * first ? ns : MOST_OF_MEAN * first;
    }
    case SS_PROGRAM_AMOUNT_UNIFORM:
        return between(random, first, ss_program_ns(s->second));
    case SS_PROGRAM_AMOUNT_TABLE: {
        const u32 *const amounts = ss_program_of(w).table + s->first * SS_PROGRAM_TABLE_AMOUNTS;
        const u32 at = ss_prng_below(random, SS_PROGRAM_TABLE_AMOUNTS - 1);
        return between(random, ss_program_ns(amounts[at]), ss_program_ns(amounts[at + 1]));
    }
    default:
        return first;
    }
}

/* What the amount of a step comes to this time, ns. */
static u64 draw(const struct ss_world *w, i32 task, u32 step)
{
    return drawn(w, task, step) * ss_program_percent(w) / 100;
}

/* ---- time ------------------------------------------------------------------------------------ */

/* rt-app counts the turns of its loop by what is configured. */
static u32 turns(const struct ss_world *w, u64 ns)
{
    const u32 turn = ss_program_of(w).head->turn_ns;
    return turn ? (u32)(ns / 1000 / turn) : 0;
}

static bool step_run(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(program_step);
    struct ss_actor *const actor = ss_program_actor(w, cpu->current);
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    me->until = draw(w, cpu->current, me->step);
    actor->perf += turns(w, me->until);
    actor->run -= cpu->clock;
    if (me->until)
        PATH_CALL(user_run, .ns = me->until);
    actor->run += cpu->clock;
    PATH_END;
}

static bool step_spend(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(program_step);
    struct ss_actor *const actor = ss_program_actor(w, cpu->current);
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    actor->run -= cpu->clock;
    me->until = cpu->clock + draw(w, cpu->current, me->step);
    while (cpu->clock < me->until) {
        actor->perf += turns(w, PIECE_NS);
        PATH_CALL(user_run, .ns = PIECE_NS);
    }
    actor->run += cpu->clock;
    PATH_END;
}

static bool step_sleep(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(program_step);
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    me->until = draw(w, cpu->current, me->step);
    PATH_CALL_LAST(hrtimer_nanosleep, .ns = me->until + !me->until);
    PATH_END;
}

/* The clock of EVERY, set at its first use. */
static struct ss_program_clock *clock_of(const struct ss_world *w, const struct ss_actor *actor,
                                         u32 step)
{
    const u32 value = resource_of(w, step).value;
    const u32 first = value & ~(SS_PROGRAM_ABSOLUTE | SS_PROGRAM_OF_THREADS);
    struct ss_program_clock *const clock =
        ss_program_clock(w, value & SS_PROGRAM_OF_THREADS ? first + actor->number : first);
    if (!clock->is_set)
        *clock = (struct ss_program_clock){.next = actor->born, .is_set = 1};
    return clock;
}

/* Source: rt-app's timer event. The slack is noted before the task sleeps, and a late task does not
 * wait; without ABSOLUTE the clock then begins anew. */
static bool step_every(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(program_step);
    struct ss_actor *const actor = ss_program_actor(w, cpu->current);
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    {
        struct ss_program_clock *const clock = clock_of(w, actor, me->step);
        const i64 slack = (i64)(clock->next += draw(w, cpu->current, me->step)) - (i64)cpu->clock;
        const bool adds_up = step_of(w, me->step)->second & 1;
        actor->slack = adds_up ? actor->slack + slack : slack;
        me->until = clock->next;
        if (slack <= 0) {
            if (!(resource_of(w, me->step).value & SS_PROGRAM_ABSOLUTE))
                clock->next = cpu->clock;
            actor->waited = 0;
            PATH_LEAVE;
        }
    }
    PATH_CALL(hrtimer_nanosleep, .ns = me->until - cpu->clock);
    me->until = cpu->clock - ss_min_u64(cpu->clock, me->until);
    actor->waited += me->until;
    ss_workload_latency(w, SS_LATENCY_WAKE, me->until);
    PATH_END;
}

static bool step_syscall(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(program_step);
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    me->until = draw(w, cpu->current, me->step);
    PATH_COMPUTE(w->platform.os.syscall + me->until);
    PATH_CALL_LAST(exit_to_user_mode);
    PATH_END;
}

/* ---- waiting for each other ------------------------------------------------------------------ */

/* Whether the task may give the mutex back. What a program does wrong with a mutex is undefined in
 * C; here such a step does nothing. */
static bool may_unlock(const struct ss_world *w, i32 task, u32 futex, bool pi)
{
    const u32 word = w->ipc->futex[futex].word;
    return pi ? (word & ~SS_PI_WAITERS) == (u32)task + 1 : word != 0;
}

static bool step_lock(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(program_step);
    const u32 futex = futex_of(w, me->step);
    const bool pi = resource_of(w, me->step).kind == SS_PROGRAM_PI_MUTEX;
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    if (!pi)
        PATH_CALL(mutex_lock, .futex = futex);
    else if (!may_unlock(w, cpu->current, futex, true))
        PATH_CALL_LAST(pi_mutex_lock, .futex = futex);
    PATH_END;
}

static bool step_unlock(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(program_step);
    const u32 futex = futex_of(w, me->step);
    const bool pi = resource_of(w, me->step).kind == SS_PROGRAM_PI_MUTEX;
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    if (!may_unlock(w, cpu->current, futex, pi))
        PATH_LEAVE;
    if (pi)
        PATH_CALL(pi_mutex_unlock, .futex = futex);
    else
        PATH_CALL_LAST(mutex_unlock, .futex = futex);
    PATH_END;
}

static bool step_wait(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(program_step);
    const u32 mutex = step_of(w, me->step)->first;
    const bool pi = ss_program_of(w).resource[mutex].kind == SS_PROGRAM_PI_MUTEX;
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    if (may_unlock(w, cpu->current, ss_program_futex(mutex), pi))
        PATH_CALL_LAST(cond_wait, .futex = futex_of(w, me->step), .mutex = ss_program_futex(mutex),
                       .pi = pi);
    PATH_END;
}

static bool step_signal(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(program_step);
    const bool all = ss_program_code(step_of(w, me->step)) == SS_PROGRAM_STEP_BROADCAST;
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    PATH_CALL_LAST(cond_signal, .futex = futex_of(w, me->step), .all = all);
    PATH_END;
}

static bool step_post(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(program_step);
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    for (me->at = 0; me->at < step_of(w, me->step)->first; me->at++)
        PATH_CALL(semaphore_post, .futex = futex_of(w, me->step),
                  .sync = step_of(w, me->step)->second & 1);
    PATH_END;
}

static bool step_await(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(program_step);
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    PATH_CALL_LAST(semaphore_wait, .futex = futex_of(w, me->step));
    PATH_END;
}

/* rt-app's barrier: a counter behind a mutex. The last thread to come broadcasts and goes on; each
 * thread woken counts up again, so that a quick thread may pass twice. */
static bool counted_barrier(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(program_step);
    const u32 mutex = futex_of(w, me->step), cond = mutex + 1;
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    PATH_CALL(mutex_lock, .futex = mutex);
    me->at = w->ipc->futex[mutex].arrived; /* on the mutex's line, which this CPU has now */
    if (!me->at) {
        PATH_CALL(cond_signal, .futex = cond, .all = true);
    } else {
        w->ipc->futex[mutex].arrived--;
        PATH_CALL(cond_wait, .futex = cond, .mutex = mutex);
        w->ipc->futex[mutex].arrived++;
    }
    PATH_CALL_LAST(mutex_unlock, .futex = mutex);
    PATH_END;
}

static bool step_barrier(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(program_step);
    const struct ss_program_resource resource = resource_of(w, me->step);
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    if (resource.kind == SS_PROGRAM_COUNTED_BARRIER)
        PATH_BECOMES(counted_barrier);
    PATH_CALL_LAST(barrier_wait, .futex = futex_of(w, me->step), .parties = resource.value);
    PATH_END;
}

static bool step_fork(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(program_step);
    const u32 kind = ss_program_what(step_of(w, me->step));
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    me->at = *ss_program_forked(w, kind);
    if (me->at >= ss_program_of(w).kind[kind].forkable)
        PATH_LEAVE; /* all that there can be are there */
    ++*ss_program_forked(w, kind);
    PATH_COMPUTE(SS_CLONE_NS);
    PATH_CALL_LAST(wake_up_new_task, .task = ss_program_task(w, kind, me->at, true));
    PATH_END;
}

/* ---- a structure that they share ------------------------------------------------------------- */

static u32 field_of(const struct ss_world *w, u32 step)
{
    const struct ss_program_resource field = resource_of(w, step);
    return w->layouts.place[SS_STRUCTURE_PROGRAM].first +
           ss_program_offset(&field, ss_program_is_moved(w));
}

static u32 operation_of(const struct ss_world *w, u32 step)
{
    switch (ss_program_code(step_of(w, step))) {
    case SS_PROGRAM_STEP_LOAD:
        return SS_OPERATION_LOAD;
    case SS_PROGRAM_STEP_STORE:
        return SS_OPERATION_STORE;
    default:
        return SS_OPERATION_ATOMIC;
    }
}

/* The field, then the line on which the touched bytes end; one where that is the field's. */
static u32 lines_of(const struct ss_world *w, u32 step)
{
    const u32 first = field_of(w, step);
    const u32 last = first + ss_program_touched(step_of(w, step)) - 1;
    return ss_line_of(last) > ss_line_of(first) ? 2 : 1;
}

static u32 address_of(const struct ss_world *w, u32 step, u32 number)
{
    const u32 first = field_of(w, step);
    return number ? (ss_line_of(first) + 1) * SS_LINE_BYTES : first;
}

/* Where a store of the task to this line may be remembered: its earlier one that is under way, or
 * one that is there by now; NULL where the buffer is full. */
static struct ss_store *store_of(const struct ss_world *w, const struct ss_cpu *cpu, u32 line)
{
    struct ss_actor *const actor = ss_program_actor(w, cpu->current);
    struct ss_store *free = NULL;
    for (u32 i = 0; i < SS_STORES_UNDER_WAY; i++) {
        struct ss_store *const store = &actor->store[i];
        if (store->until <= cpu->clock)
            free = store;
        else if (store->line == line)
            return store;
    }
    return free;
}

/* Threads that store in a loop would else ask for a line again and again before it has come once.
 */
static bool joins(struct ss_world *w, struct ss_cpu *cpu, u32 address)
{
    const struct ss_store *const store = store_of(w, cpu, ss_line_of(address));
    if (!store || store->until <= cpu->clock)
        return false;
    ss_touch_joined(w, cpu, address, SS_SYMBOL_user);
    return true;
}

static void remember(const struct ss_world *w, const struct ss_cpu *cpu, u32 address)
{
    const u32 line = ss_line_of(address);
    struct ss_store *const store = store_of(w, cpu, line);
    if (store)
        *store = (struct ss_store){
            .until = ss_coherence_fence(&w->coherence, cpu->number, cpu->clock), .line = line};
}

static bool step_touch(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(program_step);
    const u32 operation = operation_of(w, me->step);
    const bool stores = operation == SS_OPERATION_STORE;
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    for (me->at = 0; me->at < lines_of(w, me->step); me->at++) {
        if (stores && joins(w, cpu, address_of(w, me->step, me->at)))
            continue;
        if (stores && !store_of(w, cpu, ss_line_of(address_of(w, me->step, me->at))))
            PATH_FULL_BARRIER(user);
        PATH_TOUCH(operation, SS_SYMBOL_user, address_of(w, me->step, me->at));
        if (stores)
            remember(w, cpu, address_of(w, me->step, me->at));
    }
    PATH_END;
}

ss_path_function *const ss_program_steps[SS_PROGRAM_STEPS_COUNT] = {
    [SS_PROGRAM_STEP_RUN] = step_run,          [SS_PROGRAM_STEP_SPEND] = step_spend,
    [SS_PROGRAM_STEP_SLEEP] = step_sleep,      [SS_PROGRAM_STEP_EVERY] = step_every,
    [SS_PROGRAM_STEP_LOCK] = step_lock,        [SS_PROGRAM_STEP_UNLOCK] = step_unlock,
    [SS_PROGRAM_STEP_WAIT] = step_wait,        [SS_PROGRAM_STEP_SIGNAL] = step_signal,
    [SS_PROGRAM_STEP_BROADCAST] = step_signal, [SS_PROGRAM_STEP_POST] = step_post,
    [SS_PROGRAM_STEP_AWAIT] = step_await,      [SS_PROGRAM_STEP_BARRIER] = step_barrier,
    [SS_PROGRAM_STEP_SYSCALL] = step_syscall,  [SS_PROGRAM_STEP_FORK] = step_fork,
    [SS_PROGRAM_STEP_LOAD] = step_touch,       [SS_PROGRAM_STEP_STORE] = step_touch,
    [SS_PROGRAM_STEP_ADD] = step_touch,
};
