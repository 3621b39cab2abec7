/*
 * The scheduler's memory: where its structures lie, how its state starts, and how tasks enter it.
 * No decisions.
 */
#include "sched/core/state.h"

#include "exec/create.h"
#include "exec/names.h"
#include "exec/world.h"
#include "sched/class.h"
#include "sched/core/core.h"
#include "sched/core/interrupts.h"
#include "sched/domains/domains.h"
#include "sched/root_domain.h"
#include "sched/rt/cpupri.h"
#include "sched/rt/rt_invariants.h"
#include "sched/run_queue.h"
#include "sched/state/rt.h"

/* ---- places ---------------------------------------------------------------------------------- */

static void lay_out_root_domain(struct ss_root_domain_layout *layout,
                                const struct ss_world_def *def)
{
    u32 bad;
    if (def->root_domain_layout == SS_LAYOUT_CUSTOM)
        ss_root_domain_custom(layout, def->root_domain_size, def->root_domain_offset,
                              def->rto_count_per_node, &bad);
    else
        ss_root_domain_layout(layout, def->root_domain_layout);
}

/* Sched domains, and what all structures of the world look like. */
static void shape(struct ss_world *w, struct ss_arena *header)
{
    ss_domains_create(w->domains, header, &w->topology);
    const struct ss_layout_counts counts = ss_layout_counts_of(&w->topology);
    struct ss_root_domain_layout root_domain;
    ss_layouts_define(&w->layouts, w->def, &counts);
    lay_out_root_domain(&root_domain, w->def);
    w->layouts.bytes[SS_STRUCTURE_ROOT_DOMAIN] = (u16)root_domain.size;
}

