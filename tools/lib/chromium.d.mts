/** Path of the Chromium that tests drive, or null if there is none. */
export function findChromium(): string | undefined;
