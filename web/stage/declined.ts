// The decision of a person against opening something: it is no fault of that thing.

/** Thrown when a person declines a long computation. */
export class Declined extends Error {}

export const isDeclined = (error: unknown): boolean => error instanceof Declined;
