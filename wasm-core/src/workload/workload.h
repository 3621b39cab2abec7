/*
 * Benchmarks as programs of tasks. A workload says how many tasks, futexes and affinity sets it
 * needs, then makes them; what a task does is a path. One file a benchmark, which opens with its
 * parameters, and one line in include/workloads.h.
 */
#ifndef SS_WORKLOAD_WORKLOAD_H
#define SS_WORKLOAD_WORKLOAD_H

#include "base/message.h"
#include "exec/path.h"
#include "exec/room.h"
#include "exec/user.h"
#include "mm/mm.h"
#include "workload/parameters.h"

struct ss_workload_needs {
    u32 tasks, futexes, affinities;
    u32 processes;       /* with more than one thread: see ss_sched_join_process */
    u32 pipes, sockets;  /* all created by a task on the first CPU */
    u32 pipe_call_ns;    /* fixed work of a read or write of a pipe; 0: SS_PIPE_CALL_NS */
    u32 footprints;      /* that its tasks keep in caches: exec/footprint.h */
    u32 structure_bytes; /* of memory that they share, told apart by line */
    struct ss_mm_needs memory;
    bool futex_words; /* programs use the futexes' words: mutexes, barriers */
    bool routes;      /* its messages count their use of a route, of which each CPU has one */
    bool latencies;   /* it measures latencies: see ss_workload_latency */
};

/* What tasks of a workload are for, as people call them, and the form of their mark. */
struct ss_role {
    const char *name;
    u32 form; /* SS_FORM_... */
};

/* A task by its role and which one of that role it is, from 0. */
struct ss_who {
    u16 role; /* of the roles of its workload */
    u16 number;
};

#define SS_ROLES_ARE(table) .roles = (table), .role_count = SS_ARRAY_LENGTH(table)

struct ss_workload_kind {
    const char *name; /* as a scenario writes it */
    u32 task_bytes;   /* of what it keeps of each of its tasks: SS_OWN_TASK */
    /* Of what it keeps of all of them together. NULL: nothing. */
    u32 (*shared_bytes)(const struct ss_world_def *def);
    u32 traits; /* SS_TRAIT_...: what it is about */
    const struct ss_parameter *parameters;
    u32 parameter_count;
    /* True if parameters, each within its range, fit each other and this machine; else the message
     * says field, problem and remedy. NULL: they always do. */
    bool (*check)(const struct ss_world_def *def, struct ss_message *message);
    void (*needs)(const struct ss_world_def *def, struct ss_workload_needs *needs);
    const struct ss_role *roles;
    u32 role_count;
    /* The role and number of task `index` of those that `needs` asks for. NULL: all have the first
     * role. */
    struct ss_who (*who)(const struct ss_world_def *def, u32 index);
    /* A CPU on whose node futex `index` lies. */
    u32 (*futex_home)(const struct ss_world *w, u32 index);
    /* Fills affinity sets (from index 1) and places the tasks. */
    void (*start)(struct ss_world *w);
    /* What its tasks take from the memory of each node, where it models that itself. NULL: it does
     * not. */
    void (*traffic)(const struct ss_world *w, struct ss_traffic_view *by_node);
};

/* The first of the roles that a host knows are those of the tasks that no workload makes. */
enum { SS_ROLE_IDLE, SS_ROLE_MIGRATION, SS_ROLES_OF_WORKLOAD };

/* What the workload of a world keeps of its tasks. */
struct ss_workload {
    const struct ss_workload_kind *kind;
    void *task;   /* by index, kind->task_bytes each; zero at the start */
    void *shared; /* kind->shared_bytes; the same */
    u32 structure_bytes;
};

/* What the workload keeps of a task of its own. */
void *ss_workload_own(const struct ss_world *w, i32 task);

/* What a kind keeps of each of its tasks is a struct of its own, task_bytes long and zero at the
 * start: own(w, task) is that of a task. */
#define SS_OWN_TASK(type)                                                                          \
    static struct type *own(const struct ss_world *w, i32 task)                                    \
    {                                                                                              \
        return ss_workload_own(w, task);                                                           \
    }

/* At its start the tasks of the definition's workload are placed; the views and names give the role
 * of each task. */
extern const struct ss_room ss_workload_room;

/* The kind of a definition, or NULL if there is no such workload. */
const struct ss_workload_kind *ss_workload_kind(u32 workload);

/* For `check`: true if there is no problem, else the message says it. */
bool ss_workload_fits(struct ss_message *message, const char *problem);

/* For `futex_home`: futex i lies on the node of CPU i; after the last comes the first again. */
u32 ss_home_by_index(const struct ss_world *w, u32 index);

/* Purposes of random streams; part of the determinism contract: never renumber. */
enum ss_random_purpose { SS_RANDOM_PROGRAM = 1, SS_RANDOM_AGE = 3 }; /* 2, 4: fair.h */

/* The next task id of the workload, set up as FIFO with this priority (kernel prio) and affinity.
 */
struct ss_task *ss_workload_task(struct ss_world *w, u32 index, i32 group, i16 prio, u8 policy,
                                 u32 affinity);

/* A program and the bytes of its frame, as functions that place tasks take them. */
#define PROGRAM(path) path, sizeof(struct path##_frame)

/* The fixed part of making a process or a thread, spec "Workload models" section 2. */
#define SS_FORK_NS 60000
#define SS_CLONE_NS 15000

/* The current task makes others one by one: `count` that sleep at the start, from `first` on, each
 * `step` ids behind the one before. */
struct create_tasks_frame {
    struct ss_path path;
    /* arguments */
    i32 first;
    u32 count, step;
    u32 ns; /* SS_FORK_NS or SS_CLONE_NS */
    /* kept */
    u32 created;
};
bool create_tasks(struct ss_world *w, struct ss_cpu *cpu);

/* The program of a task that computes and never waits: something else on the machine. */
struct run_for_good_frame {
    struct ss_path path;
};
bool run_for_good(struct ss_world *w, struct ss_cpu *cpu);

/* Latencies as the workload itself measures them. */
void ss_workload_latency(struct ss_world *w, enum ss_code series, u64 ns);

/* The speed of mixed work beside a busy sibling, of 1024: half of what the machine says two busy
 * siblings do together ("Hardware model" 5.1 and 5.4). A kind of work for which
 * "Workload models" 3.1 gives a share names that; one that was measured with busy siblings, as that
 * of the RT benchmarks, names none and takes the time it says. */
static inline u16 ss_workload_mixed_smt(const struct ss_world *w)
{
    return (u16)(w->platform.smt_factor_1024 / 2);
}

/* A unit of the workload's work is finished by the current task. */
void ss_workload_score(struct ss_world *w, struct ss_cpu *cpu);

#define SS_DECLARE_WORKLOAD(with, name, code, kind)                                                \
    extern const struct ss_workload_kind ss_workload_##kind;                                       \
    extern const char *const ss_workload_##kind##_says[];
SS_WORKLOADS(SS_DECLARE_WORKLOAD, )

#endif
