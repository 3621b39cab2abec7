// What a person decided against: it is no fault of what was to be opened.

/** Of a computation that somebody was asked about and did not want. */
export class Declined extends Error {}

export const isDeclined = (error: unknown): boolean => error instanceof Declined;
