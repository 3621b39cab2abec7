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

/* In a socket, nodes whose indices differ by one are neighbours. */
static enum ss_distance node_distance(u32 a, u32 b)
{
    u32 apart = a > b ? a - b : b - a;
    return apart == 0 ? SS_SAME_NODE : apart == 1 ? SS_NEAR : SS_FAR;
}

static enum ss_distance llc_distance(const struct ss_topology *topology, u32 from, u32 to)
{
    if (from == to)
        return SS_SAME_LLC;
    if (topology->llc_package[from] != topology->llc_package[to])
        return SS_OTHER_SOCKET;
    return node_distance(topology->llc_node[from], topology->llc_node[to]);
}

void ss_platform_fill(struct ss_platform *platform, const struct ss_topology *topology,
                      const struct ss_distance_costs *costs)
{
    for (u32 from = 0; from < topology->llcs; from++) {
        for (u32 to = 0; to < topology->llcs; to++) {
            enum ss_distance distance = llc_distance(topology, from, to);
            platform->hitm[from * topology->llcs + to] = costs->hitm[distance];
            platform->clean[from * topology->llcs + to] = costs->clean[distance];
        }
        for (u32 home = 0; home < topology->nodes; home++) {
            u32 at = from * topology->nodes + home;
            enum ss_distance distance = node_distance(topology->llc_node[from], home);
            if (distance != SS_SAME_NODE && !platform->home_near[at])
                distance = SS_OTHER_SOCKET;
            platform->dram[at] = costs->dram[distance];
        }
    }
}

static struct ss_distance_costs costs_of(const struct ss_world_def *def)
{
    struct ss_distance_costs costs = {
        .hitm = {def->hitm_same_llc_ps, def->hitm_same_node_ps, def->hitm_near_ps, def->hitm_far_ps,
                 def->hitm_other_socket_ps},
        .clean = {def->clean_same_llc_ps, def->clean_same_node_ps, def->clean_near_ps,
                  def->clean_far_ps, def->clean_other_socket_ps},
        .dram = {def->dram_local_ps, def->dram_local_ps, def->dram_near_ps, def->dram_far_ps,
                 def->dram_other_socket_ps},
    };
    for (u32 i = 0; i < SS_DISTANCES; i++) {
        costs.hitm[i] = ss_platform_ns(costs.hitm[i]);
        costs.clean[i] = ss_platform_ns(costs.clean[i]);
        costs.dram[i] = ss_platform_ns(costs.dram[i]);
    }
    return costs;
}

/* A measured matrix overrides the classes; it is given between nodes. */
static void apply_matrix(struct ss_platform *platform, const struct ss_world_def *def,
                         const struct ss_topology *topology)
{
    for (u32 from = 0; from < topology->llcs; from++) {
        for (u32 to = 0; to < topology->llcs; to++) {
            u32 at = from * topology->llcs + to;
            u32 hitm = def->hitm_matrix_ns[topology->llc_node[from] * def->hitm_matrix_nodes +
                                           topology->llc_node[to]];
            platform->hitm[at] = hitm;
            platform->clean[at] = (u32)((u64)hitm * SS_CLEAN_OF_HITM_PERCENT / 100);
        }
    }
}

static void fill_idle_states(struct ss_platform *platform, const struct ss_world_def *def)
{
    platform->idle[SS_IDLE_STATE_POLL].exit = ss_platform_ns(def->idle_exit_poll_ps);
    platform->idle[SS_IDLE_STATE_C1].exit = ss_platform_ns(def->idle_exit_shallow_ps);
    platform->idle[SS_IDLE_STATE_C1E].exit = ss_platform_ns(def->idle_exit_c1e_ps);
    platform->idle[SS_IDLE_STATE_C6].exit = ss_platform_ns(def->idle_exit_deep_ps);
    platform->idle[SS_IDLE_STATE_C1].residency = ss_platform_ns(def->idle_residency_c1_ps);
    platform->idle[SS_IDLE_STATE_C1E].residency = ss_platform_ns(def->idle_residency_c1e_ps);
    platform->idle[SS_IDLE_STATE_C6].residency = ss_platform_ns(def->idle_residency_deep_ps);
    platform->llc_asleep = ss_platform_ns(def->llc_asleep_ps);
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
    platform->os.tick_spread = ss_platform_ns(def->tick_spread_ps);
    fill_idle_states(platform, def);
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
    struct ss_distance_costs costs = costs_of(def);
    ss_platform_fill(platform, topology, &costs);
    if (def->hitm_matrix_nodes)
        apply_matrix(platform, def, topology);
    return true;
}

/* ---- validation ------------------------------------------------------------------------------ */

struct value {
    const char *field;
    u32 value;
};

