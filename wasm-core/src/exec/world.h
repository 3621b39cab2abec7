/*
 * The run-time state every kernel path works on: CPUs, tasks, the calendar of events, and the
 * directory of rooms. Holds no scheduling policy and no kernel structure; those live in their rooms
 * behind the pointers at the end.
 *
 * Pointers stand only in struct ss_world, written once at creation. Everything that changes lies in
 * the state region behind them and refers by index, so a keyframe is a plain copy of that region.
 */
#ifndef SS_EXEC_WORLD_H
#define SS_EXEC_WORLD_H

#include "base/arena.h"
#include "base/bitset.h"
#include "base/check.h"
#include "base/histogram.h"
#include "base/prng.h"
#include "base/wheel.h"
#include "exec/layout.h"
#include "exec/parked.h"
#include "exec/shared.h"
#include "exec/structures.h"
#include "machine/c2c.h"
#include "machine/coherence.h"
#include "machine/platform.h"
#include "machine/topology.h"
#include "schedscape.h"

struct ss_world;
struct ss_cpu;

/* A kernel path: see exec/path.h. True when it is finished, false when it waits. */
typedef bool ss_path_function(struct ss_world *w, struct ss_cpu *cpu);

#define SS_NO_TASK (-1)
#define SS_PRIO_FAIR 120 /* kernel prio of nice 0 */
#define SS_STACK_BYTES                                                                             \
    1008 /* the deepest chain of paths (wake, push, find, spinlock) needs 640                      \
          */

/* The kernel stack of a task: frames of suspended paths. Function addresses are constants of the
 * module, so a copy of the stack stays valid in every world of the same instance. */
struct ss_stack {
    /* From the start of all stacks on; valid while the task does not run: else the CPU has them. */
    u32 frame; /* the innermost one, or SS_STACK_EMPTY */
    u32 end;   /* behind it */
    u64 bytes[SS_STACK_BYTES / 8];
};

#define SS_STACK_EMPTY UINT32_MAX

/* What ends the present wait of a CPU. */
enum ss_wait {
    SS_WAIT_NONE,    /* a path is running right now */
    SS_WAIT_TURN,    /* local clock ran ahead: back in line before something that may miss */
    SS_WAIT_ACCESS,  /* a load or atomic in flight */
    SS_WAIT_COMPUTE, /* kernel compute */
    SS_WAIT_LOCK,    /* until the holder hands over */
    SS_WAIT_USER,    /* user compute: interruptible */
    SS_WAIT_IDLE,    /* nothing to do: interruptible */
};

/* The interrupt vectors of the simulated machine. */
enum ss_vector {
    SS_VECTOR_RESCHEDULE,
    SS_VECTOR_CALL_FUNCTION,
    SS_VECTOR_TIMER,
    SS_VECTOR_TICK,
    SS_VECTORS
};

/* Order of event kinds at equal time and CPU: completion < IPI < timer < tick. */
enum ss_event_kind {
    SS_EVENT_COMPLETION,
    SS_EVENT_RESCHEDULE_IPI,
    SS_EVENT_CALL_IPI,
    SS_EVENT_TIMER,
    SS_EVENT_TICK,
    SS_EVENT_KINDS
};

/* Events of the world, behind those of the CPUs; at one time a change comes before the window. */
enum ss_world_event { SS_WORLD_EVENT_MEASURE, SS_WORLD_EVENT_INTERVENE, SS_WORLD_EVENTS };

