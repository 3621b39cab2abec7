/*
 * The platform under the core when it runs as WebAssembly: memory, and the functions a compiler
 * may call without being asked. No imports, so any host can instantiate the module.
 */
#include "base/types.h"
#include "schedscape.h"

#define PAGE 65536u     /* of WebAssembly memory */
#define ALIGNMENT 4096u /* promised by ss_host_reserve */

extern u8 __heap_base; /* set by the linker: the first byte after data and stack */

/* Hosts of the core are the one place where a global may change: an instance has one memory. */
static u32 next_free; /* 0 until the first reservation */
static u32 dirty_end; /* memory below was handed out before and must be cleared again */

void *memset(void *to, int byte, size_t size)
{
    return __builtin_memset(to, byte, size);
}

void *memcpy(void *restrict to, const void *restrict from, size_t size)
{
    return __builtin_memcpy(to, from, size);
}

void *memmove(void *to, const void *from, size_t size)
{
    return __builtin_memmove(to, from, size);
}

int memcmp(const void *left, const void *right, size_t size)
{
    const u8 *a = left, *b = right;
    for (size_t i = 0; i < size; i++)
        if (a[i] != b[i])
            return a[i] < b[i] ? -1 : 1;
    return 0;
}

/* Newer LLVM turns a loop to the terminating zero into a call of it. */
size_t strlen(const char *text);

size_t strlen(const char *text)
{
    size_t length = 0;
    while (text[length])
        length++;
    return length;
}

static u32 align_up(u32 address)
{
    return (address + ALIGNMENT - 1) & ~(ALIGNMENT - 1);
}

/* Makes addresses below `end` valid; false if the engine refuses to grow. */
static bool grow_to(u64 end)
{
    u64 have = (u64)__builtin_wasm_memory_size(0) * PAGE;
    if (end <= have)
        return true;
    u64 pages = (end - have + PAGE - 1) / PAGE;
    return __builtin_wasm_memory_grow(0, (size_t)pages) != (size_t)-1;
}

void *ss_host_reserve(uint32_t bytes)
{
    if (!next_free)
        next_free = align_up((u32)(uintptr_t)&__heap_base);
    u64 end = (u64)next_free + bytes;
    if (bytes == 0 || end > UINT32_MAX - ALIGNMENT || !grow_to(end))
        return NULL;
    u8 *memory = (u8 *)(uintptr_t)next_free;
    if (next_free < dirty_end)
        memset(memory, 0, ss_min_u32(dirty_end - next_free, bytes));
    next_free = align_up((u32)end);
    return memory;
}

void ss_host_release_all(void)
{
    /* WebAssembly memory never shrinks: it is only handed out again. */
    dirty_end = ss_max_u32(dirty_end, next_free);
    next_free = 0;
}
