/*
 * A workload of one's own: kinds of tasks, each with phases of steps, which go round as often as
 * they say. Its words come from a person's text through a compiler (web/scenario/program); what
 * rt-app does with such steps is what is done here. Source: spec "Own machine" sections 3.3, 3.5
 * and 3.6. Score: loops of phases.
 *
 * Main clones all threads one by one; they meet at a barrier, the first of them through it sets the
 * common start, from which delays and clocks count. Threads that are forked later begin at once.
 */
#include "workload/program.h"

#include "exec/footprint.h"
#include "exec/record.h"
#include "ipc/barrier.h"
#include "sched/cache/state.h"
#include "sched/core/fork.h"
#include "sched/core/interrupts.h"
#include "sched/core/state.h"
#include "workload/program_check.h"
#include "workload/program_steps.h"

#define PARAMETERS(P)                                                                              \
    P(SCALE, "scale", OPTIONAL(WHOLE(1, 100000)),                                                  \
      "how long everything takes that its program says, in percent; left out: as it says")         \
    P(FIELDS, "fields", OPTIONAL(CHOICE("declared", "moved")),                                     \
      "where the fields of the structure lie that its tasks share: as declared, or where each is " \
      "moved to; left out: as declared")
SS_PARAMETERS(PARAMETERS)

#define MAIN_TASKS 1
/* Steps: a program that never lets time pass must not stop the world. */
#define MOST_AT_ONCE 10000
#define AT_ONCE_NS 1000
#define ACCESSES_A_MS 20000 /* of the last-level cache, a ms of work: an assumption */
#define OVERLAP_TENTHS 20   /* misses in flight: an assumption, as in chacha20.c */

/* ---- the words ------------------------------------------------------------------------------- */

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

u32 ss_program_percent(const struct ss_world *w)
{
    const u32 percent = parameter(w, SCALE);
    return percent ? percent : 100;
}

bool ss_program_is_moved(const struct ss_world *w)
{
    return parameter(w, FIELDS) == 1;
}

static struct ss_program program_of(const struct ss_world *w)
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

static u32 threads_of(const struct ss_program *program)
{
    return before(program, program->head->kinds, false);
}

static u32 all_tasks(const struct ss_program *program)
{
    return MAIN_TASKS + threads_of(program) + before(program, program->head->kinds, true);
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

/* ---- what it keeps --------------------------------------------------------------------------- */

static u32 shared_bytes(const struct ss_world_def *def)
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
    const struct ss_program program = program_of(w);
    return (u32 *)ss_program_clock(w, clocks_of(&program)) + kind;
}

