/*
 * Whether a woken task should come to the waker or stay where it was. Source: record_wakee,
 * wake_wide, wake_affine of kernel/sched/fair.c, 6.18.2; spec "Fair scheduler" sections 9.1, 9.2.
 */
#include "sched/fair/place/wake_affine.h"

#include "exec/sequence.h"
#include "sched/domains/domains.h"
#include "sched/explain/reasons.h"
#include "sched/explain/steps.h"
#include "sched/fair/place/idle_cpu.h"
#include "sched/run_queue.h"
#include "sched/state/fair.h"

void ss_record_wakee(struct ss_world *w, const struct ss_cpu *cpu, i32 wakee)
{
    struct ss_fair_task *waker = &w->sched->fair->task[cpu->current];
    if (ss_jiffies(cpu) > waker->flip_decay + SS_FAIR_HZ) {
        waker->wakee_flips >>= 1;
        waker->flip_decay = ss_jiffies(cpu);
    }
    if (waker->last_wakee == wakee)
        return;
    waker->last_wakee = wakee;
    waker->wakee_flips++;
}

bool ss_wake_wide(const struct ss_world *w, const struct ss_cpu *cpu, i32 wakee)
{
    const struct ss_fair *fair = w->sched->fair;
    u64 master = fair->task[cpu->current].wakee_flips, slave = fair->task[wakee].wakee_flips;
    u64 factor = w->domains->cpu[cpu->number].sd_llc_size;
    u64 larger = ss_max_u64(master, slave), smaller = ss_min_u64(master, slave);
    return smaller >= factor && larger >= smaller * factor;
}

/* The loads both CPUs would have with the task; the previous one's carries half of imbalance_pct.
 */
static bool this_cpu_is_lighter(const struct ss_world *w, const struct ss_cpu *cpu,
                                const struct wake_affine_frame *me)
{
    const struct ss_fair *fair = w->sched->fair;
    const struct ss_cfs_rq *here = ss_cfs(w, cpu->number), *there = ss_cfs(w, me->previous);
    i64 load = fair->task[me->task].avg.load_avg;
    i64 ours = here->avg.load_avg;
    i64 theirs = (i64)there->avg.load_avg - load;
    if (me->sync) {
        i64 current = fair->task[cpu->current].avg.load_avg;
        if (current > ours) {
            SS_STEP(w, cpu, WA_CURRENT, .cpu_load = ours, .waker_load = current);
            return true;
        }
        ours -= current;
    }
    ours = (ours + load) * 100 * there->capacity;
    theirs *= 100 + (w->domains->domain[me->domain].imbalance_pct - 100) / 2;
    theirs = theirs * here->capacity + (me->sync ? 1 : 0);
    SS_STEP_AS(ss_steps_of_placement(w, cpu),
               ours < theirs ? SS_REASON_WA_LOAD_THIS : SS_REASON_WA_LOAD_PREV, WA_LOAD_THIS,
               .this_side = ours, .previous_side = theirs);
    return ours < theirs;
}

/* The answer of a test that ended the comparison, and its step. */
static i32 answer(const struct ss_world *w, const struct ss_cpu *cpu,
                  const struct wake_affine_frame *me, u32 reason, u32 chosen)
{
    SS_STEP_AS(ss_steps_of_placement(w, cpu), reason, WA_SYNC, .waker_cpu = cpu->number,
               .previous_cpu = me->previous);
    return (i32)chosen;
}

bool wake_affine(struct ss_world *w, struct ss_cpu *cpu)
{
    PATH_FRAME(wake_affine);
    const u32 this = cpu->number;
    const struct ss_cfs_rq *const here = ss_cfs(w, this);
    PATH_BEGIN;
    SS_DEBUG_CHECK(me->previous < w->topology.cpus);
    SS_DEBUG_CHECK(me->domain != SS_NO_DOMAIN);
    SS_DEBUG_CHECK(me->task != cpu->current);
    PATH_CALL(test_cpu, .cpu = (u16)this, .symbol = SS_SYMBOL_wake_affine);
    me->this_idle = cpu->result == SS_CPU_IDLE;
    PATH_CALL(test_cpu, .cpu = me->previous, .symbol = SS_SYMBOL_wake_affine);
    me->previous_idle = cpu->result == SS_CPU_IDLE;
    if (me->this_idle && ss_cpus_share_cache(w->domains, this, me->previous))
        PATH_RETURN(me->previous_idle
                        ? answer(w, cpu, me, SS_REASON_WA_IDLE_PREV_SHARED, me->previous)
                        : answer(w, cpu, me, SS_REASON_WA_IDLE_THIS, this));
    if (me->sync && ss_rq(w, this)->nr_running - (here->h_nr_queued - here->h_nr_runnable) == 1)
        PATH_RETURN(answer(w, cpu, me, SS_REASON_WA_SYNC, this));
    if (me->previous_idle)
        PATH_RETURN(answer(w, cpu, me, SS_REASON_WA_IDLE_PREV, me->previous));
    PATH_SCANS(wake_affine, WORD(CFS_RQ, this, AVG), WORD(CFS_RQ, this, SD),
               WORD(CFS_RQ, me->previous, AVG), WORD(CFS_RQ, me->previous, SD));
    PATH_RETURN(this_cpu_is_lighter(w, cpu, me) ? this : me->previous);
    PATH_END;
}
