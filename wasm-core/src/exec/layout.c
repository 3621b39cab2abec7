/* The layouts of layout.h, built member by member as a C compiler would. */
#include "exec/layout.h"

#include "base/check.h"
#include "exec/names.h"

#define MOST_ALIGNMENT 4096 /* a page: more means nothing to a cache */
#define MOST_PADDING 4096
#define MOST_BYTES 16384 /* of a structure that is declared anew */

struct member {
    u16 bytes;
    u8 structure, alignment, attribute, many;
    const char *name;
};

static const struct member members[] = {
#define X(structure, member, bytes, alignment, attribute, many, name)                              \
    {(bytes), SS_STRUCTURE_##structure, (alignment), (attribute), SS_MANY_##many, (name)},
    SS_MEMBER_LIST(X)
#undef X
};

/* One member as it is declared: by the table or by the definition. */
struct declaration {
    u32 member, attribute, padding;
};

struct builder {
    struct ss_layouts *layouts;
    const struct ss_layout_counts *counts;
    u32 structure, at, alignment;
};

static u32 align_up(u32 value, u32 alignment)
{
    return (value + alignment - 1) & ~(alignment - 1);
}

static u32 elements_of(const struct member *member, const struct ss_layout_counts *counts)
{
    switch (member->many) {
    case SS_MANY_WORDS:
        return counts->words;
    case SS_MANY_CPUS:
        return counts->cpus;
    case SS_MANY_NODES:
        return counts->nodes;
    case SS_MANY_CACHES:
        return counts->caches;
    default:
        return member->many;
    }
}

struct ss_layout_counts ss_layout_counts_of(const struct ss_topology *t)
{
    return (struct ss_layout_counts){.words = t->cpu_words,
                                     .cpus = t->cpus,
                                     .nodes = t->nodes,
                                     .caches = t->sched_mc ? t->llcs : t->cores};
}

static void begin(struct builder *b, u32 structure)
{
    b->structure = structure;
    b->at = 0;
    b->alignment = 1;
}

static void declare(struct builder *b, const struct declaration *declared)
{
    const struct member *member = &members[declared->member];
    const u32 alignment = ss_max_u32(member->alignment, declared->attribute);
    SS_DEBUG_CHECK(member->structure == b->structure);
    b->at = align_up(b->at + declared->padding, alignment);
    b->layouts->offset[declared->member] = (u16)b->at;
    b->at += member->bytes * elements_of(member, b->counts);
    b->alignment = ss_max_u32(b->alignment, alignment);
}

/* The size of the structure. */
static u32 end(struct builder *b)
{
    const u32 bytes = align_up(b->at, b->alignment);
    b->layouts->bytes[b->structure] = (u16)bytes;
    return bytes;
}

/* The first member of the structure that `first` is of which is not of it any more. */
static u32 behind(u32 first)
{
    u32 at = first;
    while (at < SS_MEMBERS_COUNT && members[at].structure == members[first].structure)
        at++;
    return at;
}

static struct declaration declaration_at(const struct ss_world_def *def, u32 at)
{
    return (struct declaration){.member = def->layout_member[at],
                                .attribute = def->layout_attribute[at],
                                .padding = def->layout_padding[at]};
}

/* Lays out the structure that the definition declares from `at` on; `at` goes behind it. */
static u32 lay_out_declared(struct builder *b, const struct ss_world_def *def, u32 *at)
{
    const u32 structure = members[def->layout_member[*at]].structure;
    begin(b, structure);
    while (*at < def->layout_members && members[def->layout_member[*at]].structure == structure) {
        const struct declaration declared = declaration_at(def, (*at)++);
        declare(b, &declared);
    }
    return end(b);
}

void ss_layouts_plain(struct ss_layouts *layouts, const struct ss_layout_counts *counts)
{
    struct builder b = {.layouts = layouts, .counts = counts};
    *layouts = (struct ss_layouts){0};
    for (u32 at = 0; at < SS_MEMBERS_COUNT;) {
        begin(&b, members[at].structure);
        for (u32 last = behind(at); at < last; at++) {
            const struct declaration declared = {at, members[at].attribute, 0};
            declare(&b, &declared);
        }
        end(&b);
    }
}

void ss_layouts_define(struct ss_layouts *layouts, const struct ss_world_def *def,
                       const struct ss_layout_counts *counts)
{
    struct builder b = {.layouts = layouts, .counts = counts};
    ss_layouts_plain(layouts, counts);
    for (u32 at = 0; at < def->layout_members;)
        lay_out_declared(&b, def, &at);
}

/* ---- what a definition may say --------------------------------------------------------------- */

static const char *broken_declaration(const struct ss_world_def *def, u32 at, bool *seen)
{
    const struct declaration declared = declaration_at(def, at);
    if (declared.member >= SS_MEMBERS_COUNT)
        return ": no such member of a structure";
    if (seen[declared.member])
        return ": declares a member that its structure has already; declare each once, and the "
               "members of a structure one behind the other";
    if (declared.attribute & (declared.attribute - 1) || declared.attribute > MOST_ALIGNMENT)
        return ": has an alignment that is not 0 or a power of two up to 4096";
    if (declared.padding > MOST_PADDING)
        return ": has more than 4096 bytes of padding before it";
    return NULL;
}

static bool refuse(struct ss_message *message, u32 at, const char *problem)
{
    ss_message_text(message, "layout_member");
    ss_message_index(message, at);
    ss_message_text(message, problem);
    return false;
}

/* Every member of a structure is declared, in one piece. Marks those it has seen. */
static bool check_declarations(const struct ss_world_def *def, struct ss_message *message,
                               bool *seen)
{
    for (u32 at = 0; at < def->layout_members; at++) {
        const char *problem = broken_declaration(def, at, seen);
        if (problem)
            return refuse(message, at, problem);
        const u32 structure = members[def->layout_member[at]].structure;
        const bool begins = !at || members[def->layout_member[at - 1]].structure != structure;
        u32 first = def->layout_member[at];
        while (first && members[first - 1].structure == structure)
            first--;
        for (u32 i = first; i < behind(first); i++)
            if (begins && seen[i])
                return refuse(message, at,
                              ": returns to a structure that was left before; "
                              "declare the members of one structure together");
        seen[def->layout_member[at]] = true;
        const bool ends = at + 1 == def->layout_members ||
                          (def->layout_member[at + 1] < SS_MEMBERS_COUNT &&
                           members[def->layout_member[at + 1]].structure != structure);
        for (u32 i = first; i < behind(first); i++)
            if (ends && !seen[i])
                return refuse(message, at,
                              ": ends a structure before every member is "
                              "declared; declare them all");
    }
    return true;
}

bool ss_layouts_check(const struct ss_world_def *def, struct ss_message *message)
{
    /* At most as many caches as CPUs: what is allowed does not depend on where they are. */
    const struct ss_layout_counts counts = {.words = ss_div_round_up(def->cpus, 64),
                                            .cpus = def->cpus,
                                            .nodes = def->nodes,
                                            .caches = def->cpus};
    bool seen[SS_MEMBERS_COUNT] = {false};
    struct ss_layouts layouts = {0};
    struct builder b = {.layouts = &layouts, .counts = &counts};
    if (def->layout_members > SS_LAYOUT_MEMBERS) {
        ss_message_text(message, "layout_members: more than the definition has room for");
        return false;
    }
    if (!check_declarations(def, message, seen))
        return false;
    for (u32 at = 0; at < def->layout_members;)
        if (lay_out_declared(&b, def, &at) > MOST_BYTES)
            return refuse(message, at - 1,
                          ": makes its structure larger than 16384 bytes; align "
                          "or pad less");
    return true;
}

/* ---- words ----------------------------------------------------------------------------------- */

static const char *const structure_names[] = {
#define X(id, name) name,
    SS_STRUCTURE_LIST(X)
#undef X
};

/* Elements have names of their own where there are few of them. */
static bool names_elements(const struct member *member)
{
    return member->many != SS_MANY_ONE && member->many != SS_MANY_CPUS &&
           member->many != SS_MANY_CACHES;
}

void ss_layouts_names(const struct ss_layouts *layouts, const struct ss_layout_counts *counts,
                      struct ss_message *names)
{
    for (u32 i = 0; i < SS_MEMBERS_COUNT; i++) {
        const struct member *member = &members[i];
        const u32 elements = elements_of(member, counts);
        if (!layouts->place[member->structure].stride || !member->name[0])
            continue;
        if (names_elements(member)) {
            for (u32 at = 0; at < elements; at++)
                ss_name_field(names, member->structure, layouts->offset[i] + at * member->bytes,
                              member->bytes, member->name, (i32)at);
        } else {
            ss_name_field(names, member->structure, layouts->offset[i], member->bytes * elements,
                          member->name, -1);
        }
    }
}

static void put_many(struct ss_message *text, u32 many)
{
    static const char *const decided[] = {"words", "cpus", "nodes", "caches"};
    ss_message_text(text, " ");
    if (many < SS_MANY_WORDS)
        ss_message_number(text, many);
    else
        ss_message_text(text, decided[many - SS_MANY_WORDS]);
}

void ss_layouts_describe(struct ss_message *text)
{
    static const char *const keys[] = {
#define X(structure, member, bytes, alignment, attribute, many, name) #structure " " #member,
        SS_MEMBER_LIST(X)
#undef X
    };
    for (u32 i = 0; i < SS_MEMBERS_COUNT; i++) {
        const struct member *member = &members[i];
        const u32 numbers[] = {member->bytes, member->alignment, member->attribute};
        if (!i || members[i - 1].structure != member->structure) {
            ss_message_text(text, "layout ");
            ss_message_text(text, structure_names[member->structure]);
            ss_message_text(text, "\n");
        }
        ss_message_text(text, "member ");
        ss_message_text(text, keys[i]);
        for (u32 n = 0; n < SS_ARRAY_LENGTH(numbers); n++) {
            ss_message_text(text, " ");
            ss_message_number(text, numbers[n]);
        }
        put_many(text, member->many);
        ss_message_text(text, " ");
        ss_message_text(text, member->name);
        ss_message_text(text, "\n");
    }
}
