/*
 * All orders of a race: states are visited by progress, so that whatever leads to a state has been
 * seen before it, and the orders that reach it can be counted on the way.
 */
#include "race/explore.h"

#include "base/arena.h"
#include "base/hash.h"
#include "race/race.h"

#define NONE UINT32_MAX
#define TABLE (2 * SS_RACE_STATES)
#define STATE_WORDS (sizeof(struct ss_race_state) / 4)

/* A state, and the best order to it by the thread of its last step. */
struct node {
    struct ss_race_state state;
    u32 next; /* in its bucket */
    u64 orders;
    u32 from[SS_RACE_THREADS];
    u16 changes[SS_RACE_THREADS]; /* of thread, on the way here */
    u8 from_thread[SS_RACE_THREADS];
};

struct ss_race_nodes {
    struct node node[SS_RACE_STATES];
    u32 table[TABLE]; /* by hash, node + 1; 0 free */
    u32 first[SS_RACE_PROGRESS], last[SS_RACE_PROGRESS];
    u32 count;
    bool full;
};

#define NO_ORDER UINT16_MAX

/* ---- states ---------------------------------------------------------------------------------- */

/* The state without what finished threads have found. */
static void forget_results(const struct ss_race *race, struct ss_race_state *state)
{
    for (u32 i = 0; i < race->threads; i++) {
        struct ss_race_thread *t = &state->thread[i];
        if (!ss_race_finished(race, state, i))
            continue;
        t->mask = 0;
        t->sum = 0;
        t->found = t->bit = 0;
    }
}

static u32 slot_of(const struct ss_race_state *state)
{
    u32 words[STATE_WORDS];
    memcpy(words, state, sizeof(words));
    u64 hash = SS_HASH_START;
    for (u32 i = 0; i < STATE_WORDS; i++)
        hash = ss_hash_word(hash, words[i]);
    return (u32)(hash ^ hash >> 32) % TABLE;
}

static bool same(const struct ss_race_state *a, const struct ss_race_state *b)
{
    return !memcmp(a, b, sizeof(*a));
}

static void into_bucket(struct ss_race_nodes *nodes, u32 index, u32 progress)
{
    nodes->node[index].next = NONE;
    if (nodes->first[progress] == NONE)
        nodes->first[progress] = index;
    else
        nodes->node[nodes->last[progress]].next = index;
    nodes->last[progress] = index;
}

static u32 progress_of(const struct ss_race *race, const struct ss_race_state *state)
{
    u32 progress = 0;
    for (u32 i = 0; i < race->threads; i++)
        progress += ss_race_progress(race, state, i);
    return progress;
}

/* The node of a state, new or known. States that differ only in results lie in one chain and count
 * once. NONE if there is no room. */
static u32 find_or_add(const struct ss_race *race, struct ss_race_exploration *e,
                       const struct ss_race_state *state)
{
    struct ss_race_nodes *nodes = e->nodes;
    struct ss_race_state bare = *state, other;
    forget_results(race, &bare);
    u32 slot = slot_of(&bare);
    bool counted = false;
    for (; nodes->table[slot]; slot = (slot + 1) % TABLE) {
        u32 index = nodes->table[slot] - 1;
        if (same(&nodes->node[index].state, state))
            return index;
        other = nodes->node[index].state;
        forget_results(race, &other);
        counted = counted || same(&other, &bare);
    }
    if (nodes->count == SS_RACE_STATES) {
        nodes->full = true;
        return NONE;
    }
    u32 index = nodes->count++;
    nodes->table[slot] = index + 1;
    struct node *node = &nodes->node[index];
    node->state = *state;
    for (u32 i = 0; i < SS_RACE_THREADS; i++)
        node->changes[i] = NO_ORDER;
    into_bucket(nodes, index, progress_of(race, state));
    e->states += !counted;
    return index;
}

/* ---- orders ---------------------------------------------------------------------------------- */

static u64 add_saturating(u64 a, u64 b)
{
    return a + b < a ? UINT64_MAX : a + b;
}

/* The fewest changes of thread on the way to `from` and then a step of `thread`. */
static void extend_witness(struct node *to, const struct node *from, u32 from_index, u32 thread,
                           bool is_start)
{
    for (u32 last = 0; last < SS_RACE_THREADS; last++) {
        if (from->changes[last] == NO_ORDER && !is_start)
            continue;
        u32 changes = is_start ? 0 : from->changes[last] + (last != thread);
        if (changes >= to->changes[thread])
            continue;
        to->changes[thread] = (u16)changes;
        to->from[thread] = from_index;
        to->from_thread[thread] = (u8)last;
    }
}

