/* The event ring, the trace hash over it, and the explain ring. */
#include "exec/record.h"

#include "base/hash.h"
#include "exec/world.h"

SS_HOT void ss_record(struct ss_world *w, const struct ss_cpu *cpu, u8 kind, u32 a, u32 b, u32 c,
                      u32 d)
{
    SS_DEBUG_CHECK(cpu->number < w->topology.cpus && cpu->clock >= w->clock->now);
    struct ss_world_clock *clock = w->clock;
    struct ss_record *record = &w->ring[clock->records++ & (w->limits.ring_records - 1)];
    *record = (struct ss_record){
        .time = cpu->clock, .cpu = (u16)cpu->number, .kind = kind, .a = a, .b = b, .c = c, .d = d};
    u64 hash = ss_hash_word(clock->trace_hash, record->time);
    hash = ss_hash_word(hash, (u64)record->cpu | (u64)kind << 16 | (u64)a << 32);
    clock->trace_hash = ss_hash_word(hash, (u64)b | (u64)c << 32) + d;
}

void ss_record_more(struct ss_world *w, u32 e)
{
    SS_DEBUG_CHECK(w->clock->records);
    w->ring[(w->clock->records - 1) & (w->limits.ring_records - 1)].e = e;
}

u32 ss_explain_add(struct ss_world *w, const struct ss_cpu *cpu,
                   const union ss_explained *explained)
{
    u32 id = (u32)w->clock->explains++;
    union ss_explained *slot = &w->explain[id & (w->limits.explain_records - 1)];
    *slot = *explained;
    slot->head.time = cpu->clock;
    slot->head.cpu = (u16)cpu->number;
    slot->head.record = (u32)w->clock->records;
    if (w->steps)
        w->steps[id & (w->limits.explain_records - 1)] = (struct ss_steps){0};
    return id;
}
