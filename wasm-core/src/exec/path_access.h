/* The macros of path.h by which a path touches an address; that header includes this one. */
#ifndef SS_EXEC_PATH_ACCESS_H
#define SS_EXEC_PATH_ACCESS_H

#include "exec/touch.h"

/* An access: operation, symbol, address and, if the path needs the value, the effect. Without an
 * effect the CPU makes the access by itself and the path goes on behind it, once. */
#define PATH_TOUCH(operation, symbol, ...)                                                         \
    PATH_THIRD_OF(__VA_ARGS__, PATH_TOUCH_WITH, PATH_TOUCH_ALONE, )                                \
    (operation, symbol, __VA_ARGS__)
#define PATH_THIRD_OF(first, second, third, ...) third

#define PATH_TOUCH_ALONE(operation, symbol, address)                                               \
    PATH_PARKED(ss_touch_alone(w, cpu, operation, address, symbol))

/* What the CPU does by itself, unless it is done at once; then the path goes on behind it. */
#define PATH_PARKED(is_done)                                                                       \
    do {                                                                                           \
        if (!(is_done)) {                                                                          \
            me->path.resume = __LINE__;                                                            \
            return false;                                                                          \
        }                                                                                          \
        __attribute__((fallthrough));                                                              \
    case __LINE__:;                                                                                \
    } while (0)

#define PATH_TOUCH_WITH(operation, symbol, address, effect)                                        \
    PATH_TOUCH_BIT(operation, symbol, 0, address, effect)

#define PATH_TOUCH_BIT(operation, symbol, bit, address, effect)                                    \
    do {                                                                                           \
        PATH_HERE;                                                                                 \
        enum ss_touched touched_ = ss_touch(w, cpu, operation, address, symbol, bit);              \
        if (touched_ == SS_TOUCH_EARLY)                                                            \
            return false;                                                                          \
        if (touched_ != SS_TOUCH_DONE) {                                                           \
            effect;                                                                                \
            if (touched_ == SS_TOUCH_WAITS)                                                        \
                return false;                                                                      \
        }                                                                                          \
    } while (0)

/* These say the symbol by its name: PATH_LOAD(symbol, address) or PATH_LOAD(symbol, address,
 * effect). */
#define PATH_LOAD(symbol, ...) PATH_TOUCH(SS_OPERATION_LOAD, SS_SYMBOL_##symbol, __VA_ARGS__)
#define PATH_SCAN(symbol, ...) PATH_TOUCH(SS_OPERATION_SCAN, SS_SYMBOL_##symbol, __VA_ARGS__)
#define PATH_STORE(symbol, ...) PATH_TOUCH(SS_OPERATION_STORE, SS_SYMBOL_##symbol, __VA_ARGS__)
#define PATH_ATOMIC(symbol, ...) PATH_TOUCH(SS_OPERATION_ATOMIC, SS_SYMBOL_##symbol, __VA_ARGS__)
#define PATH_STORE_LAST(symbol, address)                                                           \
    PATH_ENDS_BY(ss_touch_alone(w, cpu, SS_OPERATION_STORE, address, SS_SYMBOL_##symbol))
#define PATH_ATOMIC_LAST(symbol, address)                                                          \
    PATH_ENDS_BY(ss_touch_alone(w, cpu, SS_OPERATION_ATOMIC, address, SS_SYMBOL_##symbol))
#define PATH_INCREMENT(symbol, address, counter)                                                   \
    PATH_TOUCH(SS_OPERATION_INCREMENT, SS_SYMBOL_##symbol, address, (counter)++)
#define PATH_DECREMENT(symbol, address, counter)                                                   \
    PATH_TOUCH(SS_OPERATION_DECREMENT, SS_SYMBOL_##symbol, address, (counter)--)
#define PATH_SET_BIT(symbol, address, set, bit)                                                    \
    PATH_TOUCH_BIT(SS_OPERATION_SET_BIT, SS_SYMBOL_##symbol, bit, address, ss_bitset_add(set, bit))
#define PATH_CLEAR_BIT(symbol, address, set, bit)                                                  \
    PATH_TOUCH_BIT(SS_OPERATION_CLEAR_BIT, SS_SYMBOL_##symbol, bit, address,                       \
                   ss_bitset_remove(set, bit))

#endif
