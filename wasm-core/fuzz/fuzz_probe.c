/* Any words at the doors of the probes: an answer or a refusal, never a crash. */
#include <stdlib.h>
#include <string.h>

#include "schedscape.h"

#define MEMORY_BYTES (16u << 20)
#define PROBE_KINDS 64 /* above every code; a number that is none is refused at once */
#define OUTPUT_WORDS 65536

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static uint8_t *memory;
    static int32_t output[OUTPUT_WORDS];
    if (size < 8 ||
        data[0] % PROBE_KINDS == SS_PROBE_BENCH_LINE) /* which takes as long as it is told to */
        return 0;
    if (!memory)
        memory = aligned_alloc(4096, MEMORY_BYTES);
    uint32_t words = (uint32_t)(size - 4) / 4;
    int32_t *input = malloc(words * 4);
    memcpy(input, data + 4, words * 4);
    ss_probe_run(data[0] % PROBE_KINDS, memory, MEMORY_BYTES, input, words, output, OUTPUT_WORDS);
    free(input);
    return 0;
}
