/* Hints that a task gives the scheduler. */
#ifndef SS_SCHED_FAIR_PLACE_HINTS_H
#define SS_SCHED_FAIR_PLACE_HINTS_H

#include "base/message.h"
#include "sched/state/fair.h"

/* At most one of each kind; the bit of ours goes with any of them. */
bool ss_sched_hints_valid(u32 hints);
/* True if those of a definition are; else the message says what they must be. */
bool ss_hints_check(const struct ss_world_def *def, struct ss_message *message);

enum { SS_EPERM = 1, SS_ESRCH = 3, SS_EINVAL = 22 };
/* prctl(PR_SCHED_HINT): arguments are the hints, the pid (a task's id; 0 is the caller) and two
 * that must be 0. Result: 0, or minus SS_EINVAL, SS_ESRCH or SS_EPERM. */
i32 ss_prctl_sched_hint(struct ss_world *w, i32 caller, const u32 arguments[4]);

/* A wake hint keeps the task in its LLC in this pass: it counts as pinned. */
bool ss_hint_holds(const struct ss_world *w, const struct ss_balance *balance, i32 task);

#endif
