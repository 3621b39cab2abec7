/*
 * Any bytes as a world definition: refused with a message, or a world that runs. The input
 * overwrites parts of a small valid definition, so that both happen.
 */
#include <stdlib.h>
#include <string.h>

#include "schedscape.h"

#define MOST_BYTES (64u << 20) /* larger worlds are not worth the fuzzer's time */
#define RUN_NS 20000
#define RUN_RECORDS 2000

static void small_machine(struct ss_world_def *def)
{
    ss_world_def_default(def);
    def->cpus = 8;
    def->nodes = 2;
    for (uint16_t cpu = 0; cpu < 8; cpu++) {
        def->cpu_core[cpu] = def->cpu_l2[cpu] = cpu % 4;
        def->cpu_llc[cpu] = def->cpu_node[cpu] = def->cpu_package[cpu] = cpu % 4 / 2;
    }
    def->distance[1] = def->distance[2] = 20;
    def->distance[3] = 10;
    def->workload = SS_WORKLOAD_FFMPEG_TOKEN;
    const uint32_t parameters[] = {1, 8, 12, 9, 5000, 500, 0};
    memcpy(def->workload_parameter, parameters, sizeof(parameters));
}

/* The input is a list of edits: two bytes of position (in words), four of value. */
static void edit(struct ss_world_def *def, const uint8_t *data, size_t size)
{
    for (; size >= 6; data += 6, size -= 6) {
        size_t at = (size_t)(data[0] | data[1] << 8) % (sizeof(*def) / 4) * 4;
        memcpy((uint8_t *)def + at, data + 2, 4);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct ss_world_def *def = calloc(1, sizeof(*def));
    small_machine(def);
    edit(def, data, size);
    uint32_t bytes = ss_world_bytes(def);
    if (!bytes && !def->message[0])
        abort(); /* a refusal without a word */
    if (bytes && bytes <= MOST_BYTES) {
        void *memory = aligned_alloc(4096, (bytes + 4095) / 4096 * 4096);
        memset(memory, 0x5a, bytes);
        if (ss_world_create(memory, bytes, def) == SS_STATUS_OK) {
            if (ss_world_step(memory, RUN_NS, 0, RUN_RECORDS) == SS_STEP_DEFECT)
                abort();
            ss_world_frame(memory);
        }
        free(memory);
    }
    free(def);
    return 0;
}
