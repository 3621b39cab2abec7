/*
 * What the versions of schbench share with the one whose threads are placed by hand: the parameters
 * of all of them, the words of a thread, and how messengers and workers reach each other. What a
 * version does between that is its own: schbench.c, schbench_placed.c. Private to workload/.
 */
#ifndef SS_WORKLOAD_SCHBENCH_H
#define SS_WORKLOAD_SCHBENCH_H

#include "exec/path.h"
#include "workload/workload.h"

#define SS_SCHBENCH(P, work, sleep)                                                                \
    P(MESSENGERS, "messengers", WHOLE(1, 1024), "the number of messengers")                        \
    P(WORKERS, "workers", WHOLE(1, SS_LIMIT_TASKS - 2), "the workers of a messenger")              \
    P(WORK_NS, "work", TIME(1, SS_LONGEST_NS), work)                                               \
    P(SLEEP_NS, "sleep", TIME(1, SS_LONGEST_NS), sleep)
#define SS_SCHBENCH_2021(P)                                                                        \
    SS_SCHBENCH(                                                                                   \
        P, "how long workers, and the messenger after waking them, spin; 30 ms in the benchmark",  \
        "how long a messenger sleeps before it wakes its workers, and up to a quarter more; 30 "   \
        "ms in the benchmark")

#define SS_SCHBENCH_BETWEEN_WAKES_NS                                                               \
    50 /* user code of a messenger from one wake-up to the next; assumed */
#define SS_SCHBENCH_APART_NS                                                                       \
    100000 /* the first cycles of workers begin apart, by at most this much */

/* What all versions keep of a thread. */
struct ss_schbench_thread {
    u64 stamp; /* when it was woken, as its messenger saw it; of a kernel thread when it got work */
    i32 list;  /* task id + 1 of the next in its messenger's list; of a messenger the first of it */
    bool started;
};

/* The roles of its tasks; kernel threads and tasks beside a messenger only where threads are
 * placed. */
enum ss_schbench_role {
    SS_SCHBENCH_MAIN,
    SS_SCHBENCH_MESSENGER,
    SS_SCHBENCH_WORKER,
    SS_SCHBENCH_KWORKER,
    SS_SCHBENCH_BESIDE,
    SS_SCHBENCH_ROLES
};
extern const struct ss_role ss_schbench_roles[SS_SCHBENCH_ROLES];
/* Of the main thread, the messengers and their workers. */
struct ss_who ss_schbench_who(const struct ss_world_def *def, u32 index);

/* Rules between the parameters that all versions have, and what those threads need. */
bool ss_schbench_check(const struct ss_world_def *def, struct ss_message *message);
void ss_schbench_needs(const struct ss_world_def *def, struct ss_workload_needs *needs);
u32 ss_schbench_futex_home(const struct ss_world *w, u32 index);

/* The first messenger; its workers follow, then the next messenger. */
i32 ss_schbench_first_thread(const struct ss_world *w);

/* Until a messenger of the older versions wakes its workers again, ns; drawn. */
u64 ss_schbench_sleep_ns(struct ss_world *w, const struct ss_cpu *cpu);

/* The version of 2021 measures a wake-up behind the work, which it takes off again. */
void ss_schbench_woken(struct ss_world *w, const struct ss_cpu *cpu);

/* Wakes all workers that have reported back, under one time stamp, last come first. */
struct wake_workers_frame {
    struct ss_path path;
    /* kept */
    u64 stamp;
    i32 worker, next;
};
bool wake_workers(struct ss_world *w, struct ss_cpu *cpu);

/* Of a messenger, behind that: until the first reports back. */
struct wait_until_posted_frame {
    struct ss_path path;
    /* kept */
    bool running;
};
bool wait_until_posted(struct ss_world *w, struct ss_cpu *cpu);

/* Tells the messenger that it may be woken, and waits for that. */
struct report_back_frame {
    struct ss_path path;
};
bool report_back(struct ss_world *w, struct ss_cpu *cpu);

/* What threads run. */
struct ss_schbench_programs {
    ss_path_function *messenger, *worker;
    u32 messenger_bytes, worker_bytes; /* of their frames */
    u16 worker_smt_1024;               /* as ss_user_task; 0: none */
    /* Says where a thread may run before it is placed; NULL: anywhere. */
    void (*settle)(struct ss_world *w, struct ss_task *task, bool works);
};

/* Makes the main thread; then places it and makes the others, which sleep until they are created.
 */
struct ss_task *ss_schbench_main(struct ss_world *w);
void ss_schbench_threads(struct ss_world *w, const struct ss_schbench_programs *programs);

#endif
