/*
 * The door to races: all orders of a few threads' memory steps, or one order step by step.
 *
 * In: mode (0 EXPLORE, 1 FOLLOW); CPUs filed before the race: n, then {cpu, level}; bits set in
 * masks without that: n, then {cpu, level}; CPUs overloaded before it: n, then {cpu, node};
 * threads: n, each its steps: n, then {SS_RACE_ operation, level or node, cpu} with 0 for what the
 * operation does not name. FOLLOW: choices: n, then threads.
 *
 * Out, EXPLORE: states, most wasted scans, orders (low, high), outcomes: n, each {orders (low,
 * high); a thread: found level + 1, sum, overload bit, set; witness: n, then threads}. Out, FOLLOW:
 * levels: n, then their numbers; nodes: n; threads: n; the state at the start; steps done: n, each
 * {thread, access, the state after it}; a thread: 1 and its next access, or 0 when it has finished.
 * An access is {SS_RACE_ kind, operation, place in the list, level or node, cpu, word, value, set};
 * a state is {counts by level, sets by level, overload counts by node, overload set; a thread:
 * place in the list, phase, level, word, wasted scans, found level + 1, sum, bit, set}. A set is n,
 * then CPUs. Steps that touch no memory are done at once, unasked.
 */
#include "probe/probe.h"

#include "race/explore.h"
#include "race/race.h"
#include "schedscape.h"

#define MOST_FILED 64

/* ---- reading --------------------------------------------------------------------------------- */

static u32 read_cpu(struct ss_probe *probe)
{
    return (u32)ss_probe_read_range(probe, 0, SS_RACE_WORDS * 64 - 1);
}

static u32 read_level(struct ss_probe *probe)
{
    return (u32)ss_probe_read_range(probe, 0, SS_RACE_TOP_LEVEL);
}

/* CPUs and levels have to be known before anything is filed under them: the input is read twice,
 * and `collects` the first time. */
static void read_places(struct ss_probe *probe, struct ss_race *race, bool collects,
                        void (*put)(struct ss_race *race, u32 cpu, u32 level))
{
    i32 places = ss_probe_read_range(probe, 0, MOST_FILED);
    for (i32 i = 0; i < places && !probe->bad; i++) {
        u32 cpu = read_cpu(probe), level = read_level(probe);
        if (!collects)
            put(race, cpu, level);
        else if (!ss_race_add_cpu(race, cpu) || !ss_race_add_level(race, level))
            probe->bad = true;
    }
}

static void read_filed(struct ss_probe *probe, struct ss_race *race, bool collects)
{
    read_places(probe, race, collects, ss_race_file);
    read_places(probe, race, collects, ss_race_stray);
    i32 overloaded = ss_probe_read_range(probe, 0, MOST_FILED);
    for (i32 i = 0; i < overloaded && !probe->bad; i++) {
        u32 cpu = read_cpu(probe), node = (u32)ss_probe_read_range(probe, 0, SS_RACE_NODES - 1);
        if (!collects)
            ss_race_overload(race, cpu, node);
        else if (!ss_race_add_cpu(race, cpu))
            probe->bad = true;
    }
}

static void read_step(struct ss_probe *probe, struct ss_race *race, u32 thread, bool collects)
{
    u32 operation = (u32)ss_probe_read_range(probe, 0, SS_RACE_OPERATIONS - 1);
    u32 where = read_level(probe), cpu = read_cpu(probe);
    bool has_cpu = operation == SS_RACE_SET_BIT || operation == SS_RACE_CLEAR_BIT ||
                   operation == SS_RACE_OVERLOAD_SET_BIT ||
                   operation == SS_RACE_OVERLOAD_CLEAR_BIT ||
                   operation == SS_RACE_READ_OVERLOAD_BIT;
    bool fits = true;
    if (!collects)
        fits = ss_race_append(race, thread, operation, where, cpu);
    else if (operation <= SS_RACE_CLEAR_BIT)
        fits = ss_race_add_level(race, where);
    if (collects && has_cpu)
        fits = ss_race_add_cpu(race, cpu) && fits;
    probe->bad |= !fits;
}

static void read_race(struct ss_probe *probe, struct ss_race *race, bool collects)
{
    read_filed(probe, race, collects);
    race->threads = (u32)ss_probe_read_range(probe, 1, SS_RACE_THREADS);
    for (u32 thread = 0; thread < race->threads && !probe->bad; thread++) {
        i32 steps = ss_probe_read_range(probe, 0, SS_RACE_STEPS);
        for (i32 i = 0; i < steps && !probe->bad; i++)
            read_step(probe, race, thread, collects);
    }
}

/* ---- writing --------------------------------------------------------------------------------- */

static void write_u64(struct ss_probe *probe, u64 value)
{
    ss_probe_write(probe, (i32)(u32)value);
    ss_probe_write(probe, (i32)(u32)(value >> 32));
}

static void write_set(struct ss_probe *probe, const struct ss_race *race, u32 set)
{
    ss_probe_write(probe, (i32)ss_popcount(set));
    for (u32 i = 0; i < race->cpus; i++)
        if (set >> i & 1)
            ss_probe_write(probe, race->cpu_number[i]);
}

