/*
 * One access of a kernel path: private hits advance the local clock at once, everything that may
 * miss is issued in global time order and becomes an event.
 */
#include "exec/touch.h"

#include "exec/idle.h"
#include "exec/ledger.h"
#include "exec/record.h"
#include "exec/user.h"
#include "exec/world.h"

static const u8 access_kind[] = {
    [SS_OPERATION_LOAD] = SS_LOAD,     [SS_OPERATION_SCAN] = SS_LOAD,
    [SS_OPERATION_STORE] = SS_STORE,   [SS_OPERATION_ATOMIC] = SS_RMW,
    [SS_OPERATION_INCREMENT] = SS_RMW, [SS_OPERATION_DECREMENT] = SS_RMW,
    [SS_OPERATION_SET_BIT] = SS_RMW,   [SS_OPERATION_CLEAR_BIT] = SS_RMW,
};

/* The kind a miss of this class is charged to. */
static u32 ledger_kind_of(enum ss_access_class class)
{
    switch (class) {
    case SS_L1:
        return SS_LEDGER_PRIVATE;
    case SS_LFB:
    case SS_LLC:
        return SS_LEDGER_LLC;
    case SS_LCL_DRAM:
    case SS_RMT_DRAM:
        return SS_LEDGER_MEMORY;
    default:
        return SS_LEDGER_REMOTE;
    }
}

static u32 completion_key(const struct ss_cpu *cpu)
{
    return cpu->number << 3 | SS_EVENT_COMPLETION;
}

static void wake_at(struct ss_world *w, struct ss_cpu *cpu, enum ss_wait wait, u64 time)
{
    cpu->wait = (u8)wait;
    cpu->since = cpu->clock;
    ss_wheel_set(&w->wheel, cpu->number, time, completion_key(cpu));
}

/* True if another CPU's pending event comes before this CPU's local clock. */
static bool others_come_first(struct ss_world *w, const struct ss_cpu *cpu)
{
    u64 time;
    if (cpu->clock == cpu->event_time)
        return false; /* its event was the first; what came since cannot lie before it */
    if (cpu->clock > w->until)
        return true;
    i32 node = ss_wheel_peek(&w->wheel, &time);
    if (node < 0 || time > cpu->clock)
        return false;
    return time < cpu->clock || w->wheel.nodes[node].key < completion_key(cpu);
}

static void note_touch(struct ss_world *w, const struct ss_cpu *cpu, u32 operation, u32 address,
                       u32 symbol, u32 detail)
{
    struct ss_touch_note note = {operation, address, symbol, detail, cpu->number};
    w->observer.note(w->observer.context, &note);
}

static void count_transfer(struct ss_world *w, const struct ss_cpu *cpu,
                           const struct ss_access *access)
{
    if (access->supplier_llc >= 0)
        w->transfers[(u32)access->supplier_llc * w->topology.llcs + w->topology.llc[cpu->number]]++;
}

static void record_miss(struct ss_world *w, struct ss_cpu *cpu, u32 address, u32 symbol, u32 kind,
                        const struct ss_access *access)
{
    u32 latency = (u32)(access->data_at - cpu->clock) - access->wait;
    u32 supplier = access->supplier_llc < 0 ? 0xff : (u32)access->supplier_llc;
    ss_record(w, cpu, SS_RECORD_MISS, address, access->wait, latency,
              supplier | (u32)access->class << 8 | kind << 12 | symbol << 16);
    ss_record_more(w, kind == SS_STORE ? 0 : (u32)(access->done - cpu->clock));
}

/* A touch on its way: what it asks for, and the row that counts it, NULL if there is none yet. */
struct touch {
    u32 address, symbol;
    enum ss_access_kind kind;
    bool overlap; /* a load of a scan */
    struct ss_c2c_row *row;
};

static inline struct ss_c2c_row *find_row(const struct ss_world *w, u32 address, u32 symbol)
{
    return ss_c2c_counts(&w->c2c)
               ? ss_c2c_find(&w->c2c, ss_line_of(address), ss_offset_of(address), symbol)
               : NULL;
}

static inline void count(struct ss_world *w, struct ss_cpu *cpu, const struct touch *touch,
                         u32 class, u64 ns)
{
    struct ss_c2c_row *row = touch->row;
    w->clock->accesses++;
    cpu->path_accesses++;
    if (!ss_c2c_counts(&w->c2c))
        return;
    if (!row)
        row = ss_c2c_add(&w->c2c, ss_line_of(touch->address), ss_offset_of(touch->address),
                         touch->symbol);
    if (row)
        ss_c2c_count_in(&w->c2c, row, touch->kind, class, ns);
}

