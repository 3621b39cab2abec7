/*
 * Announcing that a CPU has RT tasks it cannot run: rto_mask and rto_count, one counter or one a
 * node (patch 3). Source: rt_set_overload, rt_clear_overload, rt_overloaded of
 * kernel/sched/rt.c, 6.18.2, and patch 3 of the series; spec "RT scheduling class and cpupri"
 * section 3.4.
 */
#include "sched/rt/rt_overload.h"

#include "exec/sequence.h"
#include "sched/root_domain.h"
#include "sched/rt/rt_pull.h"
#include "sched/rt/rt_queue.h"
#include "sched/run_queue.h"

struct add_to_count_frame {
    struct ss_path path;
    /* arguments */
    u32 node;
    i32 by;
    u16 symbol;
};

/* Adds to the overload counter: one for all, or the node's own. */
static bool add_to_count(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(add_to_count);
    struct ss_sched *const s = w->sched;
    const u32 operation = me->by > 0 ? SS_OPERATION_INCREMENT : SS_OPERATION_DECREMENT;
    PATH_BEGIN;
    SS_DEBUG_CHECK(me->node < w->topology.nodes);
    SS_DEBUG_CHECK(me->by == 1 || me->by == -1);
    if (!s->layout.counts_per_node) {
        PATH_TOUCH(operation, me->symbol, ss_rd(w, SS_RD_RTO_COUNT), s->state->rto_count += me->by);
        PATH_LEAVE;
    }
    PATH_TOUCHES(SS_OPERATION_LOAD, me->symbol, ss_rd(w, SS_RD_RTO_COUNTS),
                 ELEMENT(RTO_COUNT_POINTERS, 0, COUNT, me->node));
    PATH_TOUCH(operation, me->symbol, WORD(RTO_COUNT, me->node, COUNT),
               s->rto_node_count[me->node] += me->by);
    PATH_END;
}

bool rt_set_overload(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(rt_set_overload);
    struct ss_sched *const s = w->sched;
    PATH_BEGIN;
    SS_HOLDS(w, cpu, me->cpu);
    if (!ss_rq(w, me->cpu)->online)
        PATH_LEAVE;
    PATH_LOAD(enqueue_pushable_task, ss_rd(w, SS_RD_RTO_MASK));
    PATH_SET_BIT(enqueue_pushable_task, ELEMENT(RTO_MASK, 0, BITS, me->cpu / 64), s->rto_mask,
                 me->cpu);
    /* The mask before the count: a CPU that sees the count finds the bit. */
    PATH_CALL_LAST(add_to_count, .node = ss_node_of_cpu(w, me->cpu), .by = 1,
                   .symbol = SS_SYMBOL_enqueue_pushable_task);
    PATH_END;
}

bool rt_clear_overload(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(rt_clear_overload);
    struct ss_sched *const s = w->sched;
    PATH_BEGIN;
    SS_HOLDS(w, cpu, me->cpu);
    if (!ss_rq(w, me->cpu)->online)
        PATH_LEAVE;
    PATH_CALL(add_to_count, .node = ss_node_of_cpu(w, me->cpu), .by = -1,
              .symbol = SS_SYMBOL_dequeue_pushable_task);
    PATH_LOAD(dequeue_pushable_task, ss_rd(w, SS_RD_RTO_MASK));
    PATH_CLEAR_BIT(dequeue_pushable_task, ELEMENT(RTO_MASK, 0, BITS, me->cpu / 64), s->rto_mask,
                   me->cpu);
    PATH_END;
}

/* With a counter a node the sum is no snapshot: it stops as soon as it exceeds 1. */
bool rt_overloaded(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(rt_overloaded);
    struct ss_sched *const s = w->sched;
    const u32 nodes = w->topology.nodes;
    const u32 home = ss_node_of_cpu(w, cpu->number);
    PATH_BEGIN;
    SS_DEBUG_CHECK(s->state->rto_count >= 0);
    SS_HOLDS(w, cpu, cpu->number);
    if (!s->layout.counts_per_node) {
        PATH_LOAD(pull_rt_task, ss_rd(w, SS_RD_RTO_COUNT), me->sum = s->state->rto_count);
        PATH_RETURN(me->sum);
    }
    for (; me->tried < nodes && me->sum <= 1; me->tried++) {
        PATH_LOADS(pull_rt_task, ss_rd(w, SS_RD_RTO_COUNTS),
                   ELEMENT(RTO_COUNT_POINTERS, 0, COUNT, (home + me->tried) % nodes));
        PATH_LOAD(pull_rt_task, WORD(RTO_COUNT, (home + me->tried) % nodes, COUNT),
                  me->sum += s->rto_node_count[(home + me->tried) % nodes]);
    }
    PATH_RETURN(me->sum);
    PATH_END;
}
