/*
 * What a policy of one's own is made of: the operations of its machine, the questions it may ask of
 * the kernel that runs it, the points at which it is asked, and how a call ends. One table each,
 * from which the core, the compiler of web/policy and the page take codes and limits, so that they
 * cannot drift. What the operations do is in src/policy/.
 */
#ifndef SS_POLICIES_H
#define SS_POLICIES_H

#define SS_POLICY_WORDS 2048       /* of code: more than 8,192 characters of text come to */
#define SS_POLICY_POINTS 16        /* room for more */
#define SS_POLICY_ARGUMENTS 4      /* of a call */
#define SS_POLICY_ARRAYS 16        /* variables at the top of a text */
#define SS_POLICY_ARRAY_WORDS 4096 /* of one of them: four for each CPU there may be */
#define SS_POLICY_REGISTERS 60     /* arguments, locals and values on the way */
#define SS_POLICY_FUEL 32768 /* operations of a call: 16 for each of twice the CPUs of a story */
#define SS_POLICY_LEVELS 101 /* of priorities, as cpupri files CPUs */
#define SS_POLICY_DSQS 64    /* dispatch queues: one for each cache of a large machine */
#define SS_POLICY_ENDS_KEPT 8

/*
 * A word of code: the operation in the low 8 bits, then three registers a, b, c of 8 bits, or one
 * and a signed 16-bit number, or a signed 24-bit number. Jumps count from the word behind them.
 */
#define SS_POLICY_OPS(X, with)                                                                     \
    X(with, LEAVE, 0)  /* to Linux */                                                              \
    X(with, RETURN, 1) /* a */                                                                     \
    X(with, MOVE, 2)   /* a = b */                                                                 \
    X(with, SMALL, 3)  /* a = number16 */                                                          \
    X(with, WIDE, 4)   /* a = the 64 bits of the two words behind it, low half first */            \
    X(with, JUMP, 5)   /* number24 */                                                              \
    X(with, IF, 6)     /* a is not 0: number16 */                                                  \
    X(with, UNLESS, 7) /* a is 0: number16 */                                                      \
    X(with, ADD, 8)    /* a = b + c, and so on */                                                  \
    X(with, SUB, 9)                                                                                \
    X(with, MUL, 10)                                                                               \
    X(with, FLOOR_DIV, 11) /* Math.floor(b / c) */                                                 \
    X(with, TRUNC_DIV, 12)                                                                         \
    X(with, REM, 13)                                                                               \
    X(with, ADD_SMALL, 14) /* a = a + number16 */                                                  \
    X(with, AND, 15)       /* from here on as JavaScript does it: in 32 bits */                    \
    X(with, OR, 16)                                                                                \
    X(with, XOR, 17)                                                                               \
    X(with, SHL, 18)                                                                               \
    X(with, SHR, 19)                                                                               \
    X(with, USHR, 20)                                                                              \
    X(with, LT, 21)                                                                                \
    X(with, LE, 22)                                                                                \
    X(with, EQ, 23)                                                                                \
    X(with, NE, 24)                                                                                \
    X(with, NOT, 25) /* a = b is 0 */                                                              \
    X(with, MIN, 26)                                                                               \
    X(with, MAX, 27)                                                                               \
    X(with, NEXT, 28)      /* a = the next CPU of the set b behind a, skipping the jump behind */  \
    X(with, CALL, 29)      /* a = the question b, asked of c and the register behind it */         \
    X(with, LOAD, 30)      /* a = array b [c] */                                                   \
    X(with, STORE, 31)     /* array b [c] = a */                                                   \
    X(with, FETCH_ADD, 32) /* array b [c] += a; a = what it was */                                 \
    X(with, EXCHANGE, 33)  /* array b [c] = a; a = what it was */                                  \
    X(with, COMPARE_EXCHANGE, 34) /* array b [c] = a if it is the register behind c; a as above */
#define SS_POLICY_OPS_COUNT 35

/*
 * X(code, value, how, first, second, needs): a question, how it is answered, of what it is asked,
 * and what its world must have: ANY, the full FAIR class, EXT, that of its own, QUEUES of either,
 * CACHES that are looked after. AT_ONCE: from the CPU's own registers or from what never changes.
 * WORD: after an access of one word. PATH: by a path of the kernel, whatever that touches.
 */
