/* The arithmetic of pelt.h. */
#include "sched/rules/pelt.h"

#include "base/check.h"
#include "base/fixed.h"
#include "sched/rules/weight.h"

#define PERIOD 32           /* periods after which half is forgotten */
#define LOAD_AVG_MAX 47742u /* the sum of a load of 1 since ever */
#define MIN_DIVIDER (LOAD_AVG_MAX - 1024)
#define MAX_PERIODS (63 * PERIOD) /* beyond, nothing is left of a 64-bit value */
#define UNIT_SHIFT 10             /* 1024: capacity, and ns in the unit of the sums */
#define UTIL_EST_MARGIN (1024 / 100)

/* floor((2^32 - 1) * y^i), y = 0.5^(1/32) */
static const u32 inverse[PERIOD] = {
    4294967295u, 4202935002u, 4112874772u, 4024744346u, 3938502374u, 3854108390u, 3771522795u,
    3690706838u, 3611622601u, 3534232977u, 3458501652u, 3384393093u, 3311872528u, 3240905929u,
    3171459998u, 3103502150u, 3037000499u, 2971923841u, 2908241641u, 2845924020u, 2784941737u,
    2725266178u, 2666869343u, 2609723833u, 2553802832u, 2499080104u, 2445529971u, 2393127306u,
    2341847523u, 2291666560u, 2242560871u, 2194507416u};

u64 ss_pelt_decay(u64 val, u64 n)
{
    if (n > MAX_PERIODS)
        return 0;
    return ss_multiply_shift(val >> n / PERIOD, inverse[n % PERIOD], 32);
}

u32 ss_pelt_divider(const struct ss_pelt *pelt)
{
    SS_DEBUG_CHECK(pelt->period_contrib < 1024);
    return MIN_DIVIDER + pelt->period_contrib;
}

/* What `periods` whole periods add, with `head` to end the one under way and `tail` into the last.
 */
static u32 contribution(u64 periods, u32 head, u32 tail)
{
    u64 begun = ss_pelt_decay(head, periods);
    u64 whole = LOAD_AVG_MAX - ss_pelt_decay(LOAD_AVG_MAX, periods) - 1024;
    return (u32)(begun + whole + tail);
}

/* Adds `delta` units of time; true if a period was completed. */
static bool accumulate(struct ss_pelt *pelt, u64 delta, const struct ss_pelt_input *input)
{
    u64 total = delta + pelt->period_contrib;
    u64 periods = total / 1024, contrib = delta;
    if (periods) {
        u32 rest = (u32)(total % 1024);
        pelt->load_sum = ss_pelt_decay(pelt->load_sum, periods);
        pelt->runnable_sum = ss_pelt_decay(pelt->runnable_sum, periods);
        pelt->util_sum = (u32)ss_pelt_decay(pelt->util_sum, periods);
        if (input->load)
            contrib = contribution(periods, 1024 - pelt->period_contrib, rest);
        total = rest;
    }
    SS_DEBUG_CHECK(total < 1024);
    pelt->period_contrib = (u32)total;
    if (!input->load)
        return periods > 0;
    pelt->load_sum += input->load * contrib;
    pelt->runnable_sum += input->runnable * contrib << UNIT_SHIFT;
    if (input->running)
        pelt->util_sum += (u32)contrib << UNIT_SHIFT;
    return periods > 0;
}

static void average(struct ss_pelt *pelt, u32 weight)
{
    u32 divider = ss_pelt_divider(pelt);
    pelt->load_avg = (u32)(weight * pelt->load_sum / divider);
    pelt->runnable_avg = (u32)(pelt->runnable_sum / divider);
    pelt->util_avg = pelt->util_sum / divider;
}

bool ss_pelt_update(struct ss_pelt *pelt, u64 now, const struct ss_pelt_input *input)
{
    SS_DEBUG_CHECK(pelt->period_contrib < 1024 && input->weight);
    if (now < pelt->last_update_time) {
        pelt->last_update_time = now;
        return false;
    }
    u64 delta = (now - pelt->last_update_time) >> UNIT_SHIFT;
    if (!delta)
        return false;
    pelt->last_update_time += delta << UNIT_SHIFT;
    if (!accumulate(pelt, delta, input))
        return false;
    average(pelt, input->weight);
    return true;
}

void ss_pelt_attach(struct ss_pelt *queue, struct ss_pelt *task, u32 weight)
{
    SS_DEBUG_CHECK(queue != task && weight);
    task->last_update_time = queue->last_update_time;
    task->period_contrib = queue->period_contrib;
    u32 divider = ss_pelt_divider(task);
    task->util_sum = task->util_avg * divider;
    task->runnable_sum = (u64)task->runnable_avg * divider;
    task->load_sum = ss_max_u64(1, (u64)task->load_avg * divider / weight);
    queue->load_avg += task->load_avg;
    queue->load_sum += weight * task->load_sum;
    queue->util_avg += task->util_avg;
    queue->util_sum += task->util_sum;
    queue->runnable_avg += task->runnable_avg;
    queue->runnable_sum += task->runnable_sum;
}

static u64 without(u64 sum, u64 part, u64 floor)
{
    return ss_max_u64(sum - ss_min_u64(part, sum), floor);
}

void ss_pelt_detach(struct ss_pelt *queue, const struct ss_pelt *task, u32 weight)
{
    SS_DEBUG_CHECK(queue != task && weight);
    queue->load_avg -= ss_min_u32(task->load_avg, queue->load_avg);
    queue->load_sum =
        without(queue->load_sum, weight * task->load_sum, (u64)queue->load_avg * MIN_DIVIDER);
    queue->util_avg -= ss_min_u32(task->util_avg, queue->util_avg);
    queue->util_sum =
        (u32)without(queue->util_sum, task->util_sum, (u64)queue->util_avg * MIN_DIVIDER);
    queue->runnable_avg -= ss_min_u32(task->runnable_avg, queue->runnable_avg);
    queue->runnable_sum =
        without(queue->runnable_sum, task->runnable_sum, (u64)queue->runnable_avg * MIN_DIVIDER);
}

void ss_pelt_new_task(struct ss_pelt *task, const struct ss_pelt *queue, u32 weight)
{
    SS_DEBUG_CHECK(weight);
    i32 cap = (1024 - (i32)queue->util_avg) / 2;
    *task = (struct ss_pelt){.load_avg = weight};
    if (cap <= 0)
        return;
    u64 share = (u64)queue->util_avg * weight / ((u64)queue->load_avg + 1);
    task->util_avg = queue->util_avg ? (u32)ss_min_u64((u64)cap, share) : (u32)cap;
    task->runnable_avg = task->util_avg;
    SS_DEBUG_CHECK(task->util_avg <= 1024);
}

u32 ss_util_est_update(u32 ewma, u32 util, u32 runnable)
{
    if (util >= ewma)
        return util;
    u32 fall = ewma - util;
    if (fall < UTIL_EST_MARGIN || util + UTIL_EST_MARGIN < runnable)
        return ewma;
    SS_DEBUG_CHECK(4 * ewma >= fall);
    return (4 * ewma - fall) >> 2;
}
