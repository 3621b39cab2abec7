/*
 * Laws of numbering in a whole world: tasks of a workload of the fuzzer's own, on the machine and
 * the kernel of a world, get other numbers, or their processes or the CPUs do. Only names may
 * change, except where a kernel goes by numbers; each law says where that is.
 */
#include <stdlib.h>
#include <string.h>

#include "exec/run.h"
#include "laws.h"
#include "sched/cache/state.h"
#include "sched/core/interrupts.h"
#include "sched/core/state.h"
#include "sched/run_queue.h"
#include "sched/state/cache.h"
#include "workload/workload.h"
#include "world/options.h"
#include "world/rooms.h"

#define MOST_ACTORS 12
#define MOST_STEPS 6
#define MOST_PROCESSES 4
#define LINES 3 /* that they share */
#define RING 2048
#define MOST_RECORDS 1500
#define MOST_NS 3000000

/* ---- a workload of tasks that each do a few steps over and over ------------------------------ */

enum step_kind { RUN, SLEEP, LOAD, STORE, ATOMIC, STEP_KINDS };

struct step {
    enum step_kind kind;
    uint32_t amount; /* ns, or which line */
};

struct actor {
    uint32_t cpu;    /* where it begins */
    uint32_t place;  /* in the order in which tasks are declared */
    int32_t process; /* that it is a thread of; -1: it is one of its own */
    bool pinned;
    bool fifo;
    uint32_t steps;
    struct step step[MOST_STEPS];
};

static struct plan {
    uint32_t actors, processes;
    struct actor actor[MOST_ACTORS];
} plan; /* of the world that is made next or runs */

struct acting {
    uint32_t actor, next;
};
SS_OWN_TASK(acting)

struct act_frame {
    struct ss_path path;
    /* kept */
    struct step step;
};

static struct step next_step(const struct ss_world *w, i32 task)
{
    struct acting *acting = own(w, task);
    const struct actor *actor = &plan.actor[acting->actor];
    return actor->step[acting->next++ % actor->steps];
}

static const enum ss_operation operation_of[STEP_KINDS] = {
    [LOAD] = SS_OPERATION_LOAD, [STORE] = SS_OPERATION_STORE, [ATOMIC] = SS_OPERATION_ATOMIC};

static bool act(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(act);
    PATH_BEGIN;
    SS_IN_PROGRAM(w, cpu);
    me->step = next_step(w, cpu->current);
    if (me->step.kind == RUN)
        PATH_CALL(user_run, .ns = me->step.amount);
    else if (me->step.kind == SLEEP)
        PATH_CALL(hrtimer_nanosleep, .ns = me->step.amount);
    else
        PATH_TOUCH(operation_of[me->step.kind], SS_SYMBOL_user,
                   w->layouts.place[SS_STRUCTURE_PROGRAM].first + me->step.amount * SS_LINE_BYTES);
    ss_workload_score(w, cpu);
    PATH_END;
}

static void needs(const struct ss_world_def *def, struct ss_workload_needs *needs)
{
    (void)def;
    *needs = (struct ss_workload_needs){.tasks = plan.actors,
                                        .affinities = plan.actors,
                                        .processes = plan.processes,
                                        .structure_bytes = LINES * SS_LINE_BYTES};
}

static void start_actor(struct ss_world *w, uint32_t number)
{
    const struct actor *actor = &plan.actor[number];
    uint64_t *set = w->affinity + (uint64_t)(1 + number) * w->topology.cpu_words;
    if (actor->pinned)
        ss_bitset_add(set, actor->cpu);
    else
        ss_bitset_fill(set, w->topology.cpus);
    const i32 id = ss_task_id(w, ss_workload_task(w, actor->place, (i32)number,
                                                  actor->fifo ? 50 : SS_PRIO_FAIR,
                                                  actor->fifo ? SS_POLICY_FIFO : 0, 1 + number));
    w->user[id].smt_1024 = ss_workload_mixed_smt(w);
    own(w, id)->actor = number;
    if (actor->process >= 0)
        ss_sched_join_process(w, id, (uint32_t)actor->process);
    ss_sched_place_task(w, id, actor->cpu, PROGRAM(act));
}

