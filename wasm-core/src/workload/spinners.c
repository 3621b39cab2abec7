/*
 * Threads that only compute: processes of a number of threads, always runnable or with pauses,
 * placed on the caches of the machine as asked. No benchmark, but what the properties of
 * cache-aware balancing are stated of (spec "Cache-aware load balancing" section 4). Score: pieces
 * of work, a millisecond each at full speed or as long as the thread runs between two pauses.
 */
#include "sched/api.h"
#include "workload/places.h"
#include "workload/workload.h"

enum parameter {
    PROCESSES,
    THREADS,    /* of the first process */
    OTHERS,     /* of every other one; 0: as many */
    MEMORY_MIB, /* of a process, all of it resident */
    ON_NS,      /* between two pauses; 0: no pauses */
    OFF_NS,
    PLACES,     /* enum ss_places */
    LATER_NS,   /* a process begins that much after the one before */
    LEAVING,    /* threads of the first process that end */
    LEAVING_NS, /* when */
    MEMORY_ON,  /* enum memory_on: what NUMA balancing has found out about it */
};
enum memory_on { MEMORY_UNKNOWN, MEMORY_FIRST, MEMORY_SECOND, MEMORY_IN_TURN };

#define PRIO_NORMAL 120
#define POLICY_NORMAL 0
#define PIECE_NS 1000000
#define MOST_PROCESSES 64
#define MOST_NS 2000000000u

/* A thread's own words. */
enum { BEGUN, INDEX };

static u32 parameter(const struct ss_world *w, enum parameter p)
{
    return w->def->workload_parameter[p];
}

static u32 threads_of(const u32 *p, u32 process)
{
    return process && p[OTHERS] ? p[OTHERS] : p[THREADS];
}

static u32 all_threads(const u32 *p)
{
    return p[THREADS] + (p[PROCESSES] - 1) * threads_of(p, 1);
}

static bool check(const struct ss_world_def *def, struct ss_message *message)
{
    const u32 *p = def->workload_parameter;
    const char *problem = NULL;
    if (!p[PROCESSES] || p[PROCESSES] > MOST_PROCESSES)
        problem = "workload.processes: must be between 1 and 64";
    else if (!p[THREADS] || p[THREADS] > 1024 || p[OTHERS] > 1024 ||
             all_threads(p) > SS_LIMIT_TASKS)
        problem = "workload.threads, others: must be between 1 and 1024, 0 of the others for as "
                  "many, and all together at most 16384";
    else if (p[MEMORY_MIB] > 1 << 20)
        problem = "workload.memory: must be at most 1048576 MiB";
    else if (p[ON_NS] > MOST_NS || p[OFF_NS] > MOST_NS || p[LATER_NS] > MOST_NS ||
             p[LEAVING_NS] > MOST_NS)
        problem = "workload.on, off, later, leaving_after: must be at most 2 s";
    else if (p[PLACES] > SS_PLACES_TOGETHER)
        problem = "workload.places: must be 0 (across) or 1 (together)";
    else if (p[MEMORY_ON] > MEMORY_IN_TURN || (p[MEMORY_ON] > MEMORY_FIRST && def->nodes < 2))
        problem = "workload.memory_on: must be 0 (unknown) to 3 (in turn), and 0 or 1 (first) on a "
                  "machine of one node";
    else if (p[LEAVING] > p[THREADS])
        problem = "workload.leaving: must be at most the threads of the first process";
    return ss_workload_fits(message, problem);
}

static void needs(const struct ss_world_def *def, struct ss_workload_needs *needs)
{
    const u32 *p = def->workload_parameter;
    *needs = (struct ss_workload_needs){.tasks = all_threads(p), .processes = p[PROCESSES]};
}

/* ---- what a thread does ---------------------------------------------------------------------- */

static bool leaves(struct ss_world *w, const struct ss_cpu *cpu)
{
    const struct ss_task *task = ss_current(w, cpu);
    return !task->group && task->program[INDEX] < parameter(w, LEAVING) &&
           cpu->clock >= parameter(w, LEAVING_NS);
}

/* The first piece ends somewhere in its middle. */
static u64 piece_ns(struct ss_world *w, const struct ss_cpu *cpu)
{
    struct ss_task *task = ss_current(w, cpu);
    const u32 whole = parameter(w, OFF_NS) ? parameter(w, ON_NS) : PIECE_NS;
    return task->program[BEGUN]++ ? whole : 1 + ss_prng_below(&task->random, whole);
}

struct spin_frame {
    struct ss_path path;
};

static bool spin(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(spin);
    PATH_BEGIN;
    if (!ss_current(w, cpu)->program[BEGUN] && ss_current(w, cpu)->group && parameter(w, LATER_NS))
        PATH_CALL(hrtimer_nanosleep, .ns = (u64)ss_current(w, cpu)->group * parameter(w, LATER_NS));
    if (leaves(w, cpu))
        PATH_CALL(sleep_for_good);
    PATH_CALL(user_run, .ns = piece_ns(w, cpu));
    ss_workload_score(w, cpu);
    if (parameter(w, OFF_NS))
        PATH_CALL(hrtimer_nanosleep, .ns = parameter(w, OFF_NS));
    PATH_END;
}

/* ---- where it begins ------------------------------------------------------------------------- */

/* Of one or of the first two nodes. */
static void set_memory_node(struct ss_world *w, i32 task, u32 thread)
{
    const u32 on = parameter(w, MEMORY_ON);
    if (on == MEMORY_IN_TURN)
        ss_sched_set_memory_node(w, task, thread % 2);
    else if (on != MEMORY_UNKNOWN)
        ss_sched_set_memory_node(w, task, on - MEMORY_FIRST);
}

static void start(struct ss_world *w)
{
    const u32 *p = w->def->workload_parameter;
    u32 made = 0;
    for (u32 process = 0; process < p[PROCESSES]; process++)
        for (u32 i = 0; i < threads_of(p, process); i++, made++) {
            struct ss_task *task =
                ss_workload_task(w, made, (i32)process, PRIO_NORMAL, POLICY_NORMAL, 0);
            task->smt_1024 = ss_workload_mixed_smt(w);
            task->program[INDEX] = i;
            ss_sched_join_process(w, ss_task_id(w, task), process);
            ss_sched_set_memory(w, process, (u64)p[MEMORY_MIB] << 20);
            ss_sched_place_task(w, ss_task_id(w, task), ss_place_cpu(w, p[PLACES], made), spin,
                                sizeof(struct spin_frame));
            set_memory_node(w, ss_task_id(w, task), i);
        }
}

const struct ss_workload_kind ss_workload_spinners = {"spinners", check, needs, ss_home_by_index,
                                                      start};
