/*
 * Laws of a machine alone: the line model and the hand-over of locks on the machine of a world,
 * asked for a drawn sequence of accesses. CPU numbers are nothing but names, and doubled latencies
 * cost twice as much. Tasks that run on it are in laws_of_tasks.c.
 */
#include <stdlib.h>
#include <string.h>

#include "laws.h"
#include "machine/spinlock.h"
#include "machine/topology_check.h"

#define LINES 6
#define STEPS 500
#define MOST_PLAYERS 24 /* CPUs that touch the lines: few meet more often */

struct machine {
    void *memory;
    struct ss_topology topology;
    struct ss_platform platform;
    struct ss_coherence coherence;
    struct ss_spinlock lock;
    struct ss_lock_node *nodes;
    bool *waits; /* by CPU: for the lock */
};

/* What each of one machine is called on the other. */
struct names {
    uint16_t cpu[SS_LIMIT_CPUS], core[SS_LIMIT_CPUS], l2[SS_LIMIT_CPUS], llc[SS_LIMIT_CPUS],
        package[SS_LIMIT_CPUS], node[SS_LIMIT_NODES];
};

/* Two machines to which the same happens. */
struct twins {
    struct machine one, other;
    const struct names *names;
    uint32_t factor; /* everything takes so many times as long on the other */
    struct ss_prng *random;
    const char *law;
    uint64_t now; /* ns, of the one */
    uint32_t players, player[MOST_PLAYERS];
};

/* ---- two machines ---------------------------------------------------------------------------- */

static void lay_out(struct machine *machine, struct ss_arena *arena, const struct ss_world_def *def)
{
    ss_topology_create(&machine->topology, arena, def);
    ss_platform_create(&machine->platform, arena, def, &machine->topology);
    ss_coherence_create(&machine->coherence, arena, LINES, &machine->topology, &machine->platform,
                        true);
    machine->nodes = SS_ARENA_ARRAY(arena, struct ss_lock_node, def->cpus);
    machine->waits = SS_ARENA_ARRAY(arena, bool, def->cpus);
}

static void make_machine(struct machine *machine, const struct ss_world_def *def, int filling)
{
    struct ss_arena arena;
    ss_arena_init(&arena, NULL, 0);
    lay_out(machine, &arena, def);
    const size_t bytes = arena.used;
    machine->memory = take_memory(bytes, filling);
    ss_arena_init(&arena, machine->memory, bytes);
    lay_out(machine, &arena, def);
    ss_lock_nodes_reset(machine->nodes, def->cpus);
    ss_spinlock_reset(&machine->lock);
}

static void make_twins(struct twins *twins, const struct ss_world_def *one,
                       const struct ss_world_def *other)
{
    struct ss_message message;
    char why[SS_MESSAGE_BYTES] = "";
    ss_message_init(&message, (uint8_t *)why, sizeof(why));
    if (!ss_topology_check(other, &message) || !ss_platform_check(other, &message))
        broken(twins->law, why);
    make_machine(&twins->one, one, 0x5a);
    make_machine(&twins->other, other, 0xc3);
    for (uint32_t line = 0; line < LINES; line++) {
        const uint8_t home = (uint8_t)below(twins->random, one->nodes);
        ss_coherence_line(&twins->one.coherence, line)->home = home;
        ss_coherence_line(&twins->other.coherence, line)->home = (uint8_t)twins->names->node[home];
    }
    twins->players = 1 + below(twins->random, MOST_PLAYERS);
    for (uint32_t i = 0; i < twins->players; i++)
        twins->player[i] = below(twins->random, one->cpus);
}

/* ---- what happens to both -------------------------------------------------------------------- */

static uint64_t issued_at(const struct machine *machine, uint32_t cpu, enum ss_access_kind kind,
                          uint64_t now)
{
    return kind == SS_RMW ? ss_coherence_fence(&machine->coherence, cpu, now) : now;
}

/* When the next access begins. Ages of copies are told by the whole microseconds of such times:
 * twice as many of them have passed at twice the time only in their first halves. */
static void time_passes(struct twins *twins, uint32_t cpu, enum ss_access_kind kind)
{
    struct ss_prng *random = twins->random;
    const uint32_t age = twins->one.platform.private_age_us;
    if (!one_in(random, 3))
        twins->now += below(random, one_in(random, 4) ? 5000 : 200);
    if (one_in(random, 12))
        twins->now += 1000ull * (age / 2 + below(random, age + 2));
    const uint64_t issued = issued_at(&twins->one, cpu, kind, twins->now);
    if (twins->factor > 1 && issued % 1000 >= 500)
        twins->now = (issued / 1000 + 1) * 1000;
}