static void start(struct ss_world *w)
{
    for (uint32_t place = 0; place < plan.actors; place++)
        for (uint32_t number = 0; number < plan.actors; number++)
            if (plan.actor[number].place == place)
                start_actor(w, number);
}

static const struct ss_role roles[] = {{"actor", SS_FORM_TASK}};
static const struct ss_workload_kind kind = {.name = "actors",
                                             .task_bytes = sizeof(struct acting),
                                             .needs = needs,
                                             SS_ROLES_ARE(roles),
                                             .futex_home = ss_home_by_index,
                                             .start = start};

/* ---- a world of it --------------------------------------------------------------------------- */

struct directories {
    struct ss_rooms rooms;
    struct ss_world_map map;
};

static void lay_out(struct ss_world *w, struct ss_arena *arena, struct directories *directories)
{
    w->map = &directories->map;
    ss_rooms_lay_out(w, &directories->rooms, arena, &kind);
    for (uint32_t i = 0; i < ss_room_count; i++)
        if (ss_rooms[i]->outputs)
            ss_rooms[i]->outputs(w, arena);
}

/* NULL: it would be larger than is worth the fuzzer's time. */
static struct ss_world *make_acted(const struct ss_world_def *def, int filling)
{
    static struct directories counted;
    struct ss_arena arena;
    struct ss_world *w = calloc(1, sizeof(*w));
    w->def = def;
    ss_arena_init(&arena, NULL, 0);
    lay_out(w, &arena, &counted);
    free(w);
    const size_t bytes = arena.used + 2 * sizeof(*w) + 2 * sizeof(counted);
    if (bytes > MOST_BYTES)
        return NULL;
    ss_arena_init(&arena, take_memory(bytes, filling), bytes);
    w = SS_ARENA_ARRAY(&arena, struct ss_world, 1);
    struct directories *directories = SS_ARENA_ARRAY(&arena, struct directories, 1);
    w->def = def;
    lay_out(w, &arena, directories);
    for (uint32_t i = 0; i < ss_room_count; i++)
        if (ss_rooms[i]->start)
            ss_rooms[i]->start(w);
    for (uint32_t cpu = 0; cpu < w->topology.cpus; cpu++)
        ss_wheel_set(&w->wheel, cpu, 0, cpu << 3);
    return w;
}

/* The rest of the definition says machine and kernel. What goes by numbers on purpose is left out:
 * changes of one task or to some CPUs, idle and batch policies of every so many-th task, policies
 * and classes of one's own. */
static bool leave_out_numbers(struct ss_world_def *def)
{
    def->workload = SS_WORKLOAD_NONE;
    def->interventions = 0;
    def->policy_words = 0;
    def->sched_idle_every = def->sched_batch_every = 0;
    if (def->fair_class == SS_FAIR_EXT)
        def->fair_class = SS_FAIR_MINIMAL;
    def->ring_records = RING;
    return ss_world_bytes(def) != 0;
}

/* Without what only the full fair class knows. */
static void make_minimal(struct ss_world_def *def)
{
    for (uint32_t i = 0; i < ss_option_count; i++)
        if (ss_options[i].needs_full)
            *(uint32_t *)((uint8_t *)def + ss_options[i].field) = ss_options[i].otherwise;
    def->fair_class = SS_FAIR_MINIMAL;
    def->cache_version = def->task_hints = 0;
    memset(def->cache_switch, 0, sizeof(def->cache_switch));
}

static void draw_plan(struct ss_prng *random, uint32_t cpus, uint32_t most)
{
    plan.actors = 1 + below(random, most);
    plan.processes = 0;
    for (uint32_t i = 0; i < plan.actors; i++) {
        struct actor *actor = &plan.actor[i];
        *actor = (struct actor){.cpu = below(random, one_in(random, 2) ? cpus : 1 + cpus / 4),
                                .place = i,
                                .process = -1,
                                .pinned = !one_in(random, 3),
                                .fifo = one_in(random, 5),
                                .steps = 2 + below(random, MOST_STEPS - 1)};
        for (uint32_t step = 0; step < actor->steps; step++) {
            const enum step_kind what = step < 2 ? step : below(random, STEP_KINDS);
            const uint32_t ns = 1000 + below(random, one_in(random, 4) ? 1000000 : 30000);
            actor->step[step] = (struct step){what, what <= SLEEP ? ns : below(random, LINES)};
        }
    }
}

