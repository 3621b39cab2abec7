/*
 * Announcing that a CPU has RT tasks it cannot run: rto_mask and rto_count, one counter or one a
 * node (patch 3). Source: rt_set_overload, rt_clear_overload, rt_overloaded of
 * kernel/sched/rt.c, 6.18.2, and patch 3 of the series; spec "RT scheduling class and cpupri"
 * section 3.4.
 */
#include "sched/sched.h"

struct add_to_count_frame {
    struct ss_path path;
    u32 node;
    i32 by;
    u16 symbol;
};

/* Adds to the overload counter: one for all, or the node's own. */
static bool add_to_count(struct ss_world *w, struct ss_cpu *cpu)
{
    struct ss_sched *s = w->sched;
    PATH_FRAME(add_to_count);
    const u32 operation = me->by > 0 ? SS_OPERATION_INCREMENT : SS_OPERATION_DECREMENT;
    switch (me->path.resume) {
    case 0:
        if (!s->layout.counts_per_node) {
            PATH_TOUCH(operation, ss_rd(s, SS_RD_RTO_COUNT), me->symbol, 0,
                       s->state->rto_count += me->by);
            PATH_RETURN(0);
        }
        PATH_TOUCH(SS_OPERATION_LOAD, ss_rd(s, SS_RD_RTO_COUNTS), me->symbol, 0, PATH_NOTHING);
        PATH_TOUCH(SS_OPERATION_LOAD, s->rto_pointers.first + me->node * 8, me->symbol, 0,
                   PATH_NOTHING);
        PATH_TOUCH(operation, s->rto_counters.first + me->node * s->rto_counters.stride, me->symbol,
                   0, s->rto_node_count[me->node] += me->by);
    }
    PATH_RETURN(0);
}

bool rt_set_overload(struct ss_world *w, struct ss_cpu *cpu)
{
    struct ss_sched *s = w->sched;
    PATH_BEGIN(rt_set_overload);
    if (!ss_rq(w, me->cpu)->online)
        PATH_RETURN(0);
    PATH_LOAD(enqueue_pushable_task, ss_rd(s, SS_RD_RTO_MASK), PATH_NOTHING);
    PATH_SET_BIT(enqueue_pushable_task, s->rto_mask_words.first + me->cpu / 64 * 8, s->rto_mask,
                 me->cpu);
    /* The mask before the count: whoever sees the count finds the bit. */
    PATH_CALL(add_to_count, .node = ss_node_of_cpu(w, me->cpu), .by = 1,
              .symbol = SS_SYMBOL_enqueue_pushable_task);
    PATH_END;
}

bool rt_clear_overload(struct ss_world *w, struct ss_cpu *cpu)
{
    struct ss_sched *s = w->sched;
    PATH_BEGIN(rt_clear_overload);
    if (!ss_rq(w, me->cpu)->online)
        PATH_RETURN(0);
    PATH_CALL(add_to_count, .node = ss_node_of_cpu(w, me->cpu), .by = -1,
              .symbol = SS_SYMBOL_dequeue_pushable_task);
    PATH_LOAD(dequeue_pushable_task, ss_rd(s, SS_RD_RTO_MASK), PATH_NOTHING);
    PATH_CLEAR_BIT(dequeue_pushable_task, s->rto_mask_words.first + me->cpu / 64 * 8, s->rto_mask,
                   me->cpu);
    PATH_END;
}

/* With a counter a node the sum is no snapshot: it stops as soon as it exceeds 1. */
bool rt_overloaded(struct ss_world *w, struct ss_cpu *cpu)
{
    struct ss_sched *s = w->sched;
    const u32 nodes = w->topology.nodes, home = ss_node_of_cpu(w, cpu->number);
    PATH_BEGIN(rt_overloaded);
    if (!s->layout.counts_per_node) {
        PATH_LOAD(pull_rt_task, ss_rd(s, SS_RD_RTO_COUNT), me->sum = s->state->rto_count);
        PATH_RETURN(me->sum);
    }
    for (; me->tried < nodes && me->sum <= 1; me->tried++) {
        PATH_LOAD(pull_rt_task, ss_rd(s, SS_RD_RTO_COUNTS), PATH_NOTHING);
        PATH_LOAD(pull_rt_task, s->rto_pointers.first + (home + me->tried) % nodes * 8,
                  PATH_NOTHING);
        PATH_LOAD(pull_rt_task,
                  s->rto_counters.first + (home + me->tried) % nodes * s->rto_counters.stride,
                  me->sum += s->rto_node_count[(home + me->tried) % nodes]);
    }
    PATH_RETURN(me->sum);
    PATH_END;
}
