// The keys of the timeline. Letters act while the timeline is open; the others, which mean something
// else on the stage, only while the focus is in it.

export type TimelineAction =
  | 'zoomIn'
  | 'zoomOut'
  | 'left'
  | 'right'
  | 'whole'
  | 'focus'
  | 'range'
  | 'next'
  | 'previous'
  | 'up'
  | 'down'
  | 'toggle'
  | 'clear';

const letters: Readonly<Record<string, TimelineAction>> = {
  w: 'zoomIn',
  s: 'zoomOut',
  a: 'left',
  d: 'right',
  f: 'focus',
  r: 'range',
  '0': 'whole',
  '+': 'zoomIn',
  '=': 'zoomIn',
  '-': 'zoomOut',
};

const inside: Readonly<Record<string, TimelineAction>> = {
  '.': 'next',
  ',': 'previous',
  ArrowUp: 'up',
  ArrowDown: 'down',
  Enter: 'toggle',
  Escape: 'clear',
};

interface Key {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/** What a key means; `hasFocus`: the focus is in the timeline, `singleKeys`: characters act. */
export function actionOf(
  event: Key,
  hasFocus: boolean,
  singleKeys: boolean,
): TimelineAction | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey) return undefined;
  const isCharacter = event.key.length === 1;
  if (isCharacter && !singleKeys) return undefined;
  const letter = letters[isCharacter ? event.key.toLowerCase() : event.key];
  return letter ?? (hasFocus ? inside[event.key] : undefined);
}
