/*
 * Invariant checks. SS_CHECK stays on in every build and puts the world into an error state with a
 * message; SS_DEBUG_CHECK costs nothing in a release build and traps in debug and test builds.
 * Neither prints or exits: the core never does.
 */
#ifndef SS_BASE_CHECK_H
#define SS_BASE_CHECK_H

#include "base/types.h"

#ifdef SS_DEBUG
#define SS_DEBUG_CHECK(condition)                                                                  \
    do {                                                                                           \
        if (!(condition))                                                                          \
            __builtin_trap();                                                                      \
    } while (0)
#else
#define SS_DEBUG_CHECK(condition)                                                                  \
    do {                                                                                           \
        (void)sizeof(condition);                                                                   \
    } while (0)
#endif

#endif
