/* The options of options.h. */
#include "world/options.h"

#define ANY false
#define FULL true
#define FLAG .greatest = 1
#define COUNT(from, to, of) .counts = true, .least = (from), .greatest = (to), .unit = (of)
#define WORD(name, code, word) [code] = (word),
#define CHOICE(codes)                                                                              \
    .words = (const char *const[]){SS_CODES_##codes(WORD)},                                        \
    .greatest = SS_ARRAY_LENGTH(((const char *const[]){SS_CODES_##codes(WORD)})) - 1
#define OPTION(with, at, form, called, class, bare, full, sentence)                                \
    {.name = (called),                                                                             \
     .field = offsetof(struct ss_world_def, at),                                                   \
     .otherwise = (bare),                                                                          \
     .in_full = (full),                                                                            \
     .needs_full = (class),                                                                        \
     form},

const struct ss_option ss_options[] = {SS_KERNEL_OPTIONS(OPTION, )};
const u32 ss_option_count = SS_ARRAY_LENGTH(ss_options);

void ss_options_default(struct ss_world_def *def)
{
    for (u32 i = 0; i < ss_option_count; i++)
        *(u32 *)((u8 *)def + ss_options[i].field) = ss_options[i].otherwise;
}

static void say_range(const struct ss_option *option, struct ss_message *message)
{
    if (!option->counts) {
        ss_message_text(message, ": must be 0 (off) or 1 (on)");
        return;
    }
    const bool own_choice = option->least && !option->otherwise;
    const bool bounded = option->least && !own_choice;
    ss_message_text(message, bounded ? ": must be between " : ": must be at most ");
    if (bounded) {
        ss_message_number(message, option->least);
        ss_message_text(message, " and ");
    }
    ss_message_count(message, option->greatest, option->unit);
    if (own_choice)
        ss_message_text(message, ", or 0 for the kernel's own choice");
}

static bool check_option(const struct ss_option *option, u32 value, bool full,
                         struct ss_message *message)
{
    const bool fits = value >= option->least && value <= option->greatest;
    if (value == option->otherwise || (fits && (full || !option->needs_full)))
        return true;
    ss_message_text(message, "kernel.");
    ss_message_text(message, option->name);
    if (fits)
        ss_message_text(message, ": needs the full fair class; set kernel.fair to 1 (full)");
    else if (option->words)
        ss_message_words(message, option->words, option->greatest + 1);
    else
        say_range(option, message);
    return false;
}

bool ss_options_check(const struct ss_world_def *def, struct ss_message *message)
{
    const bool full = def->fair_class == SS_FAIR_FULL;
    for (u32 i = 0; i < ss_option_count; i++) {
        const u32 value = *(const u32 *)((const u8 *)def + ss_options[i].field);
        if (!check_option(&ss_options[i], value, full, message))
            return false;
    }
    return true;
}
