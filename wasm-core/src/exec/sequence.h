/*
 * What a CPU does by itself, one behind the other, while the path rests: a path that has several
 * things to do without an effect in between goes on once, when all are done. A lock may only be the
 * last of them, as an exact one has a path of its own.
 */
#ifndef SS_EXEC_SEQUENCE_H
#define SS_EXEC_SEQUENCE_H

#include "exec/lock.h"

/* Behind the operations of an access. */
enum ss_act_kind { SS_ACT_COMPUTE = SS_OPERATION_BARRIER + 1, SS_ACT_LOCK, SS_ACT_UNLOCK };

#define DO_COMPUTE(ns)                                                                             \
    {                                                                                              \
        .operand = (ns), .operation = SS_ACT_COMPUTE                                               \
    }
#define DO_LOCK(lock_)                                                                             \
    {                                                                                              \
        .operand = (u32)(lock_), .operation = SS_ACT_LOCK                                          \
    }
#define DO_UNLOCK(lock_)                                                                           \
    {                                                                                              \
        .operand = (u32)(lock_), .operation = SS_ACT_UNLOCK                                        \
    }
#define DO_ATOMIC(symbol_, address)                                                                \
    {                                                                                              \
        .operand = (address), .symbol = SS_SYMBOL_##symbol_, .operation = SS_OPERATION_ATOMIC      \
    }

/* In a path: PATH_SEQUENCE(DO_COMPUTE(ns), DO_ATOMIC(symbol, address), DO_LOCK(lock)). What they
 * are about is worked out once, when the path comes to it. */
#define PATH_SEQUENCE(...)                                                                         \
    PATH_PARKED(ss_sequence(w, cpu, (const struct ss_act[]){__VA_ARGS__},                          \
                            sizeof((const struct ss_act[]){__VA_ARGS__}) / sizeof(struct ss_act)))
#define PATH_SEQUENCE_LAST(...)                                                                    \
    PATH_ENDS_BY(                                                                                  \
        ss_sequence(w, cpu, (const struct ss_act[]){__VA_ARGS__},                                  \
                    sizeof((const struct ss_act[]){__VA_ARGS__}) / sizeof(struct ss_act)))

/* A run of accesses without an effect, of one operation for one symbol. */
#define PATH_TOUCHES(operation, symbol, ...)                                                       \
    PATH_PARKED(ss_touch_each(w, cpu, operation, symbol, (const u32[]){__VA_ARGS__},               \
                              sizeof((const u32[]){__VA_ARGS__}) / sizeof(u32)))
#define PATH_LOADS(symbol, ...) PATH_TOUCHES(SS_OPERATION_LOAD, SS_SYMBOL_##symbol, __VA_ARGS__)
#define PATH_SCANS(symbol, ...) PATH_TOUCHES(SS_OPERATION_SCAN, SS_SYMBOL_##symbol, __VA_ARGS__)
#define PATH_STORES(symbol, ...) PATH_TOUCHES(SS_OPERATION_STORE, SS_SYMBOL_##symbol, __VA_ARGS__)

/* Each is true if all was done at once. At most SS_MOST_ACTS. */
bool ss_sequence(struct ss_world *w, struct ss_cpu *cpu, const struct ss_act *acts, u32 count);
bool ss_touch_each(struct ss_world *w, struct ss_cpu *cpu, enum ss_operation operation, u32 symbol,
                   const u32 *addresses, u32 count);

/* What is left of it, after what the CPU waited for: true when the path goes on. */
bool ss_sequence_goes_on(struct ss_world *w, struct ss_cpu *cpu);

#endif
