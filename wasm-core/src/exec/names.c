/* The lines of names.h. */
#include "exec/names.h"

void ss_name_field(struct ss_message *names, u32 structure, u32 offset, u32 size, const char *name,
                   i32 index)
{
    const u32 numbers[] = {structure, offset, size};
    ss_message_text(names, "fieldat");
    for (u32 i = 0; i < SS_ARRAY_LENGTH(numbers); i++) {
        ss_message_text(names, " ");
        ss_message_number(names, numbers[i]);
    }
    ss_message_text(names, " ");
    ss_message_text(names, name);
    if (index >= 0)
        ss_message_index(names, (u32)index);
    ss_message_text(names, "\n");
}
