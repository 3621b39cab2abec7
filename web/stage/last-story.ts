// The story that was looked at last, kept by the browser: Home offers it as "go on". Nothing of it leaves the
// browser; where the browser keeps nothing (a foreign frame, a strict setting) nothing is offered.

import { placeOf } from '../scenario/place.ts';

const key = 'schedscape.last';
/** The longest address that is kept: one that holds a whole custom scenario is longer. */
const most = 4_000;

export interface LastStory {
  readonly title: string;
  /** Its address within the page. */
  readonly hash: string;
}

function isLast(value: unknown): value is LastStory {
  if (typeof value !== 'object' || value === null) return false;
  const { title, hash } = value as Partial<Record<keyof LastStory, unknown>>;
  if (typeof title !== 'string' || typeof hash !== 'string') return false;
  return title.length <= 200 && ['story', 'link'].includes(placeOf(hash).kind);
}

/** Keeps what the address says now, under its title. */
export function keepLast(title: string, { hash }: Pick<Location, 'hash'>): void {
  const last: LastStory = { title, hash };
  if (!isLast(last) || hash.length > most) return;
  try {
    window.localStorage.setItem(key, JSON.stringify(last));
  } catch {
    // No storage, or it is full: there is no way to go on then.
  }
}

/** What was kept; undefined: nothing that can be gone on with. */
export function lastStory(): LastStory | undefined {
  try {
    const kept: unknown = JSON.parse(window.localStorage.getItem(key) ?? 'null');
    return isLast(kept) ? kept : undefined;
  } catch {
    return undefined;
  }
}
