/* The layouts of root_domain.h, built member by member as a C compiler would. */
#include "sched/root_domain.h"

#include "schedscape.h"

#define LINE 64

static const u8 field_size[] = {
#define X(id, name, size, alignment) size,
    SS_ROOT_DOMAIN_FIELD_LIST(X)
#undef X
};

static const u8 field_alignment[] = {
#define X(id, name, size, alignment) alignment,
    SS_ROOT_DOMAIN_FIELD_LIST(X)
#undef X
};

static const char *const field_name[] = {
#define X(id, name, size, alignment) name,
    SS_ROOT_DOMAIN_FIELD_LIST(X)
#undef X
};

/* How the vectors of cpupri lie in it. */
enum cpupri_form { CPUPRI_PACKED, CPUPRI_PADDED, CPUPRI_SPLIT };

struct variant {
    bool reordered;       /* patch 2 */
    bool counts_per_node; /* patch 3 */
    enum cpupri_form cpupri;
};

static const struct variant variants[] = {
    [SS_LAYOUT_BASE] = {false, false, CPUPRI_PACKED},
    [SS_LAYOUT_P1] = {false, false, CPUPRI_PADDED},
    [SS_LAYOUT_P1ALT] = {false, false, CPUPRI_SPLIT},
    [SS_LAYOUT_P2] = {true, false, CPUPRI_PACKED},
    [SS_LAYOUT_P3] = {false, true, CPUPRI_PACKED},
    [SS_LAYOUT_P1_P2] = {true, false, CPUPRI_PADDED},
    [SS_LAYOUT_P1_P3] = {false, true, CPUPRI_PADDED},
    [SS_LAYOUT_P2_P3] = {true, true, CPUPRI_PACKED},
    [SS_LAYOUT_P1_P2_P3] = {true, true, CPUPRI_PADDED},
};

/* Members in declaration order; CPU_TO_PRI stands for all of struct cpupri. */
static const u8 baseline_order[] = {
    SS_RD_REFCOUNT,
    SS_RD_RTO_COUNT,
    SS_RD_RCU,
    SS_RD_SPAN,
    SS_RD_ONLINE,
    SS_RD_OVERLOADED,
    SS_RD_OVERUTILIZED,
    SS_RD_DLO_MASK,
    SS_RD_DLO_COUNT,
    SS_RD_RTO_COUNTS,
    SS_RD_DL_BW,
    SS_RD_CPUDL,
    SS_RD_VISIT_COOKIE,
    SS_RD_RTO_PUSH_WORK,
    SS_RD_RTO_LOCK,
    SS_RD_RTO_LOOP,
    SS_RD_RTO_CPU,
    SS_RD_RTO_LOOP_NEXT,
    SS_RD_RTO_LOOP_START,
    SS_RD_RTO_MASK,
    SS_RD_CPU_TO_PRI,
    SS_RD_PD,
};
static const u8 patch2_order[] = {
    SS_RD_REFCOUNT,
    SS_RD_RTO_COUNT,
    SS_RD_RCU,
    SS_RD_SPAN,
    SS_RD_ONLINE,
    SS_RD_DLO_COUNT,
    SS_RD_RTO_COUNTS,
    SS_RD_DL_BW,
    SS_RD_CPUDL,
    SS_RD_RTO_PUSH_WORK,
    SS_RD_RTO_LOCK,
    SS_RD_RTO_LOOP,
    SS_RD_RTO_CPU,
    SS_RD_RTO_LOOP_NEXT,
    SS_RD_RTO_LOOP_START,
    SS_RD_DLO_MASK,
    SS_RD_VISIT_COOKIE,
    SS_RD_CPU_TO_PRI,
    SS_RD_PD,
    SS_RD_RTO_MASK,
    SS_RD_OVERLOADED,
    SS_RD_OVERUTILIZED,
};

struct builder {
    struct ss_root_domain_layout *layout;
    u32 at;
};

static u32 align_up(u32 value, u32 alignment)
{
    return (value + alignment - 1) & ~(alignment - 1);
}

static void align(struct builder *b, u32 alignment)
{
    b->at = align_up(b->at, alignment);
    if (alignment > b->layout->alignment)
        b->layout->alignment = alignment;
}

static void place(struct builder *b, u32 field, u32 size, u32 alignment)
{
    align(b, alignment);
    b->layout->offset[field] = (u16)b->at;
    b->at += size;
}

static void place_named(struct builder *b, u32 field)
{
    place(b, field, field_size[field], field_alignment[field]);
}

static void place_vectors(struct builder *b, enum cpupri_form form)
{
    for (u32 i = 0; i < SS_CPUPRI_LEVELS; i++) {
        /* Patch 1 aligns the mask member, so the whole vector becomes two lines. */
        place(b, SS_RD_COUNT0 + i, 4, form == CPUPRI_PADDED ? LINE : 8);
        place(b, SS_RD_MASK0 + i, 8, form == CPUPRI_PADDED ? LINE : 8);
    }
    if (form == CPUPRI_PADDED)
        align(b, LINE);
}

static void place_split_arrays(struct builder *b)
{
    align(b, LINE);
    for (u32 i = 0; i < SS_CPUPRI_LEVELS; i++)
        place(b, SS_RD_COUNT0 + i, 4, i == 1 ? LINE : 4);
    for (u32 i = 0; i < SS_CPUPRI_LEVELS; i++)
        place(b, SS_RD_MASK0 + i, 8, i == 0 ? LINE : 8);
}

