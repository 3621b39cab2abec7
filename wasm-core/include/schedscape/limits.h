/*
 * How much of everything a world may have, each with its reason. Part of schedscape.h: include
 * that.
 */
#ifndef SCHEDSCAPE_LIMITS_H
#define SCHEDSCAPE_LIMITS_H

#define SS_LIMIT_CPUS 1024     /* twice the largest machine of the stories */
#define SS_LIMIT_LLCS 128      /* bounds the cached sharer mask of a line to two words */
#define SS_LIMIT_NODES 64      /* bounds the distance matrix */
#define SS_LIMIT_TASKS 16384   /* a task costs about 2 KiB of world memory */
#define SS_LIMIT_WORLD_MIB 512 /* wasm memory a world may take */
#define SS_WORKLOAD_PARAMETERS 32
#define SS_ROOT_DOMAIN_OFFSETS 256 /* custom layout: at least one slot a field of root_domain */
#define SS_LAYOUT_MEMBERS 96       /* more than all structures have members */
/* Steps kept of one hold: the largest batch that was published, and one more. */
#define SS_HOLD_STEPS 512
#define SS_MESSAGE_BYTES 256
#define SS_LEDGER_KINDS 10
#define SS_EXPLAIN_CANDIDATES 8    /* CPUs of a result mask that are named: enough for a story */
#define SS_EXPLAIN_TESTS 16        /* of a pass that are named: enough for a story */
#define SS_EXPLAIN_STEPS 40        /* of a placement: five domains of six, and its queueing */
#define SS_EXPLAIN_FACTS 112       /* numbers of all of them */
#define SS_PICKS_KEPT 8            /* picks of a CPU that are kept: a list short enough to read */
#define SS_EXPLAIN_STOPS 5         /* what ends the merging of pages */
#define SS_GROUP_FIGURES 5         /* of a group of CPUs in an explain record: GROUP_... */
#define SS_LIMIT_INTERVENTIONS 32  /* changes in the middle of a run: a person makes a few */
#define SS_LIMIT_CACHE_SWITCHES 32 /* what the versions of cache-aware balancing differ in */
#define SS_LATENCIES 3             /* series of them: LATENCY_... */
#define SS_CPU_SET_WORDS 32        /* of 32 bits: a bit for each of SS_LIMIT_CPUS */
#define SS_STATE_PAGE_BYTES 4096

#endif
