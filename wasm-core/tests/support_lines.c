/* See support_lines.h. */
#include "support_lines.h"

#include <stdlib.h>

void set_timings(struct ss_world_def *def)
{
    def->clock_mhz = 3000;
    def->l1_ps = 2000;
    def->rmw_ps = 6000;
    def->llc_ps = 30000;
    def->hitm_same_llc_ps = 80000;
    def->hitm_same_node_ps = 90000;
    def->hitm_near_ps = 100000;
    def->hitm_far_ps = 120000;
    def->hitm_other_socket_ps = 240000;
    def->clean_same_llc_ps = 70000;
    def->clean_same_node_ps = 80000;
    def->clean_near_ps = 95000;
    def->clean_far_ps = 110000;
    def->clean_other_socket_ps = 230000;
    def->dram_local_ps = 105000;
    def->dram_near_ps = 125000;
    def->dram_far_ps = 140000;
    def->dram_other_socket_ps = 235000;
    def->service_numerator = def->service_denominator = 1;
    def->read_service_ps = 15000;
    def->ack_per_domain_ps = 10000;
    def->private_age_us = 100;
    def->overlap = 4;
    def->smt_factor_1024 = 1280;
}

static bool build(struct line_machine *m, struct ss_arena *arena, u32 lines, u32 rows)
{
    bool built = ss_topology_create(&m->topology, arena, m->def);
    built = ss_platform_create(&m->platform, arena, m->def, &m->topology) && built;
    ss_coherence_create(&m->coherence, arena, lines, &m->topology, &m->platform, true);
    ss_c2c_create(&m->c2c, arena, rows, &m->platform);
    return built && !arena->failed;
}

struct line_machine *make_line_machine(struct ss_world_def *def, u32 lines, u32 rows)
{
    struct line_machine *m = calloc(1, sizeof(*m));
    struct ss_arena arena;
    m->def = def;
    ss_arena_init(&arena, NULL, 0);
    build(m, &arena, lines, rows);
    u64 bytes = (arena.used + SS_ARENA_ALIGNMENT - 1) & ~(u64)(SS_ARENA_ALIGNMENT - 1);
    m->memory = aligned_alloc(SS_ARENA_ALIGNMENT, bytes);
    ss_arena_init(&arena, m->memory, bytes);
    if (!m->memory || !build(m, &arena, lines, rows))
        abort();
    return m;
}

void free_line_machine(struct line_machine *machine)
{
    free(machine->memory);
    free(machine->def);
    free(machine);
}

struct line_machine *make_small_line_machine(u32 lines, u32 rows)
{
    struct ss_world_def *def = make_regular_machine(
        (struct regular_machine){4, 1, 2, 2, .nodes_per_package = 2, .near = 12, .far = 20});
    set_timings(def);
    return make_line_machine(def, lines, rows);
}
