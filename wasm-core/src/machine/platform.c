/* From a definition's picoseconds and distance classes to the integer tables of platform.h. */
#include "machine/platform.h"

/* The home is "in the requester's socket" if its node has CPUs there. A node that spans sockets (a
 * machine with interleaved memory) is near to all of them. */
static void fill_home_near(struct ss_platform *platform, const struct ss_topology *topology)
{
    for (u32 llc = 0; llc < topology->llcs; llc++)
        for (u32 cpu = 0; cpu < topology->cpus; cpu++)
            if (topology->package[cpu] == topology->llc_package[llc])
                platform->home_near[llc * topology->nodes + topology->node[cpu]] = 1;
}

bool ss_platform_take(struct ss_platform *platform, struct ss_arena *arena,
                      const struct ss_topology *topology)
{
    u64 llcs = topology->llcs, nodes = topology->nodes;
    platform->hitm = SS_ARENA_ARRAY(arena, u32, llcs * llcs);
    platform->clean = SS_ARENA_ARRAY(arena, u32, llcs * llcs);
    platform->dram = SS_ARENA_ARRAY(arena, u32, llcs * nodes);
    platform->home_near = SS_ARENA_ARRAY(arena, u8, llcs * nodes);
    if (ss_arena_counting(arena) || arena->failed)
        return false;
    fill_home_near(platform, topology);
    return true;
}

enum distance { SAME_LLC, SAME_NODE, NEAR, FAR, OTHER_SOCKET };

/* In a socket, nodes whose indices differ by one are neighbours (spec section 7). */
static enum distance node_distance(u32 a, u32 b)
{
    u32 apart = a > b ? a - b : b - a;
    return apart == 0 ? SAME_NODE : apart == 1 ? NEAR : FAR;
}

/* The socket is asked before the node: where one node spans both sockets, crossing still costs. */
static enum distance llc_distance(const struct ss_topology *topology, u32 from, u32 to)
{
    if (from == to)
        return SAME_LLC;
    if (topology->llc_package[from] != topology->llc_package[to])
        return OTHER_SOCKET;
    return node_distance(topology->llc_node[from], topology->llc_node[to]);
}

static void fill_transfers(struct ss_platform *platform, const struct ss_world_def *def,
                           const struct ss_topology *topology)
{
    const u32 hitm[] = {def->hitm_same_llc_ps, def->hitm_same_node_ps, def->hitm_near_ps,
                        def->hitm_far_ps, def->hitm_other_socket_ps};
    const u32 clean[] = {def->clean_same_llc_ps, def->clean_same_node_ps, def->clean_near_ps,
                         def->clean_far_ps, def->clean_other_socket_ps};
    for (u32 from = 0; from < topology->llcs; from++) {
        for (u32 to = 0; to < topology->llcs; to++) {
            u32 at = from * topology->llcs + to;
            if (def->hitm_matrix_nodes) {
                u32 cell =
                    topology->llc_node[from] * def->hitm_matrix_nodes + topology->llc_node[to];
                platform->hitm[at] = def->hitm_matrix_ns[cell];
                platform->clean[at] =
                    (u32)((u64)def->hitm_matrix_ns[cell] * SS_CLEAN_OF_HITM_PERCENT / 100);
            } else {
                enum distance distance = llc_distance(topology, from, to);
                platform->hitm[at] = ss_platform_ns(hitm[distance]);
                platform->clean[at] = ss_platform_ns(clean[distance]);
            }
        }
    }
}

static void fill_dram(struct ss_platform *platform, const struct ss_world_def *def,
                      const struct ss_topology *topology)
{
    const u32 dram[] = {def->dram_local_ps, def->dram_local_ps, def->dram_near_ps, def->dram_far_ps,
                        def->dram_other_socket_ps};
    for (u32 llc = 0; llc < topology->llcs; llc++) {
        for (u32 home = 0; home < topology->nodes; home++) {
            u32 at = llc * topology->nodes + home;
            enum distance distance = node_distance(topology->llc_node[llc], home);
            if (distance != SAME_NODE && !platform->home_near[at])
                distance = OTHER_SOCKET;
            platform->dram[at] = ss_platform_ns(dram[distance]);
        }
    }
}

static void fill_scalars(struct ss_platform *platform, const struct ss_world_def *def)
{
    platform->clock_mhz = def->clock_mhz;
    platform->l1 = ss_platform_ns(def->l1_ps);
    platform->rmw = ss_platform_ns(def->rmw_ps);
    platform->store_slot = SS_STORE_SLOT_NS;
    platform->llc = ss_platform_ns(def->llc_ps);
    platform->svc_numerator = def->service_numerator;
    platform->svc_denominator = def->service_denominator;
    platform->read_service = ss_platform_ns(def->read_service_ps);
    platform->ack_per_domain = ss_platform_ns(def->ack_per_domain_ps);
    platform->directory_penalty = ss_platform_ns(def->directory_penalty_ps);
    platform->private_age_us = def->private_age_us;
    platform->overlap = def->overlap;
    platform->load_threshold_cycles = SS_LOAD_THRESHOLD_CYCLES;
    platform->smt_factor_1024 = def->smt_factor_1024;
    platform->os.ipi_send = ss_platform_ns(def->ipi_send_ps);
    platform->os.ipi_deliver_same_socket = ss_platform_ns(def->ipi_deliver_same_socket_ps);
    platform->os.ipi_deliver_other_socket = ss_platform_ns(def->ipi_deliver_other_socket_ps);
    platform->os.irq_entry_exit = ss_platform_ns(def->irq_entry_exit_ps);
    platform->os.context_switch = ss_platform_ns(def->context_switch_ps);
    platform->os.syscall = ss_platform_ns(def->syscall_ps);
    platform->os.idle_exit_poll = ss_platform_ns(def->idle_exit_poll_ps);
    platform->os.idle_exit_shallow = ss_platform_ns(def->idle_exit_shallow_ps);
    platform->os.idle_exit_deep = ss_platform_ns(def->idle_exit_deep_ps);
}

