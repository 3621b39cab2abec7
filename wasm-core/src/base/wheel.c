/* The timing wheel of wheel.h. */
#include "base/wheel.h"

#include "base/bitset.h"
#include "base/check.h"

#define WORDS (SS_WHEEL_SLOTS / 64)
#define OVERFLOW_BUCKET (2 * SS_WHEEL_SLOTS)
#define NEAR_SPAN (1ull << SS_WHEEL_FAR_SHIFT)
#define FAR_SPAN ((u64)SS_WHEEL_SLOTS << SS_WHEEL_FAR_SHIFT)

void ss_wheel_create(struct ss_wheel *wheel, struct ss_arena *arena, u32 nodes)
{
    wheel->state = SS_ARENA_ARRAY(arena, struct ss_wheel_state, 1);
    wheel->nodes = SS_ARENA_ARRAY(arena, struct ss_wheel_node, nodes);
    if (!wheel->state || !wheel->nodes)
        return;
    for (u32 i = 0; i <= OVERFLOW_BUCKET; i++)
        wheel->state->heads[i] = -1;
    for (u32 i = 0; i < nodes; i++)
        wheel->nodes[i] = (struct ss_wheel_node){.time = SS_NEVER, .next = -1, .previous = -1,
                                                 .bucket = -1};
}

/* The far level covers one turn from the slot the near level stands in. */
static i32 bucket_for(const struct ss_wheel_state *state, u64 time)
{
    if (time < state->near_base + NEAR_SPAN)
        return (i32)(time >> SS_WHEEL_NEAR_SHIFT & (SS_WHEEL_SLOTS - 1));
    if (time < state->near_base + FAR_SPAN)
        return SS_WHEEL_SLOTS + (i32)(time >> SS_WHEEL_FAR_SHIFT & (SS_WHEEL_SLOTS - 1));
    return OVERFLOW_BUCKET;
}

static void mark(struct ss_wheel_state *state, i32 bucket, bool occupied)
{
    if (bucket == OVERFLOW_BUCKET)
        return;
    u64 *set = bucket < SS_WHEEL_SLOTS ? state->near_occupied : state->far_occupied;
    u32 slot = (u32)bucket & (SS_WHEEL_SLOTS - 1);
    if (occupied)
        ss_bitset_add(set, slot);
    else
        ss_bitset_remove(set, slot);
}

static bool before(const struct ss_wheel_node *a, const struct ss_wheel_node *b)
{
    return a->time != b->time ? a->time < b->time : a->key < b->key;
}

/* Near buckets stay sorted; far and overflow buckets are sorted when they come near. */
static void link_node(struct ss_wheel *wheel, i32 index)
{
    struct ss_wheel_node *node = &wheel->nodes[index];
    i32 bucket = bucket_for(wheel->state, node->time);
    i32 *head = &wheel->state->heads[bucket];
    i32 previous = -1, next = *head;
    if (bucket < SS_WHEEL_SLOTS) {
        while (next >= 0 && before(&wheel->nodes[next], node)) {
            previous = next;
            next = wheel->nodes[next].next;
        }
    }
    node->bucket = bucket;
    node->previous = previous;
    node->next = next;
    if (next >= 0)
        wheel->nodes[next].previous = index;
    if (previous >= 0)
        wheel->nodes[previous].next = index;
    else
        *head = index;
    mark(wheel->state, bucket, true);
}

static void unlink_node(struct ss_wheel *wheel, i32 index)
{
    struct ss_wheel_node *node = &wheel->nodes[index];
    if (node->previous >= 0)
        wheel->nodes[node->previous].next = node->next;
    else
        wheel->state->heads[node->bucket] = node->next;
    if (node->next >= 0)
        wheel->nodes[node->next].previous = node->previous;
    if (wheel->state->heads[node->bucket] < 0)
        mark(wheel->state, node->bucket, false);
    node->bucket = -1;
}

