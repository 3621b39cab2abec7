/* A program's words, and what follows from them before anything runs: how many tasks, clocks and
 * bytes it needs, and where each of them is found. */
#include "workload/program_words.h"

u64 ss_program_read(const struct ss_world_def *def, struct ss_program *program)
{
    const struct ss_program_head *const head = (const void *)def->program;
    u64 at = SS_PROGRAM_HEAD_WORDS;
    program->head = head;
    program->kind = (const void *)(def->program + at % SS_PROGRAM_WORDS);
    at += (u64)head->kinds * SS_PROGRAM_KIND_WORDS;
    program->phase = (const void *)(def->program + at % SS_PROGRAM_WORDS);
    at += (u64)head->phases * SS_PROGRAM_PHASE_WORDS;
    program->step = (const void *)(def->program + at % SS_PROGRAM_WORDS);
    at += (u64)head->steps * SS_PROGRAM_STEP_WORDS;
    program->resource = (const void *)(def->program + at % SS_PROGRAM_WORDS);
    at += (u64)head->resources * SS_PROGRAM_RESOURCE_WORDS;
    program->table = def->program + at % SS_PROGRAM_WORDS;
    at += (u64)head->tables * SS_PROGRAM_TABLE_AMOUNTS;
    program->set = def->program + at % SS_PROGRAM_WORDS;
    return at + (u64)head->sets * SS_CPU_SET_WORDS;
}

struct ss_program ss_program_of(const struct ss_world *w)
{
    struct ss_program program;
    ss_program_read(w->def, &program);
    return program;
}

/* Tasks of all kinds before this one, at the start or to be forked. */
static u32 before(const struct ss_program *program, u32 kind, bool forked)
{
    u32 tasks = 0;
    for (u32 k = 0; k < kind; k++)
        tasks += forked ? program->kind[k].forkable : program->kind[k].count;
    return tasks;
}

u32 ss_program_threads(const struct ss_program *program)
{
    return before(program, program->head->kinds, false);
}

static u32 all_tasks(const struct ss_program *program)
{
    return SS_PROGRAM_MAIN_TASKS + ss_program_threads(program) +
           before(program, program->head->kinds, true);
}

static u32 clocks_of(const struct ss_program *program)
{
    u32 clocks = 0;
    for (u32 i = 0; i < program->head->resources; i++) {
        const struct ss_program_resource *resource = &program->resource[i];
        const u32 first = resource->value & ~(SS_PROGRAM_ABSOLUTE | SS_PROGRAM_OF_THREADS);
        if (resource->kind == SS_PROGRAM_CLOCK)
            clocks = ss_max_u32(clocks, first + 1);
    }
    return clocks + all_tasks(program); /* those of threads end with the last thread's */
}

u32 ss_program_shared_bytes(const struct ss_world_def *def)
{
    struct ss_program program;
    ss_program_read(def, &program);
    return (u32)(sizeof(struct ss_program_shared) +
                 clocks_of(&program) * sizeof(struct ss_program_clock) +
                 program.head->kinds * sizeof(u32));
}

struct ss_program_shared *ss_program_shared(const struct ss_world *w)
{
    return w->workload->shared;
}

struct ss_program_clock *ss_program_clock(const struct ss_world *w, u32 clock)
{
    return (struct ss_program_clock *)(ss_program_shared(w) + 1) + clock;
}

u32 *ss_program_forked(const struct ss_world *w, u32 kind)
{
    const struct ss_program program = ss_program_of(w);
    return (u32 *)ss_program_clock(w, clocks_of(&program)) + kind;
}

i32 ss_program_task(const struct ss_world *w, u32 kind, u32 number, bool forked)
{
    const struct ss_program program = ss_program_of(w);
    const u32 first = SS_PROGRAM_MAIN_TASKS + (forked ? ss_program_threads(&program) : 0);
    return (i32)(w->topology.cpus + first + before(&program, kind, forked) + number);
}

struct ss_actor *ss_program_actor(const struct ss_world *w, i32 task)
{
    return ss_workload_own(w, task);
}

static u32 footprints_of(const struct ss_program *program)
{
    u32 footprints = 0;
    for (u32 k = 0; k < program->head->kinds; k++) {
        const struct ss_program_kind *kind = &program->kind[k];
        footprints += kind->private_kib ? kind->count + kind->forkable : 0;
        footprints += kind->shared_kib != 0;
    }
    return footprints;
}

static u32 last_offset(const struct ss_program_resource *field)
{
    return ss_max_u32(ss_program_offset(field, false), ss_program_offset(field, true));
}

/* Of the structure that its tasks share; as long in both layouts, so that they differ in nothing
 * else. */
static u32 structure_bytes(const struct ss_program *program)
{
    u32 bytes = 0;
    for (u32 i = 0; i < program->head->resources; i++) {
        if (program->resource[i].kind == SS_PROGRAM_FIELD)
            bytes = ss_max_u32(bytes, last_offset(&program->resource[i]) + 1);
    }
    for (u32 i = 0; i < program->head->steps; i++) {
        const struct ss_program_step *step = &program->step[i];
        const u32 touched = ss_program_touched(step);
        if (touched)
            bytes =
                ss_max_u32(bytes, last_offset(&program->resource[ss_program_what(step)]) + touched);
    }
    return bytes;
}

void ss_program_needs(const struct ss_world_def *def, struct ss_workload_needs *needs)
{
    struct ss_program program;
    ss_program_read(def, &program);
    *needs = (struct ss_workload_needs){.tasks = all_tasks(&program),
                                        .futexes = ss_program_futex(program.head->resources),
                                        .futex_words = true,
                                        .affinities = program.head->sets,
                                        .footprints = footprints_of(&program),
                                        .structure_bytes = structure_bytes(&program),
                                        .latencies = true};
    for (u32 k = 0; k < program.head->kinds; k++)
        needs->processes = ss_max_u32(needs->processes, program.kind[k].process);
}

struct ss_who ss_program_who(const struct ss_world_def *def, u32 index)
{
    struct ss_program program;
    ss_program_read(def, &program);
    if (index < SS_PROGRAM_MAIN_TASKS)
        return (struct ss_who){0, 0};
    u32 task = index - SS_PROGRAM_MAIN_TASKS;
    const bool forked = task >= ss_program_threads(&program);
    task -= forked ? ss_program_threads(&program) : 0;
    u32 kind = 0;
    while (task >= (forked ? program.kind[kind].forkable : program.kind[kind].count)) {
        task -= forked ? program.kind[kind].forkable : program.kind[kind].count;
        kind++;
    }
    return (struct ss_who){(u16)(SS_PROGRAM_MAIN_TASKS + kind),
                           (u16)(task + (forked ? program.kind[kind].count : 0))};
}
