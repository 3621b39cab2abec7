/*
 * will-it-scale page_fault1 and page_fault2, process mode, one task a CPU: map memory, write one
 * byte to each page, unmap, again. page_fault1 maps anonymous memory, page_fault2 a private file of
 * its own, whose page is copied at each fault. Source: spec "Per-CPU page lists" 2.12, 2.13 and
 * section 4. If asked, page tables take pages, too, which cannot be moved, and tasks pause between
 * rounds. Gather pages are left out; every task uses its own node only, so one node may stand for
 * all. Score: pages, the mean of those allocated and those freed.
 */
#include "workload/page_fault.h"

#include "exec/path.h"
#include "exec/record.h"
#include "mm/age.h"
#include "mm/definition.h"
#include "mm/lru_paths.h"
#include "mm/own_lists.h"
#include "mm/refill.h"
#include "policy/program.h"
#include "sched/core/interrupts.h"
#include "sched/core/state.h"
#include "workload/workload.h"

/* The zones at the start: whole, or like ones that have long been in use. */
enum memory { MEMORY_FRESH, MEMORY_AGED };

/* Pages of the last level of page tables take memory, or not; above it they are too few to matter.
 */
enum page_tables { TABLES_LEFT_OUT, TABLES_ALLOCATED };
#define PAGES_A_TABLE 512 /* that one page of it maps */

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
      "what a task sleeps between two rounds; left out: nothing")                                  \
    P(PAGE_TABLES, "page_tables",                                                                  \
      OPTIONAL(CHOICE([TABLES_LEFT_OUT] = "left-out", [TABLES_ALLOCATED] = "allocated")),          \
      "pages for page tables, which cannot be moved: left out, or one for each 512 that a task "   \
      "maps")
SS_PARAMETERS(PARAMETERS)

/* The gather batch: pages unmapped before they are released, in blocks of one small and then many
 * large ones (include/asm-generic/tlb.h). */
#define GATHER_FIRST 8
#define GATHER_BLOCK 510
#define GATHER_PAGES (GATHER_FIRST + 19 * GATHER_BLOCK)

/* Of what giving back a page costs, the part of the walk over the page table; the rest comes with
 * its release. In tenths. */
#define WALK_TENTHS 6

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
    return (pages + PAGES_A_TABLE - 1) / PAGES_A_TABLE;
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

/* Work outside the locks at this task's speed, ps. */
static u64 at_own_speed(const struct ss_world *w, const struct ss_cpu *cpu, u64 ps)
{
    return ps * own(w, cpu->current)->speed_1024 >> 10;
}

static bool is_aged(const struct ss_world *w)
{
    return parameter(w, MEMORY) == MEMORY_AGED;
}

/* Of a task, counted among those of the workload. */
static u32 mapping_of(const struct ss_world *w, u32 index)
{
    return index * (w->mm->needs.mapping + w->mm->needs.tables);
}

static u32 first_of_mapping(const struct ss_world *w, const struct ss_cpu *cpu)
{
    return mapping_of(w, (u32)(cpu->current - (i32)w->topology.cpus));
}

/* ---- faulting in ----------------------------------------------------------------------------- */

enum contact { CONTACT_NONE, CONTACT_REFILL, CONTACT_LRU };

struct fault_in_frame {
    struct ss_path path;
    /* arguments */
    u32 done, pages;
    /* kept */
    u64 ps;     /* work done since the last contact with others */
    u32 zeroed; /* since then */
    u32 tables; /* pages of the page table there are */
    u8 contact;
    u8 type; /* of the page that is wanted */
};

/* A page of the page table comes before the first page that it maps. */
static u8 wanted_type(const struct ss_world *w, const struct fault_in_frame *me)
{
    return w->mm->needs.tables && me->tables * PAGES_A_TABLE <= me->done ? SS_UNMOVABLE
                                                                         : SS_MOVABLE;
}

