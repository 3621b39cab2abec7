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
        wheel->nodes[i] =
            (struct ss_wheel_node){.time = SS_NEVER, .next = -1, .previous = -1, .bucket = -1};
}

/* The far level covers one turn from the slot the near level stands in. */
static i32 far_bucket_for(const struct ss_wheel_state *state, u64 time)
{
    if (time < state->near_base + FAR_SPAN)
        return NEAR_SLOTS + (i32)(time >> SS_WHEEL_FAR_SHIFT & (FAR_SLOTS - 1));
    return OVERFLOW_BUCKET;
}

static void mark(struct ss_wheel_state *state, i32 bucket, bool occupied)
{
    if (bucket == OVERFLOW_BUCKET)
        return;
    const bool near = bucket < NEAR_SLOTS;
    u64 *set = near ? state->near_occupied : state->far_occupied;
    u32 slot = (u32)(near ? bucket : bucket - NEAR_SLOTS);
    if (occupied)
        ss_bitset_add(set, slot);
    else
        ss_bitset_remove(set, slot);
}

static bool before(const struct ss_wheel_node *a, const struct ss_wheel_node *b)
{
    return a->time != b->time ? a->time < b->time : a->key < b->key;
}

/* Near buckets stay sorted. */
static void link_near(struct ss_wheel *wheel, i32 index)
{
    struct ss_wheel_node *node = &wheel->nodes[index];
    u32 slot = (u32)(node->time >> SS_WHEEL_NEAR_SHIFT) & (NEAR_SLOTS - 1);
    i32 *head = &wheel->state->heads[slot];
    i32 previous = -1, next = *head;
    while (next >= 0 && before(&wheel->nodes[next], node)) {
        previous = next;
        next = wheel->nodes[next].next;
    }
    node->bucket = (i32)slot;
    node->previous = previous;
    node->next = next;
    if (next >= 0)
        wheel->nodes[next].previous = index;
    if (previous >= 0)
        wheel->nodes[previous].next = index;
    else
        *head = index;
    ss_bitset_add(wheel->state->near_occupied, slot);
}

/* Far and overflow buckets are sorted when they come near. */
static void link_far(struct ss_wheel *wheel, i32 index)
{
    struct ss_wheel_node *node = &wheel->nodes[index];
    i32 bucket = far_bucket_for(wheel->state, node->time);
    i32 *head = &wheel->state->heads[bucket];
    node->bucket = bucket;
    node->previous = -1;
    node->next = *head;
    if (*head >= 0)
        wheel->nodes[*head].previous = index;
    *head = index;
    mark(wheel->state, bucket, true);
    if (bucket == OVERFLOW_BUCKET)
        wheel->state->overflow_first = ss_min_u64(wheel->state->overflow_first, node->time);
}

static inline void link_node(struct ss_wheel *wheel, i32 index)
{
    if (wheel->nodes[index].time < wheel->state->near_base + NEAR_SPAN)
        link_near(wheel, index);
    else
        link_far(wheel, index);
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
    struct ss_wheel_state *state = wheel->state;
    SS_DEBUG_CHECK(time >= state->now);
    ss_wheel_cancel(wheel, node);
    if (time == SS_NEVER)
        return;
    /* The slots before `now` are not searched any more: an event there would be lost. */
    wheel->nodes[node].time = ss_max_u64(time, state->now);
    wheel->nodes[node].key = key;
    state->pending++;
    link_node(wheel, (i32)node);
    if (state->pending == 1 ||
        (state->first >= 0 && before(&wheel->nodes[node], &wheel->nodes[state->first])))
        state->first = (i32)node;
}

void ss_wheel_cancel(struct ss_wheel *wheel, u32 node)
{
    if (!ss_wheel_pending(wheel, node))
        return;
    unlink_node(wheel, (i32)node);
    wheel->nodes[node].time = SS_NEVER;
    wheel->state->pending--;
    if (wheel->state->first == (i32)node)
        wheel->state->first = -1;
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

/*
 * Turns the near level to the slot of `time`, the first pending event, which lies beyond it. The
 * far slots passed over are empty. The horizon moves too: the start of the overflow list may belong
 * to the far level now.
 */
static void turn_to(struct ss_wheel *wheel, u64 time)
{
    struct ss_wheel_state *state = wheel->state;
    state->near_base = time & ~(NEAR_SPAN - 1);
    relink_bucket(wheel, NEAR_SLOTS + (i32)(time >> SS_WHEEL_FAR_SHIFT & (FAR_SLOTS - 1)));
    if (state->overflow_first < state->near_base + FAR_SPAN) {
        state->overflow_first = SS_NEVER;
        relink_bucket(wheel, OVERFLOW_BUCKET);
    }
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

/* Something is pending. Near events lie before far ones, those before the overflow list. */
static i32 find_first(const struct ss_wheel *wheel)
{
    const struct ss_wheel_state *state = wheel->state;
    /* Nothing is pending before `now`, so the search starts there unless the level just turned. */
    u32 from = state->now < state->near_base
                   ? 0
                   : (u32)(state->now >> SS_WHEEL_NEAR_SHIFT) & (NEAR_SLOTS - 1);
    i32 slot = ss_bitset_next(state->near_occupied, NEAR_SLOTS / 64, from);
    if (slot >= 0)
        return state->heads[slot];
    u32 here = (u32)(state->near_base >> SS_WHEEL_FAR_SHIFT) & (FAR_SLOTS - 1);
    slot = ss_bitset_next_wrap(state->far_occupied, FAR_SLOTS / 64, here);
    return earliest_in(wheel, slot >= 0 ? NEAR_SLOTS + slot : OVERFLOW_BUCKET);
}

/* Does not turn the near level: an event before the one seen here may still be set. */
i32 ss_wheel_find(struct ss_wheel *wheel)
{
    struct ss_wheel_state *state = wheel->state;
    if (!state->pending)
        return -1;
    state->first = find_first(wheel);
    return state->first;
}

/* The first of all is the first of its slot, and whoever follows it there is the first then. */
static inline void take_head(struct ss_wheel *wheel, struct ss_wheel_node *node)
{
    struct ss_wheel_state *state = wheel->state;
    state->heads[node->bucket] = node->next;
    if (node->next >= 0)
        wheel->nodes[node->next].previous = -1;
    else
        ss_bitset_remove(state->near_occupied, (u32)node->bucket);
    state->first = node->next;
    state->pending--;
    node->bucket = -1;
    node->time = SS_NEVER;
}

SS_HOT i32 ss_wheel_take(struct ss_wheel *wheel, u64 *time)
{
    i32 index = ss_wheel_peek(wheel, time);
    if (index < 0)
        return -1;
    if (wheel->nodes[index].bucket >= NEAR_SLOTS)
        turn_to(wheel, *time);
    take_head(wheel, &wheel->nodes[index]);
    wheel->state->now = *time;
    return index;
}