void ss_wheel_set(struct ss_wheel *wheel, u32 node, u64 time, u32 key)
{
    SS_DEBUG_CHECK(time >= wheel->state->now);
    ss_wheel_cancel(wheel, node);
    wheel->nodes[node].time = time;
    wheel->nodes[node].key = key;
    wheel->state->pending++;
    link_node(wheel, (i32)node);
}

void ss_wheel_cancel(struct ss_wheel *wheel, u32 node)
{
    if (!ss_wheel_pending(wheel, node))
        return;
    unlink_node(wheel, (i32)node);
    wheel->nodes[node].time = SS_NEVER;
    wheel->state->pending--;
}

static void relink_bucket(struct ss_wheel *wheel, i32 bucket)
{
    i32 index = wheel->state->heads[bucket];
    wheel->state->heads[bucket] = -1;
    mark(wheel->state, bucket, false);
    while (index >= 0) {
        i32 next = wheel->nodes[index].next;
        link_node(wheel, index);
        index = next;
    }
}

/* Turns the near level to the next far slot that holds something, or to the overflow list. */
static void turn(struct ss_wheel *wheel)
{
    struct ss_wheel_state *state = wheel->state;
    u32 here = (u32)(state->near_base >> SS_WHEEL_FAR_SHIFT) & (SS_WHEEL_SLOTS - 1);
    i32 slot = ss_bitset_next_wrap(state->far_occupied, WORDS, here);
    if (slot < 0) {
        u64 earliest = SS_NEVER;
        for (i32 i = state->heads[OVERFLOW_BUCKET]; i >= 0; i = wheel->nodes[i].next)
            earliest = ss_min_u64(earliest, wheel->nodes[i].time);
        state->near_base = earliest & ~(NEAR_SPAN - 1);
        relink_bucket(wheel, OVERFLOW_BUCKET);
        return;
    }
    u32 ahead = ((u32)slot - here) & (SS_WHEEL_SLOTS - 1);
    u64 old_end = state->near_base + FAR_SPAN;
    state->near_base += (u64)ahead << SS_WHEEL_FAR_SHIFT;
    relink_bucket(wheel, SS_WHEEL_SLOTS + slot);
    /* The horizon moved: what lay just beyond it may belong to the far level now. */
    if (state->heads[OVERFLOW_BUCKET] >= 0 && state->near_base + FAR_SPAN > old_end)
        relink_bucket(wheel, OVERFLOW_BUCKET);
}

/* The earliest node of an unsorted bucket. */
static i32 earliest_in(const struct ss_wheel *wheel, i32 bucket)
{
    i32 earliest = wheel->state->heads[bucket];
    for (i32 i = earliest; i >= 0; i = wheel->nodes[i].next)
        if (before(&wheel->nodes[i], &wheel->nodes[earliest]))
            earliest = i;
    return earliest;
}

/* Does not turn the near level: an event before the one seen here may still be inserted. */
i32 ss_wheel_peek(struct ss_wheel *wheel, u64 *time)
{
    struct ss_wheel_state *state = wheel->state;
    if (!state->pending)
        return -1;
    i32 slot = ss_bitset_first(state->near_occupied, WORDS);
    i32 index;
    if (slot >= 0) {
        index = state->heads[slot];
    } else {
        u32 here = (u32)(state->near_base >> SS_WHEEL_FAR_SHIFT) & (SS_WHEEL_SLOTS - 1);
        slot = ss_bitset_next_wrap(state->far_occupied, WORDS, here);
        index = earliest_in(wheel, slot >= 0 ? SS_WHEEL_SLOTS + slot : OVERFLOW_BUCKET);
    }
    *time = wheel->nodes[index].time;
    return index;
}

i32 ss_wheel_take(struct ss_wheel *wheel, u64 *time)
{
    struct ss_wheel_state *state = wheel->state;
    if (!state->pending)
        return -1;
    i32 slot;
    while ((slot = ss_bitset_first(state->near_occupied, WORDS)) < 0)
        turn(wheel);
    i32 index = state->heads[slot];
    *time = state->now = wheel->nodes[index].time;
    unlink_node(wheel, index);
    wheel->nodes[index].time = SS_NEVER;
    state->pending--;
    return index;
}
