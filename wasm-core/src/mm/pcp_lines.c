/* Which lines of a CPU's page lists an operation touches beyond those of the kernel's layout. */
#include "mm/pcp_lines.h"

#include "base/check.h"
#include "base/types.h"

#define LINE_BYTES 64

#define OLD(member) SS_MEMBER_PER_CPU_PAGESET_##member
#define MODERN(member) SS_MEMBER_PER_CPU_PAGES_##member

/* What each operation touches besides the head of the list, in the order of the kernel's code. The
 * first form's lists have no lock; the modern one's differences are a structure of their own, which
 * is not simulated. */
struct touched {
    u16 member[SS_PCP_TOUCHED - 1];
    u8 count;
    bool list;
};

static const struct touched old[SS_PCP_OPERATIONS] = {
    [SS_PCP_TAKES] = {{OLD(COUNT)}, 1, true},
    [SS_PCP_PUTS] = {{OLD(COUNT), OLD(HIGH)}, 2, true},
    [SS_PCP_MOVES] = {{OLD(COUNT), OLD(BATCH)}, 2, true},
    [SS_PCP_COUNTS] = {{OLD(DIFFERENCES)}, 1, false},
};

static const struct touched modern[SS_PCP_OPERATIONS] = {
    [SS_PCP_TAKES] = {{MODERN(LOCK), MODERN(COUNT), MODERN(FREE_COUNT)}, 3, true},
    [SS_PCP_PUTS] = {{MODERN(LOCK), MODERN(COUNT), MODERN(FLAGS), MODERN(FREE_COUNT), MODERN(HIGH)},
                     5,
                     true},
    [SS_PCP_MOVES] = {{MODERN(COUNT), MODERN(HIGH), MODERN(BOUNDS), MODERN(BATCH), MODERN(FLAGS)},
                      5,
                      true},
    [SS_PCP_COUNTS] = {{0}, 0, false},
};

/* Lines in the order in which they are touched first. */
struct lines {
    u32 count;
    u8 line[SS_PCP_TOUCHED];
};

static void add(struct lines *lines, u32 offset)
{
    const u8 line = (u8)(offset / LINE_BYTES);
    for (u32 i = 0; i < lines->count; i++)
        if (lines->line[i] == line)
            return;
    lines->line[lines->count++] = line;
}

static struct lines touched_by(const struct touched *touched, const struct ss_layouts *layouts,
                               u32 list_offset)
{
    struct lines lines = {0};
    if (touched->list)
        add(&lines, list_offset);
    for (u32 i = 0; i < touched->count; i++)
        add(&lines, layouts->offset[touched->member[i]]);
    return lines;
}

enum ss_structure ss_pcp_structure(u32 form)
{
    return form == SS_PCP_FORM_MODERN ? SS_STRUCTURE_PER_CPU_PAGES : SS_STRUCTURE_PER_CPU_PAGESET;
}

void ss_pcp_lines_define(struct ss_pcp_lines *lines, const struct ss_layouts *layouts,
                         const struct ss_layouts *plain, u32 form)
{
    const bool is_modern = form == SS_PCP_FORM_MODERN;
    const u32 heads = is_modern ? MODERN(LISTS) : OLD(LISTS);
    const u32 lists = is_modern ? SS_MANY_PCP_LISTS : SS_MANY_PCP_TYPES;
    bool any = false;
    *lines = (struct ss_pcp_lines){0};
    for (u32 operation = 0; operation < SS_PCP_OPERATIONS; operation++)
        for (u32 list = 0; list < lists; list++) {
            const struct touched *touched = is_modern ? &modern[operation] : &old[operation];
            const u32 head = list * SS_BYTES_PER_CPU_PAGES_LISTS;
            const struct lines now = touched_by(touched, layouts, layouts->offset[heads] + head);
            const u32 before = touched_by(touched, plain, plain->offset[heads] + head).count;
            for (u32 i = before; i < now.count; i++)
                lines->line[operation][list][lines->further[operation][list]++] = now.line[i];
            any |= now.count > before;
        }
    lines->lines = any ? ss_div_round_up(layouts->bytes[ss_pcp_structure(form)], LINE_BYTES) : 0;
}

void ss_pcp_touch_further(struct ss_hold *hold, enum ss_pcp_operation operation, u32 list)
{
    SS_DEBUG_CHECK(operation < SS_PCP_OPERATIONS && list < SS_MANY_PCP_LISTS);
    for (u32 i = 0; i < hold->lists->further[operation][list]; i++)
        hold->ps += ss_line_touch(hold, &hold->own[hold->lists->line[operation][list][i]]);
}