/* The same cache, or one from which the line takes as long: of those the first is taken. */
static bool is_as_near(const struct twins *twins, uint32_t cpu, int32_t llc, int32_t of_other)
{
    const struct machine *one = &twins->one, *other = &twins->other;
    if (llc < 0 || of_other < 0)
        return llc == of_other;
    if (twins->names->llc[llc] == of_other)
        return true;
    const uint32_t to = one->topology.llc[cpu], llcs = one->topology.llcs;
    const uint32_t from = one->platform.clean[(uint32_t)llc * llcs + to];
    return from * twins->factor ==
           other->platform.clean[(uint32_t)of_other * llcs + twins->names->llc[to]];
}

static int32_t name_of(const uint16_t *names, int32_t number)
{
    return number < 0 ? number : names[number];
}

static void access_both(struct twins *twins)
{
    const uint32_t cpu = twins->player[below(twins->random, twins->players)];
    const uint32_t line = below(twins->random, LINES);
    const enum ss_access_kind kind = below(twins->random, SS_RMW + 1);
    const bool overlap = one_in(twins->random, 4);
    time_passes(twins, cpu, kind);
    const uint64_t factor = twins->factor, issued = issued_at(&twins->one, cpu, kind, twins->now);
    const struct ss_access one =
        ss_coherence_access(&twins->one.coherence, cpu, line, kind, twins->now, overlap);
    const struct ss_access other = ss_coherence_access(
        &twins->other.coherence, twins->names->cpu[cpu], line, kind, factor * twins->now, overlap);
    if (other.class != one.class)
        broken(twins->law, "an access is of another class");
    if (other.data_at != factor * one.data_at || other.wait != factor * one.wait)
        broken(twins->law, "a line comes at another time");
    /* A store keeps its CPU for one ns on every machine. */
    if (kind == SS_STORE ? other.done - factor * issued != one.done - issued
                         : other.done != factor * one.done)
        broken(twins->law, "an access costs something else");
    if (other.supplier != name_of(twins->names->core, one.supplier) ||
        (one.supplier == SS_NO_CORE
             ? !is_as_near(twins, cpu, one.supplier_llc, other.supplier_llc)
             : other.supplier_llc != name_of(twins->names->llc, one.supplier_llc)))
        broken(twins->law, "a line comes from elsewhere");
}

/* A CPU that holds the lock gives it back; one that does not asks for it; one that waits goes on
 * waiting. */
static void lock_both(struct twins *twins)
{
    struct machine *one = &twins->one, *other = &twins->other;
    const uint32_t cpu = twins->player[below(twins->random, twins->players)];
    const uint32_t name = twins->names->cpu[cpu];
    if (one->waits[cpu])
        return;
    if (one->lock.holder != (int32_t)cpu) {
        one->waits[cpu] = !ss_spinlock_acquire(&one->lock, one->nodes, cpu);
        other->waits[name] = !ss_spinlock_acquire(&other->lock, other->nodes, name);
        if (other->waits[name] != one->waits[cpu] ||
            (one->waits[cpu] && other->nodes[name].place != one->nodes[cpu].place))
            broken(twins->law, "a lock is taken otherwise");
        return;
    }
    const int32_t next = ss_spinlock_release(&one->lock, one->nodes);
    const int32_t named = ss_spinlock_release(&other->lock, other->nodes);
    if (named != name_of(twins->names->cpu, next))
        broken(twins->law, "a lock goes to another CPU");
    if (next == SS_NO_CPU)
        return;
    one->waits[next] = other->waits[named] = false;
    const uint16_t *core = one->topology.core, *core_of_other = other->topology.core;
    if (ss_spinlock_handover_ns(&other->coherence, core_of_other[name], core_of_other[named]) !=
        twins->factor * ss_spinlock_handover_ns(&one->coherence, core[cpu], core[next]))
        broken(twins->law, "a lock is handed over at another cost");
}

/* ---- what they have come to ------------------------------------------------------------------ */

