/*
 * The timing wheel: a calendar of at most one pending event a node, taken out in the total order
 * (time, key). Nodes are small integers; the key makes ties exact. Two levels, 4096 slots of 4 ns
 * and 2048 of 16.384 us, with occupancy bitmaps, and an overflow list beyond 33 ms. It knows
 * nothing of what the events mean. Near slots are sorted lists: on a busy machine of 480 CPUs,
 * hundreds of events lie within a few hundred ns, and slots of 16 ns were walked through for 8 % of
 * the time.
 *
 * Times never go back: setting an event before the last one taken out is an error the caller must
 * not make (checked in debug builds; else it counts as pending at that last time). Source of the
 * shape: measured against a tournament tree, twice as fast with equal results.
 */
#ifndef SS_BASE_WHEEL_H
#define SS_BASE_WHEEL_H

#include "base/arena.h"

#define SS_WHEEL_NEAR_SLOTS 4096
#define SS_WHEEL_FAR_SLOTS 2048
#define SS_WHEEL_NEAR_SHIFT 2 /* 4 ns a slot */
#define SS_WHEEL_FAR_SHIFT 14 /* 16.384 us a slot = one turn of the near level */

/* Everything in here is position independent: indices only, so it can be part of a keyframe. */
struct ss_wheel_node {
    u64 time; /* SS_NEVER when not pending */
    u32 key;  /* order among equal times; unique among nodes that can be pending together */
    i32 next, previous;
    i32 bucket; /* index into heads, or -1 */
};

struct ss_wheel_state {
    u64 now;            /* time of the last event taken out */
    u64 near_base;      /* start of the near level's turn, a multiple of its span */
    u64 overflow_first; /* no event of the overflow list is earlier; SS_NEVER if it is empty */
    u32 pending;
    i32 first; /* cached: the first pending node in order, or -1 = not known */
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

/* The first pending node in order, or -1; it stays pending. Its time is written to *time. An event
 * before it may still be set afterwards. Cheap when called again: asked at every access. */
static inline i32 ss_wheel_peek(struct ss_wheel *wheel, u64 *time)
{
    i32 first = wheel->state->first;
    if (first < 0) {
        first = ss_wheel_find(wheel);
        if (first < 0)
            return -1;
    }
    *time = wheel->nodes[first].time;
    return first;
}

/* Takes the first pending node out and returns it, or -1 when nothing is pending. */
i32 ss_wheel_take(struct ss_wheel *wheel, u64 *time);

static inline bool ss_wheel_pending(const struct ss_wheel *wheel, u32 node)
{
    return wheel->nodes[node].time != SS_NEVER;
}

#endif
