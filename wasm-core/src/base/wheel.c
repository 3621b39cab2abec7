/* The timing wheel of wheel.h. */
#include "base/wheel.h"

#include "base/bitset.h"
#include "base/check.h"

#define NEAR_SLOTS SS_WHEEL_NEAR_SLOTS
#define FAR_SLOTS SS_WHEEL_FAR_SLOTS
#define OVERFLOW_BUCKET (NEAR_SLOTS + FAR_SLOTS)
#define NEAR_SPAN (1ull << SS_WHEEL_FAR_SHIFT)
#define FAR_SPAN ((u64)FAR_SLOTS << SS_WHEEL_FAR_SHIFT)

void ss_wheel_create(struct ss_wheel *wheel, struct ss_arena *arena, u32 nodes)
{
    wheel->state = SS_ARENA_ARRAY(arena, struct ss_wheel_state, 1);
    wheel->nodes = SS_ARENA_ARRAY(arena, struct ss_wheel_node, nodes);
    if (!wheel->state || !wheel->nodes)
        return;
    for (u32 i = 0; i <= OVERFLOW_BUCKET; i++)
        wheel->state->heads[i] = -1;
    wheel->state->overflow_first = SS_NEVER;
    wheel->state->first = -1;
    for (u32 i = 0; i < nodes; i++)
        wheel->nodes[i] = (struct ss_wheel_node){.time = SS_NEVER, .next = -1, .previous = -1};
}

static bool before(const struct ss_wheel_node *a, const struct ss_wheel_node *b)
{
    return a->time != b->time ? a->time < b->time : a->key < b->key;
}

/* A node's place follows from its time alone: turn_to moves the nodes that a turn brings nearer. */
static inline bool is_near(const struct ss_wheel_state *state, u64 time)
{
    return time < state->near_base + NEAR_SPAN;
}

static inline u32 near_slot(u64 time)
{
    return (u32)(time >> SS_WHEEL_NEAR_SHIFT) & (NEAR_SLOTS - 1);
}

/* The far level covers one turn from the slot the near level stands in. */
static u32 far_bucket(const struct ss_wheel_state *state, u64 time)
{
    if (time < state->near_base + FAR_SPAN)
        return NEAR_SLOTS + (u32)(time >> SS_WHEEL_FAR_SHIFT & (FAR_SLOTS - 1));
    return OVERFLOW_BUCKET;
}

/* Near buckets stay sorted. The node that leaves one is nearly always its head, so the links go one
 * way only. */
static inline void link_near(struct ss_wheel *wheel, i32 index)
{
    struct ss_wheel_node *node = &wheel->nodes[index];
    const u32 slot = near_slot(node->time);
    i32 *link = &wheel->state->heads[slot];
    while (*link >= 0 && before(&wheel->nodes[*link], node))
        link = &wheel->nodes[*link].next;
    node->next = *link;
    *link = index;
    ss_bitset_add(wheel->state->near_occupied, slot);
}

static void unlink_near(struct ss_wheel *wheel, i32 index)
{
    const u32 slot = near_slot(wheel->nodes[index].time);
    i32 *link = &wheel->state->heads[slot];
    while (*link != index)
        link = &wheel->nodes[*link].next;
    *link = wheel->nodes[index].next;
    if (wheel->state->heads[slot] < 0)
        ss_bitset_remove(wheel->state->near_occupied, slot);
}

/* Far and overflow buckets are sorted when they come near. */
static void link_far(struct ss_wheel *wheel, i32 index)
{
    struct ss_wheel_state *state = wheel->state;
    struct ss_wheel_node *node = &wheel->nodes[index];
    const u32 bucket = far_bucket(state, node->time);
    node->previous = -1;
    node->next = state->heads[bucket];
    if (node->next >= 0)
        wheel->nodes[node->next].previous = index;
    state->heads[bucket] = index;
    if (bucket == OVERFLOW_BUCKET)
        state->overflow_first = ss_min_u64(state->overflow_first, node->time);
    else
        ss_bitset_add(state->far_occupied, bucket - NEAR_SLOTS);
}

static void unlink_far(struct ss_wheel *wheel, i32 index)
{
    struct ss_wheel_state *state = wheel->state;
    const struct ss_wheel_node *node = &wheel->nodes[index];
    const u32 bucket = far_bucket(state, node->time);
    if (node->next >= 0)
        wheel->nodes[node->next].previous = node->previous;
    if (node->previous >= 0)
        wheel->nodes[node->previous].next = node->next;
    else
        state->heads[bucket] = node->next;
    if (state->heads[bucket] < 0 && bucket != OVERFLOW_BUCKET)
        ss_bitset_remove(state->far_occupied, bucket - NEAR_SLOTS);
}

static inline void link_node(struct ss_wheel *wheel, i32 index)
{
    if (is_near(wheel->state, wheel->nodes[index].time))
        link_near(wheel, index);
    else
        link_far(wheel, index);
}