static void lines_are_alike(const struct twins *twins, uint32_t index)
{
    const struct machine *one = &twins->one, *other = &twins->other;
    const struct ss_line *a = ss_coherence_line(&one->coherence, index);
    const struct ss_line *b = ss_coherence_line(&other->coherence, index);
    if (b->owner != name_of(twins->names->core, a->owner) || b->dirty != a->dirty ||
        b->busy != twins->factor * a->busy || b->ready != twins->factor * a->ready)
        broken(twins->law, "a line is left otherwise");
    for (uint32_t core = 0; core < one->topology.cores; core++)
        if (ss_bitset_has(ss_coherence_sharers(&one->coherence, index), core) !=
            ss_bitset_has(ss_coherence_sharers(&other->coherence, index), twins->names->core[core]))
            broken(twins->law, "other cores share a line");
    if (!ss_coherence_line_valid(&one->coherence, index) ||
        !ss_coherence_line_valid(&other->coherence, index))
        broken(twins->law, "a line is in no state that there is");
}

static void counts_are_alike(const struct twins *twins, uint32_t index)
{
    const struct ss_line_counts *a = &twins->one.coherence.counts[index];
    const struct ss_line_counts *b = &twins->other.coherence.counts[index];
    if (b->misses != a->misses || b->lcl_hitm != a->lcl_hitm || b->rmt_hitm != a->rmt_hitm ||
        b->wait_sum != twins->factor * a->wait_sum || b->busy_sum != twins->factor * a->busy_sum)
        broken(twins->law, "something else is counted of a line");
}

static void live_alike(struct twins *twins, const struct ss_world_def *one,
                       const struct ss_world_def *other)
{
    make_twins(twins, one, other);
    for (uint32_t step = 0; step < STEPS; step++)
        one_in(twins->random, 5) ? lock_both(twins) : access_both(twins);
    for (uint32_t line = 0; line < LINES; line++) {
        lines_are_alike(twins, line);
        counts_are_alike(twins, line);
    }
    give_memory(twins->one.memory);
    give_memory(twins->other.memory);
}

/* ---- the same machine under other numbers ---------------------------------------------------- */

static void shuffle_names(struct ss_prng *random, uint16_t *names, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        names[i] = (uint16_t)i;
    shuffle(random, names, count);
}

/* Anything may be called anything, but nodes: how far two of a socket lie apart is said by their
 * numbers, which can only be counted from the other end. */
static void draw_names(struct ss_prng *random, struct names *names, const struct ss_world_def *def)
{
    const bool backwards = one_in(random, 2);
    for (uint32_t node = 0; node < def->nodes; node++)
        names->node[node] = (uint16_t)(backwards ? def->nodes - 1 - node : node);
    uint32_t cores = 0, l2s = 0, llcs = 0, packages = 0;
    for (uint32_t cpu = 0; cpu < def->cpus; cpu++) {
        cores = ss_max_u32(cores, def->cpu_core[cpu] + 1u);
        l2s = ss_max_u32(l2s, def->cpu_l2[cpu] + 1u);
        llcs = ss_max_u32(llcs, def->cpu_llc[cpu] + 1u);
        packages = ss_max_u32(packages, def->cpu_package[cpu] + 1u);
    }
    shuffle_names(random, names->cpu, def->cpus);
    shuffle_names(random, names->core, cores);
    shuffle_names(random, names->l2, l2s);
    shuffle_names(random, names->llc, llcs);
    shuffle_names(random, names->package, packages);
}

static void rename_all(struct ss_world_def *to, const struct ss_world_def *from,
                       const struct names *names)
{
    const uint32_t nodes = from->nodes;
    for (uint32_t cpu = 0; cpu < from->cpus; cpu++) {
        const uint32_t name = names->cpu[cpu];
        to->cpu_core[name] = names->core[from->cpu_core[cpu]];
        to->cpu_l2[name] = names->l2[from->cpu_l2[cpu]];
        to->cpu_llc[name] = names->llc[from->cpu_llc[cpu]];
        to->cpu_package[name] = names->package[from->cpu_package[cpu]];
        to->cpu_node[name] = names->node[from->cpu_node[cpu]];
    }
    for (uint32_t i = 0; i < nodes; i++)
        for (uint32_t j = 0; j < nodes; j++) {
            const uint32_t at = i * nodes + j, name = names->node[i] * nodes + names->node[j];
            to->distance[name] = from->distance[at];
            if (from->hitm_matrix_nodes)
                to->hitm_matrix_ns[name] = from->hitm_matrix_ns[at];
        }
}

