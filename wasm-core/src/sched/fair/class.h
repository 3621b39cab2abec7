/* The full fair class: EEVDF with load balancing. All of it is reached through its table. */
#ifndef SS_SCHED_FAIR_CLASS_H
#define SS_SCHED_FAIR_CLASS_H

#include "sched/class.h"

extern const struct sched_class fair_sched_class;

#endif
