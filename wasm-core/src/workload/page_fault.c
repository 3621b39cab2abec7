/*
 * will-it-scale page_fault1 and page_fault2, process mode, one task a CPU: map memory, write one
 * byte to each page, unmap, again. page_fault1 maps anonymous memory, page_fault2 a private file of
 * its own, whose page is copied at each fault. Source: spec "Per-CPU page lists" 2.12, 2.13 and
 * section 4. If asked, page tables take pages, too, which cannot be moved, and tasks pause between
 * rounds. Gather pages are left out; every task uses its own node only, so one node may stand for
 * all. Score: pages, the mean of those allocated and those freed. The halves of a round are
 * fault_in.c and unmap.c.
 */
#include "workload/page_fault.h"

#include "exec/path.h"
#include "exec/record.h"
#include "mm/age.h"
#include "mm/definition.h"
#include "mm/own_lists.h"
#include "mm/refill.h"
#include "sched/core/interrupts.h"
#include "sched/core/state.h"
#include "workload/fault_in.h"
#include "workload/unmap.h"
#include "workload/workload.h"

/* The zones at the start: whole, or like ones that have long been in use. */
enum memory { MEMORY_FRESH, MEMORY_AGED };

/* Pages of the last level of page tables take memory, or not; above it they are too few to matter.
 */
enum page_tables { TABLES_LEFT_OUT, TABLES_ALLOCATED };

#define PRIO_NORMAL 120
#define POLICY_NORMAL 0
#define MOST_PAGES (1u << 20)       /* 4 GiB a task */
#define LONGEST_PAUSE_NS 4000000000 /* some seconds, in which slow things happen; it just fits */

#define PARAMETERS(P)                                                                              \
    P(PAGES, "pages", WHOLE_OF("pages", SS_PAGEVEC_MOST + 1, MOST_PAGES),                          \
      "the pages a task maps; the benchmark maps 32768")                                           \
    P(NODES, "nodes", WHOLE(1, SS_LIMIT_NODES),                                                    \
      "on how many nodes tasks run; one may stand for all")                                        \
    P(MEMORY, "memory", OPTIONAL(CHOICE([MEMORY_FRESH] = "fresh", [MEMORY_AGED] = "aged")),        \
      "the zones at the start: whole, or in pieces as after long use")                             \
    P(PAUSE_NS, "pause", OPTIONAL(TIME(1000, LONGEST_PAUSE_NS)),                                   \
      "how long a task sleeps between two rounds; left out: not at all")                           \
    P(PAGE_TABLES, "page_tables",                                                                  \
      OPTIONAL(CHOICE([TABLES_LEFT_OUT] = "left-out", [TABLES_ALLOCATED] = "allocated")),          \
      "pages for page tables, which cannot be moved: left out, or one for each 512 that a task "   \
      "maps")
SS_PARAMETERS(PARAMETERS)

/* The vmstat worker: every so often at each CPU, one CPU a little behind the other (mm/vmstat.c;
 * the distance is that of round_jiffies(), three ticks). */
#define VMSTAT_NS 1000000000
#define VMSTAT_APART_NS 3000000

SS_OWN_TASK(ss_faulting_task)

/* Pages of the page table of so many mapped ones. */
static u32 tables_of(const struct ss_world_def *def, u32 pages)
{
    if (def->workload_parameter[PAGE_TABLES] == TABLES_LEFT_OUT)
        return 0;
    return (pages + SS_PAGES_A_TABLE - 1) / SS_PAGES_A_TABLE;
}

static bool check(const struct ss_world_def *def, struct ss_message *message)
{
    const u32 *p = def->workload_parameter;
    const char *problem = NULL;
    if (p[NODES] > def->nodes)
        problem = "workload.nodes: must be between 1 and the nodes of the machine";
    else if (!def->page_fault_ps || !def->page_l2_lines || !def->page_llc_lines)
        problem = "page_fault_ps: the page-list costs of the machine are missing; give them, or "
                  "use a machine that has them";
    u32 cpus[SS_LIMIT_NODES] = {0};
    for (u32 cpu = 0; cpu < def->cpus; cpu++)
        cpus[def->cpu_node[cpu]]++;
    for (u32 node = 0; !problem && node < p[NODES]; node++) {
        if (!cpus[node])
            problem = "workload.nodes: one of these nodes has no CPUs";
        else if (!ss_mm_zone_pages(def, cpus[node], p[PAGES] + tables_of(def, p[PAGES])))
            problem = "workload.pages: the tasks of a node map more pages than a zone can have; "
                      "map fewer";
    }
    return ss_workload_fits(message, problem);
}

