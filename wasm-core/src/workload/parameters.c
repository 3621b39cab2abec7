/* The parameters of parameters.h. */
#include "workload/parameters.h"

static void say(const struct ss_parameter *row, u32 value, struct ss_message *message)
{
    if (row->is_time)
        ss_message_time(message, value);
    else
        ss_message_count(message, value, row->unit ? row->unit : "");
}

static void say_range(const struct ss_parameter *row, struct ss_message *message)
{
    ss_message_text(message, row->least ? ": must be between " : ": must be at most ");
    if (row->least) {
        say(row, row->least, message);
        ss_message_text(message, " and ");
    }
    say(row, row->greatest, message);
    if (row->least && row->optional)
        ss_message_text(message, ", or 0");
}

bool ss_parameters_check(const struct ss_parameter *rows, u32 count, const struct ss_world_def *def,
                         struct ss_message *message)
{
    for (u32 i = 0; i < count; i++) {
        const struct ss_parameter *row = &rows[i];
        const u32 value = def->workload_parameter[i];
        if ((value >= row->least && value <= row->greatest) || (row->optional && !value))
            continue;
        ss_message_text(message, "workload.");
        ss_message_text(message, row->name);
        if (row->words)
            ss_message_words(message, row->words, row->greatest + 1);
        else
            say_range(row, message);
        return false;
    }
    return true;
}
