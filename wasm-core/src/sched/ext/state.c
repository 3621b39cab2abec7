/* The memory of a scheduling class of one's own, and its lines. */
#include "sched/ext/state.h"

#include "exec/create.h"
#include "sched/ext/asked.h"
#include "sched/ext/class.h"
#include "sched/state/ext.h"

static bool is_wanted(const struct ss_world_def *def)
{
    return def->fair_class == SS_FAIR_EXT;
}

static u32 lines_of_mask(const struct ss_world *w)
{
    return ss_div_round_up(w->topology.cpu_words * (u32)sizeof(u64), SS_LINE_BYTES);
}

static u32 lines(const struct ss_world *w)
{
    return w->sched->ext ? w->topology.cpus + SS_EXT_QUEUES + 2 * lines_of_mask(w) : 0;
}

static void place(struct ss_world *w, u32 structure, u32 count, u32 bytes)
{
    const u32 stride = ss_div_round_up(bytes, SS_LINE_BYTES) << SS_LINE_SHIFT;
    w->layouts.place[structure] =
        (struct ss_place){.first = w->shared.lines << SS_LINE_SHIFT, .stride = stride};
    for (u32 i = 0; i < count; i++) {
        const u32 node = structure == SS_STRUCTURE_EXT_RQ ? ss_node_of_cpu(w, i) : 0;
        ss_shared_place(&w->shared, structure, i, bytes, node);
    }
}

/* Bytes that are touched: a list with its length and lock, and of masks as many words as there are.
 */
static void create(struct ss_world *w, struct ss_arena *header)
{
    (void)header;
    if (!w->sched->ext)
        return;
    w->sched->classes[SS_CLASS_FAIR] = &ext_sched_class;
    if (w->shared.place) {
        place(w, SS_STRUCTURE_EXT_RQ, w->topology.cpus, 32);
        place(w, SS_STRUCTURE_EXT_QUEUE, SS_EXT_QUEUES, 40);
        place(w, SS_STRUCTURE_EXT_IDLE, 2, w->topology.cpu_words * (u32)sizeof(u64));
    }
    ss_ext_hand_in(w);
}

static void take_state(struct ss_world *w, struct ss_arena *state)
{
    struct ss_ext *ext = w->sched->ext;
    if (!ext)
        return;
    ext->task = SS_ARENA_ARRAY(state, struct ss_ext_task, w->tasks);
    ext->cpu = SS_ARENA_ARRAY(state, struct ss_ext_cpu, w->topology.cpus);
    ext->queue = SS_ARENA_ARRAY(state, struct ss_ext_queue, SS_EXT_QUEUES);
    ext->idle = SS_ARENA_ARRAY(state, u64, w->topology.cpu_words);
    ext->idle_cores = SS_ARENA_ARRAY(state, u64, w->topology.cpu_words);
    if (!ext->idle_cores)
        return;
    for (u32 i = 0; i < w->tasks; i++)
        ext->task[i] = (struct ss_ext_task){
            .taker = -1, .waits = SS_EXT_NOWHERE, .told = SS_EXT_NOWHERE, .slice = SS_EXT_SLICE};
    for (u32 i = 0; i < w->topology.cpus; i++)
        ext->cpu[i].local = (struct ss_task_list){SS_NO_TASK, SS_NO_TASK};
    for (u32 i = 0; i < SS_EXT_QUEUES; i++) {
        ext->queue[i].list = (struct ss_task_list){SS_NO_TASK, SS_NO_TASK};
        ext->queue[i].lock = ss_lock_register(w, ss_ext_lock_word(w, i), false);
    }
    /* Every CPU idles until its first task runs. */
    ss_bitset_fill(ext->idle, w->topology.cpus);
    for (u32 i = 0; i < w->topology.cores; i++)
        ss_bitset_add(ext->idle_cores,
                      (u32)ss_bitset_next(w->topology.core_cpus + (u64)i * w->topology.cpu_words,
                                          w->topology.cpu_words, 0));
}

static u32 locks(const struct ss_world *w)
{
    return w->sched->ext ? SS_EXT_QUEUES : 0;
}

static bool check(const struct ss_world_def *def, struct ss_message *message)
{
    for (u32 i = 0; is_wanted(def) && i < def->interventions && i < SS_LIMIT_INTERVENTIONS; i++) {
        if (def->intervention_kind[i] != SS_INTERVENE_AFFINITY)
            continue;
        ss_message_text(message, "interventions: affinity cannot change under a custom scheduling "
                                 "class; set kernel.fair to full, or leave it out");
        return false;
    }
    return true;
}

const struct ss_room ss_ext_room = {
    .check = check, .lines = lines, .locks = locks, .create = create, .state = take_state};
