/* Races as race.h describes them: how one is put together, and what a step does. */
#include "race/race.h"

enum ss_race_phase {
    SS_RACE_COUNT, /* about to read count[level]; past the last level: about to give up */
    SS_RACE_ANY,   /* about to read a word of the mask: is any bit set? */
    SS_RACE_COPY,  /* about to read a word of the mask again, into the result */
};

_Static_assert(sizeof(struct ss_race_memory) == 4 * SS_RACE_LEVELS + 4 * SS_RACE_LEVELS + 4,
               "states are compared byte by byte: no padding");
_Static_assert(sizeof(struct ss_race_thread) == 16, "states are compared byte by byte: no padding");

/* ---- building -------------------------------------------------------------------------------- */

bool ss_race_add_cpu(struct ss_race *race, u32 number)
{
    if (number / 64 >= SS_RACE_WORDS)
        return false;
    for (u32 i = 0; i < race->cpus; i++)
        if (race->cpu_number[i] == number)
            return true;
    if (race->cpus == SS_RACE_CPUS)
        return false;
    u32 at = race->cpus++;
    for (; at > 0 && race->cpu_number[at - 1] > number; at--)
        race->cpu_number[at] = race->cpu_number[at - 1];
    race->cpu_number[at] = (u16)number;
    return true;
}

bool ss_race_add_level(struct ss_race *race, u32 level)
{
    if (level > SS_RACE_TOP_LEVEL)
        return false;
    for (u32 i = 0; i < race->levels; i++)
        if (race->level_number[i] == level)
            return true;
    if (race->levels == SS_RACE_LEVELS)
        return false;
    u32 at = race->levels++;
    for (; at > 0 && race->level_number[at - 1] > level; at--)
        race->level_number[at] = race->level_number[at - 1];
    race->level_number[at] = (u8)level;
    return true;
}

void ss_race_name(struct ss_race *race)
{
    for (u32 level = 0; level <= SS_RACE_TOP_LEVEL; level++)
        race->slot[level] = -1;
    for (u32 i = 0; i < race->levels; i++)
        race->slot[race->level_number[i]] = (i8)i;
    for (u32 i = 0; i < race->cpus; i++) {
        u32 word = race->cpu_number[i] / 64;
        race->word_cpus[word] |= 1u << i;
        race->words = ss_max_u32(race->words, word + 1);
    }
    race->words = ss_max_u32(race->words, 1);
}

u32 ss_race_cpu_index(const struct ss_race *race, u32 number)
{
    u32 i = 0;
    while (i + 1 < race->cpus && race->cpu_number[i] != number)
        i++;
    return i;
}

void ss_race_file(struct ss_race *race, u32 cpu_number, u32 level)
{
    struct ss_race_memory *memory = &race->start.memory;
    memory->count[race->slot[level]]++;
    memory->mask[race->slot[level]] |= 1u << ss_race_cpu_index(race, cpu_number);
}

void ss_race_stray(struct ss_race *race, u32 cpu_number, u32 level)
{
    race->start.memory.mask[race->slot[level]] |= 1u << ss_race_cpu_index(race, cpu_number);
}

void ss_race_overload(struct ss_race *race, u32 cpu_number, u32 node)
{
    race->start.memory.overload_count[node]++;
    race->start.memory.overload_mask |= 1u << ss_race_cpu_index(race, cpu_number);
    race->nodes = ss_max_u32(race->nodes, node + 1);
}

static bool names_a_level(u32 operation)
{
    return operation <= SS_RACE_CLEAR_BIT;
}

static bool names_a_node(u32 operation)
{
    return operation == SS_RACE_OVERLOAD_INCREMENT || operation == SS_RACE_OVERLOAD_DECREMENT ||
           operation == SS_RACE_READ_OVERLOAD;
}

bool ss_race_append(struct ss_race *race, u32 thread, u32 operation, u32 where, u32 cpu_number)
{
    if (operation >= SS_RACE_OPERATIONS || where > SS_RACE_TOP_LEVEL ||
        race->steps[thread] == SS_RACE_STEPS)
        return false;
    if (names_a_level(operation) ? race->slot[where] < 0
                                 : names_a_node(operation) && where >= SS_RACE_NODES)
        return false;
    struct ss_race_step *step = &race->step[thread][race->steps[thread]++];
    step->operation = (u8)operation;
    step->where = (u8)(names_a_level(operation) ? (u32)race->slot[where] : where);
    step->cpu = (u8)ss_race_cpu_index(race, cpu_number);
    if (names_a_node(operation))
        race->nodes = ss_max_u32(race->nodes, where + 1);
    return true;
}

/* ---- stepping -------------------------------------------------------------------------------- */

static const struct ss_race_step *next_step(const struct ss_race *race,
                                            const struct ss_race_state *state, u32 thread)
{
    return &race->step[thread][state->thread[thread].step];
}

bool ss_race_silent(const struct ss_race *race, const struct ss_race_state *state, u32 thread)
{
    if (ss_race_finished(race, state, thread))
        return false;
    const struct ss_race_thread *t = &state->thread[thread];
    const struct ss_race_step *step = next_step(race, state, thread);
    if (step->operation == SS_RACE_FIND)
        return t->phase == SS_RACE_COUNT && t->level == step->where;
    return step->operation == SS_RACE_READ_OVERLOAD && t->sum > 1;
}

/* The search is over; where it stood is forgotten. */
static void end_search(struct ss_race_thread *t, u32 found, u32 mask)
{
    t->found = (u8)found;
    t->mask = mask;
    t->phase = SS_RACE_COUNT;
    t->level = t->word = 0;
    t->step++;
}

static void next_level(struct ss_race_thread *t)
{
    t->level++;
    t->phase = SS_RACE_COUNT;
    t->word = 0;
    t->mask = 0;
}

