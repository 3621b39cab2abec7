/*
 * Memory for worlds, used again from one to the next: fresh memory for each would cost more than
 * running many a small one. The bytes behind those that were asked for are poisoned, so a build
 * with AddressSanitizer reports any use of them.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "worlds.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#include <sanitizer/asan_interface.h>
#define HAS_ASAN 1
#endif
#endif
#ifndef HAS_ASAN
#define ASAN_POISON_MEMORY_REGION(first, bytes) ((void)(first), (void)(bytes))
#define ASAN_UNPOISON_MEMORY_REGION(first, bytes) ((void)(first), (void)(bytes))
#endif

#define BLOCKS 4 /* at once; a law has two worlds at most */
#define PAGE 4096u

static struct block {
    uint8_t *memory;
    size_t bytes; /* that it has; those behind `open` may not be touched */
    size_t open;
    bool taken;
} blocks[BLOCKS];

static void grow(struct block *block, size_t bytes)
{
    ASAN_UNPOISON_MEMORY_REGION(block->memory, block->bytes);
    free(block->memory);
    block->bytes = block->open = (bytes + bytes / 2 + PAGE - 1) / PAGE * PAGE;
    block->memory = aligned_alloc(PAGE, block->bytes);
    if (!block->memory) {
        perror("memory for a world");
        exit(1);
    }
}

void *take_memory(size_t bytes, int filling)
{
    struct block *block = blocks;
    while (block->taken)
        if (++block == blocks + BLOCKS)
            abort();
    block->taken = true;
    if (bytes > block->bytes)
        grow(block, bytes);
    ASAN_UNPOISON_MEMORY_REGION(block->memory, bytes);
    if (bytes < block->open) /* just made */
        ASAN_POISON_MEMORY_REGION(block->memory + bytes, block->open - bytes);
    block->open = bytes;
    memset(block->memory, filling, bytes);
    return block->memory;
}

void give_memory(const void *memory)
{
    for (struct block *block = blocks; memory && block < blocks + BLOCKS; block++)
        if (block->memory == memory) {
            block->taken = false;
            block->open = 0;
            ASAN_POISON_MEMORY_REGION(block->memory, block->bytes);
        }
}
