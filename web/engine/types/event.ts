// An event of a run that is looked for by what it is: the question and the answer. Types only; ../find-event.ts finds one.

import type { LineQuestion } from '../fields.ts';

export type EventKind =
  /** A page list is filled from its zone, or gives back to it. */
  | 'refill'
  | 'flush'
  /** cpupri is searched for a CPU of lower priority. */
  | 'search'
  /** A task that wakes, forks or replaces its program is placed. */
  | 'wake'
  | 'fork'
  | 'exec'
  /** A CPU takes a task from another one: of RT, or a balance pass that moves some. */
  | 'pull'
  /** An RT task is moved to a CPU of lower priority. */
  | 'push'
  /** A balance pass of any kind, and one of a CPU about to idle, or why that did not look. */
  | 'balance'
  | 'newidle'
  /** A store or an atomic that has to fetch its line. */
  | 'store';

/** Where events lie in a run: in order of time, and those of one time in the order of their records. */
export interface EventPlace {
  /** ns: when it was decided; a refill, a flush or a store: when it began. */
  readonly time: number;
  /** Sequence number of its record; left out: before all of that time. */
  readonly record?: number | undefined;
}

/** What an event must be; all that are given must hold. */
export interface EventQuestion {
  readonly kind: EventKind;
  /** The first one behind it; ns, or a place. Without `before` and this: the first of the run. */
  readonly after?: number | EventPlace | undefined;
  /** The last one in front of it. */
  readonly before?: number | EventPlace | undefined;
  /** The CPU that decided, refilled or stored. */
  readonly cpu?: number | undefined;
  /** The task that it was decided about; nothing is known of it at a store. */
  readonly task?: number | undefined;
  /** Code of the reason (Catalog.reasonCodes). */
  readonly reason?: string | undefined;
  /** Of a store: the line, by its number or by name. */
  readonly line?: number | LineQuestion | undefined;
  /** The asker, where there are several: a newer question replaces only an older one of the same asker. */
  readonly asker?: string | undefined;
}

export interface FoundEvent {
  readonly kind: EventKind;
  /** ns. */
  readonly begin: number;
  readonly end: number;
  /** To go on from. */
  readonly place: { readonly time: number; readonly record: number };
  readonly cpu: number;
  /** Or -1. */
  readonly task: number;
  /** Id of its explain record; a store has none. */
  readonly explain: number | undefined;
  /** Of a store: its line; else -1. */
  readonly line: number;
}
