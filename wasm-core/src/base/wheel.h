/*
 * The timing wheel: a calendar of at most one pending event a node, taken out in the total order
 * (time, key). Nodes are small integers; the key makes ties exact. Two levels, 4096 slots of 1 ns
 * and 4096 of 4.096 us, with occupancy bitmaps, and an overflow list beyond 16 ms. It knows nothing
 * of what the events mean. Near slots are sorted lists, of one event nearly always: on a busy
 * machine of 480 CPUs hundreds of events lie within a few hundred ns, so wider slots hold several,
 * and the host cannot foresee where among them the next one belongs.
 *
 * Times never go back: setting an event before the last one taken out is an error the caller must
 * not make (checked in debug builds; else it counts as pending at that last time). Source of the
 * shape: measured against a tournament tree, twice as fast with equal results.
 */
#ifndef SS_BASE_WHEEL_H
#define SS_BASE_WHEEL_H

#include "base/arena.h"

#define SS_WHEEL_NEAR_SLOTS 4096
#define SS_WHEEL_FAR_SLOTS 4096
#define SS_WHEEL_NEAR_SHIFT 0 /* 1 ns a slot */
#define SS_WHEEL_FAR_SHIFT 12 /* 4.096 us a slot = one turn of the near level */

/* Everything in here is position independent: indices only, so it can be part of a keyframe. */
struct ss_wheel_node {
    u64 time; /* SS_NEVER when not pending */
    u32 key;  /* order among equal times; unique among nodes that can be pending together */
    i32 next;
    i32 previous; /* of far buckets only */
    u32 filler;   /* zero: what a compiler leaves in padding would get into the state */
};

struct ss_wheel_state {
    u64 now;            /* time of the last event taken out */
    u64 near_base;      /* start of the near level's turn, a multiple of its span */
    u64 overflow_first; /* no event of the overflow list is earlier */
    i32 first;          /* cached: the first pending node in order, or -1 = not known */
    u64 near_occupied[SS_WHEEL_NEAR_SLOTS / 64];
    u64 far_occupied[SS_WHEEL_FAR_SLOTS / 64];
    i32 heads[SS_WHEEL_NEAR_SLOTS + SS_WHEEL_FAR_SLOTS + 1]; /* near slots, far slots, overflow */
};

struct ss_wheel {
    struct ss_wheel_state *state;
    struct ss_wheel_node *nodes;
};

/* Takes memory for `nodes` nodes from the arena; all start without a pending event. */
void ss_wheel_create(struct ss_wheel *wheel, struct ss_arena *arena, u32 nodes);

/* Makes `node` pending at (time, key), replacing what it was pending for. SS_NEVER cancels. */
void ss_wheel_set(struct ss_wheel *wheel, u32 node, u64 time, u32 key);

/* Forgets the pending event of `node`, if any. */
void ss_wheel_cancel(struct ss_wheel *wheel, u32 node);

/* Looks for the first pending node: what ss_wheel_peek does when it does not know it. */
i32 ss_wheel_find(struct ss_wheel *wheel);

/* The first pending node in order, or -1; it stays pending. Its time, or SS_NEVER, is written to
 * *time. An event before it may still be set afterwards. Cheap when called again: asked at every
 * access. */
static inline i32 ss_wheel_peek(struct ss_wheel *wheel, u64 *time)
{
    i32 first = wheel->state->first;
    if (first < 0)
        first = ss_wheel_find(wheel);
    *time = first < 0 ? SS_NEVER : wheel->nodes[first].time;
    return first;
}

/* Takes the first pending node out and returns it if it is due by `until`; else returns -1. *time
 * as above. */
i32 ss_wheel_take(struct ss_wheel *wheel, u64 until, u64 *time);

static inline bool ss_wheel_pending(const struct ss_wheel *wheel, u32 node)
{
    return wheel->nodes[node].time != SS_NEVER;
}

#endif
