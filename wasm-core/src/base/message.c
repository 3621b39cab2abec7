/* The message writer of message.h. */
#include "base/message.h"

void ss_message_init(struct ss_message *message, void *text, u32 capacity)
{
    *message = (struct ss_message){.text = text, .capacity = capacity};
    if (capacity)
        message->text[0] = 0;
}

/* Takes back the bytes of a UTF-8 character whose rest did not fit. */
static void drop_partial_character(struct ss_message *message)
{
    u32 lead = message->used;
    while (lead && ((u8)message->text[lead - 1] & 0xc0) == 0x80)
        lead--;
    if (lead && ((u8)message->text[lead - 1] & 0xc0) == 0xc0)
        message->used = lead - 1;
}

void ss_message_text(struct ss_message *message, const char *text)
{
    if (message->cut)
        return;
    for (; *text && message->used + 1 < message->capacity; text++)
        message->text[message->used++] = *text;
    if (*text) {
        message->cut = true;
        /* Only a cut inside a character leaves a part behind: its next byte is a continuation. */
        if (((u8)*text & 0xc0) == 0x80)
            drop_partial_character(message);
    }
    if (message->capacity)
        message->text[message->used] = 0;
}

void ss_message_number(struct ss_message *message, i64 number)
{
    char digits[24];
    u32 at = sizeof(digits);
    /* Unsigned, so that the most negative number has a magnitude. */
    u64 magnitude = number < 0 ? 0 - (u64)number : (u64)number;
    digits[--at] = 0;
    do {
        digits[--at] = (char)('0' + magnitude % 10);
        magnitude /= 10;
    } while (magnitude);
    if (number < 0)
        digits[--at] = '-';
    ss_message_text(message, digits + at);
}

void ss_message_count(struct ss_message *message, i64 number, const char *unit)
{
    ss_message_number(message, number);
    if (*unit)
        ss_message_text(message, " ");
    ss_message_text(message, unit);
}

void ss_message_index(struct ss_message *message, u32 index)
{
    ss_message_text(message, "[");
    ss_message_number(message, index);
    ss_message_text(message, "]");
}

void ss_message_time(struct ss_message *message, u64 ns)
{
    static const char *const units[] = {" ns", " us", " ms", " s"};
    u32 unit = 0;
    for (; ns && ns % 1000 == 0 && unit < SS_ARRAY_LENGTH(units) - 1; unit++)
        ns /= 1000;
    ss_message_number(message, (i64)ns);
    ss_message_text(message, units[unit]);
}

void ss_message_words(struct ss_message *message, const char *const *words, u32 count)
{
    for (u32 i = 0; i < count; i++) {
        ss_message_text(message, !i ? ": must be " : i == count - 1 ? " or " : ", ");
        ss_message_number(message, i);
        ss_message_text(message, " (");
        ss_message_text(message, words[i]);
        ss_message_text(message, ")");
    }
}
