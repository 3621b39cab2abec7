// How large a workload of one's own may be; the core holds the same bounds (wasm-core/src/workload/program_check.c).

/** Kinds of tasks: more than rt-app files in use have by a hundred. */
export const KINDS = 512;
export const PHASES = 4096;
/** Steps as the core counts them: what an exact replay of a trace needs. */
export const PROGRAM_STEPS = 20_000;
export const RESOURCES = 4096;
/** Fields of the structure that tasks share: with each on a line of its own their offsets still fit the core's. */
export const FIELDS = 1000;
export const FIELD_OFFSET = 65_535;
export const TABLES = 512;
/** Different lists of CPUs. */
export const SETS = 256;
/** Characters of one text of steps. */
export const STEPS_CHARACTERS = 4000;
/** Texts of steps of one phase. */
export const STEPS_TEXTS = 256;
/** Longest amount of time, ns: no run is longer. */
export const LONGEST_NS = 10_000_000_000;
/** Forks of one fork step by one thread: rt-app ends there. */
export const FORKS = 1024;
/** Bytes of memory of a task, and those that one step goes through. */
export const MEMORY_KIB = 64 * 1024 * 1024;
export const STEP_BYTES = 1e12;
export const POSTS = 1000;