/* ---- how it went ----------------------------------------------------------------------------- */

/* All of a run that is no name. */
struct outcome {
    struct ss_world_clock clock;
    int32_t result;
    bool cache_aware;
    uint64_t records; /* hash over when, where and of what kind, those of a moment in any order */
    struct {
        uint64_t runtime;
        uint32_t cpu, state, migrations, wakeups, latency;
    } actor[MOST_ACTORS];
    struct ss_cpu_ledger ledger[SS_LIMIT_CPUS];
};

static const uint16_t *cpu_name; /* what a CPU is called in the world that runs; NULL: as it is */

static uint32_t name_of_cpu(uint32_t cpu)
{
    return cpu_name ? cpu_name[cpu] : cpu;
}

static uint32_t cpu_of_name(const struct ss_world *w, uint32_t name)
{
    for (uint32_t cpu = 0; cpu < w->topology.cpus; cpu++)
        if (name_of_cpu(cpu) == name)
            return cpu;
    return name;
}

/* Idle CPUs look around at the same moment, each after those of lower numbers. */
static uint64_t hash_of_records(const struct ss_world *w)
{
    uint64_t hash = 0;
    for (uint64_t i = 0; i < w->clock->records; i++) {
        const struct ss_record *record = &w->ring[i & (RING - 1)];
        const uint64_t where = (uint64_t)cpu_of_name(w, record->cpu) << 8 | record->kind;
        const uint64_t when = (record->time ^ where << 40) * 0x9e3779b97f4a7c15u;
        hash += (when ^ when >> 29) * 0x9e3779b97f4a7c15u;
    }
    return hash;
}

/* False: there is no such world. */
static bool run_acted(const struct ss_world_def *def, struct outcome *outcome, int filling)
{
    struct ss_world *w = make_acted(def, filling);
    if (!w)
        return false;
    memset(outcome, 0, sizeof(*outcome));
    outcome->result = ss_exec_step(w, MOST_NS, MOST_RECORDS);
    if (outcome->result == SS_STEP_DEFECT)
        broken("a defect", (const char *)w->map->message);
    if (w->clock->records > RING) /* one event wrote over records that have not been read */
        return give_memory(w), false;
    outcome->clock = *w->clock;
    outcome->cache_aware = ss_cache_is_on(w);
    outcome->records = hash_of_records(w);
    for (uint32_t i = 0; i < plan.actors; i++) {
        const struct ss_task *task = &w->task[w->topology.cpus + plan.actor[i].place];
        outcome->actor[i].runtime = task->runtime;
        outcome->actor[i].cpu = cpu_of_name(w, (uint32_t)task->cpu);
        outcome->actor[i].state = task->state;
        outcome->actor[i].migrations = task->migrations;
        outcome->actor[i].wakeups = task->wakeups;
        outcome->actor[i].latency = task->last_latency;
    }
    for (uint32_t cpu = 0; cpu < w->topology.cpus; cpu++)
        ss_ledger_now(w, name_of_cpu(cpu), outcome->ledger[cpu].ns);
    give_memory(w);
    return true;
}

static void are_alike(const struct outcome *one, const struct outcome *other, const char *law)
{
    const struct ss_world_clock *a = &one->clock, *b = &other->clock;
    if (one->result != other->result || a->now != b->now || a->records != b->records)
        broken(law, "it takes another time");
    if (a->accesses != b->accesses || a->misses != b->misses)
        broken(law, "lines are touched otherwise");
    if (a->switches != b->switches || a->wakeups != b->wakeups || a->migrations != b->migrations ||
        a->score != b->score || a->latency_sum != b->latency_sum)
        broken(law, "tasks fare otherwise");
    if (memcmp(one->actor, other->actor, sizeof(one->actor)))
        broken(law, "one of the tasks fares otherwise");
    if (memcmp(one->ledger, other->ledger, sizeof(one->ledger)))
        broken(law, "the time of a CPU goes elsewhere");
    if (one->records != other->records)
        broken(law, "its records tell something else");
}

