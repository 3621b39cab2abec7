/* What is left of a hold for later questions: explain records of refills, flushes and fallbacks. */
#ifndef SS_MM_EXPLAIN_H
#define SS_MM_EXPLAIN_H

#include "mm/mm.h"

/* Of a refill or flush that wanted so many pages (DECISION_..., REASON_...). Returns the low half
 * of the record's id. */
u32 ss_mm_explain_hold(struct ss_world *w, const struct ss_cpu *cpu, const struct ss_hold *hold,
                       u8 decision, u8 reason, u32 wanted);

/* One for all fallbacks of a refill that wanted a migrate type: a zone in pieces has many, and they
 * are alike. */
void ss_mm_explain_fallback(struct ss_world *w, const struct ss_cpu *cpu,
                            const struct ss_hold *hold, u32 wanted);

#endif
