/*
 * The description of the ABI as text, made from the very tables that declare it. It is how the
 * TypeScript side learns sizes and offsets; it has no part in a simulation, so the module that a
 * page loads does without.
 */
#include "base/message.h"
#include "base/types.h"
#include "exec/layout.h"
#include "sched/explain/reasons.h"
#include "sched/rules/cache_rules.h"
#include "schedscape.h"
#include "workload/workload.h"
#include "world/options.h"
#include "world/version.h"

static void put_number(struct ss_message *text, u32 number)
{
    ss_message_text(text, " ");
    ss_message_number(text, number);
}

/* A line "WHAT NAME VALUE". Called some two hundred times with constants, as is put_field: inlined,
 * they would outgrow the simulator. */
SS_NEVER_INLINED
static void put_named(struct ss_message *text, const char *what, const char *name, u32 value)
{
    ss_message_text(text, what);
    ss_message_text(text, " ");
    ss_message_text(text, name);
    put_number(text, value);
    ss_message_text(text, "\n");
}

/* A line "field NAME TYPE OFFSET LENGTH"; a single value has length 1. */
SS_NEVER_INLINED
static void put_field(struct ss_message *text, const char *name, const char *type, size_t offset,
                      u32 length)
{
    ss_message_text(text, "field ");
    ss_message_text(text, name);
    ss_message_text(text, " ");
    ss_message_text(text, type);
    put_number(text, (u32)offset);
    put_number(text, length);
    ss_message_text(text, "\n");
}

