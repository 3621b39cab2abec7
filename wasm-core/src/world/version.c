/* The fingerprint of version.h: FNV-1a over the tables, word by word. */
#include "world/version.h"

#include "exec/layout.h"
#include "schedscape.h"

#define START 2166136261u
#define MIX(word) version = (version ^ (u32)(word)) * 16777619u;

/* Of a name its length and three of its letters: with its place that is enough. */
#define MIX_NAME(name)                                                                             \
    MIX(sizeof(name) | (u32)name[0] << 8 | (u32)name[sizeof(name) / 2] << 16 |                     \
        (u32)name[sizeof(name) - 2] << 24)
#define MIX_FIELD(type, name) MIX_ARRAY(type, name, 1)
#define MIX_ARRAY(type, name, length)                                                              \
    MIX(offsetof(described, name) << 8 | sizeof(SS_TYPE_##type) << 1 | (#type[0] == 'i'))          \
    MIX(length) MIX_NAME(#name)
#define MIX_STRUCTURE(name)                                                                        \
    {                                                                                              \
        typedef struct ss_##name described;                                                        \
        SS_FIELDS_##name(MIX_FIELD, MIX_ARRAY) MIX(sizeof(described))                              \
    }
#define MIX_CODE(name, value, ...) MIX(value) MIX_NAME(#name)
#define MIX_MEMBER(structure, member, bytes, alignment, attribute, many, name)                     \
    MIX((bytes) << 16 | (alignment) << 8 | (attribute))

u32 ss_abi_version(void)
{
    u32 version = START;
    SS_STRUCTURES(MIX_STRUCTURE)
    SS_CODES(MIX_CODE)
    SS_MEMBER_LIST(MIX_MEMBER)
    return version;
}