#define SS_POLICY_CALLS(X, with)                                                                   \
    X(with, THIS_CPU, 0, AT_ONCE, NOTHING, NOTHING, ANY)                                           \
    X(with, NR_CPU_IDS, 1, AT_ONCE, NOTHING, NOTHING, ANY)                                         \
    X(with, NR_NODE_IDS, 2, AT_ONCE, NOTHING, NOTHING, ANY)                                        \
    X(with, NOW, 3, AT_ONCE, NOTHING, NOTHING, ANY)                                                \
    X(with, CURRENT, 4, AT_ONCE, NOTHING, NOTHING, ANY)                                            \
    X(with, CPU_NODE, 5, AT_ONCE, CPU, NOTHING, ANY)                                               \
    X(with, CPU_LLC, 6, AT_ONCE, CPU, NOTHING, ANY)                                                \
    X(with, CPU_CORE, 7, AT_ONCE, CPU, NOTHING, ANY)                                               \
    X(with, DISTANCE, 8, AT_ONCE, CPU, CPU, ANY) /* of their nodes, as SLIT has it */              \
    X(with, CPUS_SHARE_CACHE, 9, AT_ONCE, CPU, CPU, ANY)                                           \
    X(with, ALL_CPUS, 10, AT_ONCE, NOTHING, NOTHING, ANY)                                          \
    X(with, LLC_CPUS, 11, AT_ONCE, CPU, NOTHING, ANY)                                              \
    X(with, CORE_CPUS, 12, AT_ONCE, CPU, NOTHING, ANY)                                             \
    X(with, NODE_CPUS, 13, AT_ONCE, CPU, NOTHING, ANY)                                             \
    X(with, RANDOM, 14, AT_ONCE, COUNT, NOTHING, ANY)                                              \
    X(with, NR_RUNNING, 15, WORD, CPU, NOTHING, ANY)                                               \
    X(with, CURR, 16, WORD, CPU, NOTHING, ANY)                                                     \
    X(with, IDLE_CPU, 17, PATH, CPU, NOTHING, QUEUES)                                              \
    X(with, CPU_UTIL, 18, WORD, CPU, NOTHING, FAIR)                                                \
    X(with, CPU_LOAD, 19, WORD, CPU, NOTHING, FAIR)                                                \
    X(with, HAS_IDLE_CORE, 20, WORD, CPU, NOTHING, FAIR)                                           \
    X(with, TASK_CPU, 21, WORD, TASK, NOTHING, ANY)                                                \
    X(with, TASK_WEIGHT, 22, WORD, TASK, NOTHING, FAIR)                                            \
    X(with, TASK_UTIL, 23, WORD, TASK, NOTHING, FAIR)                                              \
    X(with, TASK_LOAD, 24, WORD, TASK, NOTHING, FAIR)                                              \
    X(with, TASK_WAKEE_FLIPS, 25, WORD, TASK, NOTHING, FAIR)                                       \
    X(with, TASK_TGID, 26, WORD, TASK, NOTHING, ANY)                                               \
    X(with, TASK_LLC, 27, WORD, TASK, NOTHING, ANY)                                                \
    X(with, ALLOWED, 28, WORD, TASK, CPU, ANY)                                                     \
    X(with, SELECT_CPU_DFL, 29, PATH, NOTHING, NOTHING, ANY)                                       \
    X(with, CPUPRI_COUNT, 30, WORD, LEVEL, NOTHING, ANY)                                           \
    X(with, CPU_PRIO, 31, WORD, CPU, NOTHING, ANY)          /* its cpupri level */                 \
    X(with, OCCUPANCY, 32, AT_ONCE, LLC, NOTHING, CACHES)   /* as the scan just made saw it */     \
    X(with, DSQ_INSERT, 33, PATH, TASK, NOTHING, EXT)       /* the two behind: queue, slice */     \
    X(with, DSQ_INSERT_VTIME, 34, PATH, TASK, NOTHING, EXT) /* and vtime */                        \
    X(with, DSQ_MOVE_TO_LOCAL, 35, PATH, DSQ, NOTHING, EXT)                                        \
    X(with, DSQ_NR_QUEUED, 36, WORD, DSQ, NOTHING, EXT)                                            \
    X(with, PICK_IDLE_CPU, 37, PATH, TASK, CPU, EXT) /* near that CPU; -1: none */                 \
    X(with, KICK_CPU, 38, PATH, CPU, NOTHING, EXT)                                                 \
    X(with, TASK_SLICE, 39, WORD, TASK, NOTHING, EXT) /* ns left */
