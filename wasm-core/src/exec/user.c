/*
 * How fast user work goes: at full speed while the core's other CPUs idle, at the speed its kind
 * has beside a busy sibling otherwise (spec "Hardware model" section 5.4, "Workload models" 3.1);
 * slower where it has footprints that are not all in its cache (footprint.h).
 * The speed changes when a sibling begins or ends to idle or to spin, and when others begin or end
 * to take from the same node's memory, so work under way is settled then and goes on at the new
 * speed. A sibling in the kernel counts as busy even while it is stalled on a line: such stalls are
 * shorter than what rounding to ns would take from work settled at each.
 * And how fast the kernel computes, where the definition's sibling_slows asks for it.
 */
#include "exec/user.h"

#include "exec/footprint.h"
#include "exec/idle.h"
#include "exec/ledger.h"
#include "exec/world.h"

#define FULL_SPEED 65536u
#define SMT_SHIFT 6 /* a task tells its speed beside a sibling of 1024 */

/* A sibling in polling idle takes so much of what a busy one would (spec "Workload models" 3.1). */
#define POLLING_PERCENT 10

/* What one takes that polls a word or waits for a lock ("Hardware model" 5.4). */
#define SPINNING_PERCENT 50

static bool is_spinning(const struct ss_world *w, const struct ss_cpu *cpu)
{
    return cpu->wait == SS_WAIT_LOCK || (cpu->wait == SS_WAIT_USER && w->user[cpu->current].spins);
}

/* How much the core's other CPUs are in the way at `now`, in per cent of a busy one. */
static u32 sibling_load(const struct ss_world *w, u32 number, u64 now)
{
    u32 load = 0;
    const struct ss_topology *t = &w->topology;
    const u64 *core = t->core_cpus + (u64)t->core[number] * t->cpu_words;
    for (i32 at = ss_bitset_first(core, t->cpu_words); at >= 0;
         at = ss_bitset_next(core, t->cpu_words, (u32)at + 1)) {
        if ((u32)at == number)
            continue;
        if (is_spinning(w, &w->cpu[at]))
            load = SPINNING_PERCENT;
        else if (w->cpu[at].wait != SS_WAIT_IDLE)
            return 100;
        else if (ss_idle_polls(w, &w->cpu[at], now))
            load = ss_max_u32(load, POLLING_PERCENT);
    }
    return load;
}

u64 ss_user_ns_left(struct ss_world *w, struct ss_cpu *cpu)
{
    const struct ss_user_task *task = ss_current_user(w, cpu);
    cpu->user_speed = FULL_SPEED;
    if (task->smt_1024) {
        const u32 beside = ss_min_u32((u32)task->smt_1024 << SMT_SHIFT, FULL_SPEED);
        cpu->user_speed -=
            (FULL_SPEED - beside) * sibling_load(w, cpu->number, w->clock->now) / 100;
    }
    if (w->footprints && !task->spins)
        cpu->user_speed =
            ss_max_u32(1, (u32)((u64)cpu->user_speed * ss_footprint_speed(w, cpu) / FULL_SPEED));
    if (cpu->user_speed == FULL_SPEED)
        return task->left;
    return (task->left * FULL_SPEED + cpu->user_speed - 1) / cpu->user_speed;
}

void ss_user_settle(struct ss_world *w, const struct ss_cpu *cpu, u64 elapsed)
{
    SS_DEBUG_CHECK(cpu->user_speed && cpu->user_speed <= FULL_SPEED);
    struct ss_user_task *task = ss_current_user(w, cpu);
    const u64 done =
        cpu->user_speed == FULL_SPEED ? elapsed : elapsed * cpu->user_speed / FULL_SPEED;
    task->left -= ss_min_u64(done, task->left);
    if (w->footprints)
        ss_footprint_ran(w, cpu, elapsed);
}

/* The CPU's user work goes on at the speed it has from `at` on, before which nothing happens. */
static void change_speed(struct ss_world *w, struct ss_cpu *cpu, u64 at)
{
    if (at > cpu->clock) {
        ss_user_settle(w, cpu, at - cpu->clock);
        if (cpu->clock <= w->clock->now) /* else some of it has still to pass */
            ss_settle_ahead(w, cpu);
        ss_charge(w, cpu, SS_LEDGER_USER, at - cpu->clock);
        cpu->event_time = at;
    }
    ss_wheel_set(&w->wheel, cpu->number, cpu->clock + ss_user_ns_left(w, cpu),
                 cpu->number << 3 | SS_EVENT_COMPLETION);
}

void ss_user_cut_short(struct ss_world *w, const struct ss_cpu *by, i32 id)
{
    SS_DEBUG_CHECK((u32)id < w->tasks);
    const struct ss_task *task = &w->task[id];
    struct ss_cpu *cpu = ss_cpu(w, (u32)task->cpu);
    const bool runs = task->on_cpu && cpu->current == id && cpu->wait == SS_WAIT_USER;
    w->user[id].left = 0;
    if (runs)
        change_speed(w, cpu, ss_max_u64(w->clock->now, by->clock));
}

void ss_user_sibling_changed(struct ss_world *w, const struct ss_cpu *cpu)
{
    const struct ss_topology *t = &w->topology;
    const u64 *core = t->core_cpus + (u64)t->core[cpu->number] * t->cpu_words;
    for (i32 at = ss_bitset_first(core, t->cpu_words); at >= 0;
         at = ss_bitset_next(core, t->cpu_words, (u32)at + 1)) {
        struct ss_cpu *sibling = ss_cpu(w, (u32)at);
        if (sibling != cpu && sibling->wait == SS_WAIT_USER &&
            ss_current_user(w, sibling)->smt_1024)
            change_speed(w, sibling, w->clock->now);
    }
}

void ss_user_traffic_changed(struct ss_world *w, const struct ss_cpu *cpu)
{
    if (!w->footprints || !ss_footprint_shares_anew(w, cpu))
        return;
    for (u32 at = 0; at < w->topology.cpus; at++) {
        struct ss_cpu *other = ss_cpu(w, at);
        if (other != cpu && other->wait == SS_WAIT_USER &&
            ss_footprint_shares(w, other->current, cpu->current))
            change_speed(w, other, w->clock->now);
    }
}

/* Decided once, as the work begins: most pieces of the kernel's last only until its next access.
 * Long ones (exec, exit) keep the speed they began with. */
SS_NEVER_INLINED
u64 ss_kernel_ns_beside(const struct ss_world *w, const struct ss_cpu *cpu, u64 ns)
{
    const u32 kind = w->user[cpu->current].smt_1024, both = w->platform.smt_factor_1024;
    const u32 beside = ss_min_u32((kind ? kind : both / 2) << SMT_SHIFT, FULL_SPEED);
    const u32 speed =
        FULL_SPEED - (FULL_SPEED - beside) * sibling_load(w, cpu->number, cpu->clock) / 100;
    return (ns * FULL_SPEED + speed - 1) / speed;
}
