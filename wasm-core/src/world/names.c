/*
 * The names a host shows, as text lines:
 *   symbol ID NAME | structure ID NAME | decision ID NAME | lock ID NAME
 *   reason ID CODE SENTENCE
 *   role ID FORM NAME                       (of tasks; FORM_...)
 *   lineof LINE STRUCTURE INSTANCE LINE_NUMBER
 *   fieldat STRUCTURE OFFSET SIZE NAME      (offset from the start of the structure)
 */
#include "exec/lock.h"
#include "ipc/ipc.h"
#include "sched/api.h"
#include "sched/explain/reasons.h"
#include "sched/fair/fair.h"
#include "sched/run_queue.h"
#include "workload/workload.h"
#include "world/build_internal.h"

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
#define X(name) #name,
        SS_SYMBOL_LIST(X)
#undef X
    };
    static const char *const structures[] = {
#define X(id, name) name,
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

static void write_role(struct ss_message *m, u32 id, const struct ss_role *role)
{
    ss_message_text(m, "role ");
    ss_message_number(m, id);
    ss_message_text(m, " ");
    ss_message_number(m, role->form);
    ss_message_text(m, " ");
    ss_message_text(m, role->name);
    ss_message_text(m, "\n");
}

static void write_roles(struct ss_message *m, const struct ss_world *w)
{
    static const struct ss_role own[SS_ROLES_OF_WORKLOAD] = {
        [SS_ROLE_IDLE] = {"swapper", SS_FORM_KERNEL},
        [SS_ROLE_MIGRATION] = {"migration", SS_FORM_KERNEL},
    };
    const struct ss_workload_kind *kind = ss_workload_kind(w->def->workload);
    for (u32 i = 0; i < SS_ROLES_OF_WORKLOAD; i++)
        write_role(m, i, &own[i]);
    for (u32 i = 0; i < kind->role_count; i++)
        write_role(m, SS_ROLES_OF_WORKLOAD + i, &kind->roles[i]);
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

/* A line of places is at most "lineof " and four numbers; tables and fields take less than 40 KiB.
 */
#define NAMES_FIXED_BYTES 40960
#define NAMES_LINE_BYTES 40

u32 ss_world_names(const struct ss_world *w, u8 *text, u32 lines)
{
    if (!text)
        return NAMES_FIXED_BYTES + lines * NAMES_LINE_BYTES;
    const struct ss_layout_counts counts = ss_layout_counts_of(&w->topology);
    struct ss_message m;
    ss_message_init(&m, text, NAMES_FIXED_BYTES + lines * NAMES_LINE_BYTES);
    write_tables(&m);
    ss_sched_names(w, &m);
    ss_layouts_names(&w->layouts, &counts, &m);
    ss_mm_names(w, &m);
    write_roles(&m, w);
    write_places(&m, w);
    return m.used;
}
