/*
 * What the user work of threads keeps in the last-level caches, and how fast the work goes on for
 * it: the closed forms of machine/user_work.h asked where user work begins, ends and is
 * interrupted. A footprint is private to a thread or shared by threads. Not the cache lines of the
 * kernel's structures: those are simulated one by one. Source: spec "Hardware model" section 5.
 *
 * The speed is relative to a thread that has all of its footprints in the cache it runs on, with
 * the other threads there, too: that is what the ns of a workload mean. Without footprints nothing
 * of this is there.
 */
#ifndef SS_EXEC_FOOTPRINT_H
#define SS_EXEC_FOOTPRINT_H

#include "exec/world.h"
#include "machine/user_work.h"

/* Of a task: its private one and one that it shares. */
enum { SS_OWN_FOOTPRINT, SS_SHARED_FOOTPRINT, SS_TASK_FOOTPRINTS };

/* What a task works on. */
struct ss_footprint_task {
    u32 footprint[SS_TASK_FOOTPRINTS]; /* plus one; 0: none */
    u32 llc;                           /* where it worked on them last, plus one */
    u32 traffic[SS_TASK_FOOTPRINTS];   /* bytes a ms that its work takes from memory for each */
};

struct ss_footprints {
    u32 count;
    struct ss_footprint_task *task; /* by id */
    struct ss_user_work *work;      /* by footprint, as the next two */
    u32 *written;       /* share of its accesses that other threads wrote last, of SS_ONE */
    u32 *home;          /* node of its memory */
    u64 *resident;      /* [llc * count + footprint]: bytes */
    u64 *filled;        /* by LLC: the sum of those */
    u64 *used;          /* as resident: when a task last ran on it there, ns, plus one */
    u32 *threads;       /* as resident: how many of its threads ran there last */
    u64 *traffic;       /* by node: bytes a ms that running work takes from its memory */
    u64 *known_traffic; /* by node: that when its bandwidth was last shared among all */
    /* for one question: footprints in use of one LLC, what they hold and come to hold */
    struct ss_user_work *asked;
    u64 *held, *target;
};

/* Takes the memory of w->footprints, as many as `count` says. */
void ss_footprints_create(struct ss_world *w, struct ss_arena *state);

/* Sets footprint `index`: its work, the share of accesses to what others wrote (of SS_ONE), the
 * node of its memory. */
void ss_footprint_set(struct ss_world *w, u32 index, const struct ss_user_work *work, u32 written,
                      u32 home);
/* The task works on it from now on, `which` of SS_TASK_FOOTPRINTS. */
void ss_footprint_give(struct ss_world *w, i32 task, u32 which, u32 index);

/* The speed of the current task's work on its CPU now, of SS_ONE; what it takes from memory counts
 * until ss_footprint_ran is told that it ran for `elapsed` ns. */
u32 ss_footprint_speed(struct ss_world *w, const struct ss_cpu *cpu);
void ss_footprint_ran(struct ss_world *w, const struct ss_cpu *cpu, u64 elapsed);

/* The current task has begun or ended to take from the memory of nodes: whether that is enough for
 * the others there to be asked for their speeds anew; if so, it counts as known from now on. They
 * are asked once each, in the order of their CPUs: what their own answers change is small, and
 * counts the next time. */
bool ss_footprint_shares_anew(struct ss_world *w, const struct ss_cpu *cpu);
/* Both tasks work on memory of the same node. */
bool ss_footprint_shares(const struct ss_world *w, i32 a, i32 b);

/* How much of every LLC each owner holds: fills kib[llc * owners + owner]. The owner of a footprint
 * is the group of its tasks; the last owner stands for all groups without a number
 * below owners - 1. */
void ss_footprint_occupancy(const struct ss_world *w, u32 owners, u32 *kib);

#endif