/* ---- tasks declared in another order --------------------------------------------------------- */

/* Of the places whose task_struct lies on one node any two may be exchanged; of the tasks that
 * begin on one CPU the first stays the first. */
static bool exchange_places(struct ss_prng *random, const struct ss_world_def *def)
{
    bool any = false;
    for (uint32_t tries = 0; tries < 3 * MOST_ACTORS; tries++) {
        struct actor *a = &plan.actor[below(random, plan.actors)];
        struct actor *b = &plan.actor[below(random, plan.actors)];
        const uint32_t low = ss_min_u32(a->place, b->place), high = ss_max_u32(a->place, b->place);
        bool may = low < high && def->cpu_node[low % def->cpus] == def->cpu_node[high % def->cpus];
        for (uint32_t i = 0; i < plan.actors; i++) {
            const struct actor *between = &plan.actor[i];
            if (between->place >= low && between->place <= high && between != a)
                may = may && between->cpu != a->cpu;
            if (between->place >= low && between->place <= high && between != b)
                may = may && between->cpu != b->cpu;
        }
        if (!may)
            continue;
        const uint32_t place = a->place;
        a->place = b->place;
        b->place = place;
        any = true;
    }
    return any;
}

bool tasks_in_another_order(struct asked *asked, const char *law)
{
    static struct outcome one, other;
    struct ss_world_def *def = asked->def;
    cpu_name = NULL;
    if (!leave_out_numbers(def))
        return false;
    draw_plan(&asked->random, def->cpus, MOST_ACTORS);
    if (!run_acted(def, &one, 0x5a) || !exchange_places(&asked->random, def))
        return false;
    run_acted(def, &other, 0xc3);
    are_alike(&one, &other, law);
    return true;
}

/* ---- processes numbered otherwise ------------------------------------------------------------ */

/* Tasks of a few processes that compute for so long between two sleeps that ticks find them. */
static void draw_processes(struct ss_prng *random)
{
    plan.processes = 2 + below(random, MOST_PROCESSES - 1);
    for (uint32_t i = 0; i < plan.actors; i++) {
        struct actor *actor = &plan.actor[i];
        actor->process = (int32_t)below(random, plan.processes);
        actor->fifo = false;
        actor->steps = 2;
        actor->step[0].amount *= 16;
    }
}

static bool rename_processes(struct ss_prng *random)
{
    uint16_t name[MOST_PROCESSES];
    bool any = false;
    for (uint32_t i = 0; i < plan.processes; i++)
        name[i] = (uint16_t)i;
    shuffle(random, name, plan.processes);
    for (uint32_t i = 0; i < plan.actors; i++) {
        const int32_t process = plan.actor[i].process;
        plan.actor[i].process = name[process];
        any = any || name[process] != process;
    }
    return any;
}

/* Under cache-aware balancing, which keeps words of each process: those of one are not touched for
 * another. Scans come with every tick. */
bool processes_numbered_otherwise(struct asked *asked, const char *law)
{
    static struct outcome one, other;
    struct ss_world_def *def = asked->def;
    cpu_name = NULL;
    def->fair_class = SS_FAIR_FULL;
    def->cache_enabled = 1;
    if (!def->cache_version)
        def->cache_version = 1 + below(&asked->random, SS_CACHE_VERSIONS - 1);
    def->cache_epoch_period = 1;
    if (!leave_out_numbers(def))
        return false;
    draw_plan(&asked->random, def->cpus, MOST_ACTORS);
    draw_processes(&asked->random);
    if (!run_acted(def, &one, 0x5a) || !one.cache_aware || !rename_processes(&asked->random))
        return false;
    run_acted(def, &other, 0xc3);
    are_alike(&one, &other, law);
    return true;
}

/* ---- CPUs numbered otherwise ----------------------------------------------------------------- */