static void begin_phase(struct ss_race_thread *t, enum ss_race_phase phase)
{
    t->phase = (u8)phase;
    t->word = 0;
    t->mask = 0;
}

/* One access of cpupri_find_fitness: counts in ascending order; where one is not zero, words of the
 * mask until one has a bit set, then all words once more for the result. */
static struct ss_race_access search(const struct ss_race *race, struct ss_race_state *state,
                                    u32 thread, u32 limit)
{
    struct ss_race_thread *t = &state->thread[thread];
    const struct ss_race_memory *memory = &state->memory;
    struct ss_race_access access = {.level = t->level, .word = t->word};
    if (t->phase == SS_RACE_COUNT && t->level == limit) {
        access.kind = SS_RACE_GAVE_UP;
        end_search(t, 0, 0);
        return access;
    }
    i32 slot = race->slot[t->level];
    if (t->phase == SS_RACE_COUNT) {
        access.kind = SS_RACE_READ_COUNT;
        access.value = slot < 0 ? 0 : (u32)memory->count[slot];
        if (access.value)
            begin_phase(t, SS_RACE_ANY);
        else
            next_level(t);
        return access;
    }
    access.kind = t->phase == SS_RACE_ANY ? SS_RACE_READ_ANY : SS_RACE_READ_COPY;
    access.value = memory->mask[slot] & race->word_cpus[t->word];
    bool last = (u32)t->word + 1 == race->words;
    if (t->phase == SS_RACE_ANY) {
        if (access.value) {
            begin_phase(t, SS_RACE_COPY);
        } else if (!last) {
            t->word++;
        } else {
            t->wasted++;
            next_level(t);
        }
        return access;
    }
    t->mask |= access.value;
    if (!last)
        t->word++;
    else if (t->mask)
        end_search(t, t->level + 1u, t->mask);
    else
        next_level(t); /* emptied between the two reads */
    return access;
}

static struct ss_race_access read_overload(struct ss_race_state *state, u32 thread,
                                           const struct ss_race_step *step)
{
    struct ss_race_thread *t = &state->thread[thread];
    struct ss_race_access access = {.level = step->where, .cpu = step->cpu};
    t->step++;
    if (step->operation == SS_RACE_READ_OVERLOAD_BIT) {
        access.kind = SS_RACE_READ_BIT;
        access.value = t->bit = state->memory.overload_mask >> step->cpu & 1;
        return access;
    }
    access.kind = t->sum > 1 ? SS_RACE_SKIPPED : SS_RACE_READ_SUM;
    if (t->sum > 1)
        return access;
    access.value = (u32)state->memory.overload_count[step->where];
    t->sum = (i16)(t->sum + state->memory.overload_count[step->where]);
    return access;
}

static void write(struct ss_race_memory *memory, const struct ss_race_step *step)
{
    const u32 bit = 1u << step->cpu;
    switch (step->operation) {
    case SS_RACE_SET_BIT:
        memory->mask[step->where] |= bit;
        break;
    case SS_RACE_INCREMENT:
        memory->count[step->where]++;
        break;
    case SS_RACE_DECREMENT:
        memory->count[step->where]--;
        break;
    case SS_RACE_CLEAR_BIT:
        memory->mask[step->where] &= ~bit;
        break;
    case SS_RACE_OVERLOAD_SET_BIT:
        memory->overload_mask |= bit;
        break;
    case SS_RACE_OVERLOAD_INCREMENT:
        memory->overload_count[step->where]++;
        break;
    case SS_RACE_OVERLOAD_DECREMENT:
        memory->overload_count[step->where]--;
        break;
    default:
        memory->overload_mask &= ~bit;
    }
}

struct ss_race_access ss_race_do(const struct ss_race *race, struct ss_race_state *state,
                                 u32 thread)
{
    const struct ss_race_step *step = next_step(race, state, thread);
    struct ss_race_access access;
    u8 at = state->thread[thread].step;
    if (step->operation == SS_RACE_FIND) {
        access = search(race, state, thread, step->where);
    } else if (step->operation >= SS_RACE_READ_OVERLOAD) {
        access = read_overload(state, thread, step);
    } else {
        write(&state->memory, step);
        state->thread[thread].step++;
        bool of_level = names_a_level(step->operation);
        access = (struct ss_race_access){.kind = SS_RACE_WROTE,
                                         .level = of_level ? race->level_number[step->where]
                                                           : step->where,
                                         .cpu = step->cpu};
    }
    access.operation = step->operation;
    access.step = at;
    return access;
}

/* ---- progress -------------------------------------------------------------------------------- */

/* Micro-steps of a level: its count, and each word of its mask twice. */
static u32 level_length(const struct ss_race *race)
{
    return 1 + 2 * race->words;
}

static u32 step_length(const struct ss_race *race, const struct ss_race_step *step)
{
    return step->operation == SS_RACE_FIND ? step->where * level_length(race) + 1 : 1;
}

u32 ss_race_progress(const struct ss_race *race, const struct ss_race_state *state, u32 thread)
{
    const struct ss_race_thread *t = &state->thread[thread];
    u32 progress = 0;
    for (u32 i = 0; i < t->step; i++)
        progress += step_length(race, &race->step[thread][i]);
    progress += t->level * level_length(race);
    if (t->phase == SS_RACE_ANY)
        progress += 1u + t->word;
    else if (t->phase == SS_RACE_COPY)
        progress += 1u + race->words + t->word;
    return progress;
}

u32 ss_race_length(const struct ss_race *race)
{
    u32 length = 0;
    for (u32 thread = 0; thread < race->threads; thread++)
        for (u32 i = 0; i < race->steps[thread]; i++)
            length += step_length(race, &race->step[thread][i]);
    return length;
}