static void place_cpupri(struct builder *b, const struct variant *variant)
{
    align(b, variant->reordered || variant->cpupri != CPUPRI_PACKED ? LINE : 8);
    b->layout->cpupri = b->at;
    if (variant->cpupri == CPUPRI_SPLIT)
        place_split_arrays(b);
    else
        place_vectors(b, variant->cpupri);
    place_named(b, SS_RD_CPU_TO_PRI);
    if (variant->cpupri == CPUPRI_PADDED)
        align(b, LINE);
    b->layout->cpupri_size = b->at - b->layout->cpupri;
}

static void place_push_work(struct builder *b)
{
    place_named(b, SS_RD_RTO_PUSH_WORK);
    place_named(b, SS_RD_RTO_PUSH_FLAGS);
    b->at += 4; /* src, dst */
    place_named(b, SS_RD_RTO_PUSH_FUNC);
    place_named(b, SS_RD_RTO_PUSH_IRQWAIT);
}

static void place_member(struct builder *b, u32 field, const struct variant *variant)
{
    if (field == (variant->counts_per_node ? SS_RD_RTO_COUNT : SS_RD_RTO_COUNTS))
        return;
    /* Patch 2 starts two groups on a line of their own: pd with rto_mask, and the two flags. */
    if (variant->reordered && (field == SS_RD_PD || field == SS_RD_OVERLOADED))
        align(b, LINE);
    if (field == SS_RD_CPU_TO_PRI)
        place_cpupri(b, variant);
    else if (field == SS_RD_RTO_PUSH_WORK)
        place_push_work(b);
    else
        place_named(b, field);
}

static void clear_layout(struct ss_root_domain_layout *layout)
{
    *layout = (struct ss_root_domain_layout){.alignment = 1};
    for (u32 i = 0; i < SS_RD_FIELDS; i++)
        layout->offset[i] = SS_RD_ABSENT;
}

void ss_root_domain_layout(struct ss_root_domain_layout *layout, u32 which)
{
    const struct variant *variant = &variants[which];
    const u8 *order = variant->reordered ? patch2_order : baseline_order;
    struct builder builder = {.layout = layout};
    clear_layout(layout);
    layout->counts_per_node = variant->counts_per_node;
    for (u32 i = 0; i < SS_ARRAY_LENGTH(baseline_order); i++)
        place_member(&builder, order[i], variant);
    layout->size = align_up(builder.at, layout->alignment);
}

u32 ss_root_domain_field_size(u32 field)
{
    if (field < SS_RD_COUNT0)
        return field_size[field];
    return field < SS_RD_MASK0 ? 4 : 8;
}

const char *ss_root_domain_field_name(u32 field)
{
    return field < SS_RD_COUNT0 ? field_name[field] : NULL;
}

static u32 alignment_of(u32 field)
{
    return field < SS_RD_COUNT0 ? field_alignment[field] : ss_root_domain_field_size(field);
}

static bool overlaps_earlier(const struct ss_root_domain_layout *layout, u32 field)
{
    u32 at = layout->offset[field], end = at + ss_root_domain_field_size(field);
    for (u32 i = 0; i < field; i++) {
        if (layout->offset[i] == SS_RD_ABSENT)
            continue;
        if (layout->offset[i] < end && at < layout->offset[i] + ss_root_domain_field_size(i))
            return true;
    }
    return false;
}

bool ss_root_domain_custom(struct ss_root_domain_layout *layout, u32 size, const u32 *offsets,
                           bool counts_per_node, u32 *bad)
{
    clear_layout(layout);
    layout->size = size;
    layout->alignment = LINE;
    layout->counts_per_node = counts_per_node;
    for (u32 i = 0; i < SS_RD_FIELDS; i++) {
        if (i == (counts_per_node ? SS_RD_RTO_COUNT : SS_RD_RTO_COUNTS))
            continue;
        *bad = i;
        if (offsets[i] % alignment_of(i) || offsets[i] >= SS_RD_ABSENT ||
            offsets[i] + ss_root_domain_field_size(i) > size)
            return false;
        layout->offset[i] = (u16)offsets[i];
        if (overlaps_earlier(layout, i))
            return false;
    }
    return true;
}

static const char *problem_of(const struct ss_world_def *def)
{
    if (def->root_domain_layout > SS_LAYOUT_CUSTOM)
        return "kernel.root_domain_layout: no such layout; must be 0 to 9";
    if (def->root_domain_layout == SS_LAYOUT_CUSTOM &&
        (!def->root_domain_size || def->root_domain_size > UINT16_MAX))
        return "kernel.root_domain_size: must be between 1 and 65535 bytes";
    if (def->static_root_domain && def->fair_class != SS_FAIR_MINIMAL)
        return "kernel.static_root_domain: needs the minimal fair class, because its CPUs "
               "have no sched domains; set kernel.fair to 0 (minimal)";
    return NULL;
}

bool ss_root_domain_check(const struct ss_world_def *def, struct ss_message *message)
{
    struct ss_root_domain_layout layout;
    u32 bad = 0;
    const char *problem = problem_of(def);
    if (problem) {
        ss_message_text(message, problem);
        return false;
    }
    if (def->root_domain_layout != SS_LAYOUT_CUSTOM ||
        ss_root_domain_custom(&layout, def->root_domain_size, def->root_domain_offset,
                              def->rto_count_per_node, &bad))
        return true;
    ss_message_text(message, "kernel.root_domain_offset");
    ss_message_index(message, bad);
    ss_message_text(message, ": the field lies outside the structure, is not aligned to its type, "
                             "or overlaps another; move it");
    return false;
}
