/*
 * What may be wrong with a machine's shape, found before anything is built from it. The building is
 * in topology.c.
 */
#include "machine/topology_check.h"

#include "machine/topology.h"

#include "schedscape.h"

static bool refuse(struct ss_message *message, const char *remedy)
{
    ss_message_text(message, remedy);
    return false;
}

/* "topology.FIELD: NUMBER WHAT" and then the remedy. */
static bool refuse_number(struct ss_message *message, const char *field, u32 number,
                          const char *problem_and_remedy)
{
    ss_message_text(message, "topology.");
    ss_message_text(message, field);
    ss_message_text(message, ": ");
    ss_message_number(message, number);
    return refuse(message, problem_and_remedy);
}

static bool check_count(struct ss_message *message, const char *field, u32 count, u32 most,
                        const char *things)
{
    if (count >= 1 && count <= most)
        return true;
    refuse_number(message, field, count, " ");
    ss_message_text(message, things);
    ss_message_text(message, " asked for, ");
    if (count == 0)
        return refuse(message, "at least 1 is needed");
    ss_message_text(message, "at most ");
    ss_message_number(message, most);
    return refuse(message, most == 1 ? " is possible" : " are possible");
}

static void begin_cpu_field(struct ss_message *message, const char *field, u32 cpu)
{
    ss_message_text(message, "topology.");
    ss_message_text(message, field);
    ss_message_index(message, cpu);
    ss_message_text(message, ": ");
}

/* Every id from 0 to the largest must have a CPU; `most` bounds their number. */
static bool check_ids(struct ss_message *message, const char *field, const u16 *ids, u32 cpus,
                      u32 most)
{
    u64 seen[SS_MAX_CPUS / 64] = {0};
    u32 count = 0;
    for (u32 cpu = 0; cpu < cpus; cpu++) {
        if (ids[cpu] >= most) {
            begin_cpu_field(message, field, cpu);
            ss_message_text(message, "id ");
            ss_message_number(message, ids[cpu]);
            ss_message_text(message, " given, at most ");
            ss_message_number(message, most);
            return refuse(message, " different ids are possible, counted from 0");
        }
        ss_bitset_add(seen, ids[cpu]);
        count = ss_max_u32(count, ids[cpu] + 1u);
    }
    for (u32 id = 0; id < count; id++)
        if (!ss_bitset_has(seen, id)) {
            ss_message_text(message, "topology.");
            ss_message_text(message, field);
            ss_message_text(message, ": no CPU has id ");
            ss_message_number(message, id);
            return refuse(message, "; ids run from 0 without gaps");
        }
    return true;
}

static bool check_nodes(struct ss_message *message, const struct ss_world_def *def)
{
    for (u32 cpu = 0; cpu < def->cpus; cpu++)
        if (def->cpu_node[cpu] >= def->nodes) {
            begin_cpu_field(message, "cpu_node", cpu);
            ss_message_text(message, "node ");
            ss_message_number(message, def->cpu_node[cpu]);
            ss_message_text(message, " given, topology.nodes is ");
            ss_message_number(message, def->nodes);
            return refuse(message, "; nodes are counted from 0");
        }
    return true;
}

struct partition {
    const char *field, *name;
    const u16 *ids;
};

/* CPUs with one id of `inner` must have one id of `outer`. */
static bool check_nested(struct ss_message *message, struct partition inner, struct partition outer,
                         u32 cpus)
{
    u16 first_cpu[SS_MAX_CPUS]; /* by id of inner; valid where seen */
    u64 seen[SS_MAX_CPUS / 64] = {0};
    for (u32 cpu = 0; cpu < cpus; cpu++) {
        u32 id = inner.ids[cpu];
        if (!ss_bitset_has(seen, id)) {
            ss_bitset_add(seen, id);
            first_cpu[id] = (u16)cpu;
            continue;
        }
        if (outer.ids[cpu] == outer.ids[first_cpu[id]])
            continue;
        begin_cpu_field(message, outer.field, cpu);
        ss_message_number(message, outer.ids[cpu]);
        ss_message_text(message, " given, but CPU ");
        ss_message_number(message, first_cpu[id]);
        ss_message_text(message, " of the same ");
        ss_message_text(message, inner.name);
        ss_message_text(message, " has ");
        ss_message_number(message, outer.ids[first_cpu[id]]);
        ss_message_text(message, "; the CPUs of one ");
        ss_message_text(message, inner.name);
        ss_message_text(message, " belong to one ");
        return refuse(message, outer.name);
    }
    return true;
}