/* Served by the core's own copy: the CPU goes on at once. */
static inline enum ss_touched hit(struct ss_world *w, struct ss_cpu *cpu, const struct touch *touch,
                                  u64 done)
{
    u32 ns = (u32)(done - cpu->clock);
    count(w, cpu, touch, SS_L1, ns);
    ss_charge_ahead(cpu, SS_AHEAD_PRIVATE, ns);
    return SS_TOUCH_PASSED;
}

static inline enum ss_touched issue(struct ss_world *w, struct ss_cpu *cpu,
                                    const struct touch *touch)
{
    struct ss_access access =
        ss_coherence_access(&w->coherence, cpu->number, ss_line_of(touch->address), touch->kind,
                            cpu->clock, touch->overlap);
    count(w, cpu, touch, access.class, access.done - cpu->clock);
    if (ss_c2c_counts(&w->c2c))
        count_transfer(w, cpu, &access);
    w->clock->misses++;
    record_miss(w, cpu, touch->address, touch->symbol, touch->kind, &access);
    if (touch->kind == SS_STORE) { /* the store buffer takes it */
        cpu->stored = touch->address;
        ss_charge_ahead(cpu, SS_AHEAD_PRIVATE, (u32)(access.done - cpu->clock));
        return SS_TOUCH_PASSED;
    }
    cpu->in_flight = (u8)ledger_kind_of(access.class);
    cpu->in_flight_wait = access.wait;
    cpu->address = touch->address;
    cpu->symbol = (u16)touch->symbol;
    wake_at(w, cpu, SS_WAIT_ACCESS, access.done);
    return SS_TOUCH_WAITS;
}

/*
 * The row is looked for before the line: whether the access hits is a coin's throw for the host, so
 * what it loads behind that branch comes late, what it loads before comes together with the line.
 */
enum ss_touched ss_touch(struct ss_world *w, struct ss_cpu *cpu, enum ss_operation operation,
                         u32 address, u32 symbol, u32 detail)
{
    SS_DEBUG_CHECK(operation < SS_OPERATION_BARRIER && ss_line_of(address) < w->coherence.lines);
    if (cpu->wait == SS_WAIT_ACCESS) {
        cpu->wait = SS_WAIT_NONE;
        return SS_TOUCH_DONE;
    }
    cpu->wait = SS_WAIT_NONE;
    const struct touch touch = {.address = address,
                                .symbol = symbol,
                                .kind = access_kind[operation],
                                .overlap = operation == SS_OPERATION_SCAN,
                                .row = find_row(w, address, symbol)};
    u64 done =
        ss_coherence_hit(&w->coherence, cpu->number, ss_line_of(address), touch.kind, cpu->clock);
    if (!done && !ss_turn(w, cpu, symbol))
        return SS_TOUCH_EARLY;
    if (w->observer.note)
        note_touch(w, cpu, operation, address, symbol, detail);
    return done ? hit(w, cpu, &touch, done) : issue(w, cpu, &touch);
}

bool ss_touch_parked(struct ss_world *w, struct ss_cpu *cpu)
{
    SS_DEBUG_CHECK(cpu->parked == SS_PARKED_TOUCH);
    SS_DEBUG_CHECK(cpu->wait == SS_WAIT_ACCESS || cpu->wait == SS_WAIT_NONE);
    const struct ss_act act = cpu->early;
    cpu->early = (struct ss_act){0};
    const enum ss_touched touched = ss_touch(w, cpu, act.operation, act.operand, act.symbol, 0);
    SS_DEBUG_CHECK(touched != SS_TOUCH_EARLY); /* asked at the event that is its turn */
    if (touched == SS_TOUCH_WAITS)
        return false;
    cpu->parked = SS_PARKED_NOTHING;
    return true;
}

void ss_touch_joined(struct ss_world *w, struct ss_cpu *cpu, u32 address, u32 symbol)
{
    SS_DEBUG_CHECK(ss_line_of(address) < w->coherence.lines);
    if (w->observer.note)
        note_touch(w, cpu, SS_OPERATION_STORE, address, symbol, 0);
    const struct touch touch = {.address = address,
                                .symbol = symbol,
                                .kind = SS_STORE,
                                .row = find_row(w, address, symbol)};
    const u32 slot = w->platform.store_slot;
    count(w, cpu, &touch, SS_LFB, slot);
    ss_charge_ahead(cpu, SS_AHEAD_PRIVATE, slot);
}

