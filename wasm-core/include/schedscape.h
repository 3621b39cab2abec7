/*
 * The only public header of the core, and the only ABI. Browser, command line and tests drive the
 * simulator through what stands here and nothing else.
 *
 * Rules: integers of fixed size; offsets in bytes from the start of a world's memory instead of
 * pointers; no 64-bit integer as an argument or result (it would become a BigInt in JavaScript):
 * those are read from memory or passed as two halves. Every structure that crosses is declared
 * once, as a table of fields; the core exports a description of the tables and
 * tools/generate-abi.mjs writes web/engine/abi.gen.ts from it.
 *
 * The tables stand in parts below schedscape/, by what they are: limits, codes, the definition and
 * the map of a world, views of a moment, records of what happened. Here: what is made of the
 * tables, and the functions. Users of any part include this file.
 */
#ifndef SCHEDSCAPE_H
#define SCHEDSCAPE_H

#include <stdint.h>

#include "schedscape/codes.h"
#include "schedscape/definition.h"
#include "schedscape/limits.h"
#include "schedscape/records.h"
#include "schedscape/views.h"

#if defined(__wasm__)
#define SS_EXPORT(name) __attribute__((export_name(#name)))
#else
#define SS_EXPORT(name) __attribute__((visibility("default")))
#endif

/* Every structure that crosses, in the order of the description. */
#define SS_STRUCTURES(X)                                                                           \
    X(world_def)                                                                                   \
    X(world_map)                                                                                   \
    X(world_clock)                                                                                 \
    X(world_effort)                                                                                \
    X(cpu_view)                                                                                    \
    X(task_view)                                                                                   \
    X(line_view)                                                                                   \
    X(zone_view)                                                                                   \
    X(lock_view)                                                                                   \
    X(hold_view)                                                                                   \
    X(pcp_view)                                                                                    \
    X(latency_view)                                                                                \
    X(epoch_view)                                                                                  \
    X(policy_view)                                                                                 \
    X(holder_view)                                                                                 \
    X(account_view)                                                                                \
    X(account_llc)                                                                                 \
    X(traffic_view)                                                                                \
    X(c2c_row)                                                                                     \
    X(record)                                                                                      \
    X(explain)                                                                                     \
    X(explain_search)                                                                              \
    X(explain_walk)                                                                                \
    X(explain_placement)                                                                           \
    X(explain_pass)                                                                                \
    X(explain_gate)                                                                                \
    X(explain_hold)                                                                                \
    X(explain_fallback)                                                                            \
    X(steps)                                                                                       \
    X(pick)                                                                                        \
    X(cpu_ledger)

#define SS_TYPE_u8 uint8_t
#define SS_TYPE_u16 uint16_t
#define SS_TYPE_u32 uint32_t
#define SS_TYPE_u64 uint64_t
#define SS_TYPE_i16 int16_t
#define SS_TYPE_i32 int32_t
#define SS_TYPE_i64 int64_t
#define SS_DECLARE_F(type, name) SS_TYPE_##type name;
#define SS_DECLARE_A(type, name, length) SS_TYPE_##type name[length];
#define SS_DECLARE_STRUCTURE(name)                                                                 \
    struct ss_##name {                                                                             \
        SS_FIELDS_##name(SS_DECLARE_F, SS_DECLARE_A)                                               \
    };
SS_STRUCTURES(SS_DECLARE_STRUCTURE)

/* A record of the explain ring: of any form. */
union ss_explained {
    struct ss_explain head;
    struct ss_explain_search search;
    struct ss_explain_walk walk;
    struct ss_explain_placement placement;
    struct ss_explain_pass pass;
    struct ss_explain_gate gate;
    struct ss_explain_hold hold;
    struct ss_explain_fallback fallback;
};

#define SS_DECLARE_CODE(name, value, ...) SS_##name = value,
enum ss_code { SS_CODES(SS_DECLARE_CODE) };

#define SS_DECLARE_TRAIT(name, bit, word) SS_TRAIT_##name = (bit),
enum ss_trait { SS_TRAITS(SS_DECLARE_TRAIT) };

struct ss_world; /* opaque */

/* ---- functions ------------------------------------------------------------------------------- */

/* The tables above as text lines "struct NAME BYTES", "field NAME TYPE OFFSET LENGTH", "code NAME
 * VALUE", "limit NAME VALUE", and those of kernel_options.h as probe/abi.c says, written into
 * `text`; returns the bytes written (without a terminator), or 0 if capacity is too small. Only in
 * modules that answer probes. */
SS_EXPORT(ss_abi_describe) uint32_t ss_abi_describe(uint8_t *text, uint32_t capacity);

/* `bytes` of zeroed memory aligned to 4096 for one world or buffer, or NULL. Provided by the host
 * file of the platform; memory lives until ss_host_release_all. */
SS_EXPORT(ss_host_reserve) void *ss_host_reserve(uint32_t bytes);
SS_EXPORT(ss_host_release_all) void ss_host_release_all(void);

/* Fills a definition with defaults: one CPU, every kernel feature as in the baseline. */
SS_EXPORT(ss_world_def_default) void ss_world_def_default(struct ss_world_def *def);

/* Bytes a world of this definition needs; 0 if the definition is refused (def->status, message). */
SS_EXPORT(ss_world_bytes) uint32_t ss_world_bytes(struct ss_world_def *def);

/* Builds a world in `memory` (from ss_host_reserve, at least ss_world_bytes). Returns a STATUS_
 * code; the world's handle is `memory` itself. Where it is refused (def->message says why), nothing
 * of `memory` has been touched. */
SS_EXPORT(ss_world_create)
int32_t ss_world_create(void *memory, uint32_t bytes, struct ss_world_def *def);

/* Offset of struct ss_world_map from the world's start. */
SS_EXPORT(ss_world_map) uint32_t ss_world_map(struct ss_world *world);

/* Runs until the simulated time `until` (two halves, ns), or until `max_records` more records were
 * written (0 = no such bound). Returns a STEP_ code. */
SS_EXPORT(ss_world_step)
int32_t ss_world_step(struct ss_world *world, uint32_t until_low, uint32_t until_high,
                      uint32_t max_records);

/* Fills the cpu, task and line views for the present moment. */
SS_EXPORT(ss_world_frame) void ss_world_frame(struct ss_world *world);

/* Fills what mechanisms on the stage draw of the present moment; see views.h. */
SS_EXPORT(ss_world_mechanisms) void ss_world_mechanisms(struct ss_world *world);

/* Finds the pages of the state that changed since the last call (all at the first), lists their
 * indices at map.page_list_offset and returns how many. The host copies them out; writing them back
 * into a world of the same definition restores that moment. */
SS_EXPORT(ss_world_keyframe) uint32_t ss_world_keyframe(struct ss_world *world);

/*
 * A door for conformance: runs the probe `kind` (PROBE_...) on `in`, an array of 32-bit words whose
 * form the probe's file describes, with `memory` as working space; writes words to `out`. Returns
 * the number of words written, or -STATUS_ on error.
 */
SS_EXPORT(ss_probe_run)
int32_t ss_probe_run(uint32_t kind, void *memory, uint32_t memory_bytes, const int32_t *in,
                     uint32_t in_words, int32_t *out, uint32_t out_words);

#endif
