/* Decisions of a pass about groups. */
#ifndef SS_SCHED_FAIR_BALANCE_SRC_GROUP_H
#define SS_SCHED_FAIR_BALANCE_SRC_GROUP_H

#include "sched/domains/domains.h"
#include "sched/state/fair.h"

/* The group at hand is busier than the chosen one. */
bool ss_is_busier(const struct ss_domains *domains, const struct ss_fair_work *work);

/* Whether the statistics call for moving tasks from the chosen group, of which kind and how much:
 * sets type and amount of the balance. False: balanced. */
bool ss_find_imbalance(const struct ss_world *w, struct ss_fair_work *work);

#endif