bool cpus_numbered_otherwise(struct asked *asked, const char *law)
{
    static struct names names;
    struct twins twins = {.names = &names, .factor = 1, .random = &asked->random, .law = law};
    draw_names(&asked->random, &names, &asked->held->def);
    rename_all(asked->def, &asked->held->def, &names);
    live_alike(&twins, &asked->held->def, asked->def);
    return true;
}

/* ---- the same machine, half as fast ---------------------------------------------------------- */

#define MOST_UNIT 400    /* ns: with larger ones all latencies would be the same */
#define MOST_HALF 50000u /* ns: twice as much is the most there may be */

static uint32_t divisor(uint32_t a, uint32_t b)
{
    return b ? divisor(b, a % b) : a;
}

/* Of so many ns every latency has to be whole, so that no share of it is rounded: a transfer's that
 * occupies the line, a scan's, and a clean copy's where modified ones were measured. What cannot be
 * had with such latencies is left out. */
static uint32_t whole_unit(struct ss_world_def *def)
{
    const uint32_t matrix =
        def->hitm_matrix_nodes ? 100 / divisor(100, SS_CLEAN_OF_HITM_PERCENT) : 1;
    uint64_t shares =
        def->service_denominator / divisor(def->service_denominator, def->service_numerator);
    if (shares * matrix > MOST_UNIT)
        shares = def->service_numerator = def->service_denominator = 1;
    if (shares * matrix * def->overlap > MOST_UNIT)
        def->overlap = 1;
    return (uint32_t)shares * matrix * def->overlap;
}

static uint32_t whole(uint32_t ns, uint32_t unit)
{
    return ss_min_u32(ss_div_round_up(ns, unit), MOST_HALF / unit) * unit;
}

/* Rounds all latencies of `one` to whole units, and makes `other` the machine with twice of each.
 */
static void double_latencies(struct ss_world_def *one, struct ss_world_def *other)
{
#define PS(field) (uint32_t)(offsetof(struct ss_world_def, field) / 4)
    static const uint32_t latencies[] = {
        PS(l1_ps),
        PS(rmw_ps),
        PS(llc_ps),
        PS(dram_local_ps),
        PS(dram_near_ps),
        PS(dram_far_ps),
        PS(hitm_same_llc_ps),
        PS(hitm_same_node_ps),
        PS(hitm_near_ps),
        PS(hitm_far_ps),
        PS(hitm_other_socket_ps),
        PS(clean_same_llc_ps),
        PS(clean_same_node_ps),
        PS(clean_near_ps),
        PS(clean_far_ps),
        PS(clean_other_socket_ps),
        PS(dram_other_socket_ps),
        PS(directory_penalty_ps),
        PS(read_service_ps),
        PS(ack_per_domain_ps),
    };
#undef PS
    const uint32_t unit = whole_unit(one);
    one->private_age_us = ss_min_u32(one->private_age_us, SS_MAX_PRIVATE_AGE_US / 2);
    for (uint32_t i = 0; i < SS_ARRAY_LENGTH(latencies); i++) {
        uint32_t *ps = (uint32_t *)one + latencies[i];
        *ps = whole(ss_platform_ns(*ps), unit) * 1000;
    }
    for (uint32_t i = 0; i < one->hitm_matrix_nodes * one->hitm_matrix_nodes; i++)
        one->hitm_matrix_ns[i] = whole(one->hitm_matrix_ns[i], unit);
    memcpy(other, one, sizeof(*other));
    other->private_age_us *= 2;
    for (uint32_t i = 0; i < SS_ARRAY_LENGTH(latencies); i++)
        ((uint32_t *)other)[latencies[i]] *= 2;
    for (uint32_t i = 0; i < one->hitm_matrix_nodes * one->hitm_matrix_nodes; i++)
        other->hitm_matrix_ns[i] *= 2;
}

bool latencies_doubled(struct asked *asked, const char *law)
{
    static struct names names;
    struct twins twins = {.names = &names, .factor = 2, .random = &asked->random, .law = law};
    struct ss_world_def *other = malloc(sizeof(*other));
    for (uint16_t i = 0; i < SS_LIMIT_CPUS; i++)
        names.cpu[i] = names.core[i] = names.llc[i] = i;
    for (uint16_t i = 0; i < SS_LIMIT_NODES; i++)
        names.node[i] = i;
    double_latencies(asked->def, other);
    live_alike(&twins, asked->def, other);
    free(other);
    return true;
}
