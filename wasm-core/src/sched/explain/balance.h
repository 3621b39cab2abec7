/* Records of balance passes. */
#ifndef SS_SCHED_EXPLAIN_BALANCE_H
#define SS_SCHED_EXPLAIN_BALANCE_H

#include "exec/world.h"

/* A pass that ends, of the CPU that worked on it (its struct ss_balance). */
struct ss_ended_pass {
    u32 domain;
    u32 moved;
    u32 accesses, cost; /* since it began; ns */
    u8 idle;            /* enum ss_balance_type */
    bool behalf;        /* of another CPU */
};

/* Leaves a record of a pass that ends here. Of one in which nothing could have been moved, and of
 * balancing that did not begin, only where the definition wants quiet reasons, and not again while
 * the same is said of the domain. */
void ss_explain_pass(struct ss_world *w, struct ss_cpu *cpu, const struct ss_ended_pass *pass);

/* The same of a domain of `of` that is passed over: not due, or its kind is balanced elsewhere. */
void ss_explain_passed_over(struct ss_world *w, struct ss_cpu *cpu, u32 of, u32 domain, u8 reason);

/* This CPU does not search before it idles; `overloaded`: though a CPU has more than one task. */
void ss_explain_gate(struct ss_world *w, struct ss_cpu *cpu, bool overloaded);

/* The dice lets it not search the domain. Told as seldom as why balancing did not begin. */
void ss_explain_dice(struct ss_world *w, struct ss_cpu *cpu, u32 domain, u32 drawn);

#endif
