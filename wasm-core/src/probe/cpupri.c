/*
 * The door to cpupri: updates and searches on a machine in a given state, with the order of their
 * accesses.
 *
 * In: machine (see mini_world.h), per_node, for each node the set that cpumask_of_node returns at
 * init; number of steps; steps:
 *   0 SET cpu prio | 1 FIND prio node want_mask has_fit affinity [fit] | 2 ACTIVE set
 *   3 NODE_MASK node set | 4 LEVEL generation prio (0, 1, 2: A, B, C)
 * Out, a step: SET: level filed; FIND: 1 or 0, result set; LEVEL: level; all: number of trace
 * entries, then entries of four words {TRACE_ code, level, node, CPU or word}. At the end: counts
 * by level, level by CPU, bitmaps by level and node.
 */
#include "exec/create.h"
#include "probe/mini_world.h"
#include "sched/core/state.h"
#include "sched/root_domain.h"
#include "sched/rt/cpupri.h"
#include "sched/run_queue.h"

#define HIGHEST_PRIO_BEFORE 140 /* of the idle task, in generations A and B */

enum step { STEP_SET, STEP_FIND, STEP_ACTIVE, STEP_NODE_MASK, STEP_LEVEL };

enum trace_code {
    TRACE_LOAD_COUNT,
    TRACE_LOAD_WORD,
    TRACE_LOAD_ACTIVE,
    TRACE_INCREMENT,
    TRACE_DECREMENT,
    TRACE_SET_BIT,
    TRACE_CLEAR_BIT,
    TRACE_READ_BARRIER,
    TRACE_BEFORE_ATOMIC,
    TRACE_AFTER_ATOMIC,
};

/* A search that looks at 100 levels twice (again without fitness), each with 64 bitmaps of 16 words
 * to test, as many to AND and the active mask, stays below. */
#define MAX_TRACE (1 << 19)

struct tracer {
    struct ss_world *w;
    u32 count;
    bool overflow;
    i32 entry[MAX_TRACE][4];
};

static void add(struct tracer *t, enum trace_code code, u32 level, u32 node, u32 index)
{
    if (t->count == MAX_TRACE) {
        t->overflow = true;
        return;
    }
    i32 *entry = t->entry[t->count++];
    entry[0] = (i32)code;
    entry[1] = (i32)level;
    entry[2] = (i32)node;
    entry[3] = (i32)index;
}

static void note_barrier(struct tracer *t, u32 kind)
{
    static const u8 codes[] = {[SS_BARRIER_READ] = TRACE_READ_BARRIER,
                               [SS_BARRIER_BEFORE_ATOMIC] = TRACE_BEFORE_ATOMIC,
                               [SS_BARRIER_AFTER_ATOMIC] = TRACE_AFTER_ATOMIC};
    add(t, codes[kind], 0, 0, 0);
}

static void note_count(struct tracer *t, const struct ss_touch_note *touch)
{
    u32 level = 0;
    while (level < SS_CPUPRI_LEVELS && ss_count_word(t->w, level) != touch->address)
        level++;
    if (level == SS_CPUPRI_LEVELS)
        return; /* a pointer, or a word of another part */
    if (touch->operation == SS_OPERATION_INCREMENT)
        add(t, TRACE_INCREMENT, level, 0, 0);
    else if (touch->operation == SS_OPERATION_DECREMENT)
        add(t, TRACE_DECREMENT, level, 0, 0);
    else
        add(t, TRACE_LOAD_COUNT, level, 0, 0);
}

static void note_mask(struct tracer *t, const struct ss_touch_note *touch)
{
    const struct ss_sched *s = t->w->sched;
    const struct ss_place *masks = &t->w->layouts.place[SS_STRUCTURE_CPUPRI_MASK];
    u32 mask = (touch->address - masks->first) / masks->stride;
    u32 word = (touch->address - masks->first) % masks->stride / 8;
    u32 level = mask / s->mask_nodes, node = mask % s->mask_nodes;
    if (touch->operation == SS_OPERATION_SET_BIT)
        add(t, TRACE_SET_BIT, level, node, touch->detail);
    else if (touch->operation == SS_OPERATION_CLEAR_BIT)
        add(t, TRACE_CLEAR_BIT, level, node, touch->detail);
    else
        add(t, TRACE_LOAD_WORD, level, node, word);
}

static void note(void *context, const struct ss_touch_note *touch)
{
    struct tracer *t = context;
    if (touch->operation == SS_OPERATION_BARRIER) {
        note_barrier(t, touch->detail);
        return;
    }
    switch (t->w->shared.place[ss_line_of(touch->address)].structure) {
    case SS_STRUCTURE_ROOT_DOMAIN:
        note_count(t, touch);
        break;
    case SS_STRUCTURE_CPUPRI_MASK:
        note_mask(t, touch);
        break;
    case SS_STRUCTURE_CPU_ACTIVE_MASK:
        add(t, TRACE_LOAD_ACTIVE, 0, 0,
            (touch->address - t->w->layouts.place[SS_STRUCTURE_CPU_ACTIVE_MASK].first) / 8);
        break;
    default:
        break;
    }
}

