// Limits on the size of a policy, each with its reason.

/** Characters of its text: it travels in links. */
export const SOURCE_CHARACTERS = 8_192;
/** Nesting depth of blocks, brackets and operators: recursive passes must not run out of stack. */
export const NESTING = 64;
/** Values at once, arguments and locals included: the machine's registers, less what a question takes. */
export const VALUES = 56;
export const CODE_WORDS = 2_048;
export const VARIABLES = 16;
export const ARRAY_WORDS = 4_096;
