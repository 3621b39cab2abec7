/* What a run leaves behind: records of events, and of why something was decided. */
#ifndef SS_EXEC_RECORD_H
#define SS_EXEC_RECORD_H

#include "exec/world.h"

/* Writes a record to the ring and the trace hash. */
void ss_record(struct ss_world *w, const struct ss_cpu *cpu, u8 kind, u32 a, u32 b, u32 c, u32 d);
/* Sets the last argument of the record just written; the trace hash leaves it out. */
void ss_record_more(struct ss_world *w, u32 e);

/* Leaves an explain record; its id is the result. The caller fills all but time, cpu and record. */
u32 ss_explain_add(struct ss_world *w, const struct ss_cpu *cpu,
                   const union ss_explained *explained);

#endif