void ss_wheel_set(struct ss_wheel *wheel, u32 index, u64 time, u32 key)
{
    struct ss_wheel_state *state = wheel->state;
    struct ss_wheel_node *node = &wheel->nodes[index];
    SS_DEBUG_CHECK(time >= state->now);
    if (node->time != SS_NEVER)
        ss_wheel_cancel(wheel, index);
    if (time == SS_NEVER)
        return;
    /* The slots before `now` are not searched any more: an event there would be lost. */
    node->time = ss_max_u64(time, state->now);
    node->key = key;
    link_node(wheel, (i32)index);
    if (state->first >= 0 && before(node, &wheel->nodes[state->first]))
        state->first = (i32)index;
}

void ss_wheel_cancel(struct ss_wheel *wheel, u32 node)
{
    if (!ss_wheel_pending(wheel, node))
        return;
    if (is_near(wheel->state, wheel->nodes[node].time))
        unlink_near(wheel, (i32)node);
    else
        unlink_far(wheel, (i32)node);
    wheel->nodes[node].time = SS_NEVER;
    if (wheel->state->first == (i32)node)
        wheel->state->first = -1;
}

static void relink_bucket(struct ss_wheel *wheel, u32 bucket)
{
    i32 index = wheel->state->heads[bucket];
    wheel->state->heads[bucket] = -1;
    if (bucket != OVERFLOW_BUCKET)
        ss_bitset_remove(wheel->state->far_occupied, bucket - NEAR_SLOTS);
    while (index >= 0) {
        i32 next = wheel->nodes[index].next;
        link_node(wheel, index);
        index = next;
    }
}

/*
 * Turns the near level to the slot of `time`, the first pending event, which lies beyond it. The
 * far slots passed over are empty. The horizon moves too: the start of the overflow list may belong
 * to the far level now.
 */
static void turn_to(struct ss_wheel *wheel, u64 time)
{
    struct ss_wheel_state *state = wheel->state;
    state->near_base = time & ~(NEAR_SPAN - 1);
    relink_bucket(wheel, NEAR_SLOTS + (u32)(time >> SS_WHEEL_FAR_SHIFT & (FAR_SLOTS - 1)));
    if (state->overflow_first < state->near_base + FAR_SPAN) {
        state->overflow_first = SS_NEVER;
        relink_bucket(wheel, OVERFLOW_BUCKET);
    }
}

/* The earliest node of an unsorted bucket, or -1. */
static i32 earliest_in(const struct ss_wheel *wheel, u32 bucket)
{
    i32 earliest = wheel->state->heads[bucket];
    for (i32 i = earliest; i >= 0; i = wheel->nodes[i].next)
        if (before(&wheel->nodes[i], &wheel->nodes[earliest]))
            earliest = i;
    return earliest;
}

/* Far events lie before those of the overflow list. */
static i32 find_far(const struct ss_wheel *wheel)
{
    const struct ss_wheel_state *state = wheel->state;
    u32 here = (u32)(state->near_base >> SS_WHEEL_FAR_SHIFT) & (FAR_SLOTS - 1);
    i32 slot = ss_bitset_next_wrap(state->far_occupied, FAR_SLOTS / 64, here);
    return earliest_in(wheel, slot >= 0 ? NEAR_SLOTS + (u32)slot : OVERFLOW_BUCKET);
}

/* Nothing is pending before `now`, which lies in the turn of the near level. Does not turn it: an
 * event before the one seen here may still be set. */
SS_HOT i32 ss_wheel_find(struct ss_wheel *wheel)
{
    struct ss_wheel_state *state = wheel->state;
    const u32 from = near_slot(state->now);
    u32 word = from / 64;
    u64 rest = state->near_occupied[word] >> from % 64 << from % 64;
    while (!rest && ++word < NEAR_SLOTS / 64)
        rest = state->near_occupied[word];
    state->first = rest ? state->heads[word * 64 + ss_lowest_bit(rest)] : find_far(wheel);
    return state->first;
}

SS_HOT i32 ss_wheel_take(struct ss_wheel *wheel, u64 until, u64 *time)
{
    struct ss_wheel_state *state = wheel->state;
    i32 index = ss_wheel_peek(wheel, time);
    if (index < 0 || *time > until)
        return -1;
    if (!is_near(state, *time))
        turn_to(wheel, *time);
    /* The first node of all is the first of its slot; the node behind it in the slot is the first
     * then. */
    struct ss_wheel_node *node = &wheel->nodes[index];
    const u32 slot = near_slot(*time);
    state->heads[slot] = node->next;
    if (node->next < 0)
        ss_bitset_remove(state->near_occupied, slot);
    state->first = node->next;
    state->now = *time;
    node->time = SS_NEVER;
    return index;
}
