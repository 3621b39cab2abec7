/* The counts of hold_times.h. */
#include "mm/hold_times.h"

static void open_window(struct ss_lock_times *times)
{
    times->waited_before = times->waited;
    times->held_before = times->held;
    times->takes_before = times->takes;
}

void ss_mm_count_hold(struct ss_world *w, const struct ss_cpu *cpu, struct ss_lock_times *times,
                      u64 asked, u64 hold)
{
    struct ss_mm_zone *zone = ss_mm_own_zone(w, cpu);
    if (w->clock->measuring && !zone->measuring) {
        zone->measuring = true;
        open_window(&zone->zone_times);
        open_window(&zone->lru_times);
    }
    times->waited += cpu->clock - asked;
    times->held += hold;
    times->takes++;
    times->longest_hold = ss_max_u32(times->longest_hold, (u32)ss_min_u64(hold, UINT32_MAX));
}
