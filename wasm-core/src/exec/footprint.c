/* The footprints of footprint.h. */
#include "exec/footprint.h"

#include "exec/ledger.h"
#include "exec/user.h"

#define IN_USE_NS 10000000u /* how long a footprint counts as in use, "Workload models" 3.3 */
#define NS_A_MS 1000000u
#define MB_A_S_IN_BYTES_A_MS 1000u
/* The speeds of other tasks are computed again once a 256th of a node's bandwidth has come or gone.
 * A smaller change alters their speed by less than one per cent while less than nine tenths are
 * used, and work would be settled for every line that a filled cache misses. */
#define NOTICEABLE_SHIFT 8

/* ---- memory ---------------------------------------------------------------------------------- */

void ss_footprints_create(struct ss_world *w, struct ss_arena *state)
{
    struct ss_footprints *all = w->footprints;
    if (!all)
        return;
    const u32 count = all->count;
    const u64 places = (u64)count * w->topology.llcs;
    all->task = SS_ARENA_ARRAY(state, struct ss_footprint_task, w->tasks);
    all->work = SS_ARENA_ARRAY(state, struct ss_user_work, count);
    all->written = SS_ARENA_ARRAY(state, u32, count);
    all->home = SS_ARENA_ARRAY(state, u32, count);
    all->resident = SS_ARENA_ARRAY(state, u64, places);
    all->filled = SS_ARENA_ARRAY(state, u64, w->topology.llcs);
    all->used = SS_ARENA_ARRAY(state, u64, places);
    all->threads = SS_ARENA_ARRAY(state, u32, places);
    all->traffic = SS_ARENA_ARRAY(state, u64, w->topology.nodes);
    all->known_traffic = SS_ARENA_ARRAY(state, u64, w->topology.nodes);
    all->asked = SS_ARENA_ARRAY(state, struct ss_user_work, count);
    all->held = SS_ARENA_ARRAY(state, u64, count);
    all->target = SS_ARENA_ARRAY(state, u64, count);
}

void ss_footprint_set(struct ss_world *w, u32 index, const struct ss_user_work *work, u32 written,
                      u32 home)
{
    w->footprints->work[index] = *work;
    w->footprints->written[index] = written;
    w->footprints->home[index] = home;
}

void ss_footprint_give(struct ss_world *w, i32 task, u32 which, u32 index)
{
    w->footprints->task[task].footprint[which] = index + 1;
}

/* ---- what is in a cache ---------------------------------------------------------------------- */

static u64 *used(const struct ss_footprints *all, u32 llc, u32 index)
{
    return &all->used[(u64)llc * all->count + index];
}

static bool in_use(const struct ss_footprints *all, u32 llc, u32 index, u64 now)
{
    const u64 at = *used(all, llc, index);
    return at && at + IN_USE_NS > now;
}

/* Takes `bytes` from the footprints of an LLC, in proportion to what each holds; `idle`: only from
 * footprints that are not in use. Returns the bytes that they could not give. */
static u64 evict(const struct ss_footprints *all, u32 llc, u64 bytes, u64 now, bool idle)
{
    u64 *resident = all->resident + (u64)llc * all->count;
    u64 held = 0;
    for (u32 i = 0; i < all->count; i++)
        held += idle && in_use(all, llc, i, now) ? 0 : resident[i];
    const u64 taken = ss_min_u64(bytes, held);
    for (u32 i = 0; taken && i < all->count; i++)
        if (!idle || !in_use(all, llc, i, now)) {
            const u64 part = ss_multiply_shift(resident[i], (taken << 16) / held, 16) + 1;
            const u64 gone = ss_min_u64(part, resident[i]);
            all->filled[llc] -= gone;
            resident[i] -= gone;
        }
    return bytes - taken;
}

/* The bytes that a footprint comes to hold beside the others in use. */
static u64 target_of(const struct ss_footprints *all, u32 llc, u32 index, u64 capacity, u64 now)
{
    u32 asked = 0, own = 0;
    for (u32 i = 0; i < all->count; i++) {
        if (i != index && !in_use(all, llc, i, now))
            continue;
        own = i == index ? asked : own;
        all->asked[asked] = all->work[i];
        all->held[asked++] = all->resident[(u64)llc * all->count + i];
    }
    ss_llc_targets(all->asked, asked, capacity, all->held, all->target);
    return all->target[own];
}

/* The work on a footprint has brought lines into the LLC for `elapsed` ns; the footprints that they
 * displaced hold less. */
