/* Lines of the names text (world/names.c) that several rooms write. */
#ifndef SS_EXEC_NAMES_H
#define SS_EXEC_NAMES_H

#include "base/message.h"
#include "exec/structures.h"

/* A field of a structure: where it lies, in bytes, and its name; with an element if index >= 0. */
void ss_name_field(struct ss_message *names, u32 structure, u32 offset, u32 size, const char *name,
                   i32 index);

#endif
