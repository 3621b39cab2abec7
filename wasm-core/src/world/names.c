/*
 * The names a host shows, as text lines:
 *   symbol ID NAME | structure ID NAME | decision ID NAME | lock ID NAME
 *   reason ID CODE SENTENCE
 *   role ID FORM NAME                       (of tasks; FORM_...)
 *   lineof LINE STRUCTURE INSTANCE LINE_NUMBER
 *   fieldat STRUCTURE OFFSET SIZE NAME      (offset from the start of the structure)
 */
#include "world/names.h"

#include "exec/lock.h"
#include "exec/world.h"
#include "ipc/ipc.h"
#include "policy/policy.h"
#include "sched/explain/reasons.h"
#include "sched/run_queue.h"
#include "sched/state/fair.h"
#include "workload/workload.h"
#include "world/rooms.h"

/* What only worlds with policies have stands together; a module without them has no words for it.
 */
#define IS_OF_POLICIES(structure)                                                                  \
    ((structure) >= SS_STRUCTURE_POLICY && (structure) <= SS_STRUCTURE_EXT_IDLE)
#define IS_ASKED_BY_POLICIES(symbol)                                                               \
    ((symbol) >= SS_SYMBOL_policy_select_cpu && (symbol) <= SS_SYMBOL_update_idle)
#ifdef SS_NO_POLICIES
#define UNLESS(is_of_policies, name) ((is_of_policies) ? "policy" : (name))
#else
#define UNLESS(is_of_policies, name) (name)
#endif

static void entry(struct ss_message *m, const char *kind, u32 id, const char *name)
{
    ss_message_text(m, kind);
    ss_message_number(m, id);
    ss_message_text(m, " ");
    ss_message_text(m, name);
    ss_message_text(m, "\n");
}

static void write_tables(struct ss_message *m)
{
    static const char *const symbols[] = {
#define X(name) UNLESS(IS_ASKED_BY_POLICIES(SS_SYMBOL_##name), #name),
        SS_SYMBOL_LIST(X)
#undef X
    };
    static const char *const structures[] = {
#define X(id, name) UNLESS(IS_OF_POLICIES(SS_STRUCTURE_##id), name),
        SS_STRUCTURE_LIST(X)
#undef X
    };
    static const char *const decisions[] = {
#define X(id, name) name,
        SS_DECISION_LIST(X)
#undef X
    };
    static const char *const reasons[] = {
#define X(id, sentence, ...) #id " " sentence,
        SS_REASON_LIST(X, X)
#undef X
    };
    _Static_assert(SS_ARRAY_LENGTH(reasons) < SS_MM_FIRST_REASON, "those of mm/ come behind");
    for (u32 i = 0; i < SS_ARRAY_LENGTH(symbols); i++)
        entry(m, "symbol ", i, symbols[i]);
    for (u32 i = 0; i < SS_ARRAY_LENGTH(structures); i++)
        entry(m, "structure ", i, structures[i]);
    for (u32 i = 0; i < SS_ARRAY_LENGTH(decisions); i++)
        entry(m, "decision ", i + 1, decisions[i]);
    for (u32 i = 0; i < SS_ARRAY_LENGTH(reasons); i++)
        entry(m, "reason ", i + 1, reasons[i]);
}

static void write_places(struct ss_message *m, const struct ss_world *w)
{
    for (u32 i = 0; i < w->shared.lines; i++) {
        const struct ss_line_place *place = &w->shared.place[i];
        const u32 numbers[] = {i, place->structure, place->instance, place->number};
        ss_message_text(m, "lineof");
        for (u32 n = 0; n < SS_ARRAY_LENGTH(numbers); n++) {
            ss_message_text(m, " ");
            ss_message_number(m, numbers[n]);
        }
        ss_message_text(m, "\n");
    }
}

/* A line of places is "lineof " and numbers of at most 7, 3, 6 and 5 digits; tables and fields of
 * the largest machine take 27 KiB. Where a layout needs more than is reserved, no world is made. */
#define NAMES_FIXED_BYTES 40960
#define NAMES_LINE_BYTES 32

u32 ss_world_names(const struct ss_world *w, u8 *text)
{
    const u32 bytes = NAMES_FIXED_BYTES + w->sizes.lines * NAMES_LINE_BYTES;
    if (!text)
        return bytes;
    const struct ss_layout_counts counts = ss_layout_counts_of(&w->topology);
    struct ss_message m;
    ss_message_init(&m, text, bytes);
    write_tables(&m);
    for (u32 i = 0; i < ss_room_count; i++)
        if (ss_rooms[i]->names)
            ss_rooms[i]->names(w, &m);
    ss_layouts_names(&w->layouts, &counts, &m);
    write_places(&m, w);
    return m.cut ? 0 : m.used;
}