static void fill(struct ss_world *w, u32 llc, u32 index, u64 elapsed)
{
    const struct ss_footprints *all = w->footprints;
    const u64 capacity = (u64)w->def->llc_kib << 10, now = w->clock->now;
    u64 *resident = all->resident + (u64)llc * all->count + index;
    *used(all, llc, index) = now + 1;
    if (*resident < all->work[index].bytes) {
        const u64 target = target_of(all, llc, index, capacity, now), before = *resident;
        const u64 tau = ss_llc_fill_ns(&all->work[index], target);
        if (target > before)
            *resident = ss_resident_after(before, target, elapsed, tau) + 1;
        all->filled[llc] += *resident - before;
    }
    if (all->filled[llc] > capacity) {
        const u64 left = evict(all, llc, all->filled[llc] - capacity, now, true);
        evict(all, llc, left, now, false);
    }
}

/* ---- speed ----------------------------------------------------------------------------------- */

/* The thread runs on that LLC now. */
static void arrive(const struct ss_footprints *all, struct ss_footprint_task *task, u32 llc)
{
    if (task->llc == llc + 1)
        return;
    for (u32 which = 0; which < SS_TASK_FOOTPRINTS; which++) {
        const u32 number = task->footprint[which];
        if (!number)
            continue;
        if (task->llc)
            all->threads[(u64)(task->llc - 1) * all->count + number - 1]--;
        all->threads[(u64)llc * all->count + number - 1]++;
    }
    task->llc = llc + 1;
}

/* ns that a line comes from another thread of the footprint, taken over all of them; beside the one
 * that asks there may be none. */
static u32 transfer_ns(const struct ss_world *w, u32 llc, u32 index)
{
    const struct ss_footprints *all = w->footprints;
    u64 others = 0, ns = 0;
    for (u32 from = 0; from < w->topology.llcs; from++) {
        const u32 there = all->threads[(u64)from * all->count + index] - (from == llc);
        others += there;
        ns += (u64)there * w->platform.hitm[from * w->topology.llcs + llc];
    }
    return others ? (u32)(ns / others) : w->platform.llc;
}

/* Stalls of a unit of work because others wrote what it reads, where a line comes in `ns`. */
static u64 sharing_stall(const struct ss_world *w, u32 index, u32 ns)
{
    const struct ss_user_work *work = &w->footprints->work[index];
    const u64 longer = ns - ss_min_u32(ns, w->platform.llc);
    return longer * work->accesses_a_ms * w->footprints->written[index] / NS_A_MS * 10 /
           work->overlap_tenths;
}

/* Utilisation of a node's memory, SS_ONE for all of its bandwidth; 0 where that is not known. */
static u64 utilisation(const struct ss_world *w, u32 node)
{
    const u64 bytes_a_ms = (u64)w->def->node_read_mb_s * MB_A_S_IN_BYTES_A_MS;
    return bytes_a_ms ? (w->footprints->traffic[node] << 16) / bytes_a_ms : 0;
}

static void end_traffic(const struct ss_world *w, struct ss_footprint_task *task)
{
    for (u32 which = 0; which < SS_TASK_FOOTPRINTS; which++) {
        if (task->footprint[which])
            w->footprints->traffic[w->footprints->home[task->footprint[which] - 1]] -=
                task->traffic[which];
        task->traffic[which] = 0;
    }
}

static u32 miss_ratio(const struct ss_footprints *all, u32 llc, u32 index)
{
    return ss_miss_ratio(&all->work[index], all->resident[(u64)llc * all->count + index]);
}

/* Adds what the task takes from memory at a speed; the speed that the bandwidth leaves it. */
static u32 begin_traffic(const struct ss_world *w, struct ss_footprint_task *task, u32 llc,
                         u32 speed)
{
    const struct ss_footprints *all = w->footprints;
    u64 most = SS_ONE;
    for (u32 which = 0; which < SS_TASK_FOOTPRINTS; which++) {
        if (!task->footprint[which])
            continue;
        const u32 index = task->footprint[which] - 1;
        const u64 bytes = (u64)all->work[index].accesses_a_ms * SS_LINE_BYTES;
        const u64 missed = bytes * miss_ratio(all, llc, index) >> 16;
        task->traffic[which] = (u32)ss_min_u64(missed * speed >> 16, UINT32_MAX);
        all->traffic[all->home[index]] += task->traffic[which];
        most = ss_max_u64(most, utilisation(w, all->home[index]));
    }
    return (u32)(((u64)speed << 16) / most);
}