/* The first host line holds most of what accesses and events touch. */
struct ss_cpu {
    _Alignas(SS_ARENA_ALIGNMENT) u64 clock; /* local time; everything before it is accounted for */
    u64 event_time; /* time of the event being processed: clock may lie ahead of it */
    u32 number;
    u32 ahead[2]; /* ns accounted beyond event_time: kernel, private */
    u32 frame;    /* of the path that runs: as in struct ss_stack */
    u32 frame_end;
    u32 in_flight_wait; /* ns the access in flight spends behind others */
    u32 address;        /* waited for (SS_WAIT_ACCESS) */
    u32 path_accesses;  /* running count: decisions take differences */
    i32 current;        /* task */
    u16 symbol;         /* of the access or wait at hand */
    u8 wait;            /* enum ss_wait */
    u8 in_flight;       /* ledger kind of the access in flight, or of the compute */
    u8 pending_vectors; /* bit set: arrived, not yet served */
    u8 noticed_vectors; /* bit set: not by an interrupt, its idle saw the store */
    bool switched;      /* the path that just returned changed the current task */
    bool need_resched;
    bool resched_lazily; /* as need_resched, but at the next return to user mode */
    bool task_work;      /* the current task has work to do before it returns to user mode */
    bool interrupted;    /* runs an interrupt path */
    u8 parked;           /* enum ss_parked */
    u64 since;           /* start of the present wait */
    u32 user_speed;      /* of the user work under way, of 65536 */
    u64 idle_since;      /* when it switched to its idle task */

    i32 result; /* of the path that finished last */
    u32 stored; /* address of its last store that missed: what a full barrier waits for */
    i32 lock;   /* waited for (SS_WAIT_LOCK), or what it has parked is about */
    i32 idle_task;
    i32 timer_head; /* first task in the CPU's timer queue, by expiry */
    /* Zero where nothing is kept, so that the state does not tell into what steps a run was cut. */
    struct ss_act early; /* the access that waits for its turn */
    struct ss_act rest[SS_MOST_ACTS - 1];
    u8 rest_count; /* acts left in `rest`; the next one is the last */
};

/* What exec runs a task by. What a room keeps of it besides lies in columns of that room, by id. */
struct ss_task {
    u64 timer_expires; /* SS_NEVER when no timer is set */
    u64 woken_at;      /* when it became runnable last */
    u64 runtime;
    u64 started_at; /* when it last got the CPU */
    u64 since;      /* when it got into its state, for views */
    i32 cpu;
    i32 group;   /* workload instance */
    u32 address; /* of its task_struct line */
    i16 prio;    /* kernel priority in effect: a boost included */
    i16 normal_prio;
    u8 policy; /* 0 normal, 1 FIFO, 2 RR, 3 stop */
    u8 state;  /* SS_TASK_... */
    bool on_cpu;
    bool on_rq;
    bool dead; /* it ends with this sleep */
    /* Off its queue on the way to another CPU, runnable all the while (TASK_ON_RQ_MIGRATING). */
    bool migrating;
    u16 allowed_count; /* CPUs in its affinity, saturating */
    u32 affinity;      /* index of its affinity set */
    i32 timer_next;
    i32 wake_next;                  /* next in a wake list */
    i32 queue_next, queue_previous; /* run queue list of its class */
    u32 migrations, wakeups, last_latency;
    struct ss_prng random;
};

/* A touch as the probes see it: before it takes effect. Barriers come with operation
 * SS_OPERATION_BARRIER and no address. */
struct ss_touch_note {
    u32 operation; /* enum ss_operation */
    u32 address;
    u32 symbol;
    u32 detail; /* bit number, or kind of barrier */
    u32 cpu;
};

struct ss_observer {
    void (*note)(void *context, const struct ss_touch_note *touch);
    void *context;
};

/* What exec asks of the rooms above it. */
struct ss_hooks {
    ss_path_function *interrupt[SS_VECTORS];         /* serves one vector, interrupts off */
    ss_path_function *schedule;                      /* picks and switches if need_resched is set */
    ss_path_function *stop_one_cpu;                  /* wakes a stopper thread: sched/run_queue.h */
    u32 interrupt_frame[SS_VECTORS], schedule_frame; /* frame sizes */
    void (*intervene)(struct ss_world *w);           /* makes the changes that are due now */
    /* debug builds, after every event: what does not hold, or NULL; the hook may be NULL, too */
    const char *(*broken)(const struct ss_world *w);
};

struct ss_limits {
    u32 ring_records, explain_records;
};

