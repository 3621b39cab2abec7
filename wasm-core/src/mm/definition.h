/*
 * What a definition asks of the page lists, before anything of a world is there: how large batches
 * and zones become, what cannot be, and what cannot be changed in the middle. No state.
 */
#ifndef SS_MM_DEFINITION_H
#define SS_MM_DEFINITION_H

#include "base/message.h"
#include "mm/batch.h"
#include "mm/mm.h"

/* Batch and high of the lists of a node's `cpus`: those of a node of real size, of which the zone
 * has only the pages that are used. */
struct ss_modern_batch ss_mm_limits_of(const struct ss_world_def *def, u32 cpus);

u32 ss_mm_cpus_on(const struct ss_world_def *def, u32 node);

/* Pages a zone gets so that it never runs out (5.3): a quarter more than its CPUs map (page tables
 * included), and what their lists may keep. 0 if that is more than a zone can have. */
u32 ss_mm_zone_pages(const struct ss_world_def *def, u32 cpus, u32 mapping);

/* True if the fields about page lists are possible; else the message says which are not. */
bool ss_mm_check(const struct ss_world_def *def, struct ss_message *message);

/* Why a change (INTERVENE_PCP_...) of all lists to `pages` cannot be made in such a run, or NULL.
 * The zones were sized for what the lists may keep at the start. */
const char *ss_mm_check_change(const struct ss_world_def *def, const struct ss_mm_needs *needs,
                               u32 kind, u32 pages);

/* Why `task` (all ones: all tasks) cannot move to `cpu` in the middle of such a run, or NULL. */
const char *ss_mm_check_move(const struct ss_world_def *def, const struct ss_mm_needs *needs,
                             u32 task, u32 cpu);

#endif
