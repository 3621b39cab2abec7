/** Path of the Chromium that tests drive, or null if there is none. */
export function findChromium(): string | undefined;
/** The same as Playwright's option; nothing where there is none, and Playwright says so. */
export function usualBrowser(): { executablePath?: string };

/** Options of a browser in which only the page under test works. */
export const onlyThePage: readonly string[];