/* Writes page after page until the CPU needs a lock or is through. */
static enum contact fault_until_contact(struct ss_world *w, struct ss_cpu *cpu,
                                        struct fault_in_frame *me)
{
    struct ss_mm_cpu *mm_cpu = &w->mm->cpu[cpu->number];
    struct ss_hold hold = ss_mm_begin(w, cpu);
    u32 *mapping = w->mm->mapping + first_of_mapping(w, cpu);
    const u64 fault =
        at_own_speed(w, cpu,
                     w->def->page_fault_ps +
                         (w->def->workload == SS_WORKLOAD_PAGE_FAULT2 ? w->def->page_copy_ps : 0));
    enum contact contact = CONTACT_NONE;
    while (me->done < me->pages && contact == CONTACT_NONE) {
        me->type = wanted_type(w, me);
        u32 page = ss_mm_take(w->mm, &hold, mm_cpu, me->type);
        if (page == SS_NO_PAGE) {
            contact = CONTACT_REFILL;
            break;
        }
        if (me->type == SS_UNMOVABLE) {
            mapping[w->mm->needs.mapping + me->tables++] = page;
            continue;
        }
        me->ps += fault;
        me->zeroed++;
        mapping[me->done++] = page;
        mm_cpu->pagevec.page[mm_cpu->pagevec.count++] = page;
        if (mm_cpu->pagevec.count == w->mm->pagevec_pages)
            contact = CONTACT_LRU;
    }
    me->ps += hold.ps;
    return contact;
}

static u64 taken_ns(struct ss_world *w, const struct ss_cpu *cpu, u64 *ps)
{
    u64 ns = ss_mm_ns(w, cpu, *ps);
    *ps = 0;
    return ns;
}

/* Result: pages of the page table that were made for it. */
static bool fault_in(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(fault_in);
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    SS_DEBUG_CHECK(me->done <= me->pages);
    do {
        me->contact = (u8)fault_until_contact(w, cpu, me);
        cpu->symbol = SS_SYMBOL_clear_page_erms;
        PATH_COMPUTE(taken_ns(w, cpu, &me->ps));
        if (w->mm->zero_ps && me->zeroed)
            PATH_COMPUTE_AS(SS_LEDGER_MEMORY, ss_mm_memory_wait(w, cpu, me->zeroed));
        ss_mm_score(w, me->zeroed);
        me->zeroed = 0;
        if (me->contact == CONTACT_REFILL) {
            PATH_CALL(pcp_refill, .type = me->type);
            SS_CHECK(w, cpu->result, "a zone ran out of pages: it was made too small");
        } else if (me->contact == CONTACT_LRU) {
            PATH_CALL(lru_add);
        }
    } while (me->contact != CONTACT_NONE);
    if (w->mm->cpu[cpu->number].pagevec.count)
        PATH_CALL(lru_add);
    PATH_RETURN(me->tables);
    PATH_END;
}

/* ---- giving back ----------------------------------------------------------------------------- */

/* The walk drops the mapping count of each page: its line comes to this core. */
static u64 walk(struct ss_world *w, struct ss_cpu *cpu, u32 first, u32 n)
{
    struct ss_hold hold = ss_mm_begin(w, cpu);
    for (u32 i = 0; i < n; i++)
        ss_touch_page(&hold, w->mm->mapping[first + i]);
    u64 each = w->def->page_unmap_ps / 10 * WALK_TENTHS;
    return at_own_speed(w, cpu, n * each);
}

struct release_block_frame {
    struct ss_path path;
    /* arguments */
    u32 first, n;  /* index into the mappings */
    bool is_table; /* those of the page table are on no LRU, and nobody counts them */
    /* kept */
    u64 ps;
    u32 at, freed, flush;
    bool asks; /* a policy of one's own is at work on how many */
};

/* How many pages go back to the zone once one more has come to the lists. A policy that touches
 * nothing answers at once, as Linux does. */
static u32 flush_as_told(struct ss_world *w, struct ss_cpu *cpu, struct release_block_frame *me,
                         u32 linux_says)
{
    const struct ss_pcp *pcp = &w->mm->cpu[cpu->number].pcp;
    me->asks = w->policy->begin(
        w, cpu, SS_POLICY_POINT_PCP_FLUSH,
        (i64[SS_POLICY_ARGUMENTS]){cpu->number, pcp->count, pcp->batch, pcp->high});
    const i32 told = me->asks ? SS_POLICY_LEFT : w->policy->end(w, cpu);
    return told == SS_POLICY_LEFT ? linux_says : (u32)told;
}

