/*
 * A policy of one's own as the rooms that ask it see it: what it keeps of a world, how a call of it
 * begins and goes on, and what it wants to know of those rooms, which hand it in. What its code may
 * be is in verify.h, what the code does in machine.h.
 */
#ifndef SS_POLICY_POLICY_H
#define SS_POLICY_POLICY_H

#include "exec/path.h"

#define SS_POLICY_LEFT INT32_MIN /* no answer: Linux decides */
#define SS_POLICY_NO_WORD UINT32_MAX

/* Why a call has stopped. */
enum ss_policy_want {
    SS_POLICY_WANTS_NOTHING,
    SS_POLICY_WANTS_WORD,
    SS_POLICY_WANTS_PATH,
    SS_POLICY_WANTS_END
};

/* A CPU's call: one at a time, since a kernel path takes no interrupts and these do not switch. */
struct ss_policy_vm {
    i64 r[SS_POLICY_REGISTERS];
    struct ss_prng random;
    i64 argument[SS_POLICY_ARGUMENTS]; /* what it was asked */
    u64 started;
    u32 accesses_before;
    u32 address;    /* of the word it wants */
    u32 operations; /* of this call */
    u32 spent;      /* ns of them that have passed */
    u64 wanted;     /* when it began to want what it waits for */
    u16 pc;         /* the word of code behind the one at hand */
    u8 want, end, point;
    u8 operation; /* on the word it wants */
    bool runs;
    bool did; /* something that needs no answer */
};

/* What a room answers, by POLICY_CALL_...: the address of the word to be read (or none:
 * SS_POLICY_NO_WORD) and the operation, and the value once it was; or a path with the frame below.
 * Of a task or CPU that there is. */
struct ss_policy_question {
    u32 (*word)(const struct ss_world *w, i64 of, u32 *operation);
    i64 (*value)(const struct ss_world *w, i64 of, i64 and);
    ss_path_function *path;
};

struct policy_question_frame {
    struct ss_path path;
    /* arguments */
    i32 of;
};

/* A point of the kernel at which a policy is asked. Result: its answer, or SS_POLICY_LEFT. */
struct policy_point_frame {
    struct ss_path path;
    /* arguments */
    i32 task; /* -1: it is about no task */
    u32 cpu;
    u16 flags; /* POLICY_FLAG_... */
    /* kept */
    i32 answer;
    bool unlocked;
};

struct ss_policy {
    struct ss_policy_vm *vm; /* by CPU */
    i64 *value;              /* words of its variables */
    struct ss_policy_view *view;
    u32 values;
    u32 first[SS_POLICY_ARRAYS];  /* of each variable's words */
    u32 offset[SS_POLICY_ARRAYS]; /* bytes: among all shared ones, or in the lines of a CPU or task
                                   */
    u32 *occupancy; /* [cpu * LLCs + LLC]: what the CPU's last scan saw, where it is asked about it
                     */
    /* the entry points of this room, for rooms whose module may lack it (program.h) */
    bool (*begin)(struct ss_world *w, struct ss_cpu *cpu, u32 point,
                  const i64 argument[SS_POLICY_ARGUMENTS]);
    ss_path_function *program;
    i32 (*end)(const struct ss_world *w, const struct ss_cpu *cpu);
    /* handed in by the rooms that ask */
    struct ss_policy_question questions[SS_POLICY_CALLS_COUNT];
    /* By point: what was answered can be done. */
    bool (*possible[SS_POLICY_POINTS])(const struct ss_world *w, const i64 *argument, i64 answer);
    /* A word of the code has read a value; for steps. */
    void (*note)(const struct ss_world *w, const struct ss_cpu *cpu, u32 word, i64 of, i64 value);
    ss_path_function *select_cpu, *balance, *enqueue;
    /* A task begins: its words start anew. */
    void (*begin_task)(const struct ss_world *w, i32 task);
};

/* The module with which a page begins runs no policies: no policy is asked there, and the compiler
 * leaves out the code that would follow (SS_NO_POLICIES). */
static inline bool ss_policy_is_there(const struct ss_world *w)
{
#ifdef SS_NO_POLICIES
    (void)w;
    return false;
#else
    return w->policy != NULL;
#endif
}

static inline bool ss_policy_asks(const struct ss_world *w, u32 point)
{
    return ss_policy_is_there(w) && w->def->policy_entry[point];
}

/* This CPU is in a call of its policy. */
static inline bool ss_policy_runs(const struct ss_world *w, const struct ss_cpu *cpu)
{
    return ss_policy_is_there(w) && w->policy->vm[cpu->number].runs;
}

/* The same for points that Linux may come to while it answers a policy, as select_cpu_dfl does:
 * Linux then answers by itself. */
static inline bool ss_policy_asks_here(const struct ss_world *w, const struct ss_cpu *cpu,
                                       u32 point)
{
    return ss_policy_asks(w, point) && !ss_policy_runs(w, cpu);
}

/* What a scan saw of a cache, for the policy that is asked about it. */
static inline void ss_policy_saw(const struct ss_world *w, const struct ss_cpu *cpu, u32 llc,
                                 u64 occupancy)
{
    if (ss_policy_is_there(w) && w->policy->occupancy)
        w->policy->occupancy[cpu->number * w->topology.llcs + llc] =
            (u32)ss_min_u64(occupancy, UINT32_MAX);
}

#endif
