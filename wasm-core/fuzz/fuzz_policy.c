/*
 * Any words as the code of a policy: refused with a message, or run without a finding, in the
 * middle of a crowd. The first byte says at which points it is asked.
 */
#include <stdlib.h>
#include <string.h>

#include "../tests/support_again.h"
#include "schedscape.h"
#include "world/check.h"

#define BEGIN_NS 500000
#define RUN_NS 100000
#define RUN_RECORDS 4000

static void crowded_machine(struct ss_world_def *def)
{
    static const uint32_t parameters[] = {2, 20, 100, 0, 1};
    ss_world_def_default(def);
    def->cpus = 8;
    for (uint16_t cpu = 0; cpu < 8; cpu++) {
        def->cpu_core[cpu] = def->cpu_l2[cpu] = cpu;
        def->cpu_llc[cpu] = cpu / 4;
    }
    def->fair_class = SS_FAIR_FULL;
    def->workload = SS_WORKLOAD_HACKBENCH;
    memcpy(def->workload_parameter, parameters, sizeof(parameters));
}

static void set_policy(struct ss_world_def *def, const uint8_t *data, size_t size)
{
    const size_t words = size / 4 < SS_POLICY_WORDS ? size / 4 : SS_POLICY_WORDS;
    memcpy(def->policy_code, data + 1, words * 4);
    def->policy_words = (uint32_t)words;
    for (uint32_t point = 0; point < SS_POLICY_POINTS; point++)
        def->policy_entry[point] = data[0] >> point & 1;
    def->policy_arrays = 3;
    def->policy_array_kind[1] = SS_POLICY_ARRAY_PERCPU;
    def->policy_array_kind[2] = SS_POLICY_ARRAY_PERTASK;
    def->policy_array_length[0] = 5;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct ss_world_def *def;
    static struct again again;
    if (!def) {
        def = calloc(1, sizeof(*def));
        crowded_machine(def);
        set_policy(def, (const uint8_t[5]){1}, 4); /* leaves everything to Linux */
        again = again_from(def, BEGIN_NS);
    }
    if (size < 5)
        return 0;
    set_policy(def, data, size - 1);
    memset(def->message, 0, sizeof(def->message));
    if (!ss_world_check(def)) {
        if (!def->message[0])
            abort(); /* a refusal without a word */
        return 0;
    }
    struct ss_world *w = again_with(&again, def);
    if (ss_world_step(w, BEGIN_NS + RUN_NS, 0, RUN_RECORDS) == SS_STEP_DEFECT)
        abort();
    return 0;
}
