/* The ordered set behind eevdf.h: a treap by deadline, equal deadlines by order of entry. */
#ifndef SS_SCHED_RULES_EEVDF_TREE_H
#define SS_SCHED_RULES_EEVDF_TREE_H

#include "sched/rules/eevdf.h"

/* Each returns the new root. `id` must not be, must be in the tree. */
i32 ss_eevdf_tree_insert(struct ss_entity *entity, i32 root, i32 id);
i32 ss_eevdf_tree_remove(struct ss_entity *entity, i32 root, i32 id);

#endif