static void write_explored(struct ss_probe *probe, const struct ss_race *race,
                           const struct ss_race_exploration *e)
{
    u8 *order = SS_ARENA_ARRAY(probe->arena, u8, SS_RACE_PROGRESS);
    ss_probe_write(probe, (i32)e->states);
    ss_probe_write(probe, (i32)e->most_wasted);
    write_u64(probe, e->orders);
    ss_probe_write(probe, (i32)e->outcomes);
    for (u32 o = 0; o < e->outcomes && order; o++) {
        write_u64(probe, e->outcome[o].orders);
        for (u32 i = 0; i < race->threads; i++) {
            const struct ss_race_thread *result = &e->outcome[o].result[i];
            ss_probe_write(probe, result->found);
            ss_probe_write(probe, result->sum);
            ss_probe_write(probe, result->bit);
            write_set(probe, race, result->mask);
        }
        u32 length = ss_race_witness(race, e, o, order);
        ss_probe_write(probe, (i32)length);
        for (u32 i = 0; i < length; i++)
            ss_probe_write(probe, order[i]);
    }
}

static void write_state(struct ss_probe *probe, const struct ss_race *race,
                        const struct ss_race_state *state)
{
    const struct ss_race_memory *memory = &state->memory;
    for (u32 i = 0; i < race->levels; i++)
        ss_probe_write(probe, memory->count[i]);
    for (u32 i = 0; i < race->levels; i++)
        write_set(probe, race, memory->mask[i]);
    for (u32 i = 0; i < race->nodes; i++)
        ss_probe_write(probe, memory->overload_count[i]);
    write_set(probe, race, memory->overload_mask);
    for (u32 i = 0; i < race->threads; i++) {
        const struct ss_race_thread *t = &state->thread[i];
        const i32 words[] = {t->step,   t->phase, t->level, t->word,
                             t->wasted, t->found, t->sum,   t->bit};
        for (u32 j = 0; j < SS_ARRAY_LENGTH(words); j++)
            ss_probe_write(probe, words[j]);
        write_set(probe, race, t->mask);
    }
}

static void write_access(struct ss_probe *probe, const struct ss_race *race,
                         const struct ss_race_access *access)
{
    bool is_set = access->kind == SS_RACE_READ_ANY || access->kind == SS_RACE_READ_COPY;
    const i32 words[] = {access->kind,
                         access->operation,
                         access->step,
                         access->level,
                         race->cpus ? race->cpu_number[access->cpu] : 0,
                         access->word,
                         is_set ? 0 : (i32)access->value};
    for (u32 i = 0; i < SS_ARRAY_LENGTH(words); i++)
        ss_probe_write(probe, words[i]);
    write_set(probe, race, is_set ? access->value : 0);
}

/* ---- following one order --------------------------------------------------------------------- */

struct follower {
    struct ss_race_state state;
    u32 done;
};

static void follow_step(struct ss_probe *probe, const struct ss_race *race, struct follower *f,
                        u32 thread)
{
    struct ss_race_access access = ss_race_do(race, &f->state, thread);
    f->done++;
    ss_probe_write(probe, (i32)thread);
    write_access(probe, race, &access);
    write_state(probe, race, &f->state);
}

static void follow_silent(struct ss_probe *probe, const struct ss_race *race, struct follower *f)
{
    for (u32 i = 0; i < race->threads; i++)
        while (ss_race_silent(race, &f->state, i) && !probe->bad)
            follow_step(probe, race, f, i);
}

static void follow(struct ss_probe *probe, const struct ss_race *race)
{
    struct follower f = {.state = race->start};
    ss_probe_write(probe, (i32)race->levels);
    for (u32 i = 0; i < race->levels; i++)
        ss_probe_write(probe, race->level_number[i]);
    ss_probe_write(probe, (i32)race->nodes);
    ss_probe_write(probe, (i32)race->threads);
    write_state(probe, race, &f.state);
    u32 count_at = probe->written;
    ss_probe_write(probe, 0);
    follow_silent(probe, race, &f);
    i32 choices = ss_probe_read_range(probe, 0, SS_RACE_PROGRESS);
    for (i32 i = 0; i < choices && !probe->bad; i++) {
        u32 thread = (u32)ss_probe_read_range(probe, 0, (i32)race->threads - 1);
        probe->bad |= ss_race_finished(race, &f.state, thread);
        if (!probe->bad)
            follow_step(probe, race, &f, thread);
        follow_silent(probe, race, &f);
    }
    if (probe->bad)
        return;
    probe->out[count_at] = (i32)f.done;
    for (u32 i = 0; i < race->threads; i++) {
        struct ss_race_state next = f.state;
        bool finished = ss_race_finished(race, &next, i);
        ss_probe_write(probe, !finished);
        if (finished)
            continue;
        struct ss_race_access access = ss_race_do(race, &next, i);
        write_access(probe, race, &access);
    }
}

void ss_probe_race(struct ss_probe *probe)
{
    struct ss_race *race = SS_ARENA_ARRAY(probe->arena, struct ss_race, 1);
    struct ss_race_exploration *e = SS_ARENA_ARRAY(probe->arena, struct ss_race_exploration, 1);
    if (!race || !e)
        return;
    bool follows = ss_probe_read_range(probe, 0, 1);
    u32 begin = probe->at;
    read_race(probe, race, true);
    ss_race_name(race);
    probe->at = begin;
    if (!probe->bad)
        read_race(probe, race, false);
    if (probe->bad)
        return;
    if (follows)
        follow(probe, race);
    else if (ss_race_explore(race, e, probe->arena))
        write_explored(probe, race, e);
    else
        probe->bad = true;
}
