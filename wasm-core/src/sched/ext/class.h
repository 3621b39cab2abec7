/* The table of a scheduling class of one's own, which stands in the place of the fair class. */
#ifndef SS_SCHED_EXT_CLASS_H
#define SS_SCHED_EXT_CLASS_H

#include "sched/class.h"

extern const struct sched_class ext_sched_class;

#endif
