/* Whether a definition can become a world; refusals name the field, the problem and the remedy. */
#include "sched/api.h"
#include "sched/fair/place/hints.h"
#include "sched/root_domain.h"
#include "world/build_internal.h"
#include "world/options.h"

static bool refuse(struct ss_message *message, const char *problem)
{
    ss_message_text(message, problem);
    return false;
}

static bool check_layout(const struct ss_world_def *def, struct ss_message *message)
{
    if (def->root_domain_layout > SS_LAYOUT_CUSTOM)
        return refuse(message, "kernel.root_domain_layout: no such layout; must be 0 to 9");
    if (!ss_layouts_check(def, message))
        return false;
    if (def->root_domain_layout != SS_LAYOUT_CUSTOM)
        return true;
    struct ss_root_domain_layout layout;
    u32 bad = 0;
    if (!def->root_domain_size || def->root_domain_size > UINT16_MAX)
        return refuse(message, "kernel.root_domain_size: must be between 1 and 65535 bytes");
    if (ss_root_domain_custom(&layout, def->root_domain_size, def->root_domain_offset,
                              def->rto_count_per_node, &bad))
        return true;
    ss_message_text(message, "kernel.root_domain_offset");
    ss_message_index(message, bad);
    return refuse(message, ": the field lies outside the structure, is not aligned to its type, or "
                           "overlaps another; move it");
}

static bool power_of_two(u32 value)
{
    return value && !(value & (value - 1));
}

static bool check_observation(const struct ss_world_def *def, struct ss_message *message)
{
    if (def->ring_records && (!power_of_two(def->ring_records) || def->ring_records > 1u << 22))
        return refuse(message, "ring_records: must be a power of two, at most 4194304");
    if (def->explain_records &&
        (!power_of_two(def->explain_records) || def->explain_records > 1u << 20))
        return refuse(message, "explain_records: must be a power of two, at most 1048576");
    if (def->explain_quiet > 1)
        return refuse(message, "explain: must be 0 (what matters) or 1 (all)");
    if (def->explain_steps > 1)
        return refuse(message, "explain_steps: must be 0 (reasons alone) or 1 (every test)");
    return true;
}

static bool check_hints(const struct ss_world_def *def, struct ss_message *message)
{
    if (!ss_sched_hints_valid(def->task_hints))
        return refuse(message, "kernel.hints: must be at most one fork hint and one wake hint");
    return true;
}

static bool check_residencies(const struct ss_world_def *def, struct ss_message *message)
{
    if (def->idle_residency_c1_ps > def->idle_residency_c1e_ps ||
        def->idle_residency_c1e_ps > def->idle_residency_deep_ps)
        return refuse(message, "idle_residency: a deeper state must not be reached earlier; order "
                               "the residencies of C1, C1E and C6");
    return true;
}

static bool check_root_domain(const struct ss_world_def *def, struct ss_message *message)
{
    if (def->static_root_domain && def->fair_class != SS_FAIR_MINIMAL)
        return refuse(message, "kernel.static_root_domain: needs the minimal fair class, for its "
                               "CPUs have no sched domains; set kernel.fair to 0 (minimal)");
    if (!def->rt_push_ipi)
        return refuse(message, "kernel.rt_push_ipi: only 1 is built; the form that locks every "
                               "overloaded run queue is not");
    return true;
}

static bool check_workload(const struct ss_world_def *def, struct ss_message *message)
{
    const struct ss_workload_kind *kind = ss_workload_kind(def->workload);
    if (!kind)
        return refuse(message, "workload: no such workload");
    return ss_workload_check(kind, def, message);
}

bool ss_world_check(struct ss_world_def *def)
{
    struct ss_message message;
    ss_message_init(&message, def->message, SS_MESSAGE_BYTES);
    def->status = SS_STATUS_BAD_DEFINITION;
    if (def->abi_version != SS_ABI_VERSION)
        return refuse(&message,
                      "abi_version: the definition was made for another version of the core");
    if (!ss_options_check(def, &message) || !ss_topology_check(def, &message) ||
        !ss_platform_check(def, &message) || !check_layout(def, &message) ||
        !ss_mm_check(def, &message) || !ss_cache_check(def, &message) ||
        !check_observation(def, &message) || !check_hints(def, &message) ||
        !check_residencies(def, &message) || !check_root_domain(def, &message) ||
        !check_workload(def, &message) || !ss_interventions_check(def, &message))
        return false;
    def->status = SS_STATUS_OK;
    return true;
}
