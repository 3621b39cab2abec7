/*
 * The rooms that a world is made of: one list, which is walked to check, create, start or show a
 * world, and what each room keeps of a world besides its arrays, by value in one block.
 */
#ifndef SS_WORLD_ROOMS_H
#define SS_WORLD_ROOMS_H

#include "exec/footprint.h"
#include "exec/lock.h"
#include "exec/path.h"
#include "exec/room.h"
#include "ipc/ipc.h"
#include "mm/mm.h"
#include "policy/policy.h"
#include "sched/domains/domains.h"
#include "sched/state/cache.h"
#include "sched/state/explaining.h"
#include "sched/state/ext.h"
#include "sched/state/fair.h"
#include "workload/workload.h"

/* Also there while only counting, so that no room has to stand in for itself. */
struct ss_rooms {
    _Alignas(SS_ARENA_ALIGNMENT) struct ss_sched sched;
    _Alignas(SS_ARENA_ALIGNMENT) struct ss_fair fair;
    _Alignas(SS_ARENA_ALIGNMENT) struct ss_locks locks;
    struct ss_cache cache;
    struct ss_ext ext;
    struct ss_explaining explaining;
    struct ss_ipc ipc;
    struct ss_footprints footprints;
    struct ss_domains domains;
    struct ss_mm mm;
    struct ss_policy policy;
    struct ss_workload workload;
};

/* In the order in which their structures lie in memory, which is part of every trace; but behind
 * all others is what only a change in the middle of the run brings (rooms.c). */
extern const struct ss_room *const ss_rooms[];
extern const u32 ss_room_count;

/* Lays out the header and the state of a world in the arena, in place; in counting mode only sizes.
 * The world has its definition, and `rooms` is zero. */
void ss_rooms_lay_out(struct ss_world *w, struct ss_rooms *rooms, struct ss_arena *arena,
                      const struct ss_workload_kind *kind);

#endif