/* One function a structure: the typedef tells offsetof which one, for the field tables do not. */
#define PUT_FIELD(type, name) put_field(text, #name, #type, offsetof(described, name), 1);
#define PUT_ARRAY(type, name, length)                                                              \
    put_field(text, #name, #type, offsetof(described, name), (length));
#define DEFINE_PUT(name)                                                                           \
    static void put_##name(struct ss_message *text)                                                \
    {                                                                                              \
        typedef struct ss_##name described;                                                        \
        put_named(text, "struct", #name, (u32)sizeof(described));                                  \
        SS_FIELDS_##name(PUT_FIELD, PUT_ARRAY)                                                     \
    }
SS_STRUCTURES(DEFINE_PUT)

static void put_limits(struct ss_message *text)
{
    put_named(text, "limit", "ABI_VERSION", ss_abi_version());
    put_named(text, "limit", "LIMIT_CPUS", SS_LIMIT_CPUS);
    put_named(text, "limit", "LIMIT_LLCS", SS_LIMIT_LLCS);
    put_named(text, "limit", "LIMIT_NODES", SS_LIMIT_NODES);
    put_named(text, "limit", "LIMIT_TASKS", SS_LIMIT_TASKS);
    put_named(text, "limit", "LIMIT_WORLD_MIB", SS_LIMIT_WORLD_MIB);
    put_named(text, "limit", "WORKLOAD_PARAMETERS", SS_WORKLOAD_PARAMETERS);
    put_named(text, "limit", "ROOT_DOMAIN_OFFSETS", SS_ROOT_DOMAIN_OFFSETS);
    put_named(text, "limit", "LAYOUT_MEMBERS", SS_LAYOUT_MEMBERS);
    put_named(text, "limit", "MESSAGE_BYTES", SS_MESSAGE_BYTES);
    put_named(text, "limit", "LEDGER_KINDS", SS_LEDGER_KINDS);
    put_named(text, "limit", "STATE_PAGE_BYTES", SS_STATE_PAGE_BYTES);
}

/* A line "WHAT WORD": the rest of it is text. */
static void put_text(struct ss_message *text, const char *what, const char *word)
{
    ss_message_text(text, what);
    ss_message_text(text, " ");
    ss_message_text(text, word);
    ss_message_text(text, "\n");
}

/* Lines "option FIELD LEAST GREATEST OTHERWISE IN_FULL", then "form FORM", "named NAME" and "what
 * SENTENCE", and of a choice "word WORD CODE". */
static void put_option(struct ss_message *text, const struct ss_option *option, const char *field,
                       const char *sentence)
{
    ss_message_text(text, "option ");
    ss_message_text(text, field);
    put_number(text, option->least);
    put_number(text, option->greatest);
    put_number(text, option->otherwise);
    put_number(text, option->in_full);
    put_text(text, "\nform", option->words ? "choice" : option->counts ? "count" : "flag");
    put_text(text, "named", option->name);
    put_text(text, "what", sentence);
    for (u32 code = 0; option->words && code <= option->greatest; code++)
        put_named(text, "word", option->words[code], code);
}

static void put_options(struct ss_message *text)
{
#define SENTENCE(with, field, form, name, class, otherwise, in_full, sentence) {#field, sentence},
    static const char *const said[][2] = {SS_KERNEL_OPTIONS(SENTENCE, )};
    for (u32 i = 0; i < ss_option_count; i++)
        put_option(text, &ss_options[i], said[i][0], said[i][1]);
}

/* Lines "tunable KEY CODE", "range LEAST GREATEST" and "unit UNIT". */
static void put_tunables(struct ss_message *text)
{
#define PUT_TUNABLE(with, name, code, key, least, greatest, unit)                                  \
    put_named(text, "tunable", key, code);                                                         \
    put_named(text, "range", #least, greatest);                                                    \
    put_text(text, "unit", unit);
    SS_TUNABLES(PUT_TUNABLE, )
}

/* Lines "parameter NAME LEAST GREATEST OPTIONAL", then as of an option "form FORM", "what SENTENCE"
 * and "word WORD VALUE". */
static void put_parameter(struct ss_message *text, const struct ss_parameter *row,
                          const char *sentence)
{
    ss_message_text(text, "parameter ");
    ss_message_text(text, row->name);
    put_number(text, row->least);
    put_number(text, row->greatest);
    put_number(text, row->optional);
    put_text(text, "\nform", row->words ? "choice" : row->is_time ? "time" : "whole");
    put_text(text, "what", sentence);
    for (u32 value = 0; row->words && value <= row->greatest; value++)
        put_named(text, "word", row->words[value], value);
}

/* Lines "workload NAME CODE", "what SENTENCE", a line "trait TRAIT" each, then its parameters. */
static void put_workload(struct ss_message *text, u32 code, const char *const *says)
{
    const struct ss_workload_kind *kind = ss_workload_kind(code);
    put_named(text, "workload", kind->name, code);
    put_text(text, "what", says[0]);
#define PUT_TRAIT(name, bit, word)                                                                 \
    if (kind->traits & (bit))                                                                      \
        put_text(text, "trait", word);
    SS_TRAITS(PUT_TRAIT)
    for (u32 i = 0; i < kind->parameter_count; i++)
        put_parameter(text, &kind->parameters[i], says[1 + i]);
}

static void put_workloads(struct ss_message *text)
{
#define PUT_WORKLOAD(with, name, code, kind) put_workload(text, code, ss_workload_##kind##_says);
    SS_WORKLOADS(PUT_WORKLOAD, )
}

/* Lines "version WORD VALUE", then of each switch "switch NAME INDEX", "what SENTENCE" and, unless
 * it is yes or no, "word WORD VALUE". */
static void put_cache(struct ss_message *text)
{
#define VERSION(id, word) put_named(text, "version", word, SS_CACHE_##id);
    SS_CACHE_VERSION_LIST(VERSION)
#define YES_NO NULL
#define ONE_OF(...)                                                                                \
    (const char *const[])                                                                          \
    {                                                                                              \
        __VA_ARGS__, NULL                                                                          \
    }
#define SWITCH(id, name, form, sentence) {name, sentence, form},
    const struct {
        const char *name, *what;
        const char *const *words;
    } switches[] = {SS_CACHE_SWITCH_LIST(SWITCH)};
    for (u32 i = 0; i < SS_ARRAY_LENGTH(switches); i++) {
        put_named(text, "switch", switches[i].name, i);
        put_text(text, "what", switches[i].what);
        for (u32 value = 0; switches[i].words && switches[i].words[value]; value++)
            put_named(text, "word", switches[i].words[value], value);
    }
}

/* Lines "step CODE FACT, FACT": a reason that is a step, and the names of its numbers in order. */
static void put_reasons(struct ss_message *text)
{
#define X(id, sentence)
#define STEP(id, sentence, ...) put_text(text, "step", #id " " #__VA_ARGS__);
    SS_REASON_LIST(X, STEP)
#undef X
#undef STEP
}

uint32_t ss_abi_describe(uint8_t *text, uint32_t capacity)
{
    struct ss_message message;
    ss_message_init(&message, text, capacity);
    put_limits(&message);
#define PUT_CODE(name, value, ...) put_named(&message, "code", #name, value);
    SS_CODES(PUT_CODE)
#define PUT_STRUCTURE(name) put_##name(&message);
    SS_STRUCTURES(PUT_STRUCTURE)
    put_options(&message);
    put_tunables(&message);
    put_cache(&message);
    put_workloads(&message);
    put_reasons(&message);
    ss_layouts_describe(&message);
    return message.cut ? 0 : message.used;
}
