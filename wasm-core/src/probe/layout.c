/*
 * The door to the layouts of root_domain and to what the scheduler allocates.
 *
 * In: 0 LAYOUT, layout code. Out: size, alignment, start and size of cpupri, number of fields, for
 * each: offset or -1, size, index in its array or -1, length of its name and that many characters.
 *
 * In: 1 ALLOCATIONS, machine, layout code, per_node. Out: number of kinds, for each: length of the
 * structure's name and that many characters, count, bytes of each, lines of each.
 */
#include "exec/create.h"
#include "probe/mini_world.h"
#include "sched/core/state.h"
#include "sched/root_domain.h"

enum question { QUESTION_LAYOUT, QUESTION_ALLOCATIONS };

static const char *const structure_names[] = {
#define X(id, name) name,
    SS_STRUCTURE_LIST(X)
#undef X
};

static void write_name(struct ss_probe *probe, const char *name)
{
    i32 length = 0;
    while (name[length])
        length++;
    ss_probe_write(probe, length);
    for (i32 i = 0; i < length; i++)
        ss_probe_write(probe, name[i]);
}

static void write_field(struct ss_probe *probe, const struct ss_root_domain_layout *layout,
                        u32 field)
{
    const char *name = ss_root_domain_field_name(field);
    bool absent = layout->offset[field] == SS_RD_ABSENT;
    ss_probe_write(probe, absent ? -1 : layout->offset[field]);
    ss_probe_write(probe, (i32)ss_root_domain_field_size(field));
    ss_probe_write(probe, name ? -1 : (i32)((field - SS_RD_COUNT0) % SS_CPUPRI_LEVELS));
    write_name(probe, name ? name : field < SS_RD_MASK0 ? "count" : "mask");
}

static void answer_layout(struct ss_probe *probe)
{
    struct ss_root_domain_layout layout;
    ss_root_domain_layout(&layout, (u32)ss_probe_read_range(probe, 0, SS_LAYOUT_P1_P2_P3));
    ss_probe_write(probe, (i32)layout.size);
    ss_probe_write(probe, (i32)layout.alignment);
    ss_probe_write(probe, (i32)layout.cpupri);
    ss_probe_write(probe, (i32)layout.cpupri_size);
    ss_probe_write(probe, SS_RD_FIELDS);
    for (u32 field = 0; field < SS_RD_FIELDS; field++)
        write_field(probe, &layout, field);
}

static void answer_allocations(struct ss_probe *probe)
{
    struct ss_placement list[SS_SCHED_PLACEMENTS];
    struct ss_world_def *def = ss_mini_read_machine(probe);
    if (!def)
        return;
    def->root_domain_layout = (u32)ss_probe_read_range(probe, 0, SS_LAYOUT_P1_P2_P3);
    def->cpupri_per_node = (u32)ss_probe_read_range(probe, 0, 1);
    struct ss_world *w = ss_mini_world(probe, def, 0);
    if (!w)
        return;
    u32 kinds = ss_sched_placements(w, list);
    ss_probe_write(probe, (i32)kinds);
    for (u32 i = 0; i < kinds; i++) {
        const u32 bytes = w->layouts.bytes[list[i].structure];
        write_name(probe, structure_names[list[i].structure]);
        ss_probe_write(probe, (i32)list[i].count);
        ss_probe_write(probe, (i32)bytes);
        ss_probe_write(probe, (i32)ss_div_round_up(bytes, SS_LINE_BYTES));
    }
}

void ss_probe_layout(struct ss_probe *probe)
{
    if (ss_probe_read_range(probe, QUESTION_LAYOUT, QUESTION_ALLOCATIONS) == QUESTION_LAYOUT)
        answer_layout(probe);
    else
        answer_allocations(probe);
}