static void step_set(struct ss_probe *probe, struct ss_world *w)
{
    u32 cpu = (u32)ss_probe_read_range(probe, 0, (i32)w->topology.cpus - 1);
    struct cpupri_set_frame frame = {.cpu = cpu, .prio = ss_probe_read_range(probe, -1, 100)};
    ss_mini_run(w, cpu, cpupri_set, &frame.path, sizeof(frame));
    ss_probe_write(probe, w->sched->cpu_to_pri[cpu]);
}

static void step_find(struct ss_probe *probe, struct ss_world *w)
{
    const u32 words = w->sched->words, searcher = 0;
    struct cpupri_find_fitness_frame frame = {
        .prio = ss_probe_read_range(probe, -1, 100), .affinity = 1, .fit = -1};
    u16 node = (u16)ss_probe_read_range(probe, 0, (i32)w->topology.nodes - 1);
    frame.want_mask = ss_probe_read(probe);
    bool has_fit = ss_probe_read(probe);
    ss_mini_read_set(probe, w, w->affinity + words);
    if (has_fit) {
        ss_mini_read_set(probe, w, w->affinity + 2 * words);
        frame.fit = 2;
    }
    /* The search runs on any node, also one without CPUs: the searcher is moved there for it. */
    u16 own = w->topology.node[searcher];
    w->topology.node[searcher] = node;
    ss_bitset_clear(w->sched->scratch, words);
    i32 result = ss_mini_run(w, searcher, cpupri_find_fitness, &frame.path, sizeof(frame));
    w->topology.node[searcher] = own;
    ss_probe_write(probe, result > 0);
    ss_mini_write_set(probe, w->sched->scratch, words);
}

static void step_level(struct ss_probe *probe)
{
    enum ss_cpupri_generation generation =
        (enum ss_cpupri_generation)ss_probe_read_range(probe, SS_CPUPRI_A, SS_CPUPRI_C);
    i32 highest = generation == SS_CPUPRI_C ? SS_PRIO_HIGHER : HIGHEST_PRIO_BEFORE;
    ss_probe_write(probe, ss_cpupri_level_in(generation, ss_probe_read_range(probe, -1, highest)));
}

static void run_step(struct ss_probe *probe, struct ss_world *w)
{
    const u32 words = w->sched->words;
    u32 node;
    switch (ss_probe_read_range(probe, STEP_SET, STEP_LEVEL)) {
    case STEP_SET:
        step_set(probe, w);
        break;
    case STEP_FIND:
        step_find(probe, w);
        break;
    case STEP_ACTIVE:
        ss_mini_read_set(probe, w, w->sched->active);
        break;
    case STEP_NODE_MASK:
        node = (u32)ss_probe_read_range(probe, 0, (i32)w->topology.nodes - 1);
        ss_mini_read_set(probe, w, w->sched->node_cpus + node * words);
        break;
    default:
        step_level(probe);
    }
}

static void write_trace(struct ss_probe *probe, struct tracer *t)
{
    ss_probe_write(probe, (i32)t->count);
    for (u32 i = 0; i < t->count; i++)
        for (u32 j = 0; j < 4; j++)
            ss_probe_write(probe, t->entry[i][j]);
    t->count = 0;
    probe->bad |= t->overflow;
}

static void write_state(struct ss_probe *probe, const struct ss_world *w)
{
    const struct ss_sched *s = w->sched;
    for (u32 level = 0; level < SS_CPUPRI_LEVELS; level++)
        ss_probe_write(probe, s->state->count[level]);
    for (u32 cpu = 0; cpu < w->topology.cpus; cpu++)
        ss_probe_write(probe, s->cpu_to_pri[cpu]);
    for (u32 level = 0; level < SS_CPUPRI_LEVELS; level++)
        for (u32 node = 0; node < s->mask_nodes; node++)
            ss_mini_write_set(probe, ss_level_mask(s, level, node), s->words);
}

void ss_probe_cpupri(struct ss_probe *probe)
{
    struct ss_world_def *def = ss_mini_read_machine(probe);
    struct tracer *tracer = SS_ARENA_ARRAY(probe->arena, struct tracer, 1);
    if (!def || !tracer)
        return;
    def->cpupri_per_node = (u32)ss_probe_read_range(probe, 0, 1);
    struct ss_world *w = ss_mini_world(probe, def, 0);
    if (!w)
        return;
    for (u32 node = 0; node < w->topology.nodes; node++)
        ss_mini_read_set(probe, w, w->sched->node_cpus + node * w->sched->words);
    ss_cpupri_init_masks(w);
    tracer->w = w;
    w->observer = (struct ss_observer){note, tracer};
    i32 steps = ss_probe_read(probe);
    for (i32 i = 0; i < steps && !probe->bad; i++) {
        run_step(probe, w);
        write_trace(probe, tracer);
    }
    write_state(probe, w);
}