u32 ss_footprint_speed(struct ss_world *w, const struct ss_cpu *cpu)
{
    const struct ss_footprints *all = w->footprints;
    struct ss_footprint_task *task = &w->footprints->task[cpu->current];
    const u32 llc = w->topology.llc[cpu->number];
    u64 at_best = SS_ONE, here = SS_ONE;
    arrive(all, task, llc);
    end_traffic(w, task);
    for (u32 which = 0; which < SS_TASK_FOOTPRINTS; which++) {
        if (!task->footprint[which])
            continue;
        const u32 index = task->footprint[which] - 1;
        const struct ss_user_work *work = &all->work[index];
        const u32 idle = w->platform.dram[llc * w->topology.nodes + all->home[index]];
        const u64 load = ss_min_u64(utilisation(w, all->home[index]), SS_ONE);
        const u32 memory = ss_loaded_latency(idle, (u32)load);
        const u32 near = w->platform.hitm[llc * w->topology.llcs + llc];
        at_best += ss_slowdown(work, work->miss_cached, w->platform.llc, idle) - SS_ONE +
                   sharing_stall(w, index, near);
        here += ss_slowdown(work, miss_ratio(all, llc, index), w->platform.llc, memory) - SS_ONE +
                sharing_stall(w, index, transfer_ns(w, llc, index));
    }
    const u64 speed = ss_min_u64((at_best << 16) / here, SS_ONE);
    return ss_max_u32(begin_traffic(w, task, llc, (u32)speed), 1);
}

void ss_footprint_ran(struct ss_world *w, const struct ss_cpu *cpu, u64 elapsed)
{
    struct ss_footprint_task *task = &w->footprints->task[cpu->current];
    const bool spins = w->user[cpu->current].spins;
    end_traffic(w, task);
    for (u32 which = 0; which < SS_TASK_FOOTPRINTS && !spins; which++)
        if (task->footprint[which])
            fill(w, w->topology.llc[cpu->number], task->footprint[which] - 1, elapsed);
}

/* ---- tasks that share a node's memory -------------------------------------------------------- */

bool ss_footprint_shares_anew(struct ss_world *w, const struct ss_cpu *cpu)
{
    const struct ss_footprints *all = w->footprints;
    const struct ss_footprint_task *task = &w->footprints->task[cpu->current];
    const u64 enough = (u64)w->def->node_read_mb_s * MB_A_S_IN_BYTES_A_MS >> NOTICEABLE_SHIFT;
    bool anew = false;
    for (u32 which = 0; which < SS_TASK_FOOTPRINTS; which++) {
        if (!task->footprint[which] || !enough)
            continue;
        const u32 node = all->home[task->footprint[which] - 1];
        const u64 now = all->traffic[node], known = all->known_traffic[node];
        if ((now > known ? now - known : known - now) < enough)
            continue;
        all->known_traffic[node] = now;
        anew = true;
    }
    return anew;
}

bool ss_footprint_shares(const struct ss_world *w, i32 one, i32 other)
{
    const struct ss_footprint_task *a = &w->footprints->task[one], *b = &w->footprints->task[other];
    const u32 *home = w->footprints->home;
    for (u32 i = 0; i < SS_TASK_FOOTPRINTS; i++)
        for (u32 k = 0; k < SS_TASK_FOOTPRINTS; k++)
            if (a->footprint[i] && b->footprint[k] &&
                home[a->footprint[i] - 1] == home[b->footprint[k] - 1])
                return true;
    return false;
}

/* ---- for pictures ---------------------------------------------------------------------------- */

/* The group that works on a footprint, -1 if no task does. Footprints mostly lie in the order of
 * their tasks: `from` is where the last one was found. */
static i32 group_of(const struct ss_world *w, u32 index, u32 *from)
{
    for (u32 i = 0; i < w->tasks; i++) {
        const u32 at = (*from + i) % w->tasks;
        for (u32 which = 0; which < SS_TASK_FOOTPRINTS; which++)
            if (w->footprints->task[at].footprint[which] == index + 1) {
                *from = at;
                return w->task[at].group;
            }
    }
    return -1;
}

void ss_footprint_occupancy(const struct ss_world *w, u32 owners, u32 *kib)
{
    const struct ss_footprints *all = w->footprints;
    u32 from = 0;
    memset(kib, 0, (u64)owners * w->topology.llcs * sizeof(*kib));
    for (u32 index = 0; index < all->count; index++) {
        const i32 group = group_of(w, index, &from);
        const u32 owner = group < 0 ? owners - 1 : ss_min_u32((u32)group, owners - 1);
        for (u32 llc = 0; llc < w->topology.llcs; llc++)
            kib[llc * owners + owner] += (u32)(all->resident[(u64)llc * all->count + index] >> 10);
    }
}