/* What was counted before anything was taken. */
struct ss_sizes {
    u32 lines, rows, locks;
    u32 state_offset, state_pages; /* of SS_STATE_PAGE_BYTES; filled once the state is laid out */
};

struct ss_world {
    struct ss_topology topology;
    struct ss_platform platform;
    struct ss_coherence coherence;
    struct ss_c2c c2c;
    struct ss_shared shared;
    struct ss_layouts layouts;
    struct ss_wheel wheel;
    struct ss_limits limits;
    struct ss_sizes sizes;
    struct ss_hooks hooks;
    struct ss_observer observer; /* note NULL: no observer */

    u32 tasks;
    u32 stoppers;  /* first of the threads of the stop class, one a CPU; `tasks`: there are none */
    u32 processes; /* that have more than one thread */
    struct ss_cpu *cpu;        /* by number */
    struct ss_task *task;      /* by id; idle tasks first, id = CPU */
    struct ss_user_task *user; /* by task: user.h */
    struct ss_stack *stack;    /* by task */
    u64 *affinity;             /* bitsets: [index * topology.cpu_words] */
    u32 affinities;
    struct ss_world_clock *clock;
    struct ss_world_effort *effort;
    struct ss_cpu_ledger *ledger, *ledger_window;
    struct ss_footprints *footprints; /* NULL: no task has any */
    u32 *transfers;                   /* llc x llc */
    struct ss_histogram *latency;     /* by LATENCY_ code, of the window; none: not measured */
    u32 latencies;
    struct ss_record *ring;
    union ss_explained *explain;
    struct ss_steps *steps; /* as many, for records to come; then those that explaining writes
                             * into (sched/explain). NULL: explain_steps is off */
    u32 *mcs_address;       /* by CPU */

    struct ss_locks *locks;
    struct ss_domains *domains;
    struct ss_sched *sched;
    struct ss_mm *mm;
    struct ss_ipc *ipc;
    struct ss_policy *policy; /* NULL: everything is as Linux has it */
    struct ss_workload *workload;

    const struct ss_world_def *def;
    struct ss_world_map *map;
    struct ss_outputs *outputs; /* of world/: what the host reads, and what keyframes need */
    u64 until;                  /* bound of the present step */
    u32 defect;
};

static inline struct ss_cpu *ss_cpu(struct ss_world *w, u32 number)
{
    return &w->cpu[number];
}

/* It is to switch before it returns to user mode, whether it was told to at once or lazily. */
static inline bool ss_wants_resched(const struct ss_cpu *cpu)
{
    return cpu->need_resched || cpu->resched_lazily;
}

static inline struct ss_task *ss_current(struct ss_world *w, const struct ss_cpu *cpu)
{
    return &w->task[cpu->current];
}

static inline i32 ss_task_id(const struct ss_world *w, const struct ss_task *task)
{
    return (i32)(task - w->task);
}

static inline u64 *ss_affinity(const struct ss_world *w, const struct ss_task *task)
{
    return w->affinity + (u64)task->affinity * w->topology.cpu_words;
}

/* The task may use the CPUs of that set from now on. */
static inline void ss_take_affinity(const struct ss_world *w, struct ss_task *task, u32 set)
{
    task->affinity = set;
    task->allowed_count = (u16)ss_bitset_count(ss_affinity(w, task), w->topology.cpu_words);
}

/* 0 while only counting. */
static inline u32 ss_node_of_cpu(const struct ss_world *w, u32 cpu)
{
    SS_DEBUG_CHECK(cpu < w->topology.cpus);
    return w->topology.node ? w->topology.node[cpu] : 0;
}

/* A broken invariant stops the world with a message instead of a crash. */
void ss_defect(struct ss_world *w, const char *what);

#define SS_CHECK(w, condition, what)                                                               \
    do {                                                                                           \
        SS_DEBUG_CHECK(condition);                                                                 \
        if (!(condition))                                                                          \
            ss_defect((w), (what));                                                                \
    } while (0)

#endif