i32 ss_program_task(const struct ss_world *w, u32 kind, u32 number, bool forked)
{
    const struct ss_program program = program_of(w);
    const u32 first = MAIN_TASKS + (forked ? threads_of(&program) : 0);
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

static void needs(const struct ss_world_def *def, struct ss_workload_needs *needs)
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

/* ---- from step to step ----------------------------------------------------------------------- */

struct program_begin_frame {
    struct ss_path path;
};

/* The first thing a thread does. */
static bool program_begin(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(program_begin);
    const struct ss_program program = program_of(w);
    struct ss_program_shared *const shared = ss_program_shared(w);
    struct ss_actor *const actor = ss_program_actor(w, cpu->current);
    const struct ss_program_kind *const kind = &program.kind[actor->kind];
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    actor->is_born = true;
    if (actor->number < kind->count) {
        PATH_CALL(barrier_wait, .futex = SS_PROGRAM_START_FUTEX, .parties = threads_of(&program));
        if (!shared->started) {
            shared->started = 1;
            shared->start = cpu->clock;
        }
        actor->born = shared->start + ss_program_ns(kind->start);
        if (actor->born > cpu->clock)
            PATH_CALL(hrtimer_nanosleep, .ns = actor->born - cpu->clock);
    }
    if (!actor->born)
        actor->born = shared->start;
    PATH_END;
}

static void say_loop(struct ss_world *w, struct ss_cpu *cpu, struct ss_actor *actor)
{
    const struct ss_program program = program_of(w);
    const struct ss_program_kind *const kind = &program.kind[actor->kind];
    if (program.phase[kind->first_phase + actor->phase].logs) {
        ss_record(w, cpu, SS_RECORD_LOOP, (u32)cpu->current, actor->phase, (u32)actor->run,
                  (u32)actor->waited);
        ss_record_more(w, (u32)actor->slack);
        ss_record(w, cpu, SS_RECORD_LOOP_MORE, (u32)cpu->current, actor->perf, (u32)actor->begun,
                  (u32)(actor->begun >> 32));
        ss_record_more(w, actor->phase_loop);
    }
    ss_workload_latency(w, SS_LATENCY_REQUEST, cpu->clock - actor->begun);
    actor->run = actor->waited = actor->perf = 0;
    actor->slack = 0;
    ss_workload_score(w, cpu);
}

/* To the next step, phase or loop; true if all loops are over. */
static bool advance(struct ss_actor *actor, const struct ss_program *program)
{
    const struct ss_program_kind *const kind = &program->kind[actor->kind];
    const struct ss_program_phase *const phase = &program->phase[kind->first_phase + actor->phase];
    actor->step = 0;
    if (++actor->phase_loop < phase->loops || !phase->loops)
        return false;
    actor->phase_loop = 0;
    if (++actor->phase < kind->phases)
        return false;
    actor->phase = 0;
    return ++actor->task_loop >= kind->loops && kind->loops;
}

/* A step costs no time by itself: interrupts come in between, and endless ones are held up. */
struct program_pause_frame {
    struct ss_path path;
};

static bool program_pause(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(program_pause);
    struct ss_actor *const actor = ss_program_actor(w, cpu->current);
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    if (++actor->at_once >= MOST_AT_ONCE) {
        actor->at_once = 0;
        PATH_CALL(user_run, .ns = AT_ONCE_NS);
    } else if (ss_work_is_pending(cpu)) {
        PATH_CALL(exit_to_user_mode);
    }
    PATH_END;
}

struct program_task_frame {
    struct ss_path path;
    /* kept */
    u32 step;
};

/* One step of the program, again and again. */
static bool program_task(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(program_task);
    const struct ss_program program = program_of(w);
    struct ss_actor *const actor = ss_program_actor(w, cpu->current);
    const struct ss_program_kind *const kind = &program.kind[actor->kind];
    const struct ss_program_phase *const phase = &program.phase[kind->first_phase + actor->phase];
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    if (!actor->is_born)
        PATH_CALL(program_begin);
    PATH_CALL(program_pause);
    if (!actor->step)
        actor->begun = cpu->clock;
    me->step = phase->first_step + actor->step;
    PATH_CALL_THROUGH(ss_program_steps[ss_program_code(&program.step[me->step])], program_step,
                      .step = me->step);
    if (++actor->step == phase->steps) {
        say_loop(w, cpu, actor);
        if (advance(actor, &program))
            for (;;)
                PATH_CALL(sleep_for_good);
    }
    PATH_END;
}

struct program_main_frame {
    struct ss_path path;
};

static bool program_main(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(program_main);
    const struct ss_program program = program_of(w);
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    PATH_CALL(create_tasks, .first = cpu->current + MAIN_TASKS, .count = threads_of(&program),
              .step = 1, .ns = SS_CLONE_NS);
    for (;;)
        PATH_CALL(sleep_for_good);
    PATH_END;
}

/* ---- where it begins ------------------------------------------------------------------------- */

static void start_sets(struct ss_world *w, const struct ss_program *program)
{
    const u32 words = w->topology.cpu_words;
    for (u32 set = 0; set < program->head->sets; set++)
        for (u32 cpu = 0; cpu < w->topology.cpus; cpu++)
            if (program->set[set * SS_CPU_SET_WORDS + cpu / 32] >> cpu % 32 & 1)
                ss_bitset_add(w->affinity + (u64)(1 + set) * words, cpu);
}

static void start_resources(struct ss_world *w, const struct ss_program *program)
{
    for (u32 i = 0; i < program->head->resources; i++)
        if (program->resource[i].kind == SS_PROGRAM_COUNTED_BARRIER)
            w->ipc->futex[ss_program_futex(i)].arrived = program->resource[i].value - 1;
}

/* Of the CPUs it may use, each in turn. */
static u32 place_of(const struct ss_world *w, const struct ss_task *task, u32 index)
{
    const u64 *set = w->affinity + (u64)task->affinity * w->topology.cpu_words;
    u32 cpu = index % w->topology.cpus;
    while (!ss_bitset_has(set, cpu))
        cpu = (cpu + 1) % w->topology.cpus;
    return cpu;
}

static void start_task(struct ss_world *w, const struct ss_program *program, u32 k, u32 number)
{
    const struct ss_program_kind *const kind = &program->kind[k];
    const bool forked = number >= kind->count;
    const i32 id = ss_program_task(w, k, forked ? number - kind->count : number, forked);
    const u32 index = (u32)id - w->topology.cpus;
    struct ss_task *task =
        ss_workload_task(w, index, (i32)k, (i16)kind->prio, (u8)kind->policy, kind->set);
    *ss_program_actor(w, id) = (struct ss_actor){.kind = k, .number = number};
    w->user[id].smt_1024 = ss_workload_mixed_smt(w);
    w->user[id].memory_kib = kind->private_kib + kind->shared_kib;
    if (kind->process)
        ss_sched_join_process(w, id, kind->process - 1);
    ss_sched_place_sleeping(w, id, place_of(w, task, index), PROGRAM(program_task));
}

/* Each task's own one and the one its kind shares. Result: the next free footprint. */
static u32 start_footprints(struct ss_world *w, const struct ss_program *program, u32 k, u32 next)
{
    const struct ss_program_kind *const kind = &program->kind[k];
    const u32 shared = kind->shared_kib ? next++ : 0;
    const u32 accesses = kind->private_kib && kind->shared_kib ? ACCESSES_A_MS / 2 : ACCESSES_A_MS;
    struct ss_user_work work = {.bytes = (u64)kind->shared_kib << 10,
                                .accesses_a_ms = accesses,
                                .miss_uncached = SS_ONE,
                                .overlap_tenths = OVERLAP_TENTHS};
    if (kind->shared_kib)
        ss_footprint_set(w, shared, &work, 0, 0);
    work.bytes = (u64)kind->private_kib << 10;
    for (u32 i = 0; i < kind->count + kind->forkable; i++) {
        const bool forked = i >= kind->count;
        const i32 id = ss_program_task(w, k, forked ? i - kind->count : i, forked);
        if (kind->shared_kib)
            ss_footprint_give(w, id, SS_SHARED_FOOTPRINT, shared);
        if (kind->private_kib) {
            ss_footprint_set(w, next, &work, 0, ss_node_of_cpu(w, (u32)w->task[id].cpu));
            ss_footprint_give(w, id, SS_OWN_FOOTPRINT, next++);
        }
    }
    return next;
}

/* What all kinds of a process have allocated. */
static void start_memory(struct ss_world *w, const struct ss_program *program, u32 process)
{
    u64 kib = 0;
    for (u32 k = 0; k < program->head->kinds; k++) {
        const struct ss_program_kind *kind = &program->kind[k];
        if (kind->process == process)
            kib += (u64)(kind->count + kind->forkable) * kind->private_kib + kind->shared_kib;
    }
    ss_sched_set_memory(w, process - 1, kib << 10);
}

static void start(struct ss_world *w)
{
    const struct ss_program program = program_of(w);
    u32 footprint = 0;
    start_sets(w, &program);
    start_resources(w, &program);
    ss_sched_place_task(w, ss_task_id(w, ss_workload_task(w, 0, -1, SS_PRIO_FAIR, 0, 0)), 0,
                        PROGRAM(program_main));
    for (u32 k = 0; k < program.head->kinds; k++) {
        for (u32 i = 0; i < program.kind[k].count + program.kind[k].forkable; i++)
            start_task(w, &program, k, i);
        footprint = start_footprints(w, &program, k, footprint);
        if (program.kind[k].process)
            start_memory(w, &program, program.kind[k].process);
    }
}

/* A host names the roles behind the first by the kinds of the program it wrote. */
static const struct ss_role roles[] = {{"main", SS_FORM_TASK}};

static struct ss_who who(const struct ss_world_def *def, u32 index)
{
    struct ss_program program;
    ss_program_read(def, &program);
    if (index < MAIN_TASKS)
        return (struct ss_who){0, 0};
    u32 task = index - MAIN_TASKS;
    const bool forked = task >= threads_of(&program);
    task -= forked ? threads_of(&program) : 0;
    u32 kind = 0;
    while (task >= (forked ? program.kind[kind].forkable : program.kind[kind].count)) {
        task -= forked ? program.kind[kind].forkable : program.kind[kind].count;
        kind++;
    }
    return (struct ss_who){(u16)(MAIN_TASKS + kind),
                           (u16)(task + (forked ? program.kind[kind].count : 0))};
}

SS_WORKLOAD_SAYS(program, "a workload of one's own: tasks that go through the steps of its program",
                 PARAMETERS);

const struct ss_workload_kind ss_workload_program = {
    .name = "program",
    .task_bytes = sizeof(struct ss_actor),
    .shared_bytes = shared_bytes,
    .traits = SS_TRAIT_FAIR | SS_TRAIT_WAKES,
    SS_PARAMETERS_ARE(parameters),
    .check = ss_program_check,
    .needs = needs,
    SS_ROLES_ARE(roles),
    .who = who,
    .futex_home = ss_home_by_index,
    .start = start,
};