/* The values of a kind with the range all of them must lie in. */
struct values {
    const struct value *values;
    u32 count, low, high;
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

static bool within(const struct values *set, struct ss_message *message)
{
    for (u32 i = 0; i < set->count; i++)
        if (set->values[i].value < set->low || set->values[i].value > set->high)
            return refuse(message, set->values[i].field, set->values[i].value, set->remedy);
    return true;
}

/* No transfer takes 100 us on any machine; the bounds keep every cost inside 32 bits. */
#define MOST_PS 100000000u
#define MOST_NS 100000u
#define MOST_SERVICE 4
#define VALUES(array, least, most, what)                                                           \
    (&(const struct values){array, SS_ARRAY_LENGTH(array), least, most, what})

static bool latencies_hold(const struct ss_world_def *def, struct ss_message *message)
{
    const struct value latencies[] = {
        {"l1_ps", def->l1_ps},
        {"rmw_ps", def->rmw_ps},
        {"llc_ps", def->llc_ps},
        {"dram_local_ps", def->dram_local_ps},
        {"dram_near_ps", def->dram_near_ps},
        {"dram_far_ps", def->dram_far_ps},
        {"dram_other_socket_ps", def->dram_other_socket_ps},
    };
    const struct value extras[] = {
        {"directory_penalty_ps", def->directory_penalty_ps},
        {"read_service_ps", def->read_service_ps},
        {"ack_per_domain_ps", def->ack_per_domain_ps},
    };
    return within(VALUES(latencies, 1, MOST_PS, "give a latency of 1 to 100000000 ps"), message) &&
           within(VALUES(extras, 0, MOST_PS, "give 0 to 100000000 ps"), message);
}

static bool classes_hold(const struct ss_world_def *def, struct ss_message *message)
{
    const struct value classes[] = {
        {"hitm_same_llc_ps", def->hitm_same_llc_ps},
        {"hitm_same_node_ps", def->hitm_same_node_ps},
        {"hitm_near_ps", def->hitm_near_ps},
        {"hitm_far_ps", def->hitm_far_ps},
        {"hitm_other_socket_ps", def->hitm_other_socket_ps},
        {"clean_same_llc_ps", def->clean_same_llc_ps},
        {"clean_same_node_ps", def->clean_same_node_ps},
        {"clean_near_ps", def->clean_near_ps},
        {"clean_far_ps", def->clean_far_ps},
        {"clean_other_socket_ps", def->clean_other_socket_ps},
    };
    return within(VALUES(classes, 1, MOST_PS, "give a latency of 1 to 100000000 ps"), message);
}

static bool matrix_holds(const struct ss_world_def *def, struct ss_message *message)
{
    if (def->hitm_matrix_nodes != def->nodes)
        return refuse(message, "hitm_matrix_nodes", def->hitm_matrix_nodes,
                      "give 0 (use the distance classes) or the number of nodes");
    for (u32 i = 0; i < def->nodes * def->nodes; i++) {
        /* The least value whose clean form is still at least 1 ns is 2. */
        if (def->hitm_matrix_ns[i] >= 2 && def->hitm_matrix_ns[i] <= MOST_NS)
            continue;
        ss_message_text(message, "hitm_matrix_ns");
        ss_message_index(message, i / def->nodes);
        ss_message_index(message, i % def->nodes);
        return refuse(message, "", def->hitm_matrix_ns[i], "give 2 to 100000 ns");
    }
    return true;
}

static bool scalars_hold(const struct ss_world_def *def, struct ss_message *message)
{
    const struct value clock[] = {{"clock_mhz", def->clock_mhz}};
    const struct value denominator[] = {{"service_denominator", def->service_denominator}};
    const struct value overlap[] = {{"overlap", def->overlap}};
    const struct value age[] = {{"private_age_us", def->private_age_us}};
    const struct value smt[] = {{"smt_factor_1024", def->smt_factor_1024}};
    const struct value spread[] = {{"tick_spread_ps", def->tick_spread_ps}};
    return within(VALUES(clock, 1, 100000, "give 1 to 100000 MHz"), message) &&
           within(VALUES(denominator, 1, 1000000, "give 1 to 1000000"), message) &&
           within(VALUES(overlap, 1, 64, "give 1 to 64 loads in flight"), message) &&
           within(VALUES(age, 0, SS_MAX_PRIVATE_AGE_US, "give 0 to 1000000 us"), message) &&
           within(VALUES(spread, 0, SS_MAX_TICK_SPREAD_NS * 1000, "give 0 to 500000000 ps"),
                  message) &&
           within(VALUES(smt, 512, 2048,
                         "give 512 (siblings halve each other) to 2048 (they share nothing)"),
                  message);
}

bool ss_platform_check(const struct ss_world_def *def, struct ss_message *message)
{
    if (!scalars_hold(def, message) || !latencies_hold(def, message))
        return false;
    if (def->service_numerator > MOST_SERVICE * def->service_denominator)
        return refuse(message, "service_numerator", def->service_numerator,
                      "give 0 to 4 times service_denominator");
    return def->hitm_matrix_nodes ? matrix_holds(def, message) : classes_hold(def, message);
}