u32 ss_sched_placements(const struct ss_world *w, struct ss_placement list[SS_SCHED_PLACEMENTS])
{
    const struct ss_topology *t = &w->topology;
    struct ss_root_domain_layout root_domain;
    u32 n = 0;
    lay_out_root_domain(&root_domain, w->def);
#define PLACE(kind, many, where)                                                                   \
    list[n++] = (struct ss_placement){                                                             \
        .structure = SS_STRUCTURE_##kind, .count = many, .home = SS_HOME_##where}
    PLACE(ROOT_DOMAIN, 1, FIRST_NODE);
    if (w->def->cpupri_per_node) {
        PLACE(CPUPRI_MASK, SS_CPUPRI_LEVELS * t->nodes, BY_INDEX);
        PLACE(CPUPRI_NODE_POINTERS, SS_CPUPRI_LEVELS, FIRST_NODE);
    } else {
        PLACE(CPUPRI_MASK, SS_CPUPRI_LEVELS, FIRST_NODE);
    }
    PLACE(CPU_TO_PRI, 1, FIRST_NODE);
    PLACE(RTO_MASK, 1, FIRST_NODE);
    if (root_domain.counts_per_node) {
        PLACE(RTO_COUNT_POINTERS, 1, FIRST_NODE);
        PLACE(RTO_COUNT, t->nodes, BY_INDEX);
    }
    PLACE(CPU_ACTIVE_MASK, 1, FIRST_NODE);
    PLACE(NODE_TO_CPUMASK, t->nodes, FIRST_NODE);
    PLACE(RQ, t->cpus, OF_CPU);
    PLACE(CALL_SINGLE_QUEUE, t->cpus, OF_CPU);
#undef PLACE
    return n;
}

static u32 lines(const struct ss_world *w)
{
    struct ss_placement list[SS_SCHED_PLACEMENTS];
    return ss_lines_of(w, list, ss_sched_placements(w, list));
}

/* Of run queues, and rto_lock. */
static u32 locks(const struct ss_world *w)
{
    return w->topology.cpus + 1;
}

static void create(struct ss_world *w, struct ss_arena *header)
{
    struct ss_placement list[SS_SCHED_PLACEMENTS];
    struct ss_sched *s = w->sched;
    (void)header;
    s->per_node = w->def->cpupri_per_node;
    s->words = w->topology.cpu_words;
    s->mask_nodes = s->per_node ? w->topology.nodes : 1;
#define TAKE_CLASS(name, table, ...) s->classes[SS_CLASS_##name] = &table;
    SS_SCHED_CLASSES(TAKE_CLASS)
#undef TAKE_CLASS
    lay_out_root_domain(&s->layout, w->def);
    ss_place(w, list, ss_sched_placements(w, list));
}

/* ---- state ----------------------------------------------------------------------------------- */

/* A node's bitmap starts as the complement of the node: every foreign bit is a constant 1, so that
 * the AND over all nodes leaves each CPU's own bit to decide. The static root domain is set up
 * before any CPU is in the map of its node: its bitmaps start full, and list every CPU at every
 * level until it has been filed there once and left. */
void ss_cpupri_init_masks(struct ss_world *w)
{
    struct ss_sched *s = w->sched;
    const u64 in_map = w->def->static_root_domain ? 0 : ~0ull;
    for (u32 level = 0; level < SS_CPUPRI_LEVELS; level++)
        for (u32 node = 0; node < s->mask_nodes; node++)
            for (u32 i = 0; i < s->words; i++)
                ss_level_mask(s, level, node)[i] =
                    s->per_node ? ~(s->node_cpus[node * s->words + i] & in_map) : 0;
}

static void start_run_queue(struct ss_world *w, u32 cpu)
{
    struct ss_rq *rq = &w->sched->rq[cpu];
    *rq = (struct ss_rq){.pushable = SS_NO_TASK,
                         .current = (i32)cpu,
                         .wake_head = SS_NO_TASK,
                         .deferred = SS_NO_TASK,
                         .wake_tail = SS_NO_TASK,
                         .fair = {SS_NO_TASK, SS_NO_TASK},
                         .highest_curr = SS_PRIO_NORMAL,
                         .highest_next = SS_PRIO_NORMAL,
                         .leaving = SS_NO_TASK};
    for (u32 prio = 0; prio < SS_RT_PRIOS; prio++)
        rq->rt_queue[prio] = (struct ss_task_list){SS_NO_TASK, SS_NO_TASK};
    ss_lock_register(w, WORD(RQ, cpu, LOCK), false);
}

static void take_state(struct ss_world *w, struct ss_arena *arena)
{
    const struct ss_topology *t = &w->topology;
    struct ss_sched *s = w->sched;
    s->state = SS_ARENA_ARRAY(arena, struct ss_sched_state, 1);
    s->rq = SS_ARENA_ARRAY(arena, struct ss_rq, t->cpus);
    s->cpu_to_pri = SS_ARENA_ARRAY(arena, i32, t->cpus);
    s->mask = SS_ARENA_ARRAY(arena, u64, (u64)SS_CPUPRI_LEVELS * s->mask_nodes * s->words);
    s->rto_node_count = SS_ARENA_ARRAY(arena, i32, t->nodes);
    s->rto_mask = SS_ARENA_ARRAY(arena, u64, s->words);
    s->active = SS_ARENA_ARRAY(arena, u64, s->words);
    s->node_cpus = SS_ARENA_ARRAY(arena, u64, (u64)t->nodes * s->words);
    s->scratch = SS_ARENA_ARRAY(arena, u64, (u64)t->cpus * s->words);
    s->rt_task = SS_ARENA_ARRAY(arena, struct ss_rt_task, w->tasks);
    if (!s->rt_task)
        return;
    for (u32 i = 0; i < w->tasks; i++)
        s->rt_task[i] = (struct ss_rt_task){.pushable_next = SS_NOT_PUSHABLE,
                                            .pushable_previous = SS_NOT_PUSHABLE,
                                            .time_slice = SS_RR_TIMESLICE_TICKS};
    s->state->rto_cpu = -1;
    ss_bitset_copy(s->node_cpus, t->node_cpus, t->nodes * s->words);
    ss_bitset_fill(s->active, t->cpus);
    ss_cpupri_init_masks(w);
    for (u32 cpu = 0; cpu < t->cpus; cpu++) {
        s->cpu_to_pri[cpu] = SS_LEVEL_INVALID;
        start_run_queue(w, cpu);
    }
    s->rto_lock = ss_lock_register(w, ss_rd(w, SS_RD_RTO_LOCK), true);
}

/* ---- start ----------------------------------------------------------------------------------- */

static void hook(struct ss_world *w, enum ss_vector vector, ss_path_function *function)
{
    w->hooks.interrupt[vector] = function;
    w->hooks.interrupt_frame[vector] = sizeof(struct serve_vector_frame);
}

static void start(struct ss_world *w)
{
    hook(w, SS_VECTOR_RESCHEDULE, scheduler_ipi);
    hook(w, SS_VECTOR_CALL_FUNCTION, __flush_smp_call_function_queue);
    hook(w, SS_VECTOR_TIMER, hrtimer_interrupt);
    hook(w, SS_VECTOR_TICK, sched_tick);
    w->hooks.schedule = __schedule;
    w->hooks.schedule_frame = sizeof(struct __schedule_frame);
#ifdef SS_DEBUG
    w->hooks.broken = ss_rt_broken_invariant; /* the full class asks for more */
#endif
    for (u32 cpu = 0; cpu < w->topology.cpus; cpu++) {
        ss_path_push_clear(w, ss_cpu(w, cpu), do_idle, sizeof(struct do_idle_frame));
        ss_rq(w, cpu)->online = true;
        ss_cpupri_file(w, cpu, SS_LEVEL_NORMAL);
    }
    for (u32 rank = SS_CLASSES; rank-- > 0;)
        if (w->sched->classes[rank]->start)
            w->sched->classes[rank]->start(w);
}

static void prepare_stack(struct ss_world *w, i32 task, ss_path_function *program, u32 bytes)
{
    struct task_main_frame *frame = (struct task_main_frame *)ss_path_prepare(
        w, (u32)task, task_main, sizeof(struct task_main_frame));
    frame->program = program;
    frame->program_bytes = bytes;
}

void ss_sched_place_sleeping(struct ss_world *w, i32 task, u32 cpu, ss_path_function *program,
                             u32 program_bytes)
{
    prepare_stack(w, task, program, program_bytes);
    w->task[task].cpu = (i32)cpu;
    w->task[task].state = SS_TASK_SLEEPING;
    for (u32 rank = 0; rank < SS_CLASSES; rank++)
        if (w->sched->classes[rank]->init_task)
            w->sched->classes[rank]->init_task(w, task, cpu);
}

void ss_sched_place_task(struct ss_world *w, i32 task, u32 cpu, ss_path_function *program,
                         u32 program_bytes)
{
    struct ss_task *t = &w->task[task];
    struct ss_rq *rq = ss_rq(w, cpu);
    prepare_stack(w, task, program, program_bytes);
    t->cpu = (i32)cpu;
    t->state = SS_TASK_RUNNABLE;
    t->on_rq = true;
    ss_class_of(w, task)->place_task(w, task, cpu);
    if (++rq->nr_running >= 2)
        w->sched->state->overloaded = 1;
    ss_cpu(w, cpu)->need_resched = true;
}

/* ---- views ----------------------------------------------------------------------------------- */

static void view(const struct ss_world *w, const struct ss_views *views)
{
    for (u32 cpu = 0; cpu < w->topology.cpus; cpu++) {
        const struct ss_rq *rq = &w->sched->rq[cpu];
        views->cpu[cpu].overloaded = rq->rt_overloaded;
        views->cpu[cpu].level = (i16)w->sched->cpu_to_pri[cpu];
        views->cpu[cpu].queued = (u16)rq->nr_running;
    }
}

static void name_root_domain(const struct ss_world *w, struct ss_message *names)
{
    const struct ss_root_domain_layout *layout = &w->sched->layout;
    for (u32 field = 0; field < SS_RD_FIELDS; field++) {
        if (layout->offset[field] == SS_RD_ABSENT)
            continue;
        const char *name = ss_root_domain_field_name(field);
        i32 index = name ? -1 : (i32)(field - SS_RD_COUNT0) % SS_CPUPRI_LEVELS;
        if (!name)
            name = field < SS_RD_MASK0 ? "count" : "mask";
        ss_name_field(names, SS_STRUCTURE_ROOT_DOMAIN, layout->offset[field],
                      ss_root_domain_field_size(field), name, index);
    }
}

static void names(const struct ss_world *w, struct ss_message *names)
{
    name_root_domain(w, names);
    ss_message_text(names, "lock ");
    ss_message_number(names, w->sched->rto_lock);
    ss_message_text(names, " rto_lock\n");
}

const struct ss_room ss_sched_room = {.check = ss_root_domain_check,
                                      .shape = shape,
                                      .lines = lines,
                                      .locks = locks,
                                      .create = create,
                                      .state = take_state,
                                      .start = start,
                                      .view = view,
                                      .names = names};
