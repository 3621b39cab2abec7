// Types of firefox.mjs for the tests in Firefox.

export declare const findFirefox: () => string | undefined;
