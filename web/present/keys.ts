// The key map of a talk: what a remote or a hand on the keyboard means while steps are presented. Remotes send PageDown,
// PageUp, "." or B, and F5. Pure: it changes nothing.

import type { TalkCommand } from './talk.ts';

/** What a key may mean: a movement of the talk, or something of the window that it is given in. */
export type KeyMeaning = TalkCommand | 'leave' | 'fullScreen' | 'speaker' | 'print';

const keys: Readonly<Record<string, KeyMeaning>> = {
  PageDown: 'next',
  ArrowRight: 'next',
  ' ': 'next',
  n: 'next',
  PageUp: 'previous',
  ArrowLeft: 'previous',
  p: 'previous',
  b: 'black',
  '.': 'black',
  Home: 'reset',
  F5: 'reset',
  Enter: 'enter',
  Escape: 'leave',
  f: 'fullScreen',
  s: 'speaker',
};

/** A key press as far as it matters here. */
export type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** What a key means in a talk; single characters mean nothing where a person switched them off. */
export function keyMeaning(press: Press, singleKeys: boolean): KeyMeaning | undefined {
  if (press.ctrlKey || press.metaKey || press.altKey) return undefined;
  const isCharacter = press.key.length === 1 && press.key !== ' ';
  if (isCharacter && !singleKeys) return undefined;
  if (/^[0-9]$/.test(press.key)) return { digit: press.key };
  const key = isCharacter ? press.key.toLowerCase() : press.key;
  return Object.hasOwn(keys, key) ? keys[key] : undefined;
}
