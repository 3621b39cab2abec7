/* Which edges and functions were reached: the counters of clang's -fsanitize-coverage, gathered
 * from every process of a run in one shared array. */
#define _DEFAULT_SOURCE 1 /* MAP_ANONYMOUS */
#include "worlds.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#define MOST_PARTS 512 /* a file of the core has one */

struct entry {
    uintptr_t address, flags; /* bit 0: a function begins */
};

static struct part {
    uint8_t *first, *end;
} counters[MOST_PARTS];
static struct {
    const struct entry *first, *end;
} places[MOST_PARTS];
extern const char __executable_start[]; /* by the linker: the program lies anywhere */
static uint32_t counter_parts, place_parts;
static uint8_t *reached;
static size_t edges;

/* Called by what clang puts at the start of the program. The linker lays the parts of one kind one
 * behind another and gives the whole of it each time. */
void __sanitizer_cov_8bit_counters_init(uint8_t *first, uint8_t *end);
void __sanitizer_cov_8bit_counters_init(uint8_t *first, uint8_t *end)
{
    for (uint32_t i = 0; i < counter_parts; i++)
        if (counters[i].first == first)
            return;
    if (first < end && counter_parts < MOST_PARTS)
        counters[counter_parts++] = (struct part){first, end};
}

void __sanitizer_cov_pcs_init(const uintptr_t *first, const uintptr_t *end);
void __sanitizer_cov_pcs_init(const uintptr_t *first, const uintptr_t *end)
{
    for (uint32_t i = 0; i < place_parts; i++)
        if ((const uintptr_t *)places[i].first == first)
            return;
    if (first >= end || place_parts == MOST_PARTS)
        return;
    places[place_parts].first = (const struct entry *)first;
    places[place_parts++].end = (const struct entry *)end;
}

bool cover_begin(void)
{
    for (uint32_t i = 0; i < counter_parts; i++)
        edges += (size_t)(counters[i].end - counters[i].first);
    if (!edges)
        return false;
    reached = mmap(NULL, edges, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    return reached != MAP_FAILED;
}

void cover_add(void)
{
    size_t at = 0;
    for (uint32_t i = 0; reached && i < counter_parts; i++)
        for (const uint8_t *counter = counters[i].first; counter < counters[i].end; counter++, at++)
            if (*counter)
                reached[at] = 1;
}

bool cover_write(const char *file)
{
    FILE *out = fopen(file, "w");
    size_t at = 0;
    if (!out)
        return false;
    for (uint32_t i = 0; i < place_parts; i++)
        for (const struct entry *place = places[i].first; place < places[i].end; place++, at++)
            fprintf(out, "0x%llx %u %u\n",
                    (unsigned long long)(place->address - (uintptr_t)__executable_start),
                    reached[at], (unsigned)(place->flags & 1));
    return !fclose(out);
}
