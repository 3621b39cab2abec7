// All limits on input in this folder, each with its reason. The core has bounds of its own; where both bound the
// same thing, a test holds them equal.

/** Text of one document. A scenario is 10 kB; 256 kB leaves room for inline machines. */
export const DOCUMENT_CHARACTERS = 256 * 1024;
/** Deepest nesting of objects and lists. Our formats need 6. */
export const DOCUMENT_DEPTH = 16;
/** Values in one document: a 64-node distance table has 4096. */
export const DOCUMENT_VALUES = 20_000;
/** One text in a document: a paragraph, or a policy of one’s own. */
export const TEXT_CHARACTERS = 8_192;

/** Characters of a share link's parameter: what browsers, chats and mail carry without harm. */
export const LINK_CHARACTERS = 64 * 1024;
/** A link that unpacks to more than this many times its size is an attack, not a recipe. */
export const LINK_RATIO = 100;
/** Overrides of one run: more than a document has fields worth turning. */
export const OVERRIDES = 64;

/** Steps of one story: those of its telling (nine at most), and one for each question of a file of version 1. */
export const STEPS = 25;
/** Answers of one lesson: one a step. */
export const ANSWERS = STEPS;
/** CSS pixels of a panel: a wall of screens. What does not fit the present window is cut there. */
export const PANEL_PIXELS = 8192;

/** Edits of one layout: more than twice as many as root_domain has members. */
export const LAYOUT_EDITS = 64;

/** The core's. */
export {
  LIMIT_CPUS as CPUS,
  LIMIT_LLCS as LLCS,
  LIMIT_NODES as NODES,
  LIMIT_TASKS as TASKS,
  WORKLOAD_PARAMETERS,
} from '../engine/abi.gen.ts';

/** Longest run, ns: far beyond what a person watches, short enough that 32-bit times in us hold. */
export const DURATION_NS = 10_000_000_000;
/** Shortest run, ns: below it nothing has happened yet. */
export const DURATION_LEAST_NS = 1000;

/** What one worker of a browser simulates, accesses a second of host time, other work included. */
export const ACCESSES_PER_SECOND = 6_000_000;
/** A run of more accesses than this (about half a minute) is started only after a confirmation. */
export const ASK_ACCESSES = 30 * ACCESSES_PER_SECOND;
/** A run of more accesses than this (about a quarter of an hour) is refused. */
export const MOST_ACCESSES = 6_000_000_000;

/** Parameters a sweep varies at once: the result of more than a few is unreadable. */
export const SWEEP_AXES = 8;
/** Combinations of values: each is opened and kept before the first run, some 50 kB each. */
export const SWEEP_CELLS = 1024;
/** Seeds of a sweep: an interval narrows with the root of their number, so more hardly help. */
export const SWEEP_SEEDS = 1000;
/** Runs of a sweep: their results (about 1 kB each) are held in memory and written as one file. */
export const SWEEP_RUNS = 100_000;

/** Characters of a policy's text: it travels in links; as the compiler takes it. */
export const POLICY_CHARACTERS = 8_192;
