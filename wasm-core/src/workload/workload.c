/* The register of workloads, and what they share. */
#include "workload/workload.h"

#include "exec/path.h"
#include "exec/record.h"
#include "sched/core/fork.h"
#include "sched/core/interrupts.h"

bool ss_workload_fits(struct ss_message *message, const char *problem)
{
    if (problem)
        ss_message_text(message, problem);
    return !problem;
}

static void needs_nothing(const struct ss_world_def *def, struct ss_workload_needs *needs)
{
    (void)def;
    *needs = (struct ss_workload_needs){0};
}

u32 ss_home_by_index(const struct ss_world *w, u32 index)
{
    return index % w->topology.cpus;
}

static void start_nothing(struct ss_world *w)
{
    (void)w;
}

static const struct ss_workload_kind nothing = {
    .name = "none", .needs = needs_nothing, .futex_home = ss_home_by_index, .start = start_nothing};

#define ENTRY(with, name, code, kind) [code] = &ss_workload_##kind,
static const struct ss_workload_kind *const kinds[] = {[SS_WORKLOAD_NONE] = &nothing,
                                                       SS_WORKLOADS(ENTRY, )};

const struct ss_workload_kind *ss_workload_kind(u32 workload)
{
    return workload < SS_ARRAY_LENGTH(kinds) ? kinds[workload] : NULL;
}

static bool check(const struct ss_world_def *def, struct ss_message *message)
{
    const struct ss_workload_kind *kind = ss_workload_kind(def->workload);
    if (!kind)
        return ss_workload_fits(message, "workload: no such workload");
    return ss_parameters_check(kind->parameters, kind->parameter_count, def, message) &&
           (!kind->check || kind->check(def, message));
}

/* The memory that tasks share begins a line, on the node of the first CPU. */
static u32 lines(const struct ss_world *w)
{
    return ss_div_round_up(w->workload->structure_bytes, SS_LINE_BYTES);
}

static void create(struct ss_world *w, struct ss_arena *header)
{
    const u32 bytes = w->workload->structure_bytes;
    (void)header;
    if (!bytes || !w->shared.place)
        return;
    w->layouts.place[SS_STRUCTURE_PROGRAM] = (struct ss_place){
        .first = w->shared.lines << SS_LINE_SHIFT, .stride = lines(w) << SS_LINE_SHIFT};
    ss_shared_place(&w->shared, SS_STRUCTURE_PROGRAM, 0, bytes, 0);
}

static void take_state(struct ss_world *w, struct ss_arena *state)
{
    const struct ss_workload_kind *kind = w->workload->kind;
    if (kind->task_bytes)
        w->workload->task = ss_arena_take(state, w->stoppers - w->topology.cpus, kind->task_bytes);
    if (kind->shared_bytes)
        w->workload->shared = ss_arena_take(state, kind->shared_bytes(w->def), 1);
}

void *ss_workload_own(const struct ss_world *w, i32 task)
{
    const u32 index = (u32)task - w->topology.cpus;
    SS_DEBUG_CHECK(w->workload->kind->task_bytes && index < w->stoppers - w->topology.cpus);
    return (u8 *)w->workload->task + (u64)index * w->workload->kind->task_bytes;
}

static void start(struct ss_world *w)
{
    w->workload->kind->start(w);
}

/* The role and number of a task of the world, by its id; the role among all that a host knows. */
static struct ss_who who_is(const struct ss_world *w, u32 id)
{
    if (id < w->topology.cpus)
        return (struct ss_who){SS_ROLE_IDLE, (u16)id};
    if (id >= w->stoppers)
        return (struct ss_who){SS_ROLE_MIGRATION, (u16)(id - w->stoppers)};
    const struct ss_workload_kind *kind = w->workload->kind;
    const u32 index = id - w->topology.cpus;
    struct ss_who who = kind->who ? kind->who(w->def, index) : (struct ss_who){0, (u16)index};
    who.role += SS_ROLES_OF_WORKLOAD;
    return who;
}

static void view(const struct ss_world *w, const struct ss_views *views)
{
    for (u32 i = 0; i < w->tasks; i++) {
        const struct ss_who who = who_is(w, i);
        views->task[i].role = who.role;
        views->task[i].number = who.number;
    }
}

static void write_role(struct ss_message *names, u32 id, const struct ss_role *role)
{
    ss_message_text(names, "role ");
    ss_message_number(names, id);
    ss_message_text(names, " ");
    ss_message_number(names, role->form);
    ss_message_text(names, " ");
    ss_message_text(names, role->name);
    ss_message_text(names, "\n");
}

static void names(const struct ss_world *w, struct ss_message *text)
{
    static const struct ss_role own[SS_ROLES_OF_WORKLOAD] = {
        [SS_ROLE_IDLE] = {"swapper", SS_FORM_KERNEL},
        [SS_ROLE_MIGRATION] = {"migration", SS_FORM_KERNEL},
    };
    const struct ss_workload_kind *kind = w->workload->kind;
    for (u32 i = 0; i < SS_ROLES_OF_WORKLOAD; i++)
        write_role(text, i, &own[i]);
    for (u32 i = 0; i < kind->role_count; i++)
        write_role(text, SS_ROLES_OF_WORKLOAD + i, &kind->roles[i]);
}

static void mechanisms(const struct ss_world *w, const struct ss_mechanism_views *views)
{
    if (w->workload->kind->traffic)
        w->workload->kind->traffic(w, views->traffic);
}

const struct ss_room ss_workload_room = {.check = check,
                                         .lines = lines,
                                         .create = create,
                                         .state = take_state,
                                         .start = start,
                                         .view = view,
                                         .mechanisms = mechanisms,
                                         .names = names};

struct ss_task *ss_workload_task(struct ss_world *w, u32 index, i32 group, i16 prio, u8 policy,
                                 u32 affinity)
{
    u32 id = w->topology.cpus + index;
    struct ss_task *task = &w->task[id];
    task->group = group;
    task->prio = task->normal_prio = prio;
    task->policy = policy;
    ss_take_affinity(w, task, affinity);
    ss_prng_seed(&task->random, (u64)w->def->seed_high << 32 | w->def->seed_low, SS_RANDOM_PROGRAM,
                 index);
    return task;
}

void ss_workload_score(struct ss_world *w, struct ss_cpu *cpu)
{
    w->clock->score++;
    ss_record(w, cpu, SS_RECORD_SCORE, (u32)cpu->current, (u32)ss_current(w, cpu)->group, 0, 0);
}

void ss_workload_latency(struct ss_world *w, enum ss_code series, u64 ns)
{
    ss_histogram_add(&w->latency[series], ns);
}

#define BETWEEN_FORKS_NS 100 /* user code; an assumption */

bool create_tasks(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(create_tasks);
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    SS_DEBUG_CHECK(me->first >= (i32)w->topology.cpus && me->step);
    SS_DEBUG_CHECK(!me->count || (u32)me->first + (me->count - 1) * me->step < w->stoppers);
    for (me->created = 0; me->created < me->count; me->created++) {
        PATH_CALL(user_run, .ns = BETWEEN_FORKS_NS);
        PATH_COMPUTE(me->ns);
        PATH_CALL(wake_up_new_task, .task = me->first + (i32)(me->created * me->step));
    }
    PATH_END;
}

#define AT_A_TIME_NS 1000000000

bool run_for_good(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(run_for_good);
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    PATH_CALL_LAST(user_run, .ns = AT_A_TIME_NS);
    PATH_END;
}
