// The key map of a talk: what a remote or a hand on the keyboard means while a scenario's shots are
// presented. Remotes send PageDown, PageUp, "." or B, and F5. Pure: it changes nothing.

export type TalkCommand = 'next' | 'previous' | 'black' | 'reset' | 'leave' | 'fullScreen';

const keys: Readonly<Record<string, TalkCommand>> = {
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
  Escape: 'leave',
  f: 'fullScreen',
};

/** A key press as far as it matters here. */
export type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** What a key means in a talk; single characters mean nothing where a person switched them off. */
export function talkCommand(press: Press, singleKeys: boolean): TalkCommand | undefined {
  if (press.ctrlKey || press.metaKey || press.altKey) return undefined;
  const isCharacter = press.key.length === 1 && press.key !== ' ';
  if (isCharacter && !singleKeys) return undefined;
  const key = isCharacter ? press.key.toLowerCase() : press.key;
  return Object.hasOwn(keys, key) ? keys[key] : undefined;
}