/* Puts pages on the CPU's lists, last first, until they have to be flushed or none is left. */
static u32 free_until_flush(struct ss_world *w, struct ss_cpu *cpu, struct release_block_frame *me)
{
    struct ss_mm_cpu *mm_cpu = &w->mm->cpu[cpu->number];
    struct ss_hold hold = ss_mm_begin(w, cpu);
    u64 each = w->def->page_unmap_ps / 10 * (10 - WALK_TENTHS);
    u64 cost = at_own_speed(w, cpu, each);
    u32 flush = 0;
    while (me->at && !flush && !(ss_policy_is_there(w) && me->asks)) {
        flush = ss_mm_put(w->mm, &hold, mm_cpu, w->mm->mapping[me->first + --me->at]);
        if (ss_policy_asks(w, SS_POLICY_POINT_PCP_FLUSH))
            flush = flush_as_told(w, cpu, me, flush);
        me->ps += cost;
        me->freed++;
    }
    me->ps += hold.ps;
    return flush;
}

/* One call of release_pages: off the LRU in groups, then back to the lists in reverse. */
static bool release_block(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(release_block);
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    SS_DEBUG_CHECK(me->n && (me->is_table || me->n <= GATHER_BLOCK));
    for (me->at = me->is_table ? me->n : 0; me->at < me->n; me->at += w->mm->release_pages)
        PATH_CALL(lru_delete, .first = me->first + me->at,
                  .n = ss_min_u32(w->mm->release_pages, me->n - me->at));
    me->at = me->n;
    while (me->at) {
        me->flush = free_until_flush(w, cpu, me);
        cpu->symbol = SS_SYMBOL_release_pages;
        PATH_COMPUTE(taken_ns(w, cpu, &me->ps));
        ss_mm_score(w, me->is_table ? 0 : me->freed);
        me->freed = 0;
        if (ss_policy_is_there(w) && me->asks) {
            PATH_CALL_THROUGH(w->policy->program, policy_program);
            me->asks = false;
            if (cpu->result != SS_POLICY_LEFT)
                me->flush = (u32)cpu->result;
        }
        if (me->flush)
            PATH_CALL(pcp_flush, .n = me->flush);
    }
    PATH_END;
}

struct unmap_frame {
    struct ss_path path;
    /* arguments */
    u32 pages, tables, first;
    /* kept */
    u32 done, until, block;
};

static bool unmap(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(unmap);
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    SS_DEBUG_CHECK(me->pages && me->pages <= w->mm->needs.mapping);
    while (me->done < me->pages) {
        me->until = ss_min_u32(me->done + GATHER_PAGES, me->pages);
        cpu->symbol = SS_SYMBOL_release_pages;
        PATH_COMPUTE(ss_mm_ns(w, cpu, walk(w, cpu, me->first + me->done, me->until - me->done)));
        me->block = GATHER_FIRST;
        while (me->done < me->until) {
            me->block = ss_min_u32(me->block, me->until - me->done);
            PATH_CALL(release_block, .first = me->first + me->done, .n = me->block);
            me->done += me->block;
            me->block = GATHER_BLOCK;
        }
    }
    if (me->tables)
        PATH_CALL(release_block, .first = me->first + w->mm->needs.mapping, .n = me->tables,
                  .is_table = true);
    PATH_END;
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
                  .first = first_of_mapping(w, cpu));
        ss_record(w, cpu, SS_RECORD_SCORE, (u32)cpu->current, (u32)ss_current(w, cpu)->group, 0, 0);
        me->pages = w->mm->needs.mapping;
        me->held = 0;
        if (parameter(w, PAUSE_NS))
            PATH_CALL(hrtimer_nanosleep, .ns = parameter(w, PAUSE_NS));
    }
    PATH_END;
}

/* Tasks differ a little in speed and begin in the middle of a round: else they would all fault
 * together and all unmap together. */
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
    "each page, unmaps, again",
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
    "a byte to each page, unmaps, again",
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
