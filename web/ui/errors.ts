// What was thrown, as text for a reader. Anything may be thrown; mostly it is an Error with a message of ours.

/** The message of an Error, or what else was thrown, as text. */
export const messageOf = (thrown: unknown): string =>
  thrown instanceof Error ? thrown.message : String(thrown);

/** True of a part of the program that came damaged: half a download, or a page of the host in its place. */
export const isDamaged = (thrown: unknown): boolean => thrown instanceof SyntaxError;

/** True of a part of the program that could not be fetched: the network is gone, it is no defect. Browsers say it each in their way. */
export const isUnfetched = (message: string): boolean =>
  /imported module|module script|preload CSS|Failed to fetch|Load failed|NetworkError/.test(
    message,
  );
