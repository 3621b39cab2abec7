/*
 * The lines that a CPU's page lists lie on. Only their own CPU touches them: lists are allocated a
 * CPU each, and in these models every drain runs on the CPU whose lists it drains. So no other CPU
 * ever takes them away, and what one line of them costs at each page is in what was fitted of the
 * machine (spec "Per-CPU page lists" section 3 calls them own, 5.3 does not count them): in the
 * kernel's layout they cost nothing beside that. A layout that spreads over more lines what one
 * operation touches costs the further ones, each as any line of 5.3: a hit while it stays in the
 * core's caches, through which every page that is zeroed passes. One that needs fewer lines than
 * the kernel's gains nothing here.
 */
#ifndef SS_MM_PCP_LINES_H
#define SS_MM_PCP_LINES_H

#include "exec/layout.h"
#include "mm/zone.h"

enum ss_pcp_operation {
    SS_PCP_TAKES,  /* a page off a list */
    SS_PCP_PUTS,   /* a page on a list */
    SS_PCP_MOVES,  /* many: a refill, or a list's turn in a flush */
    SS_PCP_COUNTS, /* the zone's pages, by way of the CPU's differences */
    SS_PCP_OPERATIONS
};

#define SS_PCP_TOUCHED 6 /* members, at most, that an operation touches */

/* For each operation on each list: the lines it touches beyond as many as in the kernel's layout.
 */
struct ss_pcp_lines {
    u32 lines; /* of one CPU's lists; 0: laid out so that nothing costs more */
    u8 further[SS_PCP_OPERATIONS][SS_PCP_LISTS];
    u8 line[SS_PCP_OPERATIONS][SS_PCP_LISTS][SS_PCP_TOUCHED];
};

/* By the layouts of a world and by those of the tables; `form` is PCP_FORM_... */
void ss_pcp_lines_define(struct ss_pcp_lines *lines, const struct ss_layouts *layouts,
                         const struct ss_layouts *plain, u32 form);

/* The structure that holds a CPU's lists in a kernel of that form. */
enum ss_structure ss_pcp_structure(u32 form);

/* The lines of an operation beyond those of the kernel's layout. Precondition: hold->lists. */
void ss_pcp_touch_further(struct ss_hold *hold, enum ss_pcp_operation operation, u32 list);

/* An operation on a list in the course of a hold. Small, for every page comes by here and hardly a
 * world has a layout of its own. */
static inline void ss_pcp_touch(struct ss_hold *hold, enum ss_pcp_operation operation, u32 list)
{
    if (hold->lists)
        ss_pcp_touch_further(hold, operation, list);
}

#endif
