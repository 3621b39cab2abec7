// One text for one value: keys sorted, nothing of the host in it, so that two results can be compared
// byte by byte; and a short fingerprint of such a text.

import { hashOfText } from './hash.ts';

/** The value with the keys of every object in order; lists keep theirs. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== 'object') return value;
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, item]) => [key, sorted(item)]));
}

/** JSON with sorted keys, two spaces deep, and a line end. Numbers must be finite. */
export const canonicalJson = (value: unknown): string =>
  `${JSON.stringify(sorted(value), undefined, 2)}\n`;

const hex = (word: number): string => word.toString(16).padStart(8, '0');

/** 16 hexadecimal digits that differ when values differ. Guards against mix-ups, not against malice. */
export function fingerprint(value: unknown): string {
  const text = JSON.stringify(sorted(value)) ?? '';
  return hex(hashOfText(text)) + hex(hashOfText(`${text.length}:${text}`, 0x5bd1e995));
}