bool ss_platform_create(struct ss_platform *platform, struct ss_arena *arena,
                        const struct ss_world_def *def, const struct ss_topology *topology)
{
    struct ss_message ignored;
    ss_message_init(&ignored, NULL, 0);
    if (!ss_platform_check(def, &ignored))
        return false;
    *platform = (struct ss_platform){0};
    fill_scalars(platform, def);
    if (!ss_platform_take(platform, arena, topology))
        return ss_arena_counting(arena);
    fill_transfers(platform, def, topology);
    fill_dram(platform, def, topology);
    return true;
}

/* ---- validation ------------------------------------------------------------------------------ */

/* One value of the definition with the range it must lie in. */
struct range {
    const char *field;
    u32 value, low, high;
    const char *remedy;
};

static bool refuse(struct ss_message *message, const char *field, u32 value, const char *remedy)
{
    ss_message_text(message, field);
    ss_message_text(message, ": ");
    ss_message_number(message, value);
    ss_message_text(message, " cannot be used; ");
    ss_message_text(message, remedy);
    return false;
}

static bool ranges_hold(const struct range *ranges, u32 count, struct ss_message *message)
{
    for (u32 i = 0; i < count; i++)
        if (ranges[i].value < ranges[i].low || ranges[i].value > ranges[i].high)
            return refuse(message, ranges[i].field, ranges[i].value, ranges[i].remedy);
    return true;
}

/* No transfer takes 100 us on any machine; the bound keeps products of two values inside 64 bits.
 */
#define MOST_PS 100000000u
#define MOST_NS 100000u
#define LATENCY_REMEDY "give a latency of 1 to 100000000 picoseconds"
#define SERVICE_REMEDY "give 0 to 100000000 picoseconds"
#define LATENCY(name)                                                                              \
    {                                                                                              \
#name, def->name, 1, MOST_PS, LATENCY_REMEDY                                               \
    }
#define SERVICE(name)                                                                              \
    {                                                                                              \
#name, def->name, 0, MOST_PS, SERVICE_REMEDY                                               \
    }

static bool latencies_hold(const struct ss_world_def *def, struct ss_message *message)
{
    const struct range always[] = {
        LATENCY(l1_ps),
        LATENCY(rmw_ps),
        LATENCY(llc_ps),
        LATENCY(dram_local_ps),
        LATENCY(dram_near_ps),
        LATENCY(dram_far_ps),
        LATENCY(dram_other_socket_ps),
        SERVICE(directory_penalty_ps),
        SERVICE(read_service_ps),
        SERVICE(ack_per_domain_ps),
    };
    const struct range classes[] = {
        LATENCY(hitm_same_llc_ps),      LATENCY(hitm_same_node_ps),    LATENCY(hitm_near_ps),
        LATENCY(hitm_far_ps),           LATENCY(hitm_other_socket_ps), LATENCY(clean_same_llc_ps),
        LATENCY(clean_same_node_ps),    LATENCY(clean_near_ps),        LATENCY(clean_far_ps),
        LATENCY(clean_other_socket_ps),
    };
    return ranges_hold(always, SS_ARRAY_LENGTH(always), message) &&
           (def->hitm_matrix_nodes || ranges_hold(classes, SS_ARRAY_LENGTH(classes), message));
}

static bool matrix_holds(const struct ss_world_def *def, struct ss_message *message)
{
    if (!def->hitm_matrix_nodes)
        return true;
    if (def->hitm_matrix_nodes != def->nodes)
        return refuse(message, "hitm_matrix_nodes", def->hitm_matrix_nodes,
                      "give 0 (use the distance classes) or the number of nodes");
    for (u32 i = 0; i < def->nodes * def->nodes; i++) {
        /* The least value whose clean form is still at least 1 ns. */
        if (def->hitm_matrix_ns[i] >= 2 && def->hitm_matrix_ns[i] <= MOST_NS)
            continue;
        ss_message_text(message, "hitm_matrix_ns");
        ss_message_index(message, i / def->nodes);
        ss_message_index(message, i % def->nodes);
        return refuse(message, "", def->hitm_matrix_ns[i], "give 2 to 100000 ns");
    }
    return true;
}

bool ss_platform_check(const struct ss_world_def *def, struct ss_message *message)
{
    const struct range scalars[] = {
        {"clock_mhz", def->clock_mhz, 1, 100000, "give the core clock as 1 to 100000 MHz"},
        {"service_denominator", def->service_denominator, 1, 1000000,
         "give a fraction with a denominator of 1 to 1000000"},
        {"service_numerator", def->service_numerator, 0, 1000000,
         "give a fraction with a numerator of 0 to 1000000"},
        {"overlap", def->overlap, 1, 64, "give 1 to 64 loads in flight"},
        {"private_age_us", def->private_age_us, 0, SS_MAX_PRIVATE_AGE_US,
         "give 0 to 1000000 microseconds"},
        {"smt_factor_1024", def->smt_factor_1024, 512, 2048,
         "give 512 (siblings halve each other) to 2048 (they do not share anything)"},
    };
    return ranges_hold(scalars, SS_ARRAY_LENGTH(scalars), message) &&
           latencies_hold(def, message) && matrix_holds(def, message);
}
