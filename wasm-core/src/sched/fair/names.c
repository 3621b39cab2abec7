/*
 * Which fields of the fair class lie where on its lines, for the names text. Names are the kernel's
 * of 6.18; which of them share a line is that of an x86-64 build without UCLAMP (spec "Fair
 * scheduler" section 13). Several fields that are always touched together are one entry.
 */
#include "exec/names.h"
#include "sched/fair/fair.h"
#include "sched/run_queue.h"

void ss_fair_names(const struct ss_world *w, struct ss_message *names)
{
    static const struct {
        u16 structure, offset, size;
        const char *name;
    } fields[] = {
        {SS_STRUCTURE_CFS_RQ, SS_FAIR_TTWU_PENDING, 4, "ttwu_pending, nohz_flags"},
        {SS_STRUCTURE_CFS_RQ, SS_FAIR_NR, 64, "cfs.load, h_nr_queued, h_nr_runnable, min_vruntime"},
        {SS_STRUCTURE_CFS_RQ, SS_FAIR_TREE, 64, "cfs.tasks_timeline, curr, next"},
        {SS_STRUCTURE_CFS_RQ, SS_FAIR_AVG, 64, "cfs.avg"},
        {SS_STRUCTURE_CFS_RQ, SS_FAIR_REMOVED, 64, "cfs.removed"},
        {SS_STRUCTURE_CFS_RQ, SS_FAIR_NEXT_BALANCE, 64, "next_balance, clock"},
        {SS_STRUCTURE_CFS_RQ, SS_FAIR_CLOCK, 64, "clock_task, clock_pelt"},
        {SS_STRUCTURE_CFS_RQ, SS_FAIR_SD, 64, "rd, sd, cpu_capacity, active_balance, push_cpu"},
        {SS_STRUCTURE_CFS_RQ, SS_FAIR_IDLE_STAMP, 64,
         "idle_stamp, avg_idle, max_idle_balance_cost"},
        {SS_STRUCTURE_SCHED_DOMAIN_SHARED, 0, 16, "nr_busy_cpus, has_idle_cores, nr_idle_scan"},
        {SS_STRUCTURE_GROUP_CAPACITY, 0, 40, "capacity, next_update, imbalance"},
        {SS_STRUCTURE_NOHZ, 0, 40, "nr_cpus, has_blocked, needs_update, next_balance"},
        {SS_STRUCTURE_BALANCE_RUNNING, 0, 4, "sched_balance_running"},
    };
    for (u32 i = 0; i < SS_ARRAY_LENGTH(fields); i++)
        ss_name_field(names, fields[i].structure, fields[i].offset, fields[i].size, fields[i].name,
                      -1);
    for (u32 word = 0; word < w->sched->words; word++)
        ss_name_field(names, SS_STRUCTURE_NOHZ_MASK, word * 8, 8, "word", (i32)word);
}