/* CPUs of the first nodes, each with a task. */
static u32 tasks_of(const struct ss_world_def *def)
{
    u32 tasks = 0;
    for (u32 cpu = 0; cpu < def->cpus; cpu++)
        tasks += def->cpu_node[cpu] < def->workload_parameter[NODES];
    return tasks;
}

/* Lists of modern kernels shrink while tasks pause. Without a pause the minimal fair class, which
 * never preempts, would not let a worker run, and there is nothing for it to do. */
static bool has_workers(const struct ss_world_def *def)
{
    return def->pcp_form == SS_PCP_FORM_MODERN && def->workload_parameter[PAUSE_NS];
}

static void needs(const struct ss_world_def *def, struct ss_workload_needs *needs)
{
    u32 tasks = tasks_of(def), pages = def->workload_parameter[PAGES];
    *needs = (struct ss_workload_needs){
        .tasks = has_workers(def) ? 2 * tasks : tasks, .affinities = tasks, .latencies = true};
    needs->memory = (struct ss_mm_needs){.zones = def->workload_parameter[NODES],
                                         .tasks = tasks,
                                         .mapping = pages,
                                         .tables = tables_of(def, pages),
                                         .rests = def->workload_parameter[PAUSE_NS] > 0};
}

u64 ss_faulting_at_own_speed(const struct ss_world *w, const struct ss_cpu *cpu, u64 ps)
{
    return ps * own(w, cpu->current)->speed_1024 >> 10;
}

/* Of a task, counted among those of the workload. */
static u32 mapping_of(const struct ss_world *w, u32 index)
{
    return index * (w->mm->needs.mapping + w->mm->needs.tables);
}

u32 ss_faulting_first(const struct ss_world *w, const struct ss_cpu *cpu)
{
    return mapping_of(w, (u32)(cpu->current - (i32)w->topology.cpus));
}

u64 ss_faulting_taken_ns(struct ss_world *w, const struct ss_cpu *cpu, u64 *ps)
{
    u64 ns = ss_mm_ns(w, cpu, *ps);
    *ps = 0;
    return ns;
}

static bool is_aged(const struct ss_world *w)
{
    return parameter(w, MEMORY) == MEMORY_AGED;
}

/* ---- the task -------------------------------------------------------------------------------- */

struct page_fault_frame {
    struct ss_path path;
    /* kept */
    u32 held, pages; /* of the mapping: when this round begins, and when it is whole */
    u32 tables;      /* pages of its page table */
};

/* One round; the task's base path repeats it. */
static bool page_fault(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(page_fault);
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    SS_DEBUG_CHECK(w->mm->cpu[cpu->number].zone >= 0);
    me->pages = own(w, cpu->current)->first_pages;
    if (is_aged(w)) {
        me->held = me->pages;
        me->pages = w->mm->needs.mapping;
    }
    for (;;) {
        PATH_COMPUTE(w->platform.os.syscall);
        PATH_CALL_INTO(me->tables, fault_in, .done = me->held, .pages = me->pages);
        PATH_COMPUTE(w->platform.os.syscall);
        PATH_CALL(unmap, .pages = me->pages, .tables = me->tables,
                  .first = ss_faulting_first(w, cpu));
        ss_record(w, cpu, SS_RECORD_SCORE, (u32)cpu->current, (u32)ss_current(w, cpu)->group, 0, 0);
        me->pages = w->mm->needs.mapping;
        me->held = 0;
        if (parameter(w, PAUSE_NS))
            PATH_CALL(hrtimer_nanosleep, .ns = parameter(w, PAUSE_NS));
    }
    PATH_END;
}

/* Tasks differ in speed, by as much as the machine says, and begin in the middle of a round: else
 * they would all fault together and all unmap together. */
static void start_task(struct ss_world *w, u32 index, u32 cpu)
{
    u32 affinity = index + 1, spread = w->def->page_spread_1024;
    ss_bitset_add(w->affinity + (u64)affinity * w->topology.cpu_words, cpu);
    struct ss_task *task =
        ss_workload_task(w, index, w->topology.node[cpu], PRIO_NORMAL, POLICY_NORMAL, affinity);
    struct ss_faulting_task *first = own(w, ss_task_id(w, task));
    first->speed_1024 = 1024 - spread + ss_prng_below(&task->random, 2 * spread + 1);
    first->first_pages = 1 + ss_prng_below(&task->random, w->mm->needs.mapping);
    ss_sched_place_task(w, ss_task_id(w, task), cpu, PROGRAM(page_fault));
}

