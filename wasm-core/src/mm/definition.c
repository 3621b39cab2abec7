/* The arithmetic of definition.h, and the sentences of its refusals. */
#include "mm/definition.h"

#include "mm/pcp_modern.h"

#define SLACK_PAGES_A_CPU 600 /* spec 5.3 */
/* Of a zone: about two steps of watermark_scale_factor (assumed). */
#define LOW_WATERMARK_PART 500

static u32 cap_of(u32 form)
{
    return form == SS_PCP_FORM_V4_18 ? SS_BATCH_CAP_V4_18 : SS_BATCH_CAP_V4_19;
}

struct ss_modern_batch ss_mm_limits_of(const struct ss_world_def *def, u32 cpus)
{
    struct ss_modern_batch limits;
    const u32 managed = def->page_node_pages;
    if (def->pcp_form == SS_PCP_FORM_MODERN) {
        limits = ss_batch_modern(managed, managed / LOW_WATERMARK_PART, cpus);
    } else {
        struct ss_batch batch = ss_batch_of_zone(managed, cap_of(def->pcp_form));
        limits = (struct ss_modern_batch){batch.batch, batch.high, batch.high};
    }
    if (def->pcp_batch) {
        limits.batch = def->pcp_batch;
        if (def->pcp_form != SS_PCP_FORM_MODERN)
            limits.high_min = limits.high_max = 6 * def->pcp_batch;
    }
    if (def->pcp_high)
        limits.high_min = limits.high_max = def->pcp_high;
    return limits;
}

/* What the lists of a CPU keep at most, but for the refill that comes on top. Auto-tuned lists
 * never hold more than was freed to them and one refill. */
static u32 kept_by(const struct ss_modern_batch *limits, u32 mapping)
{
    if (limits->high_min == limits->high_max)
        return limits->high_max;
    return ss_min_u32(limits->high_max, mapping + (limits->batch << SS_PCP_SCALE));
}

u32 ss_mm_zone_pages(const struct ss_world_def *def, u32 cpus, u32 mapping)
{
    u64 mapped = (u64)cpus * mapping + (u64)cpus * mapping / 4;
    if (mapped > SS_ZONE_MOST_PAGES)
        return 0;
    struct ss_modern_batch limits = ss_mm_limits_of(def, cpus);
    u32 slack = ss_max_u32(SLACK_PAGES_A_CPU, limits.batch);
    u64 pages = mapped + (u64)cpus * ((u64)kept_by(&limits, mapping) + slack);
    pages = (pages + SS_BLOCK_PAGES - 1) / SS_BLOCK_PAGES * SS_BLOCK_PAGES;
    return pages > SS_ZONE_MOST_PAGES ? 0 : (u32)pages;
}

bool ss_mm_check(const struct ss_world_def *def, struct ss_message *message)
{
    const char *problem = NULL;
    if (def->pcp_high && def->pcp_high < ss_mm_limits_of(def, 1).batch)
        problem =
            "kernel.page_lists.high: is less than the batch; give at least the batch, or a smaller "
            "batch";
    else if (def->page_spread_1024 > 512)
        problem = "page_spread_1024: must be at most 512, half of a task's speed";
    if (problem)
        ss_message_text(message, problem);
    return !problem;
}

u32 ss_mm_cpus_on(const struct ss_world_def *def, u32 node)
{
    u32 cpus = 0;
    for (u32 cpu = 0; cpu < def->cpus; cpu++)
        cpus += def->cpu_node[cpu] == node;
    return cpus;
}

/* ---- changes in the middle of a run ---------------------------------------------------------- */

/* True if the zone of `cpus` has the pages for lists that take `batch` at a time from now on. */
static bool has_room(const struct ss_world_def *def, u32 cpus, u32 mapping, u32 batch)
{
    struct ss_modern_batch limits = ss_mm_limits_of(def, cpus);
    limits.batch = batch;
    u64 wanted = (u64)cpus * ((u64)mapping + kept_by(&limits, mapping) + batch);
    return wanted <= ss_mm_zone_pages(def, cpus, mapping);
}

const char *ss_mm_check_change(const struct ss_world_def *def, const struct ss_mm_needs *needs,
                               u32 kind, u32 pages)
{
    if (!needs->zones)
        return "changes page lists, which this workload does not use; remove it";
    if (!pages)
        return "is 0 pages; give at least 1";
    for (u32 node = 0; node < needs->zones; node++) {
        const u32 cpus = ss_mm_cpus_on(def, node);
        if (!cpus)
            continue;
        struct ss_modern_batch limits = ss_mm_limits_of(def, cpus);
        if (pages > limits.high_max)
            return "is more than the lists' high at the start, for which the zones were sized; "
                   "give "
                   "less, or begin with a larger high";
        if (kind == SS_INTERVENE_PCP_HIGH && pages < limits.batch)
            return "is less than the batch; give at least the batch";
        if (kind == SS_INTERVENE_PCP_BATCH &&
            !has_room(def, cpus, needs->mapping + needs->tables, pages))
            return "is more than the zones have pages for, which were sized for the batch at the "
                   "start; give less, or begin with a larger batch";
    }
    return NULL;
}

/* Each CPU of the first nodes has a task; its worker, if there is one, comes behind all tasks. */
static u32 node_of_task(const struct ss_world_def *def, const struct ss_mm_needs *needs, u32 task)
{
    u32 before = (task - def->cpus) % needs->tasks, cpu = 0;
    for (; cpu + 1 < def->cpus; cpu++)
        if (def->cpu_node[cpu] < needs->zones && before-- == 0)
            break;
    return def->cpu_node[cpu];
}

const char *ss_mm_check_move(const struct ss_world_def *def, const struct ss_mm_needs *needs,
                             u32 task, u32 cpu)
{
    const bool all = task == UINT32_MAX;
    if (!needs->zones)
        return NULL;
    if (!needs->rests)
        return "moves tasks that never sleep, and a task changes its CPU only while it sleeps; "
               "give the workload a pause";
    /* Mappings are numbers of pages of one zone. */
    if (all && needs->zones > 1)
        return "would move tasks to nodes where their pages are not; move one task at a time, "
               "inside its node";
    if (def->cpu_node[cpu] != (all ? 0 : node_of_task(def, needs, task)))
        return "names a CPU of another node than that of the task's pages; name CPUs of its own "
               "node";
    return NULL;
}
