/*
 * What a CPU keeps of what it does by itself while its path rests: one thing that is under way, and
 * what comes behind it. The things themselves are done in touch.c, lock.c and sequence.c.
 */
#ifndef SS_EXEC_PARKED_H
#define SS_EXEC_PARKED_H

#include "base/types.h"

/* What a CPU does by itself before its path goes on, once. */
enum ss_parked {
    SS_PARKED_NOTHING,
    SS_PARKED_TOUCH,   /* an access without effect */
    SS_PARKED_LOCK,    /* a closed lock: the atomic on its word waits for its turn */
    SS_PARKED_TAKES,   /* that is on its way, and takes the lock */
    SS_PARKED_QUEUES,  /* it is on its way, but the lock was taken */
    SS_PARKED_SPINS,   /* until the lock is handed over */
    SS_PARKED_TRYLOCK, /* as SS_PARKED_LOCK */
    SS_PARKED_TRIED,   /* on its way; the result is in the CPU */
    SS_PARKED_UNLOCK,  /* the release waits for its turn */
};

/* What a CPU does by itself at one place of a path (exec/sequence.h): as many as any path has. */
#define SS_MOST_ACTS 4

struct ss_act {
    u32 operand;  /* address, ns or lock */
    u16 symbol;   /* of an access */
    u8 operation; /* enum ss_operation or enum ss_act_kind */
    u8 filler;
};

#endif