/* A thread that touches no memory goes on at once: other places for its silent step make states,
 * but no orders. */
static u32 silent_thread(const struct ss_race *race, const struct ss_race_state *state)
{
    for (u32 i = 0; i < race->threads; i++)
        if (ss_race_silent(race, state, i))
            return i;
    return NONE;
}

/* The thread with which the order of fewest changes to this node ends. */
static u32 best_last(const struct ss_race *race, const struct node *node)
{
    u32 best = 0;
    for (u32 i = 1; i < race->threads; i++)
        if (node->changes[i] < node->changes[best])
            best = i;
    return best;
}

static bool same_results(const struct ss_race *race, const struct ss_race_thread *a,
                         const struct ss_race_thread *b)
{
    for (u32 i = 0; i < race->threads; i++)
        if (a[i].found != b[i].found || a[i].mask != b[i].mask || a[i].sum != b[i].sum ||
            a[i].bit != b[i].bit)
            return false;
    return true;
}

static void add_outcome(const struct ss_race *race, struct ss_race_exploration *e, u32 index)
{
    const struct node *nodes = e->nodes->node, *node = &nodes[index];
    u32 o = 0;
    while (o < e->outcomes && !same_results(race, e->outcome[o].result, node->state.thread))
        o++;
    if (o == SS_RACE_OUTCOMES) {
        e->nodes->full = true;
        return;
    }
    struct ss_race_outcome *outcome = &e->outcome[o];
    if (o == e->outcomes) {
        e->outcomes++;
        memcpy(outcome->result, node->state.thread, sizeof(outcome->result));
        outcome->witness = index;
    }
    const struct node *witness = &nodes[outcome->witness];
    if (node->changes[best_last(race, node)] < witness->changes[best_last(race, witness)])
        outcome->witness = index;
    outcome->orders = add_saturating(outcome->orders, node->orders);
    e->orders = add_saturating(e->orders, node->orders);
}

static void visit(const struct ss_race *race, struct ss_race_exploration *e, u32 index)
{
    struct ss_race_nodes *nodes = e->nodes;
    const struct ss_race_state state = nodes->node[index].state;
    const u32 silent = silent_thread(race, &state);
    bool finished = true;
    for (u32 i = 0; i < race->threads; i++) {
        e->most_wasted = ss_max_u32(e->most_wasted, state.thread[i].wasted);
        if (ss_race_finished(race, &state, i))
            continue;
        finished = false;
        struct ss_race_state next = state;
        ss_race_do(race, &next, i);
        u32 to = find_or_add(race, e, &next);
        if (to == NONE)
            return;
        if (silent != NONE && silent != i)
            continue;
        struct node *from = &nodes->node[index], *node = &nodes->node[to];
        if (!from->orders)
            continue;
        node->orders = add_saturating(node->orders, from->orders);
        extend_witness(node, from, index, i, index == 0);
    }
    if (finished && nodes->node[index].orders)
        add_outcome(race, e, index);
}

bool ss_race_explore(const struct ss_race *race, struct ss_race_exploration *exploration,
                     struct ss_arena *arena)
{
    *exploration = (struct ss_race_exploration){0};
    struct ss_race_nodes *nodes = SS_ARENA_ARRAY(arena, struct ss_race_nodes, 1);
    if (!nodes || ss_race_length(race) >= SS_RACE_PROGRESS)
        return false;
    exploration->nodes = nodes;
    for (u32 i = 0; i < SS_RACE_PROGRESS; i++)
        nodes->first[i] = NONE;
    u32 start = find_or_add(race, exploration, &race->start);
    nodes->node[start].orders = 1;
    for (u32 progress = 0; progress < SS_RACE_PROGRESS && !nodes->full; progress++)
        for (u32 i = nodes->first[progress]; i != NONE && !nodes->full; i = nodes->node[i].next)
            visit(race, exploration, i);
    return !nodes->full;
}

u32 ss_race_witness(const struct ss_race *race, const struct ss_race_exploration *exploration,
                    u32 outcome, u8 order[SS_RACE_PROGRESS])
{
    const struct node *nodes = exploration->nodes->node;
    u32 at = exploration->outcome[outcome].witness, length = 0;
    u32 thread = best_last(race, &nodes[at]);
    while (at != 0) {
        const struct node *node = &nodes[at];
        u32 from = node->from[thread], before = node->from_thread[thread];
        if (!ss_race_silent(race, &nodes[from].state, thread))
            order[length++] = (u8)thread;
        at = from;
        thread = before;
    }
    for (u32 i = 0; i < length / 2; i++) {
        u8 kept = order[i];
        order[i] = order[length - 1 - i];
        order[length - 1 - i] = kept;
    }
    return length;
}
