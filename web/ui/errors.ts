// What was thrown, as text for a reader. Anything may be thrown; mostly it is an Error with a message of ours.

/** The message of an Error, or what else was thrown, as text. */
export const messageOf = (thrown: unknown): string =>
  thrown instanceof Error ? thrown.message : String(thrown);