/* Renames the busy CPUs and keeps their order, which decides between two events of the same moment.
 * Numbers stay on their nodes, on which structures by number lie. `up`: CPUs go to the next free
 * numbers from above, else from below. */
static void name_busy(struct ss_prng *random, const struct ss_world_def *def, const bool *busy,
                      bool up, uint16_t *names, bool *taken)
{
    const uint32_t cpus = def->cpus;
    uint32_t bound = up ? cpus : 0; /* the first that may not be had any more, or may still */
    for (uint32_t i = 0; i < cpus; i++) {
        const uint32_t cpu = up ? cpus - 1 - i : i;
        if (!busy[cpu])
            continue;
        const uint32_t first = up ? cpu : bound, span = up ? bound - cpu : cpu + 1 - bound;
        uint32_t name;
        do
            name = first + below(random, span);
        while (def->cpu_node[name] != def->cpu_node[cpu]);
        names[cpu] = (uint16_t)name;
        taken[name] = true;
        bound = up ? name : name + 1;
    }
}

/* The others get the numbers of their node that are left, from any on. */
static void name_idle(struct ss_prng *random, const struct ss_world_def *def, const bool *busy,
                      uint16_t *names, bool *taken)
{
    for (uint32_t cpu = 0; cpu < def->cpus; cpu++) {
        if (busy[cpu])
            continue;
        uint32_t name = below(random, def->cpus);
        while (taken[name] || def->cpu_node[name] != def->cpu_node[cpu])
            name = (name + 1) % def->cpus;
        names[cpu] = (uint16_t)name;
        taken[name] = true;
    }
}

static bool draw_cpu_names(struct ss_prng *random, const struct ss_world_def *def, uint16_t *names)
{
    bool busy[SS_LIMIT_CPUS] = {false}, taken[SS_LIMIT_CPUS] = {false}, any = false;
    for (uint32_t i = 0; i < plan.actors; i++)
        busy[plan.actor[i].cpu] = true;
    name_busy(random, def, busy, one_in(random, 2), names, taken);
    name_idle(random, def, busy, names, taken);
    for (uint32_t cpu = 0; cpu < def->cpus; cpu++)
        any = any || (busy[cpu] && names[cpu] != cpu);
    return any;
}

static void rename_cpus(struct ss_world_def *to, const struct ss_world_def *from,
                        const uint16_t *names)
{
    for (uint32_t cpu = 0; cpu < from->cpus; cpu++) {
        const uint32_t name = names[cpu];
        to->cpu_core[name] = from->cpu_core[cpu];
        to->cpu_l2[name] = from->cpu_l2[cpu];
        to->cpu_llc[name] = from->cpu_llc[cpu];
        to->cpu_package[name] = from->cpu_package[cpu];
        to->cpu_node[name] = from->cpu_node[cpu];
    }
    for (uint32_t i = 0; i < plan.actors; i++)
        plan.actor[i].cpu = names[plan.actor[i].cpu];
}

/* Where nothing scans CPUs: ordinary tasks of the minimal fair class that stay on theirs. The RT
 * class keeps words of several CPUs on one line, and the full fair class looks for CPUs. */
bool busy_cpus_numbered_otherwise(struct asked *asked, const char *law)
{
    static struct outcome one, other;
    static uint16_t names[SS_LIMIT_CPUS];
    struct ss_world_def *def = asked->def;
    make_minimal(def);
    cpu_name = NULL;
    if (!leave_out_numbers(def))
        return false;
    draw_plan(&asked->random, def->cpus, ss_min_u32(MOST_ACTORS, (def->cpus + 1) / 2));
    for (uint32_t i = 0; i < plan.actors; i++) {
        plan.actor[i].pinned = true;
        plan.actor[i].fifo = false;
    }
    if (!draw_cpu_names(&asked->random, def, names) || !run_acted(def, &one, 0x5a))
        return false;
    struct ss_world_def *from = malloc(sizeof(*from));
    memcpy(from, def, sizeof(*from));
    rename_cpus(def, from, names);
    free(from);
    cpu_name = names;
    run_acted(def, &other, 0xc3);
    are_alike(&one, &other, law);
    return true;
}
