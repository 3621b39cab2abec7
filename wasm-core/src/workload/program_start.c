/* Where a program begins: its sets of CPUs, barriers, tasks in their places and their memory. */
#include "workload/program_start.h"

#include "exec/footprint.h"
#include "ipc/futex.h"
#include "ipc/ipc.h"
#include "sched/cache/state.h"
#include "sched/core/state.h"
#include "workload/program_words.h"

#define ACCESSES_A_MS 20000 /* of the last-level cache, a ms of work: an assumption */
#define OVERLAP_TENTHS 20   /* misses in flight: an assumption, as in chacha20.c */

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

static void start_task(struct ss_world *w, const struct ss_program *program, u32 k, u32 number,
                       ss_path_function *path, u32 path_bytes)
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
    ss_sched_place_sleeping(w, id, place_of(w, task, index), path, path_bytes);
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

void ss_program_start(struct ss_world *w, ss_path_function *main, u32 main_bytes,
                      ss_path_function *task, u32 task_bytes)
{
    const struct ss_program program = ss_program_of(w);
    u32 footprint = 0;
    start_sets(w, &program);
    start_resources(w, &program);
    ss_sched_place_task(w, ss_task_id(w, ss_workload_task(w, 0, -1, SS_PRIO_FAIR, 0, 0)), 0, main,
                        main_bytes);
    for (u32 k = 0; k < program.head->kinds; k++) {
        for (u32 i = 0; i < program.kind[k].count + program.kind[k].forkable; i++)
            start_task(w, &program, k, i, task, task_bytes);
        footprint = start_footprints(w, &program, k, footprint);
        if (program.kind[k].process)
            start_memory(w, &program, program.kind[k].process);
    }
}