#define SS_POLICY_CALLS_COUNT 40

/* Where a policy may be asked, and the variables it may have. A code is never used again. */
#define SS_POLICY_CODES(X)                                                                         \
    SS_POLICY_OPS(SS_POLICY_OP_CODE, X)                                                            \
    SS_POLICY_CALLS(SS_POLICY_CALL_CODE, X)                                                        \
    X(POLICY_POINT_SELECT_CPU, 0)     /* of a task, its previous CPU and flags: a CPU */           \
    X(POLICY_POINT_BALANCE, 1)        /* of a CPU about to idle: the CPU to take from, or -1 */    \
    X(POLICY_POINT_ENQUEUE, 2)        /* of a task, a CPU and flags: its slice, ns */              \
    X(POLICY_POINT_FIND_LOWEST_RQ, 3) /* of an RT task: a CPU; -1: none */                         \
    X(POLICY_POINT_PREFER_LLC, 4) /* of a task that scanned, and Linux's: a CPU of the LLC; -1 */  \
    X(POLICY_POINT_PCP_REFILL, 5) /* of a CPU, pages it holds, batch, high: pages to take */       \
    X(POLICY_POINT_PCP_FLUSH, 6)  /* of the same: pages to give back; 0: none */                   \
    X(POLICY_POINT_DISPATCH, 7)   /* a CPU with nothing to run: it takes from dispatch queues */   \
    X(POLICY_POINT_RUNNING, 8)    /* a task begins to run */                                       \
    X(POLICY_POINT_STOPPING, 9)   /* and ceases to; the second value: it could go on */            \
    X(POLICY_POINT_TICK, 10)      /* while a task runs */                                          \
    X(POLICY_DSQ_GLOBAL, 1000)    /* where a task without a named queue waits */                   \
    X(POLICY_DSQ_LOCAL, 1001)     /* that of the CPU */                                            \
    X(POLICY_SLICE_DFL, 20000000) /* ns */                                                         \
    X(POLICY_FLAG_NO_PERIODIC, 1) /* of a policy: no balancing by the clock */                     \
    X(POLICY_ARRAY_SHARED, 0)     /* packed in order, eight words a line, on the first node */     \
    X(POLICY_ARRAY_PERCPU, 1)     /* a word on lines of each CPU, on its node */                   \
    X(POLICY_ARRAY_PERTASK, 2)    /* a word beside each task; starts anew with it */               \
    X(POLICY_FLAG_EXEC, 2)        /* of select_cpu and enqueue, as the kernel's WF_... are */      \
    X(POLICY_FLAG_FORK, 4)                                                                         \
    X(POLICY_FLAG_TTWU, 8)                                                                         \
    X(POLICY_FLAG_SYNC, 16)                                                                        \
    X(POLICY_END_ANSWERED, 0)                                                                      \
    X(POLICY_END_LEFT, 1)    /* to Linux */                                                        \
    X(POLICY_END_REFUSED, 2) /* its answer is impossible */                                        \
    X(POLICY_END_FUEL, 3)                                                                          \
    X(POLICY_END_NOBODY, 4) /* it named a CPU or task that does not exist */                       \
    X(POLICY_END_INDEX, 5)  /* outside an array */                                                 \
    X(POLICY_END_NUMBER, 6) /* beyond 2^53 - 1, or divided by zero */

#define SS_POLICY_OP_CODE(X, name, value) X(POLICY_OP_##name, value)
#define SS_POLICY_CALL_CODE(X, name, value, ...) X(POLICY_CALL_##name, value)

#endif