bool ss_barrier(struct ss_world *w, struct ss_cpu *cpu, enum ss_barrier barrier)
{
    SS_DEBUG_CHECK(barrier <= SS_BARRIER_FULL);
    if (w->observer.note)
        note_touch(w, cpu, SS_OPERATION_BARRIER, 0, 0, barrier);
    if (barrier != SS_BARRIER_FULL)
        return true;
    u64 visible = ss_coherence_fence(&w->coherence, cpu->number, cpu->clock);
    if (visible <= cpu->clock)
        return true;
    const struct ss_access wait = {.done = visible,
                                   .data_at = visible,
                                   .wait = visible - cpu->clock,
                                   .class = SS_LFB,
                                   .supplier_llc = -1};
    w->clock->misses++; /* it waits for a line on its way, like a load that finds it so */
    record_miss(w, cpu, cpu->stored, cpu->symbol, SS_LOAD, &wait);
    cpu->in_flight = SS_LEDGER_LINE_WAIT;
    cpu->in_flight_wait = (u32)wait.wait;
    cpu->address = cpu->stored;
    wake_at(w, cpu, SS_WAIT_ACCESS, visible);
    return false;
}

bool ss_turn(struct ss_world *w, struct ss_cpu *cpu, u32 symbol)
{
    SS_DEBUG_CHECK(symbol < SS_SYMBOLS_COUNT);
    if (!others_come_first(w, cpu))
        return true;
    cpu->symbol = (u16)symbol;
    wake_at(w, cpu, SS_WAIT_TURN, cpu->clock);
    return false;
}

static u64 kernel_ns(const struct ss_world *w, const struct ss_cpu *cpu, u64 ns)
{
    return w->def->sibling_slows == SS_SIBLING_SLOWS_ALL ? ss_kernel_ns_beside(w, cpu, ns) : ns;
}

void ss_spend(struct ss_world *w, struct ss_cpu *cpu, u32 ns)
{
    ss_charge_ahead(cpu, SS_AHEAD_KERNEL, (u32)kernel_ns(w, cpu, ns));
}

void ss_spend_at_pace(struct ss_cpu *cpu, u32 ns)
{
    ss_charge_ahead(cpu, SS_AHEAD_KERNEL, ns);
}

/* Not inlined: called from some hundred places, and each call is an event anyway. */
SS_NEVER_INLINED bool ss_wait_compute(struct ss_world *w, struct ss_cpu *cpu, u64 ns,
                                      u32 ledger_kind)
{
    SS_DEBUG_CHECK(ledger_kind < SS_LEDGER_KINDS && cpu->wait == SS_WAIT_NONE);
    if (!ns)
        return true;
    cpu->in_flight = (u8)ledger_kind;
    if (ledger_kind == SS_LEDGER_KERNEL)
        ns = kernel_ns(w, cpu, ns);
    wake_at(w, cpu, SS_WAIT_COMPUTE, cpu->clock + ns);
    return false;
}

bool ss_wait_user(struct ss_world *w, struct ss_cpu *cpu)
{
    const struct ss_user_task *task = ss_current_user(w, cpu);
    if (!task->left)
        return true;
    cpu->symbol = SS_SYMBOL_user;
    ss_record(w, cpu, SS_RECORD_MODE, SS_ACTIVITY_USER, (u32)cpu->current, 0, 0);
    wake_at(w, cpu, SS_WAIT_USER, cpu->clock + ss_user_ns_left(w, cpu));
    if (task->spins)
        ss_user_sibling_changed(w, cpu);
    ss_user_traffic_changed(w, cpu);
    return false;
}

void ss_wait_idle(struct ss_world *w, struct ss_cpu *cpu)
{
    ss_record(w, cpu, SS_RECORD_MODE, SS_ACTIVITY_IDLE, (u32)cpu->current, 0, 0);
    cpu->wait = SS_WAIT_IDLE;
    cpu->since = cpu->clock;
    cpu->symbol = SS_SYMBOL_do_idle;
    ss_idle_wait_begins(w, cpu);
    ss_user_sibling_changed(w, cpu);
}

void ss_wait_lock(struct ss_world *w, struct ss_cpu *cpu, i32 lock)
{
    SS_DEBUG_CHECK(lock >= 0);
    cpu->wait = SS_WAIT_LOCK;
    cpu->since = cpu->clock;
    cpu->lock = lock;
    ss_user_sibling_changed(w, cpu);
}

void ss_lock_granted(struct ss_world *w, struct ss_cpu *cpu, u64 time)
{
    SS_DEBUG_CHECK(time >= w->clock->now);
    ss_wheel_set(&w->wheel, cpu->number, time, completion_key(cpu));
}