static bool check_switch(struct ss_message *message, const char *field, u32 value)
{
    return value <= 1 || refuse_number(message, field, value, " given, 0 (off) or 1 (on) is right");
}

bool ss_topology_check_cpus(const struct ss_world_def *def, struct ss_message *message)
{
    const struct partition core = {"cpu_core", "core", def->cpu_core};
    const struct partition l2 = {"cpu_l2", "L2 cluster", def->cpu_l2};
    const struct partition llc = {"cpu_llc", "last-level cache", def->cpu_llc};
    const struct partition package = {"cpu_package", "package", def->cpu_package};
    const struct partition node = {"cpu_node", "node", def->cpu_node};
    u32 cpus = def->cpus;
    return check_count(message, "cpus", cpus, SS_MAX_CPUS, "CPUs") &&
           check_count(message, "nodes", def->nodes, SS_MAX_NODES, "nodes") &&
           check_ids(message, core.field, core.ids, cpus, SS_MAX_CORES) &&
           check_ids(message, l2.field, l2.ids, cpus, SS_MAX_CPUS) &&
           check_ids(message, llc.field, llc.ids, cpus, SS_MAX_LLCS) &&
           check_ids(message, package.field, package.ids, cpus, SS_MAX_CPUS) &&
           check_nodes(message, def) && check_nested(message, core, l2, cpus) &&
           check_nested(message, l2, llc, cpus) && check_nested(message, llc, node, cpus) &&
           check_nested(message, llc, package, cpus) &&
           check_switch(message, "sched_smt", def->sched_smt) &&
           check_switch(message, "sched_cluster", def->sched_cluster) &&
           check_switch(message, "sched_mc", def->sched_mc) &&
           (def->node_reclaim_distance <= UINT16_MAX ||
            refuse_number(message, "node_reclaim_distance", def->node_reclaim_distance,
                          " given, it is compared with distances and at most 65535"));
}

static void begin_distance(struct ss_message *message, u32 row, u32 column)
{
    ss_message_text(message, "topology.distance");
    ss_message_index(message, row);
    ss_message_index(message, column);
    ss_message_text(message, ": ");
}

static bool check_distance(struct ss_message *message, u32 row, u32 column, u32 distance)
{
    bool good = row == column ? distance == SS_LOCAL_DISTANCE
                              : distance >= SS_LOCAL_DISTANCE && distance <= SS_MAX_DISTANCE;
    if (good)
        return true;
    begin_distance(message, row, column);
    ss_message_number(message, distance);
    return refuse(message, row == column ? " given, a node is 10 from itself"
                                         : " given, distances are 10 to 255");
}

/* NODE domains span the nodes at distance 10 (`numa=fake` makes such). They must be equal or
 * disjoint and lie inside every NUMA span they touch, else the kernel's domains fall apart
 * (topology_span_sane, kernel/sched/topology.c v6.18): both nodes must be equally far from every
 * other. */
static bool check_adjoining(struct ss_message *message, const struct ss_world_def *def, u32 a,
                            u32 b)
{
    for (u32 row = 0; row < def->nodes; row++) {
        u32 to_a = def->distance[row * def->nodes + a], to_b = def->distance[row * def->nodes + b];
        if (to_a == to_b)
            continue;
        begin_distance(message, row, b);
        ss_message_number(message, to_b);
        ss_message_text(message, " given, but node ");
        ss_message_number(message, b);
        ss_message_text(message, " is 10 from node ");
        ss_message_number(message, a);
        ss_message_text(message, ", which has ");
        ss_message_number(message, to_a);
        return refuse(message, " here; different nodes are more than 10 apart");
    }
    return true;
}

bool ss_topology_check_distances(const struct ss_world_def *def, struct ss_message *message)
{
    u64 seen[SS_MAX_DISTANCE / 64 + 1] = {0};
    for (u32 row = 0; row < def->nodes; row++)
        for (u32 column = 0; column < def->nodes; column++) {
            u32 distance = def->distance[row * def->nodes + column];
            if (!check_distance(message, row, column, distance))
                return false;
            if (distance == SS_LOCAL_DISTANCE && !check_adjoining(message, def, row, column))
                return false;
            ss_bitset_add(seen, distance);
        }
    u32 different = ss_bitset_count(seen, SS_ARRAY_LENGTH(seen));
    return different <= SS_MAX_NUMA_LEVELS ||
           refuse_number(message, "distance", different,
                         " different distances given, at most 32 are possible: each is a level of "
                         "domains");
}

bool ss_topology_check(const struct ss_world_def *def, struct ss_message *message)
{
    return ss_topology_check_cpus(def, message) && ss_topology_check_distances(def, message);
}
