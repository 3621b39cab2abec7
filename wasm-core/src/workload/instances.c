/* The instances of instances.h. */
#include "workload/instances.h"

static u32 nth_cpu_by_core(const struct ss_world *w, u32 n)
{
    const struct ss_topology *t = &w->topology;
    for (u32 core = 0; core < t->cores; core++) {
        const u64 *cpus = t->core_cpus + (u64)core * t->cpu_words;
        u32 count = ss_bitset_count(cpus, t->cpu_words);
        if (n >= count) {
            n -= count;
            continue;
        }
        i32 cpu = ss_bitset_first(cpus, t->cpu_words);
        while (n--)
            cpu = ss_bitset_next(cpus, t->cpu_words, (u32)cpu + 1);
        return (u32)cpu;
    }
    return 0;
}

u32 ss_instance_cpu(const struct ss_world *w, u32 instance, u32 cpus, u32 i)
{
    return nth_cpu_by_core(w, instance * cpus + i);
}

u32 ss_instance_affinity(struct ss_world *w, u32 instance, u32 cpus)
{
    const u32 affinity = instance + 1;
    u64 *set = w->affinity + (u64)affinity * w->topology.cpu_words;
    for (u32 i = 0; i < cpus; i++)
        ss_bitset_add(set, ss_instance_cpu(w, instance, cpus, i));
    return affinity;
}

u64 ss_draw_quantum(struct ss_task *task, u32 mean_ns, enum ss_distribution distribution)
{
    switch (distribution) {
    case SS_CONSTANT:
        return mean_ns;
    case SS_UNIFORM:
        return ss_prng_below(&task->random, 2 * mean_ns + 1);
    default:
        return ss_prng_exponential(&task->random, mean_ns);
    }
}
