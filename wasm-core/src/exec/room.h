/*
 * A room of the core as the code that makes a world sees it: what the room asks for, and what it
 * does when its turn comes. Each room has one of these, with functions that are private to it;
 * world/rooms.c lists them. A member that is NULL is something that the room does not have.
 *
 * All of it runs twice, first with arenas that only count: `shape`, `create`, `state` and `outputs`
 * take the same arrays both times and fill none that they did not get.
 */
#ifndef SS_EXEC_ROOM_H
#define SS_EXEC_ROOM_H

#include "base/message.h"
#include "exec/world.h"

/* What the host reads of a moment: arrays that world/ takes, of which each room fills its own. */
struct ss_views {
    struct ss_cpu_view *cpu;
    struct ss_task_view *task;
    struct ss_line_view *line;
    struct ss_cpu_ledger *ledger;
    struct ss_latency_view *latency;
    u32 *occupancy; /* [llc * owners + owner]: KiB */
    struct ss_epoch_view *epoch;
    struct ss_zone_view *zone;
    struct ss_lock_view *lock; /* two a zone, as the next */
    struct ss_hold_view *hold;
    struct ss_pcp_view *pcp;
};

/* The same of what only mechanisms on the stage draw. */
struct ss_mechanism_views {
    u64 *cpupri_mask, *cpupri_ghost; /* [level * words of a CPU bitmap] */
    struct ss_holder_view *holder;   /* by lock */
    struct ss_account_view *account; /* by process */
    struct ss_account_llc *account_llc;
    struct ss_traffic_view *traffic; /* by node */
};

struct ss_room {
    /* True if its part of a definition is possible; else the message says field, problem and
     * remedy. */
    bool (*check)(const struct ss_world_def *def, struct ss_message *message);
    /* Takes the part of the machine's shape that belongs to this room. All rooms count by the
     * shape, so this runs before any of them counts. */
    void (*shape)(struct ss_world *w, struct ss_arena *header);
    /* Lines and locks it will take, by the layouts of the world and what the workload needs. */
    u32 (*lines)(const struct ss_world *w);
    u32 (*locks)(const struct ss_world *w);
    /* Takes what is constant after creation, and places its structures on lines. */
    void (*create)(struct ss_world *w, struct ss_arena *header);
    /* Takes what changes and sets it as it is before anything starts. */
    void (*state)(struct ss_world *w, struct ss_arena *state);
    /* Takes what it writes for the host in the run and never reads. */
    void (*outputs)(struct ss_world *w, struct ss_arena *outputs);
    /* The last moment before the tasks are placed. */
    void (*start)(struct ss_world *w);
    /* Fills its part of the views, in the order of the rooms; changes nothing else. */
    void (*view)(const struct ss_world *w, const struct ss_views *views);
    /* The same for its part of what mechanisms draw, on request. */
    void (*mechanisms)(const struct ss_world *w, const struct ss_mechanism_views *views);
    /* Its lines of the names text. */
    void (*names)(const struct ss_world *w, struct ss_message *names);
};

#endif
