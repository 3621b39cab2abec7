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
    i64 argument[3]; /* what it was asked */
    u64 started;
    u32 accesses_before;
    u32 address;    /* of the word it wants */
    u32 operations; /* of this call */
    u32 spent;      /* ns of them that have passed */
    u16 pc;         /* the word of code behind the one at hand */
    u8 want, end, point;
    u8 operation; /* on the word it wants */
    bool runs;
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
    /* handed in by the rooms that ask */
    const struct ss_policy_question *questions;
    /* Somebody can do what was answered. */
    bool (*possible)(const struct ss_world *w, u32 point, const i64 argument[3], i64 answer);
    /* A word of the code has read a value; for who asks for steps. */
    void (*note)(const struct ss_world *w, const struct ss_cpu *cpu, u32 word, i64 of, i64 value);
    ss_path_function *select_cpu, *balance, *enqueue;
    /* A task begins: its words start anew. */
    void (*begin_task)(const struct ss_world *w, i32 task);
};

static inline bool ss_policy_asks(const struct ss_world *w, u32 point)
{
    return w->policy && w->def->policy_entry[point];
}

#endif
