// Which locks a name means: the one rule for pointers, for the focus of a mechanism and for what a mechanism is offered by.
// Knows nothing of drawing.

/**
 * Whether a lock of the catalog ("zone.lock of node 0", "rq.lock 3") is meant by a name that gives its number ("rq.lock 3"), or
 * leaves it out and so means all locks of that kind ("rq.lock").
 */
export const isLockNamed = (lock: string, name: string): boolean =>
  lock === name || lock.replace(/(?: of [a-z]+)? \d+$/, '') === name;
