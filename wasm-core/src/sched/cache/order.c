/* The order in which a balance pass of the first two versions tries the tasks of a queue: those
 * that prefer the destination's cache first. Source: spec "Cache-aware load balancing" section 2.9,
 * detach step 1. */
#include "sched/cache/order.h"

#include "sched/rules/cache_rules.h"
#include "sched/run_queue.h"
#include "sched/state/cache.h"

#define RANKS 4

void ss_cache_sort(struct ss_world *w, struct ss_task_list *list, const struct ss_cache_task *tasks,
                   i32 src, i32 dst)
{
    struct ss_task_list ranked[RANKS];
    for (u32 rank = 0; rank < RANKS; rank++)
        ranked[rank] = (struct ss_task_list){SS_NO_TASK, SS_NO_TASK};
    while (list->head != SS_NO_TASK) {
        const i32 task = list->head;
        ss_list_remove(w, list, task);
        ss_list_append(w, &ranked[ss_cache_rank(tasks[task].preferred, src, dst)], task);
    }
    for (u32 rank = RANKS; rank-- > 0;)
        while (ranked[rank].head != SS_NO_TASK) {
            const i32 task = ranked[rank].head;
            ss_list_remove(w, &ranked[rank], task);
            ss_list_append(w, list, task);
        }
}