struct vmstat_worker_frame {
    struct ss_path path;
};

/* A round of the CPU's worker. It wakes an idle CPU, where the kernel's would wait for the next
 * interrupt. */
static bool vmstat_worker(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(vmstat_worker);
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    PATH_CALL(hrtimer_nanosleep, .ns = (u64)VMSTAT_APART_NS * cpu->number);
    for (;;) {
        PATH_CALL(hrtimer_nanosleep, .ns = VMSTAT_NS);
        PATH_CALL(decay_pcp_high);
    }
    PATH_END;
}

/* The worker of a CPU, which shares the affinity of the task there. */
static void start_worker(struct ss_world *w, u32 index, u32 tasks, u32 cpu)
{
    struct ss_task *task = ss_workload_task(w, tasks + index, w->topology.node[cpu], PRIO_NORMAL,
                                            POLICY_NORMAL, index + 1);
    ss_sched_place_task(w, ss_task_id(w, task), cpu, PROGRAM(vmstat_worker));
}

/* What the tasks of a node hold when they begin in the middle of a round. */
static void age(struct ss_world *w, u32 node)
{
    struct ss_zone_holding holding[SS_LIMIT_CPUS];
    u32 index = 0, holdings = 0;
    for (u32 cpu = 0; cpu < w->topology.cpus; cpu++) {
        if (w->topology.node[cpu] >= parameter(w, NODES))
            continue;
        if (w->topology.node[cpu] == node)
            holding[holdings++] = (struct ss_zone_holding){
                .page = w->mm->mapping + mapping_of(w, index),
                .count = own(w, (i32)(w->topology.cpus + index))->first_pages};
        index++;
    }
    struct ss_prng random;
    ss_prng_seed(&random, (u64)w->def->seed_high << 32 | w->def->seed_low, SS_RANDOM_AGE, node);
    ss_zone_age(&w->mm->zone[node], holding, holdings, w->mm->pagevec_pages, &random);
}

static void start(struct ss_world *w)
{
    u32 index = 0;
    for (u32 cpu = 0; cpu < w->topology.cpus; cpu++) {
        if (w->topology.node[cpu] >= parameter(w, NODES))
            continue;
        start_task(w, index, cpu);
        if (has_workers(w->def))
            start_worker(w, index, tasks_of(w->def), cpu);
        index++;
    }
    for (u32 node = 0; is_aged(w) && node < w->mm->needs.zones; node++)
        age(w, node);
}

static const struct ss_role roles[] = {{"faulter", SS_FORM_TASK}, {"vmstat", SS_FORM_KERNEL}};

static struct ss_who who(const struct ss_world_def *def, u32 index)
{
    const u32 tasks = tasks_of(def);
    return index < tasks ? (struct ss_who){0, (u16)index}
                         : (struct ss_who){1, (u16)(index - tasks)};
}

SS_WORKLOAD_SAYS(
    page_fault1,
    "will-it-scale page_fault1: a task on each CPU maps anonymous memory, writes a byte to "
    "each page, unmaps it, and begins again",
    PARAMETERS);

const struct ss_workload_kind ss_workload_page_fault1 = {
    .name = "page-fault1",
    .task_bytes = sizeof(struct ss_faulting_task),
    .traits = SS_TRAIT_PAGE_LISTS,
    SS_PARAMETERS_ARE(parameters),
    .check = check,
    .needs = needs,
    SS_ROLES_ARE(roles),
    .who = who,
    .futex_home = ss_home_by_index,
    .start = start,
};

SS_WORKLOAD_SAYS(
    page_fault2,
    "will-it-scale page_fault2: a task on each CPU maps a private file of its own, writes "
    "a byte to each page, unmaps it, and begins again",
    PARAMETERS);

const struct ss_workload_kind ss_workload_page_fault2 = {
    .name = "page-fault2",
    .task_bytes = sizeof(struct ss_faulting_task),
    .traits = SS_TRAIT_PAGE_LISTS | SS_TRAIT_COPIES_PAGES,
    SS_PARAMETERS_ARE(parameters),
    .check = check,
    .needs = needs,
    SS_ROLES_ARE(roles),
    .who = who,
    .futex_home = ss_home_by_index,
    .start = start,
};
